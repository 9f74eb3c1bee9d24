import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { engineTest } from '../../proof/engine-test.ts'
import type { EngineName } from '../../proof/find-engines.ts'
import { freePort } from '../../proof/free-ports.ts'
import { singboxOnLoopback } from '../../proof/loopback.ts'
import { checkWithSingbox, withSingbox } from '../../proof/sing-box.ts'
import { valueOf } from '../document/document-node.ts'
import { openDocument } from '../document/open-document.ts'
import { isRecord, type JsonObject } from '../text/record.ts'
import { upgradeConfig, upgradeVersions } from './upgrade-config.ts'

/** Whole configs of old versions; what has no new form in them is named. */
const FIXTURES: { file: string; lost: string[] }[] = [
  { file: 'phone-1.10.json', lost: [] },
  { file: 'router-1.11.json', lost: [] },
  { file: 'small-1.8.json', lost: ['inbounds[0].proxy_protocol', 'outbounds[1]'] },
]
const ENGINES: readonly (readonly [EngineName, string])[] = [
  ['sing-box-1.12', '1.12'],
  ['sing-box-1.13', '1.13'],
  ['sing-box', '1.14'],
]

function fixture(file: string): string {
  return readFileSync(new URL(`fixtures/${file}`, import.meta.url), 'utf8')
}

function parsed(text: string): JsonObject {
  const { root, issue } = openDocument(text, { format: 'json' })
  const value = root && valueOf(root)
  if (issue !== undefined || !isRecord(value)) throw new Error('no config')
  return value
}

