import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import {
  type ConvertResult,
  convertText,
  isIniTemplate,
  planLists,
  readIniTemplate,
  readOwnConfig,
  type Template,
} from '../src/index.ts'
import type { ClientId } from '../src/clients/facts.ts'
import { readJson } from '../src/text/json.ts'
import { isRecord, recordOf, recordsOf, type JsonObject } from '../src/text/record.ts'
import { engineTest } from './engine-test.ts'
import { checkWithMihomo } from './mihomo.ts'
import { mapBounded } from './program.ts'
import {
  readPlainYaml,
  type ReferenceClient,
  type ReferenceGroup,
  referenceOfIni,
  referenceOfMihomo,
  referenceOfSingbox,
} from './reference-groups.ts'
import { checkWithSingbox, startOnceWithSingbox } from './sing-box.ts'
import { TEMPLATE_NODES, TEMPLATE_NODES_SOURCE } from './template-nodes.ts'
import { checkWithXray } from './xray.ts'

/**
 * Templates that people really use, with nodes called as people call them: in every client a group holds what the
 * program that its template was written for would put there, and nothing goes out directly that the file does not send
 * so. What is expected of a pair:
 *
 * | template | mihomo, Clash | sing-box | Xray |
 * |---|---|---|---|
 * | mihomo, ini | the groups | the groups | the groups that rules lead to |
 * | sing-box | refused, with the client's name | the groups | refused, with the client's name |
 *
 * The real programs take every result in a long run (`npm run test:long`), else those of every fifth file.
 */

const FOLDER = new URL('../../../../shared/data/templates/', import.meta.url)
const KINDS = ['mihomo', 'ini', 'sing-box'] as const
const CLIENTS = ['mihomo', 'clash', 'singbox', 'xray'] as const

interface File {
  kind: (typeof KINDS)[number]
  name: string
  text: string
}

const all: readonly File[] = KINDS.flatMap((kind) => {
  const folder = new URL(`${kind}/`, FOLDER)
  const names = existsSync(folder) ? readdirSync(folder).toSorted() : []
  return names.map((name) => ({ kind, name, text: readFileSync(new URL(name, folder), 'utf8') }))
})

/** Files that are no template for anybody, and why. */
const REFUSED: Readonly<Record<string, JsonObject>> = {
  // mihomo refuses them too: "unknown anchor 'YAML' referenced".
  'General_Config_Ayanami0-configs_Ayanami0_config.yaml': { line: 281 },
  'General_Config_Ayanami0-configs_Ayanami0_config_full.yaml': { line: 367 },
  // A config of Xray.
  'chika_Tun_self-use_xray_client_windows.json': {},
  // All its groups stand in files elsewhere.
  'Ordinary_tindy2013_dlercloud_lige_gold.ini': {},
}

/** A group without a test fails: without templates there is none. */
const describeTemplates = describe.runIf(all.length > 0)

const files = all.filter(({ name }) => !Object.hasOwn(REFUSED, name))

const REFERENCE: Readonly<Record<(typeof CLIENTS)[number], ReferenceClient>> = {
  mihomo: {
    members: ['DIRECT', 'REJECT', 'REJECT-DROP', 'PASS', 'COMPATIBLE'],
    hasProviders: true,
    hasPlainTypes: true,
    readsFilters: true,
  },
  clash: { members: ['DIRECT', 'REJECT'], hasProviders: true, hasPlainTypes: false, readsFilters: false },
  singbox: {
    members: ['DIRECT', 'REJECT', 'REJECT-DROP'],
    hasProviders: false,
    hasPlainTypes: false,
    readsFilters: false,
  },
  xray: {
    members: ['DIRECT', 'REJECT', 'REJECT-DROP'],
    hasProviders: false,
    hasPlainTypes: false,
    readsFilters: false,
  },
}

if (all.length === 0)
  test('templates of others are filled', ({ skip }) =>
    skip('the templates are not beside this checkout (../shared/data/templates)'))

