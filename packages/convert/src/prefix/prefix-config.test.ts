import { expect, test } from 'vitest'
import { checkConfig } from '../check/check-config.ts'
import type { BatchNaming } from '../inject/change.ts'
import { readNameBatches } from './name-batches.ts'
import { nodeNamer } from './node-namer.ts'
import { prefixConfig, type WantedNaming } from './prefix-config.ts'
import { providersConfig } from './providers-config.ts'

const NODE = 'type: trojan, server: a.example.com, port: 443, password: "p"'
const CONFIG = `# mine
proxies:
  - {name: HK 2倍, ${NODE}} # fast
  - {name: "JP", ${NODE}, dialer-proxy: HK 2倍}
proxy-providers:
  one: # first
    type: inline
    payload: [{name: HK, ${NODE}}]
  two:
    type: inline
    payload: [{name: HK, ${NODE}}]
    override: {additional-prefix: "old ", udp: true}
  far: {type: http, url: "https://far.example.com/sub"}
proxy-groups:
  - {name: Select, type: select, proxies: [HK 2倍, JP, DIRECT], use: [one, two, far]}
rules:
  - DOMAIN,a.example.com,JP # here
  - MATCH,Select
`

const naming = (part: Partial<BatchNaming>): BatchNaming => ({ prefix: '', suffix: '', renames: [], ...part })

async function prefixed(wanted: readonly WantedNaming[], config = CONFIG) {
  const nodes = await readNameBatches(config)
  return prefixConfig(config, nodes!, wanted)
}

/** The lines that differ, before and after. */
function changed(before: string, after: string): [string, string][] {
  const lines = after.split('\n')
  expect(lines).toHaveLength(before.split('\n').length)
  return before.split('\n').flatMap((line, at): [string, string][] => (line === lines[at] ? [] : [[line, lines[at]!]]))
}

test('the batches of a config are its providers and the nodes that stand in it', async () => {
  expect(await readNameBatches(CONFIG)).toMatchObject({
    batches: [
      { provider: 'one', naming: naming({}), names: ['HK'] },
      { provider: 'two', naming: naming({ prefix: 'old ' }), names: ['HK'] },
      { provider: 'far', url: 'https://far.example.com/sub' },
      { names: ['HK 2倍', 'JP'] },
    ],
    taken: expect.arrayContaining(['DIRECT', 'Select']),
  })
  expect(await readNameBatches('- a list')).toBeUndefined()
  expect(await readNameBatches('a: [')).toBeUndefined()
})

test('two providers with equal names of nodes no longer collide', async () => {
  const before = await prefixed([{ provider: 'two', naming: naming({}) }])
  expect(before.collisions).toEqual([{ name: 'HK', batches: ['one', 'two'], isTaken: false }])
  const after = await prefixed([{ provider: 'one', naming: naming({ prefix: 'A ' }) }])
  expect(after.collisions).toEqual([])
  expect(after.text).toContain('override:')
})

test('a provider says its names in its override, and what else stands there stays', async () => {
  const renames = [{ pattern: '(.*)倍', target: 'x$1' }]
  const { text, issues } = await prefixed([
    { provider: 'two', naming: naming({ prefix: 'B ', suffix: ' !', renames }) },
  ])
  expect(issues).toEqual([])
  expect(changed(CONFIG, text)).toEqual([
    [
      '    override: {additional-prefix: "old ", udp: true}',
      '    override: {additional-prefix: "B ", udp: true, proxy-name: [{pattern: (.*)倍, target: x$1}], additional-suffix: " !"}',
    ],
  ])
})

test('a pattern that is still to be filled in is none', async () => {
  const renames = [{ pattern: '', target: 'x' }]
  const { text, batches } = await prefixed([{ provider: 'one', naming: naming({ renames }) }])
  expect(text).toBe(CONFIG)
  expect(batches[0]).toEqual({ issues: [], samples: [{ from: 'HK', to: 'HK' }] })
})

