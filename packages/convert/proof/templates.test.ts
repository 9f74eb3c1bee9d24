import { SINGBOX_VERSIONS } from '../src/model/singbox-version.ts'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { type ClientSettings, convertText } from '../src/index.ts'
import { builtinTemplate } from '../src/templates/builtin.ts'
import { BUILTIN_NAMES, SERVICES, type ServiceName } from '../src/templates/group-keys.ts'
import type { Lang, RuleList, Template } from '../src/templates/template.ts'
import { engineTest } from './engine-test.ts'
import { schemaJudge } from './mihomo-schema.ts'
import { checkWithMihomo, startOnceWithMihomo } from './mihomo.ts'
import { mihomoDangling, singboxDangling, xrayDangling } from './references.ts'
import { checkWithSingbox, startOnceWithSingbox } from './sing-box.ts'
import { checkWithXray, startOnceWithXray } from './xray.ts'
import type { JsonObject } from '../src/text/record.ts'

/** Every config that we can make from our templates, and every golden one, in front of the programs that have to load it. */

const GOLDEN = new URL('../golden/', import.meta.url)
const LANGS: readonly Lang[] = ['zh-CN', 'en-US']
/** One node of each protocol, and names of regions. */
const INPUTS = ['every-protocol', 'first-subscription']
const sources = INPUTS.map((story) => ({
  name: story,
  text: readFileSync(new URL(`${story}/input.txt`, GOLDEN), 'utf8'),
}))

interface Made {
  name: string
  text: string
}

interface Row {
  name: string
  template: Template
  lang: Lang
  hasLists: boolean
}

const rows: readonly Row[] = [
  ...BUILTIN_NAMES.flatMap((name) =>
    LANGS.flatMap((lang) => [true, false].map((hasLists) => rowOf(name, lang, hasLists))),
  ),
  rowOf('minimal', 'zh-CN', true, SERVICES),
  rowOf('standard', 'en-US', false, ['steam', 'ads', 'google']),
]

function rowOf(
  name: (typeof BUILTIN_NAMES)[number],
  lang: Lang,
  hasLists: boolean,
  services?: readonly ServiceName[],
): Row {
  const reported = services ? ` with ${services.length} services` : ''
  return {
    name: `${name}${reported} in ${lang}`,
    template: builtinTemplate(name, lang, services),
    lang,
    hasLists,
  }
}

function madeFor(client: 'mihomo' | 'clash' | 'xray'): Made[] {
  return rows.map(({ name, template, lang, hasLists }) => ({
    name: `${name}${hasLists ? '' : ' without lists'}`,
    text: convertText(sources, {
      to: client,
      template,
      lang,
      rules: { lists: hasLists ? listsOf(template) : undefined },
      output: { settings: settingsOf(hasLists) },
      ...(client === 'mihomo' && !hasLists ? PROVIDER : {}),
    }).text,
  }))
}

/** Regexes of mihomo's groups stand in files that have a provider: a broken one makes it crash. */
const PROVIDER = { groups: { providers: [{ name: 'P', url: 'https://provider.example/nodes' }] } }

/** Half of the files open a controller, the other half a TUN. */
function settingsOf(isControlled: boolean): ClientSettings {
  return isControlled ? { secret: 'proof' } : { tun: true }
}

function madeForSingbox(): Made[] {
  return rows.flatMap(({ name, template, lang, hasLists }) =>
    SINGBOX_VERSIONS.map((singboxVersion) => ({
      name: `${name} for ${singboxVersion}${hasLists ? '' : ' without lists'}`,
      text: convertText(sources, {
        to: 'singbox',
        singbox: { version: singboxVersion, remoteLists: !hasLists },
        template,
        lang,
        rules: { lists: hasLists ? listsOf(template) : undefined },
        output: { settings: settingsOf(hasLists) },
      }).text,
    })),
  )
}

/** Lists of our own making in the place of those that the template names. */
function listsOf({ rules }: Template): Map<string, string> {
  const lists = rules.flatMap((rule) => (rule.kind === 'list' ? [rule.list] : []))
  return new Map(lists.map((list) => [list.url, listText(list)]))
}

