import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { generateNodes } from '../../proof/generate-nodes.ts'
import {
  convert, convertEntries, ConvertError, type ConvertOptions, nodeFrom, parseNodes, PROTOCOLS, writeNode,
} from '../index.ts' // oxfmt-ignore

const stories = new URL('../../golden/', import.meta.url)
const texts = [
  ...readdirSync(stories).map((story) => readFileSync(new URL(`${story}/input.txt`, stories), 'utf8')),
  generateNodes(7, 600).map(({ text }) => text).join('\n'),
] // oxfmt-ignore
const NODES = texts.flatMap((text) => parseNodes(text).nodes.map(({ node }) => node))

const OUTPUTS: readonly ConvertOptions['to'][] = ['mihomo', 'clash', 'singbox', 'xray', 'links', 'base64']

/** The text, or the code of what stands in the way; anything else that is thrown is a bug. */
function textOf(convertAll: () => { text: string }): string {
  try {
    return convertAll().text
  } catch (error) {
    if (error instanceof ConvertError) return error.code
    throw error
  }
}

const converted = (nodes: readonly unknown[], options: ConvertOptions) => textOf(() => convert({ nodes, ...options }))

/** Entries as a caller without a compiler may give them. */
const convertedEntries = (entries: readonly unknown[], options: ConvertOptions) =>
  textOf(() => convertEntries(entries as never, options))

const TROJAN = {
  type: 'trojan',
  name: 'N',
  server: 'a.example.com',
  port: 443,
  password: 'p',
  tls: {},
  transport: null,
}

describe('a node that our own readers made', () => {
  test('is taken as it is, field by field', () => {
    for (const node of NODES) {
      const { node: read, issues } = nodeFrom(node)
      expect(issues, JSON.stringify(node)).toEqual([])
      expect(read).toEqual(node)
      expect(read).not.toBe(node)
    }
  })

  test('stands here for most protocols', () => {
    const types = new Set(NODES.map(({ type }) => type))
    const scheme = PROTOCOLS.filter(({ schemes }) => schemes.length > 0).map(({ type }) => type)
    expect(scheme.filter((type) => !types.has(type))).toEqual([])
  })
})

describe('an object that is no node says what is missing or wrong', () => {
  test.each<[string, unknown, string[]]>([
    ['nothing', null, ['bad-value node']],
    ['a list', [], ['bad-value node']],
    ['no type', {}, ['missing-field type']],
    ['a type that nobody has', { ...TROJAN, type: 'quake' }, ['type-unsupported type']],
    ['a type that every object has', { ...TROJAN, type: 'constructor' }, ['type-unsupported type']],
    ['no password', { ...TROJAN, password: undefined }, ['missing-field password']],
    ['several wrong fields at once', { ...TROJAN, port: '443', udp: 'yes' }, ['bad-value port', 'bad-value udp']],
    ['a port that is none', { ...TROJAN, port: 0 }, ['bad-port port']],
    ['no address', { ...TROJAN, server: '' }, ['missing-field server']],
    ['a wrong field inside', { ...TROJAN, tls: { alpn: ['h2', 1] } }, ['bad-value tls.alpn.1']],
    ['TLS that must be there', { ...TROJAN, type: 'anytls', transport: undefined, tls: null }, ['missing-field tls']],
    ['a transport of no kind', { ...TROJAN, transport: { type: 'toString' } }, ['bad-value transport.type']],
  ])('%s', (_, value, expected) => {
    const { node, issues } = nodeFrom(value)
    expect(node).toBeUndefined()
    expect(issues.map(({ code, field, kept }) => `${code} ${field}${kept === false ? '' : ' kept'}`)).toEqual(expected)
  })
})

test('a key that no protocol knows is reported and left out, in the node and inside of it', () => {
  const { node, issues } = nodeFrom({ ...TROJAN, colour: 'red', tls: { sni: 'b.example', depth: 1 } })
  expect(issues.map(({ code, field, kept }) => [code, field, kept])).toEqual([
    ['field-ignored', 'tls.depth', true],
    ['field-ignored', 'colour', true],
  ])
  expect(node).toEqual({ ...TROJAN, tls: { sni: 'b.example' } })
})

test('an absent TLS of vless is reported; null says that there is none', () => {
  const vless = { ...TROJAN, type: 'vless', uuid: '11111111-2222-4333-8444-555555555555', password: undefined }
  expect(nodeFrom({ ...vless, tls: undefined }).issues.map(({ code }) => code)).toEqual(['no-tls'])
  expect(nodeFrom({ ...vless, tls: null }).issues).toEqual([])
})

test('an object that holds itself is a wrong value, no end of the stack', () => {
  const loop: Record<string, unknown> = {}
  loop['again'] = [loop, loop]
  const { node, issues } = nodeFrom({ ...TROJAN, rest: { mihomo: loop } })
  expect(node).toBeUndefined()
  expect(issues[0]).toMatchObject({ code: 'bad-value', kept: false })
})

test('an object refused by convert is one skipped entry, with its name', () => {
  const { report } = convert({ nodes: [TROJAN, { ...TROJAN, name: 'B', port: 0 }, 5], to: 'links' })
  expect(report).toMatchObject({ entries: 3, nodes: 1, skipped: 2, output: 1 })
  expect(report.issues.map(({ code, node, kept }) => [code, node, kept])).toEqual([
    ['bad-port', 'B', false],
    ['bad-value', undefined, false],
  ])
})