test.each<[string, string, string]>([
  ['nothing is written where nothing was', 'one', CONFIG],
  ['what was written goes', 'two', CONFIG.replace('additional-prefix: "old ", ', '')],
])('of an empty naming %s', async (_, provider, text) => {
  expect((await prefixed([{ provider, naming: naming({}) }])).text).toBe(text)
})

test('an override that said nothing but names goes with them', async () => {
  const only = CONFIG.replace(', udp: true}', '}')
  const { text } = await prefixed([{ provider: 'two', naming: naming({}) }], only)
  expect(text).toBe(CONFIG.replace('    override: {additional-prefix: "old ", udp: true}\n', ''))
})

test('groups, rules and chains follow renamed nodes, and nothing else changes', async () => {
  const { text, batches, issues } = await prefixed([
    { naming: naming({ prefix: 'A ', renames: [{ pattern: '(.*)倍', target: 'x$1' }] }) },
  ])
  expect(issues).toEqual([])
  expect(changed(CONFIG, text)).toEqual([
    [`  - {name: HK 2倍, ${NODE}} # fast`, `  - {name: A xHK 2, ${NODE}} # fast`],
    [`  - {name: "JP", ${NODE}, dialer-proxy: HK 2倍}`, `  - {name: "A JP", ${NODE}, dialer-proxy: A xHK 2}`],
    [
      '  - {name: Select, type: select, proxies: [HK 2倍, JP, DIRECT], use: [one, two, far]}',
      '  - {name: Select, type: select, proxies: [A xHK 2, A JP, DIRECT], use: [one, two, far]}',
    ],
    ['  - DOMAIN,a.example.com,JP # here', '  - DOMAIN,a.example.com,A JP # here'],
  ])
  // What the samples say is what the config says.
  expect(batches.at(-1)!.samples).toEqual([
    { from: 'HK 2倍', to: 'A xHK 2' },
    { from: 'JP', to: 'A JP' },
  ])
  const again = await readNameBatches(text)
  expect(again!.batches.at(-1)!.names).toEqual(['A xHK 2', 'A JP'])
  const errors = (config: string) =>
    checkConfig(config, { client: 'mihomo' }).issues.filter(({ severity }) => severity === 'error')
  expect(errors(text)).toEqual(errors(CONFIG))
})

test('nodes may take names that others of them leave', async () => {
  const swap = naming({ renames: [{ pattern: '^A$', target: 'tmp' }, { pattern: '^B$', target: 'A' }, { pattern: '^tmp$', target: 'B' }] }) // oxfmt-ignore
  const config = `proxies:\n  - {name: A, ${NODE}}\n  - {name: B, ${NODE}}\nrules: ["MATCH,A"]\n`
  const { text, collisions } = await prefixed([{ naming: swap }], config)
  expect(text).toBe(`proxies:\n  - {name: B, ${NODE}}\n  - {name: A, ${NODE}}\nrules: ["MATCH,B"]\n`)
  expect(collisions).toEqual([])
})

test('names that would be there twice are told, and those nodes keep theirs', async () => {
  const config = `proxies:\n  - {name: HK 1, ${NODE}}\n  - {name: HK 2, ${NODE}}\n  - {name: S, ${NODE}}\nproxy-groups: [{name: Select, type: select, proxies: [S]}]\n`
  const renames = [
    { pattern: ' [0-9]', target: '' },
    { pattern: '^S$', target: 'Select' },
  ]
  const { text, batches, collisions, issues } = await prefixed([{ naming: naming({ renames }) }], config)
  expect(collisions).toEqual([
    { name: 'HK', batches: [''], isTaken: false },
    { name: 'Select', batches: [''], isTaken: true },
  ])
  expect(issues.map(({ code, args }) => [code, args?.['name']])).toEqual([
    ['name-taken', 'HK'],
    ['name-taken', 'Select'],
  ])
  expect(text).toBe(config.replace('HK 1', 'HK'))
  expect(batches[0]?.samples).toEqual([
    { from: 'HK 1', to: 'HK' },
    { from: 'HK 2', to: 'HK 2' },
    { from: 'S', to: 'S' },
  ])
})

