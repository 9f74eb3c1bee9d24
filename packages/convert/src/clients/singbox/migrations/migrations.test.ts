import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { engineTest } from '../../../../proof/engine-test.ts'
import type { EngineName } from '../../../../proof/find-engines.ts'
import { checkWithSingbox, startOnceWithSingbox } from '../../../../proof/sing-box.ts'
import { SINGBOX_VERSIONS, type SingboxVersion } from '../../../model/singbox-version.ts'
import { keysOf, type JsonObject } from '../../../text/record.ts'
import { versionRange } from '../rule-check/version-range.ts'
import { ConfigDraft, type MigrationOutcome } from './config-draft.ts'
import { migrateConfig } from './migrate-config.ts'
import { SINGBOX_MIGRATIONS } from './migrations.ts'

type Places = readonly (readonly [place: string, outcome: string])[]

interface Case {
  row: keyof typeof SINGBOX_MIGRATIONS
  title: string
  before: JsonObject
  /** `before`: the version keeps the old form. */
  after: JsonObject | 'before'
  'after-1.12'?: JsonObject | 'before'
  'after-1.13'?: JsonObject | 'before'
  'after-1.14'?: JsonObject | 'before' | 'not-compared'
  changes: Places
  'changes-1.14'?: Places
  /** Other rows that have something to say. */
  more?: readonly string[]
  /** The first version that does not load `before`. */
  refused?: number
  'found-by'?: 'start'
  /** What our builds of sing-box have not. */
  lacks?: string
}

const KEYS = new Set(
  'row title before after after-1.12 after-1.13 after-1.14 changes changes-1.14 more refused found-by lacks'.split(' '),
)
const CASES = load(readFileSync(new URL('migrations.cases.yaml', import.meta.url), 'utf8')) as Case[]

/** The config that a version gets. */
function expected(one: Case, version: SingboxVersion): JsonObject | undefined {
  const own = version === 'compatible' ? undefined : one[`after-${version}`]
  const after = own ?? one.after
  return after === 'not-compared' ? undefined : after === 'before' ? one.before : after
}

function worded(outcome: MigrationOutcome): string {
  if (typeof outcome === 'string') return outcome
  return 'to' in outcome ? outcome.to : `needs ${outcome.needs}`
}

test('every change has a case, and no case a key that nobody looks at', () => {
  const unasked = keysOf(SINGBOX_MIGRATIONS).filter((name) => SINGBOX_MIGRATIONS[name].removed === undefined)
  expect(new Set([...CASES.map(({ row }) => row), ...unasked])).toEqual(new Set(keysOf(SINGBOX_MIGRATIONS)))
  expect(CASES.flatMap((one) => Object.keys(one).filter((key) => !KEYS.has(key)))).toEqual([])
})

describe.each(CASES)('$row: $title', (one) => {
  test.each(SINGBOX_VERSIONS)('%s', (version) => {
    const before = structuredClone(one.before)
    const { config, changes } = migrateConfig(one.before, version)
    expect(one.before).toEqual(before)
    const wanted = expected(one, version)
    if (wanted !== undefined) expect(config).toEqual(wanted)
    const told = wanted === one.before ? [] : (version === '1.14' && one['changes-1.14']) || one.changes
    const of = changes.filter(({ name }) => name === one.row).map(({ place, outcome }) => [place, worded(outcome)])
    expect(of).toEqual(told)
    if (wanted === undefined) return
    const others = new Set(changes.flatMap(({ name }) => (name === one.row || name === undefined ? [] : [name])))
    expect(others).toEqual(new Set(wanted === one.before ? [] : one.more))
  })

  test('once is enough', () => {
    for (const version of SINGBOX_VERSIONS) {
      const { config } = migrateConfig(one.before, version)
      expect(migrateConfig(config, version)).toEqual({ config, changes: [] })
    }
  })
})

test('rules to a block outbound reject where that is asked for; no version needs it', () => {
  const config = {
    outbounds: [{ type: 'block', tag: 'b' }],
    route: { rules: [{ port: 1, outbound: 'b' }, { port: 2, outbound: 'b', action: 'route' }, { outbound: 'c' }] },
  }
  expect(migrateConfig(config, 'compatible').changes).toEqual([])
  const draft = new ConfigDraft(config, versionRange('1.14'))
  const told: string[] = []
  SINGBOX_MIGRATIONS['block-outbound'].step(draft, (place) => told.push(place))
  expect(draft.config['route']).toEqual({
    rules: [{ port: 1, action: 'reject' }, { port: 2, action: 'reject' }, { outbound: 'c' }],
  })
  expect(told).toEqual(['route.rules[0].outbound', 'route.rules[1].outbound'])
})

