import { parseSync } from '@swc/core'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { isRecord, type JsonObject } from '../text/record.ts'
import { OUTPUT_FACTS } from '../outputs/facts.ts'
import { PROTOCOLS } from '../protocols/index.ts'

/**
 * Code that compares a client, an output or a protocol by its name sends the next one down another one's path. It asks
 * instead: `clientFacts(id).rules.grammar`, `facts.options.includes('tun')`, `isClientId(to)`, `protocol.needsTls`.
 */

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const FOLDERS = ['packages', 'apps']
  .flatMap((folder) => readdirSync(`${ROOT}${folder}`).map((name) => `${folder}/${name}`))
  .flatMap((home) => [`${home}/src`, `${home}/app`])
  .filter((folder) => existsSync(`${ROOT}${folder}`))
/** Here clients and protocols say what they are, and formats how other programs call protocols. */
const OWN_GROUND = /^packages[/]convert[/]src[/](clients|protocols|formats)[/]/
/** The contract of clients and their lists, which every client stands behind. */
const SHARED_GROUND = /^packages[/]convert[/]src[/]clients[/][^/]+$/

/** Comparisons that stay, each with its reason. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // Names of mihomo's adapters, as ini files write them.
  // What a broken link still says is read without its protocol, which refuses it.
  'packages/recipe/src/node/line-draft.ts': ['ss', 'tuic', 'vmess', 'wireguard'],
  // A list in base64 is one text: no node of it stands alone.
  'apps/cli/src/options.ts': ['base64'],
  // A kind of input, not an output.
  'apps/web/app/features/convert/input/input-pane.tsx': ['base64'],
  // What the server gives to programs that open an address.
  'apps/web/app/components/publish/import-links.ts': ['mihomo', 'clash'],
  // A list of links is called by a word of the page, clients by their own names.
  'apps/web/app/components/publish/client-name.ts': ['links'],
  // Kinds of items, not outputs.
  'apps/server/src/features/subscriptions/routes.ts': ['links'],
  'apps/web/app/features/subscribe/add-found.ts': ['links'],
  'packages/recipe/src/imports/converter-address.ts': ['links'],
  'apps/web/app/features/subscribe/device-items.ts': ['links'],
  'apps/web/app/features/subscribe/item-card.tsx': ['links'],
  'apps/web/app/features/subscribe/item-state.ts': ['links'],
}

/** Types that are words of other things too: lists that are fetched (`type: http`), actions of rules, a section. */
const OTHER_WORDS: ReadonlySet<string> = new Set(['http', 'direct', 'reject', 'dns'])
const OUTPUT_NAMES: ReadonlySet<string> = new Set(OUTPUT_FACTS.flatMap(({ id, spellings }) => spellings.concat(id)))
const NAMES: ReadonlySet<string> = new Set(
  [...OUTPUT_NAMES, ...PROTOCOLS.map(({ type }) => type)].filter((name) => !OTHER_WORDS.has(name)),
)

const WRAPPERS: ReadonlySet<unknown> = new Set([
  'ParenthesisExpression',
  'TsAsExpression',
  'TsConstAssertion',
  'TsNonNullExpression',
  'TsSatisfiesExpression',
])
const LOOKUPS: ReadonlySet<unknown> = new Set(['includes', 'has', 'startsWith', 'endsWith', 'indexOf', 'is', 'equals'])
const SEARCHES: ReadonlySet<unknown> = new Set(['includes', 'indexOf', 'some', 'every', 'find', 'findIndex'])

/** The clients, outputs and protocols that a text compares by name, in whatever way it is spelled. */
function comparedIn(text: string): string[] {
  const found = new Set<string>()
  const compare = (...nodes: unknown[]) => {
    for (const name of nodes.map(nameOf)) if (name !== undefined) found.add(name)
  }
  visit(parseSync(text, { syntax: 'typescript', tsx: true, target: 'esnext' }), (node) => {
    const { type } = node
    if (type === 'BinaryExpression' && /^[!=]==?$/.test(String(node['operator']))) compare(node['left'], node['right'])
    else if (type === 'SwitchCase') compare(node['test'])
    else if (type === 'CallExpression') {
      const method = at(node, 'callee', 'property', 'value')
      if (LOOKUPS.has(method)) compare(...itemsOf(node['arguments']))
      if (SEARCHES.has(method)) compare(...itemsOf(at(bare(at(node, 'callee', 'object')), 'elements')))
    } else if (type === 'NewExpression' && at(node, 'callee', 'value') === 'Set') {
      compare(...itemsOf(node['arguments']).flatMap((list) => itemsOf(at(bare(list), 'elements'))))
    } else if (type === 'ArrayExpression') {
      // A list of clients is a copy of the one list.
      const names = itemsOf(node['elements']).filter((item) => OUTPUT_NAMES.has(nameOf(item) ?? ''))
      if (names.length > 1) compare(...names)
    } else if (type === 'VariableDeclarator' && OUTPUT_NAMES.has(nameOf(node['init']) ?? '')) compare(node['init'])
  })
  return [...found]
}