test('a chain of names falls back as far as it has to', async () => {
  const config = `proxies:\n  - {name: A, ${NODE}}\n  - {name: B, ${NODE}}\n  - {name: C, ${NODE}}\n`
  const renames = [
    { pattern: '^C$', target: 'DIRECT' },
    { pattern: '^B$', target: 'C' },
    { pattern: '^A$', target: 'B' },
  ]
  const { text, issues } = await prefixed([{ naming: naming({ renames }) }], config)
  expect(text).toBe(config)
  expect(issues.map(({ args }) => args?.['name'])).toEqual(['DIRECT', 'C', 'B'])
})

test.each<[Partial<BatchNaming>, boolean, string | undefined, string | undefined]>([
  [{ prefix: 'x'.repeat(33) }, true, 'prefix', 'too-long'],
  [{ prefix: 'x'.repeat(32) }, true, undefined, undefined],
  [{ suffix: 'a\nb' }, true, 'suffix', 'line-break'],
  [{ renames: [{ pattern: '(', target: '' }] }, true, 'renames.0.pattern', 'regex-syntax'],
  [{ renames: [{ pattern: '(', target: '' }] }, false, 'renames.0.pattern', 'regex-syntax'],
  [{ renames: [{ pattern: '(?<=a)b', target: '' }] }, false, 'renames.0.pattern', 'regex-lookaround'],
  [{ renames: [{ pattern: '(?<=a)b', target: '' }] }, true, undefined, undefined],
])('of %j, of a provider: %j, %s is %s', (part, isOfProvider, field, reason) => {
  const [issue] = nodeNamer(naming(part), isOfProvider).issues
  expect([issue?.field, issue?.reason]).toEqual([field, reason])
})

test('a pattern that only mihomo can run goes to it, and has no sample', async () => {
  const renames = [{ pattern: 'H(?=K)', target: 'h' }]
  const { text, batches } = await prefixed([{ provider: 'one', naming: naming({ renames }) }])
  expect(text).toContain('proxy-name')
  expect(batches[0]).toEqual({ issues: [], samples: [{ from: 'HK' }] })
})

test('addresses become providers', async () => {
  const text = await providersConfig('https://sub.airport.example/a?token=1\n\nhttps://www.far.com.hk/b\nhttps://far.example/c\n') // oxfmt-ignore
  const nodes = await readNameBatches(text!)
  expect(nodes!.batches.map(({ provider, url }) => [provider, url])).toEqual([
    ['airport', 'https://sub.airport.example/a?token=1'],
    ['far', 'https://www.far.com.hk/b'],
    ['far_1', 'https://far.example/c'],
  ])
  expect(checkConfig(text!, { client: 'mihomo' }).issues.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(await providersConfig('proxies: []')).toBeUndefined()
  expect(await providersConfig('')).toBeUndefined()
})

test.each([
  ['sub.airport.com', 'airport'],
  ['airport.co.uk', 'airport'],
  ['www.airport.com.hk', 'airport'],
  ['airport.github.io', 'airport'],
  ['v2.airport.workers.dev', 'airport'],
  ['co.uk', 'co'],
  ['github.io', 'github'],
  ['go.com', 'go'],
  ['api.me', 'api'],
  ['sub.go.dev', 'go'],
  ['airport.com.', 'airport'],
  ['localhost', 'localhost'],
  ['192.0.2.1', '192.0.2.1'],
  ['[2001:db8::1]', '[2001:db8::1]'],
])('a provider at %s is called %s', async (host, name) => {
  const nodes = await readNameBatches((await providersConfig(`https://${host}/sub`))!)
  expect(nodes!.batches.map(({ provider }) => provider)).toEqual([name])
})