test('what a chosen version does not know yet is taken out; where none is chosen it stays', () => {
  const config = {
    dns: { servers: [{ type: 'local', tag: 'l', prefer_go: true }], timeout: '5s' },
    http_clients: [{ tag: 'h', detour: 'g' }],
    outbounds: [
      { type: 'selector', tag: 'g', outbounds: ['n', 's', 'd'] },
      { type: 'snell', tag: 's', server: '192.0.2.1', server_port: 1, version: 4, psk: 'p' },
      { type: 'socks', tag: 'n', server: '192.0.2.1', server_port: 1, tcp_keep_alive: '1m' },
      { type: 'direct', tag: 'd' },
    ],
    route: {
      rule_set: [
        { type: 'remote', tag: 'a', format: 'binary', url: 'https://lists.example/a.srs', http_client: 'h' },
        { type: 'remote', tag: 'b', format: 'binary', url: 'https://lists.example/b.srs', http_client: { version: 2 } },
      ],
    },
  }
  expect(migrateConfig(config, 'compatible')).toEqual({ config, changes: [] })
  expect(migrateConfig(config, '1.14')).toEqual({ config, changes: [] })
  const { config: for13, changes } = migrateConfig(config, '1.13')
  expect(for13).toEqual({
    dns: { servers: [{ type: 'local', tag: 'l', prefer_go: true }] },
    outbounds: [
      { type: 'selector', tag: 'g', outbounds: ['n', 'd'] },
      { type: 'socks', tag: 'n', server: '192.0.2.1', server_port: 1, tcp_keep_alive: '1m' },
      { type: 'direct', tag: 'd' },
    ],
    route: {
      rule_set: [
        { type: 'remote', tag: 'a', format: 'binary', url: 'https://lists.example/a.srs', download_detour: 'g' },
        { type: 'remote', tag: 'b', format: 'binary', url: 'https://lists.example/b.srs', download_detour: 'd' },
      ],
    },
  })
  expect(changes.map(({ place }) => place)).toEqual([
    'route.rule_set[1].http_client',
    'http_clients',
    'dns.timeout',
    'outbounds[1].type',
  ])
  const { config: for12 } = migrateConfig(config, '1.12')
  expect(for12).toMatchObject({ dns: { servers: [{ type: 'local', tag: 'l' }] } })
  expect(JSON.stringify(for12)).not.toMatch(/prefer_go|tcp_keep_alive|snell/)
})

test('an outbound that waits for its server is left out', () => {
  const config = {
    outbounds: [
      { type: 'hysteria2', server: '', server_port: 443 },
      { type: 'direct', tag: 'd' },
    ],
  }
  expect(migrateConfig(config, 'compatible')).toEqual({
    config: { outbounds: [{ type: 'direct', tag: 'd' }] },
    changes: [{ place: 'outbounds[0].type', outcome: 'empty' }],
  })
})

const ENGINES: readonly (readonly [EngineName, Exclude<SingboxVersion, 'compatible'>])[] = [
  ['sing-box-1.12', '1.12'],
  ['sing-box-1.13', '1.13'],
  ['sing-box', '1.14'],
]

describe.each(ENGINES)('%s', (engine, version) => {
  const minor = Number(version.slice(2))

  engineTest(
    [engine],
    'takes every config in the new form',
    async ({ [engine]: path }) => {
      const refused: string[] = []
      for (const { row, before, lacks } of CASES) {
        for (const target of ['compatible', version] as const) {
          const { config } = migrateConfig(before, target)
          const found = await judged(path, config)
          if (found !== undefined && !(lacks && found.includes(lacks))) refused.push(`${row} for ${target}: ${found}`)
        }
      }
      expect(refused).toEqual([])
    },
    120_000,
  )

  engineTest(
    [engine],
    'refuses the old form from the version on that the table says',
    async ({ [engine]: path }) => {
      const wrong: string[] = []
      for (const { row, title, before, refused, lacks } of CASES) {
        if (lacks) continue
        const isRefused = (await judged(path, before)) !== undefined
        const isSaid = refused !== undefined && Math.round((refused - 1) * 100) <= minor
        if (isRefused !== isSaid) wrong.push(`${row} (${title}): ${isRefused ? 'refused' : 'taken'}`)
      }
      expect(wrong).toEqual([])
    },
    120_000,
  )
})

const judgements = new Map<string, Promise<string | undefined>>()

/** What sing-box has against a config when it checks and when it starts it. Many cases lead to the same config. */
function judged(path: string, config: JsonObject): Promise<string | undefined> {
  const text = JSON.stringify(config)
  const key = `${path} ${text}`
  const judgement = judgements.get(key) ?? judge(path, config, text)
  judgements.set(key, judgement)
  return judgement
}

async function judge(path: string, config: JsonObject, text: string): Promise<string | undefined> {
  const checked = await checkWithSingbox(path, text)
  if (checked !== undefined && /FATAL|panic/.test(checked)) return checked
  return startOnceWithSingbox(path, config)
}