describe.each(FIXTURES)('$file', ({ file, lost }) => {
  test.each(['1.12', '1.13', '1.14'])('becomes one of %s', (to) => {
    const before = fixture(file)
    const { text, changes, check } = upgradeConfig(before, { to })
    expect(check.issues.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(changes.filter(({ code }) => code === 'setting-removed').map(({ field }) => field)).toEqual(lost)
    // Twice is once.
    expect(upgradeConfig(text, { to })).toMatchObject({ text, changes: [], edits: [] })
    // What a comment is about stays below or before it.
    const comments = [...before.matchAll(/\/\/ .*|\/\* .*?\*\//g)].map(([comment]) => comment)
    const gone = comments.filter((comment) => !text.includes(comment))
    expect(gone.filter((comment) => !GOES.includes(comment))).toEqual([])
  })

  for (const [engine, to] of ENGINES)
    engineTest(
      [engine],
      `${engine} takes and starts it, and calls nothing deprecated`,
      async (paths) => {
        const { text } = upgradeConfig(fixture(file), { to })
        const value = onlyLocal(parsed(text))
        expect(await checkWithSingbox(paths[engine], JSON.stringify(value))).toBeUndefined()
        const ports = { mixed: await freePort(), controller: await freePort(), dead: await freePort() }
        // Our builds have no WireGuard.
        const { endpoints: _, ...started } = value
        await withSingbox(paths[engine], singboxOnLoopback(started, ports), async ({ output }) => {
          expect(output()).not.toMatch(/deprecated/i)
        })
      },
      60_000,
    )
})

/** Comments on the line of something that goes. */
const GOES = ['// for ads', '// names of nodes', '// as in the example', '// no IPv6 there']

/** Lists that stand elsewhere as lists within: a start may ask nobody. */
function onlyLocal(config: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(config), (_, item) => {
    if (!isRecord(item) || item['type'] !== 'remote' || typeof item['url'] !== 'string') return item
    return { type: 'inline', tag: item['tag'], rules: [{ domain: ['list.example'] }] }
  }) // oxfmt-ignore
}

interface Case {
  row: string
  title: string
  before: JsonObject
  after: JsonObject | 'before'
  'after-1.14'?: JsonObject | 'before' | 'not-compared'
}

/** The rows of each step, as texts in the layouts that people have. */
const CASES = load(
  readFileSync(new URL('../clients/singbox/migrations/migrations.cases.yaml', import.meta.url), 'utf8'),
) as Case[]

test.each(CASES)('$row as text: $title', ({ before, after, 'after-1.14': newest = after }) => {
  if (newest === 'not-compared') return
  const wanted = newest === 'before' ? before : newest
  for (const indent of [undefined, 2, '\t']) {
    const { text } = upgradeConfig(JSON.stringify(before, undefined, indent), { client: 'singbox', to: '1.14' })
    expect(parsed(text)).toEqual(wanted)
  }
})

test('each change is named with its place', () => {
  const text = '{\n  "inbounds": [\n    { "type": "tun", "gso": true },\n    { "type": "tun", "inet4_address": "172.19.0.1/30" }\n  ]\n}\n' // oxfmt-ignore
  const { changes, text: after } = upgradeConfig(text, { client: 'singbox', to: '1.12' })
  expect(changes.map(({ name, line, column, path, code }) => [name, line, column, path, code])).toEqual([
    ['tun-gso', 3, 22, '/inbounds/0/gso', 'setting-migrated'],
    ['tun-address', 4, 22, '/inbounds/1/inet4_address', 'setting-migrated'],
  ])
  expect(after).toBe('{\n  "inbounds": [\n    { "type": "tun" },\n    { "type": "tun", "address": ["172.19.0.1/30"] }\n  ]\n}\n') // oxfmt-ignore
})

test('what cannot be read stays as it is', () => {
  expect(upgradeConfig('{"route": {', { client: 'singbox' })).toMatchObject({ text: '{"route": {', changes: [], issue: { code: 'bad-json' } }) // oxfmt-ignore
  expect(upgradeVersions('singbox')).toEqual(['1.12', '1.13', '1.14'])
})

test.each([
  ['phone-1.10.json', 'singbox'],
  ['router-1.11.json', 'singbox'],
] as const)('%s: what is left out of an upgrade stays as it is written', (file, client) => {
  const before = fixture(file)
  const all = upgradeConfig(before, { client })
  for (const name of new Set(all.changes.map((change) => change.name))) {
    const { changes, edits } = upgradeConfig(before, { client, without: [name] })
    expect(changes.filter((change) => change.name === name)).toEqual([])
    expect(edits).not.toEqual(all.edits)
  }
  // Without the rule that says who looks names up, a server for that is a change of its own.
  const without = [...all.changes.map(({ name }) => name), 'default-resolver']
  const none = upgradeConfig(before, { client, without })
  expect(none).toMatchObject({ text: before, changes: [], edits: [] })
})

const keyOf = ({ name, path }: { name: string; path: string }) => `${name} ${path}`

test.each([
  ['phone-1.10.json', 'singbox'],
  ['router-1.11.json', 'singbox'],
] as const)(
  '%s: each change is left out by itself, and the others of its name are made where they can be',
  (file, client) => {
    const before = fixture(file)
    const all = upgradeConfig(before, { client })
    let alone = 0
    for (const change of all.changes) {
      const made = upgradeConfig(before, { client, without: [keyOf(change)] })
      const keys = new Set(made.changes.map(keyOf))
      expect(keys).not.toContain(keyOf(change))
      const rest = all.changes.filter((one) => one.name === change.name && one !== change)
      if (rest.some((one) => keys.has(keyOf(one)))) alone++
      // What is made later brings the same.
      expect(upgradeConfig(made.text, { client }).check.errors).toBe(all.check.errors)
    }
    expect(alone).toBeGreaterThan(0)
  },
)

test('one of two servers stays as it is written, and one of two nodes', () => {
  const dns = (a: string, b: string) => `{"dns": {"servers": [{"tag": "a", ${a}}, {"tag": "b", ${b}}]}}`
  const old = '"address": "tls://8.8.8.8"'
  const made = (text: string, client: 'singbox' | 'mihomo', key: string) =>
    upgradeConfig(text, { client, without: [key] }).text
  const text = made(dns(old, old), 'singbox', 'dns-address /dns/servers/1/address')
  expect(text).toContain(`{"tag": "b", ${old}}`)
  expect(parsed(text)).toMatchObject({
    dns: {
      servers: [
        { tag: 'a', type: 'tls' },
        { tag: 'b', address: 'tls://8.8.8.8' },
      ],
    },
  })
  const nodes = (a: string, b: string) =>
    `proxies:\n- {name: a, type: trojan, network: ws, ${a}}\n- {name: b, type: trojan, network: ws, ${b}}\n`
  expect(made(nodes('ws-path: /a', 'ws-path: /b'), 'mihomo', 'ws-options /proxies/0/ws-path')).toBe(
    nodes('ws-path: /a', 'ws-opts: {path: /b}'),
  )
})

test('ranges of made-up addresses wait for the server that takes them', () => {
  const before = '{"dns": {"servers": [{"tag": "fake", "address": "fakeip"}], "fakeip": {"enabled": true, "inet4_range": "198.18.0.0/15"}}}' // oxfmt-ignore
  const { text } = upgradeConfig(before, { client: 'singbox', without: ['dns-address'] })
  expect(parsed(text)).toMatchObject({ dns: { fakeip: { inet4_range: '198.18.0.0/15' } } })
  expect(parsed(upgradeConfig(text, { client: 'singbox' }).text)).toMatchObject({
    dns: { servers: [{ tag: 'fake', type: 'fakeip', inet4_range: '198.18.0.0/15' }] },
  })
})