describe('an entry whose node no reader made', () => {
  const [first] = parseNodes('trojan://p@a.example.com:443#A').nodes
  const TO_LINKS: ConvertOptions = { to: 'links' }

  test('is written where it is a node, and skipped with its issues where it is none', () => {
    const reported: unknown[] = []
    const foreign = [
      { node: { ...TROJAN, port: 8443 } },
      { node: { ...TROJAN, name: 'B', password: undefined }, line: 3 },
    ]
    const { report, text } = convertEntries([first!, ...(foreign as never[])], {
      ...TO_LINKS,
      onIssue: (entry, { code, field }) => reported.push([entry, code, field]),
    })
    expect(text.trim().split('\n')).toHaveLength(2)
    expect(report).toMatchObject({ entries: 3, nodes: 2, skipped: 1, output: 2 })
    expect(report.issues).toMatchObject([{ code: 'missing-field', field: 'password', node: 'B', line: 3, kept: false }])
    expect(reported).toEqual([[foreign[1], 'missing-field', 'password']])
  })

  test('is handed back as it was given', () => {
    const copy = { node: { ...first!.node }, mine: 1 }
    const named: unknown[] = []
    convertEntries([copy], { ...TO_LINKS, onNamed: (entry, name) => named.push([entry.mine, name]) })
    expect(named).toEqual([[1, 'A']])
  })

  test('alone, by itself, is what the output makes of it, or why there is nothing', () => {
    expect(writeNode(first!.node, 'mihomo').entry).toMatchObject({ type: 'trojan', server: 'a.example.com' })
    expect(writeNode({ ...first!.node, port: 0 }, 'mihomo')).toEqual({
      helpers: [],
      issues: [{ code: 'bad-port', field: 'port', kept: false, args: undefined }],
    })
  })
})

describe('whatever is given as a node ends in a text or a code, never in a bug', () => {
  const RUNS = { numRuns: 300 }
  const value = fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withMap: true, maxDepth: 3 })
  const OPTIONS = { to: fc.constantFrom(...OUTPUTS), output: fc.record({ list: fc.boolean() }) }
  const options = fc.record(OPTIONS)

  test('arbitrary values', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 3 }), options, (nodes, wish) => void converted(nodes, wish)),
      RUNS,
    )
  })

  test('arbitrary entries, and real nodes in entries that say anything besides', () => {
    const besides = fc.dictionary(
      fc.constantFrom('link', 'name', 'source', 'line', 'inner', 'issues', 'disabled', 'kept'),
      fc.oneof(fc.string(), fc.integer(), value, fc.constant([{ code: 'bad-port', kept: true }, { code: 'no-code' }])),
    )
    const entry = fc.tuple(fc.oneof(value, fc.constantFrom(...NODES)), besides).map(([node, fields]) => Object.assign(fields, { node })) // oxfmt-ignore
    const wish = fc.record({ ...OPTIONS, read: fc.record({ keepDuplicates: fc.boolean(), nameInclude: fc.string() }) })
    fc.assert(
      fc.property(fc.array(fc.oneof(value, entry), { maxLength: 3 }), wish, (entries, wanted) =>
        void convertedEntries(entries, wanted),
      ),
      RUNS,
    ) // oxfmt-ignore
  })

  test('arbitrary fields of every type', () => {
    const keys = fc.constantFrom(...new Set(PROTOCOLS.flatMap(({ fields }) => Object.keys(fields))))
    const types = fc.constantFrom(...PROTOCOLS.map(({ type }) => type))
    const node = fc
      .tuple(types, fc.dictionary(keys, fc.oneof(fc.string(), fc.integer(), value), { maxKeys: 12 }))
      .map(([type, fields]) => Object.assign(fields, { type }))
    fc.assert(
      fc.property(node, options, (one, wish) => void converted([one], wish)),
      RUNS,
    )
  })

  test('real nodes with a field lost, or with another value', () => {
    const real = fc.constantFrom(...NODES)
    const change = fc.record({
      at: fc.nat(),
      inside: fc.nat(),
      value: fc.oneof(fc.constant(undefined), fc.constant(null), fc.string({ unit: 'binary' }), fc.double(), value),
    })
    const mutated = fc.tuple(real, fc.array(change, { minLength: 1, maxLength: 3 })).map(([node, changes]) => {
      const copy: Record<string, unknown> = structuredClone({ ...node })
      for (const { at, inside, value: wanted } of changes) {
        const keys = Object.keys(copy)
        const key = keys[at % keys.length]!
        const part = copy[key]
        const inner = typeof part === 'object' && part !== null ? Object.keys(part) : []
        if (inner.length > 0 && at % 2 === 0) Reflect.set(part as object, inner[inside % inner.length]!, wanted)
        else copy[key] = wanted
      }
      return copy
    })
    fc.assert(
      fc.property(mutated, options, (one, wish) => {
        converted([one, TROJAN], wish)
        convertedEntries([{ node: one }, { node: TROJAN }], wish)
        writeNode(one as never, wish.to)
      }),
      { numRuns: 2000 },
    )
  })
})