describeTemplates('every group of a template that people use holds what its own program would put there', () => {
  for (const file of files.filter(({ kind }) => kind !== 'sing-box')) {
    test.each(['mihomo', 'clash'] as const)(`${file.name} for %s`, (to) => {
      const { text, report } = made(file, to)
      const config = load(text) as JsonObject
      const renamed = new Map(
        report.issues.flatMap(({ code, args }) =>
          code === 'name-changed' ? [[String(args?.['from']), String(args?.['to'])]] : [],
        ),
      )
      const written = to === 'mihomo' ? referenceOfMihomo(config, REFERENCE.mihomo) : namedGroups(config)
      expect(membersOf(written)).toEqual(membersOf(referenceOf(file, to), (name) => renamed.get(name) ?? name))
      if (to === 'mihomo') return
      const types = recordsOf(config['proxies']).map(({ type }) => type)
      expect(types.filter((type) => type === 'direct' || type === 'reject')).toEqual([])
    })

    test(`${file.name} for Xray`, () => {
      const config = JSON.parse(made(file, 'xray').text) as JsonObject
      const groups = new Map(referenceOf(file, 'xray').map((group) => [group.name, group]))
      for (const [group, ends] of balancersOf(config)) {
        const expected = groups.get(group)!.members.map((member) => endOf(member, groups))
        expect({ [group]: ends }).toEqual({ [group]: new Set(expected) })
      }
      expect(firstOf(config)).toBe(endOf(finalOf(file), groups))
    })
  }

  test.each(files)('$name for sing-box', (file) => {
    const config = JSON.parse(made(file, 'singbox').text) as JsonObject
    const outbounds = recordsOf(config['outbounds'])
    const builtIns = outbounds.flatMap(({ type, tag }): [string, string][] =>
      type === 'direct' ? [[String(tag), 'DIRECT']] : type === 'block' ? [[String(tag), 'REJECT']] : [],
    )
    const builtInOf = new Map([...builtIns, ['REJECT-DROP', 'REJECT']])
    const nameOf = (name: string) => builtInOf.get(name) ?? name
    const written = outbounds.flatMap(({ tag, type, outbounds: members }) =>
      Array.isArray(members) ? [{ name: String(tag), type: String(type), members: members.map(String) }] : [],
    )
    expect(membersOf(written, nameOf)).toEqual(membersOf(referenceOf(file, 'singbox'), nameOf))
  })

  for (const file of files.filter(({ kind }) => kind === 'sing-box')) {
    test.each(['mihomo', 'clash', 'xray'] as const)(`${file.name} is none for %s`, (to) => {
      expect(() => made(file, to)).toThrow(
        expect.objectContaining({ code: 'bad-template', args: { name: file.name, client: to } }),
      )
    })
  }

  test.each(all.filter(({ name }) => Object.hasOwn(REFUSED, name)))('$name is no template', (file) => {
    const args = expect.objectContaining({ name: file.name, ...REFUSED[file.name] })
    for (const to of CLIENTS)
      expect(() => made(file, to)).toThrow(expect.objectContaining({ code: 'bad-template', args }))
  })
})

const AT_ONCE = 2
const tried = files.filter((_, index) => Boolean(process.env.LONG_TESTS) || index % 5 === 0)
const toGroups = tried.filter(({ kind }) => kind !== 'sing-box')

describeTemplates('the real programs take templates that people use', () => {
  engineTest(['sing-box'], 'sing-box checks them', async ({ 'sing-box': path }) => {
    const refused = await mapBounded(toGroups, AT_ONCE, async (file) => [
      file.name,
      await checkWithSingbox(path, made(file, 'singbox').text),
    ])
    expect(refused.filter(([, reason]) => reason !== undefined)).toEqual([])
  })

  engineTest(['sing-box'], 'sing-box checks its own, and starts with them', async ({ 'sing-box': path }) => {
    const own = files.filter(({ kind }) => kind === 'sing-box')
    const refused = await mapBounded(own, AT_ONCE, async (file) => {
      const config = withoutLocalSets(JSON.parse(made(file, 'singbox').text) as JsonObject)
      const reason = await checkWithSingbox(path, JSON.stringify(config))
      return [file.name, reason ?? (await startOnceWithSingbox(path, config))]
    })
    expect(refused.filter(([, reason]) => reason !== undefined)).toEqual([])
  })

  engineTest(['xray'], 'Xray tests them', async ({ xray: path }) => {
    const refused = await mapBounded(toGroups, AT_ONCE, async (file) => [
      file.name,
      await checkWithXray(path, made(file, 'xray').text),
    ])
    expect(refused.filter(([, reason]) => reason !== undefined)).toEqual([])
  })

  engineTest(['mihomo'], 'mihomo tests them, those for Clash too', async ({ mihomo: path }) => {
    const pairs = (['mihomo', 'clash'] as const).flatMap((to) => toGroups.map((file) => ({ file, to })))
    const refused = await mapBounded(pairs, AT_ONCE, async ({ file, to }) => [
      `${file.name} for ${to}`,
      await checkWithMihomo(path, JSON.stringify(withoutDatabases(load(made(file, to).text) as JsonObject), null, 1)),
    ])
    expect(refused.filter(([, reason]) => reason !== undefined)).toEqual([])
  })
})

function templateOf(text: string, name: string): Template {
  return isIniTemplate(text) ? readIniTemplate(text, name).template : readOwnConfig(text, name)
}

function made({ text, name }: File, to: ClientId): ConvertResult {
  const template = templateOf(text, name)
  const lists = new Map(planLists(template, to).map((address) => [address, 'DOMAIN-SUFFIX,listed.example\n']))
  return convertText([TEMPLATE_NODES_SOURCE], { to, template, rules: { lists } })
}

function referenceOf({ kind, text }: File, to: (typeof CLIENTS)[number]): ReferenceGroup[] {
  if (kind === 'ini') return referenceOfIni(text, TEMPLATE_NODES, REFERENCE[to])
  if (kind === 'mihomo') return referenceOfMihomo(readPlainYaml(text), REFERENCE[to], TEMPLATE_NODES)
  return referenceOfSingbox(recordOf(readJson(text)), TEMPLATE_NODES)
}