/** The name that an expression is. */
function nameOf(expression: unknown): string | undefined {
  const node = bare(expression)
  const text =
    at(node, 'type') === 'TemplateLiteral' && itemsOf(at(node, 'expressions')).length === 0
      ? at(itemsOf(at(node, 'quasis'))[0], 'raw')
      : at(node, 'value')
  const isText = at(node, 'type') === 'StringLiteral' || at(node, 'type') === 'TemplateLiteral'
  return isText && typeof text === 'string' && NAMES.has(text) ? text : undefined
}

/** Without what stands around it: brackets, `as const`, `!`. */
function bare(node: unknown): unknown {
  return WRAPPERS.has(at(node, 'type')) ? bare(at(node, 'expression')) : node
}

function at(node: unknown, ...path: string[]): unknown {
  return path.reduce((one, key) => (isRecord(one) ? one[key] : undefined), node)
}

/** The parts of a list; arguments and elements stand in an object each. */
function itemsOf(list: unknown): unknown[] {
  return Array.isArray(list) ? list.map((item: unknown) => at(item, 'expression') ?? item) : []
}

function visit(node: unknown, see: (node: JsonObject) => void): void {
  if (Array.isArray(node)) node.forEach((one) => visit(one, see))
  else if (isRecord(node)) {
    see(node)
    for (const [key, value] of Object.entries(node)) if (key !== 'span') visit(value, see)
  }
}

function sourcesIn(folder: string): string[] {
  return readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /[.]tsx?$/.test(file) && !/[.]test[.]tsx?$/.test(file))
    .filter((file) => !OWN_GROUND.test(file) || SHARED_GROUND.test(file))
}

/** Only texts that hold a name are worth a parser. */
const MENTION = new RegExp([...NAMES].map((name) => `['"\`]${name}['"\`]`).join('|'))

describe('no code outside its folder compares a client, an output or a protocol by name', () => {
  test.each<[code: string, found: string[]]>([
    ["if (target === 'singbox') x()", ['singbox']],
    ['if (to == "mihomo") x()', ['mihomo']],
    ["switch (x) { case 'clash': y() }", ['clash']],
    ["if ('links' !== to) x()", ['links']],
    ['if (to === `xray`) x()', ['xray']],
    ["if (to === ('xray' as const)) x()", ['xray']],
    ["y(node.type != 'vmess')", ['vmess']],
    ["['vmess', 'vless'].includes(type)", ['vmess', 'vless']],
    ["(['clash'] as const).some((one) => one === to)", ['clash']],
    ["names.has('ssr')", ['ssr']],
    ["const OLD = new Set(['clash'])", ['clash']],
    ["const ALL = ['mihomo', 'sing-box'] as const", ['mihomo', 'sing-box']],
    ["const MAIN = 'mihomo'", ['mihomo']],
    ["const facts = { spellings: ['mihomo'], id: 'mihomo' }", []],
    ["// to === 'singbox'\nwrite({ to: 'mihomo' })", []],
  ])('the check sees what stands in %s', (code, found) => {
    expect(comparedIn(code)).toEqual(found)
  })

  test.each(FOLDERS)('in %s', (folder) => {
    const files = sourcesIn(folder)
    expect(files.length).toBeGreaterThan(0)
    const found = files.flatMap((file) => {
      const text = readFileSync(`${ROOT}${file}`, 'utf8')
      const compared = MENTION.test(text) ? comparedIn(text) : []
      return compared.filter((name) => !ALLOWED[file]?.includes(name)).map((name) => `${file}: ${name}`)
    })
    expect(found).toEqual([])
  })

  test('what is allowed is still there', () => {
    for (const [file, names] of Object.entries(ALLOWED)) {
      expect(comparedIn(readFileSync(`${ROOT}${file}`, 'utf8')).toSorted(), file).toEqual([...names].toSorted())
    }
  })
})