function listText({ behavior, format }: RuleList): string {
  const entries = {
    classical: [
      'DOMAIN-SUFFIX,listed.test',
      'DOMAIN-KEYWORD,listed',
      'IP-CIDR,192.0.2.0/24,no-resolve',
      'DST-PORT,8443',
    ],
    domain: ['+.listed.test', 'listed.example'],
    ipcidr: ['192.0.2.0/24', '2001:db8::/32'],
  }[behavior]
  return format === 'yaml'
    ? `payload:\n${entries.map((entry) => `  - '${entry}'\n`).join('')}`
    : `${entries.join('\n')}\n`
}

function golden(extension: string, start: string): Made[] {
  const stories = existsSync(GOLDEN) ? readdirSync(GOLDEN) : []
  return stories.flatMap((story) =>
    readdirSync(new URL(`${story}/`, GOLDEN))
      .filter((file) => file.startsWith(start) && file.endsWith(extension))
      .map((file) => ({
        name: `golden ${story}/${file}`,
        text: readFileSync(new URL(`${story}/${file}`, GOLDEN), 'utf8'),
      })),
  )
}

/** Each text once, under all its names: two versions, or a template and a golden file, often give the same. */
function distinct(made: readonly Made[]): Made[] {
  return [...Map.groupBy(made, ({ text }) => text)].map(([text, equal]) => ({
    name: equal.map(({ name }) => name).join(' = '),
    text,
  }))
}

const singbox = distinct([...madeForSingbox(), ...golden('.json', 'singbox')])
const mihomo = distinct([...madeFor('mihomo'), ...golden('.yaml', 'mihomo')])
const xray = distinct([...madeFor('xray'), ...golden('.json', 'xray')])
const clash = distinct([...madeFor('clash'), ...golden('.yaml', 'clash')])

describe('every template and golden config', () => {
  test.each(singbox)('for sing-box names nothing that is not there: $name', ({ text }) => {
    expect(singboxDangling(JSON.parse(text) as JsonObject)).toEqual([])
  })

  test.each([...mihomo, ...clash])('for mihomo and Clash names nothing that is not there: $name', ({ text }) => {
    expect(mihomoDangling(load(text) as JsonObject)).toEqual([])
  })

  for (const { name, text } of singbox) {
    engineTest(['sing-box'], `sing-box checks it and starts with it: ${name}`, async ({ 'sing-box': path }) => {
      expect(await refusalOf(path, text)).toBeUndefined()
    })
    for (const version of ['1.12', '1.13'] as const) {
      if (!name.includes(`for ${version}`) && !name.includes('for compatible') && !name.endsWith('singbox.json'))
        continue
      engineTest(
        [`sing-box-${version}`],
        `sing-box ${version} checks it and starts with it: ${name}`,
        async (paths) => {
          expect(await refusalOf(paths[`sing-box-${version}`], text)).toBeUndefined()
        },
      )
    }
  }

  test.each(xray)('for Xray names nothing that is not there: $name', ({ text }) => {
    expect(xrayDangling(JSON.parse(text) as JsonObject)).toEqual([])
  })

  for (const { name, text } of xray) {
    engineTest(['xray'], `Xray tests it and starts with it: ${name}`, async ({ xray: path }) => {
      expect(await checkWithXray(path, text)).toBeUndefined()
      expect(await startOnceWithXray(path, JSON.parse(text) as JsonObject)).toBeUndefined()
    })
  }

  engineTest(['meta-json-schema'], 'for mihomo passes the public schema', (paths) => {
    const judge = schemaJudge(paths['meta-json-schema'])
    const complaints = mihomo.flatMap(({ name, text }) =>
      judge(load(text)).map(({ path, message }) => `${name}: ${path} ${message}`),
    )
    expect(complaints).toEqual([])
  })

  for (const { name, text } of [...mihomo, ...clash]) {
    engineTest(['mihomo'], `mihomo tests it and starts with it: ${name}`, async ({ mihomo: path }) => {
      expect(await checkWithMihomo(path, text)).toBeUndefined()
      expect(await startOnceWithMihomo(path, text)).toBeUndefined()
    })
  }
})

/** The text as written goes through `check`, and on loopback through a start. */
async function refusalOf(path: string, text: string): Promise<string | undefined> {
  const refused = await checkWithSingbox(path, text)
  return refused ?? startOnceWithSingbox(path, JSON.parse(text) as JsonObject)
}