/** The members of each group in their order. */
function membersOf(groups: readonly ReferenceGroup[], nameOf = (name: string) => name): Record<string, string[]> {
  return Object.fromEntries(groups.map(({ name, members }) => [nameOf(name), [...new Set(members.map(nameOf))]]))
}

function namedGroups(config: JsonObject): ReferenceGroup[] {
  return recordsOf(config['proxy-groups']).map(({ name, type, proxies }) => ({
    name: String(name),
    type: String(type),
    members: Array.isArray(proxies) ? proxies.map(String) : [],
  }))
}

/** What takes all that no rule takes: the target of the file's last rule. */
function finalOf({ kind, text }: File): string {
  if (kind === 'ini') {
    const row = /^ruleset=/m.test(text)
      ? /^ruleset=([^,]+),\[\](?:FINAL|MATCH)/im
      : /^surge_ruleset=([^,]+),\[\](?:FINAL|MATCH)/im
    return row.exec(text)![1]!
  }
  const rules = readPlainYaml(text)['rules']
  const match = (Array.isArray(rules) ? rules : []).map(String).find((rule) => /^\s*MATCH\s*,/.test(rule))!
  return match.split(',')[1]!.trim()
}

/** Where a name leads in Xray, in which nobody can choose by hand: a node, a built-in, or a group that tests. */
function endOf(name: string, groups: ReadonlyMap<string, ReferenceGroup>): string {
  const group = groups.get(name)
  if (group === undefined) return name === 'REJECT-DROP' ? 'REJECT' : name
  if (group.type !== 'select' && group.members.length > 1) return `group ${name}`
  const first = group.members[0]!
  const holdsNodes = (member: string) =>
    groups.has(member) ? !groups.get(member)!.isEmpty : TEMPLATE_NODES.some((node) => node.name === member)
  return endOf(groups.get(first)?.isEmpty ? (group.members.find(holdsNodes) ?? first) : first, groups)
}

/** What each outbound of an Xray config is, by its tag. */
function endsOf(config: JsonObject): Map<string, string> {
  const routing = recordOf(config['routing'])
  const balancers = new Map(
    recordsOf(routing['balancers']).map(({ tag, remarks }) => [tag, `group ${String(remarks)}`]),
  )
  const ways = new Map(
    recordsOf(routing['rules']).flatMap(({ inboundTag, balancerTag }) =>
      Array.isArray(inboundTag) ? inboundTag.map((tag) => [tag, balancers.get(balancerTag)] as const) : [],
    ),
  )
  const byPort = new Map(TEMPLATE_NODES.map(({ name, port }) => [port, name]))
  return new Map(
    recordsOf(config['outbounds']).map(({ tag, protocol, settings }) => {
      if (protocol === 'freedom') return [String(tag), 'DIRECT']
      if (protocol === 'blackhole') return [String(tag), 'REJECT']
      const port = /"port":(\d+)/.exec(JSON.stringify(settings))?.[1]
      return [
        String(tag),
        (protocol === 'loopback' ? ways.get(tag) : byPort.get(Number(port))) ?? `unknown ${String(tag)}`,
      ]
    }),
  )
}

/** The ways out of every balancer by the name of its group; a fallback group has one balancer for each step. */
function balancersOf(config: JsonObject): Map<string, Set<string>> {
  const ends = endsOf(config)
  const groups = new Map<string, Set<string>>()
  for (const { remarks, selector } of recordsOf(recordOf(config['routing'])['balancers'])) {
    const members = groups.get(String(remarks)) ?? new Set()
    groups.set(String(remarks), members)
    for (const start of Array.isArray(selector) ? selector.map(String) : [])
      for (const [tag, end] of ends) if (tag.startsWith(start)) members.add(end)
  }
  return groups
}

function firstOf(config: JsonObject): string | undefined {
  return [...endsOf(config).values()][0]
}

/** Files of rules lie on the machine of the template's author. */
function withoutLocalSets(config: JsonObject): JsonObject {
  const route = recordOf(config['route'])
  const sets = recordsOf(route['rule_set']).map((set) =>
    set['type'] === 'local' ? { type: 'inline', tag: set['tag'], rules: [{ domain: ['listed.example'] }] } : set,
  )
  return { ...config, ...(sets.length > 0 ? { route: { ...route, rule_set: sets } } : {}) }
}

const DATABASE = /geosite|geoip|ip-asn/i

/** Without the rules and DNS settings for which `mihomo -t` would download a database. */
function withoutDatabases(config: JsonObject): JsonObject {
  const without = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter((one) => typeof one !== 'string' || !DATABASE.test(one)).map(without)
    if (!isRecord(value)) return value
    const kept = Object.entries(value).filter(([key]) => !DATABASE.test(key))
    return Object.fromEntries(kept.map(([key, one]) => [key, without(one)]))
  }
  // Where the page of a controller lies, and what a fallback resolver is compared with, is the user's own machine.
  const { 'external-ui': _, ...rest } = config
  const dns = { ...recordOf(without(config['dns'])), fallback: [] }
  return { ...rest, dns, rules: without(config['rules']), 'sub-rules': without(config['sub-rules']) }
}
