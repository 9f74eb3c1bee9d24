import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import { engineTest } from '../../proof/engine-test.ts'
import { checkWithMihomo } from '../../proof/mihomo.ts'
import { checkWithXray } from '../../proof/xray.ts'
import type { ClientId } from '../clients/facts.ts'
import { MIHOMO_OLD_KEYS } from '../clients/mihomo/old-keys.ts'
import { XRAY_OLD_KEYS } from '../clients/xray/old-keys.ts'
import { upgradeConfig, upgradeVersions } from './upgrade-config.ts'

interface Case {
  row: string
  title: string
  before: string
  after: string
  changes: [string, string][]
  refused?: true
  to?: string
}

const CLIENTS = [
  { client: 'mihomo', engine: 'mihomo', steps: MIHOMO_OLD_KEYS, check: checkWithMihomo },
  { client: 'xray', engine: 'xray', steps: XRAY_OLD_KEYS, check: checkWithXray },
] as const

describe.each(CLIENTS)('old keys of $client', ({ client, engine, steps, check }) => {
  const file = new URL(`../clients/${client}/old-keys.cases.yaml`, import.meta.url)
  const cases = load(readFileSync(file, 'utf8')) as Case[]

  test('each has a row', () => {
    expect([...new Set(cases.map(({ row }) => row))]).toEqual(steps.map(({ name }) => name))
  })

  test.each(cases)('$row: $title', ({ row, before, after, changes, to }) => {
    const upgraded = upgradeConfig(before, { client, to })
    expect(upgraded.text).toBe(after)
    expect(upgraded.changes.map(({ name, field, severity }) => [name, field, severity])).toEqual(
      changes.map((change) => [row, ...change]),
    )
    expect(upgraded.check.issues.filter(({ severity }) => severity === 'error')).toEqual([])
    // Twice is once.
    expect(upgradeConfig(after, { client, to })).toMatchObject({ text: after, changes: [], edits: [] })
  })

  for (const { row, title, before, after, refused } of cases.filter(({ to }) => to !== '26.6'))
    engineTest([engine], `${row}, ${title}: ${engine} takes it`, async (paths) => {
      const path = Object.values(paths)[0]!
      const verdict = await check(path, before)
      if (refused === true) expect(verdict).toBeDefined()
      else expect(verdict).toBeUndefined()
      expect(await check(path, after)).toBeUndefined()
    })

  if (client === 'xray')
    for (const { row, title, after, to } of cases)
      engineTest(['xray', 'xray-26.6'], `${row}, ${title}: versions of Xray`, async (paths) => {
        const takes = async (version: 'xray' | 'xray-26.6') => (await check(paths[version], after)) === undefined
        expect([await takes('xray'), await takes('xray-26.6')]).toEqual([to !== '26.6', to !== '26.3'])
      })
})

const GROUP = '- routing-mark: 1\n  interface-name: a\n  name: g\n  type: select\n'
const TUN = '{name: t, type: tun, inet4-route-address: [1.0.0.0/8]}'

test.each([
  ['an alias goes with its key', 'x: &r\n  - 1.0.0.0/8\ntun:\n  inet4-route-address: *r\n', 'x: &r\n  - 1.0.0.0/8\ntun:\n  route-address: *r\n', 1],
  ['what is used twice is told once', `listeners: [&a ${TUN}, *a]\n`, `listeners: [&a ${TUN.replace('inet4-', '')}, *a]\n`, 1],
  ['the first keys of an item', `proxy-groups:\n${GROUP}`, 'proxy-groups:\n- name: g\n  type: select\n', 2],
])('anchors and dashes: %s', (_, before, after, count) => {
  const upgraded = upgradeConfig(before, { client: 'mihomo' })
  expect([upgraded.text, upgraded.changes.length]).toEqual([after, count])
}) // oxfmt-ignore

test.each([
  ['a merge lends it', 'x: &g {routing-mark: 7}\nproxy-groups:\n  - {<<: *g, name: g, type: select, proxies: [DIRECT]}\n'],
  ['the map stands elsewhere', 'x: &x {inet4-route-address: [2.0.0.0/8]}\ntun: *x\n'],
  ['its value is used elsewhere', 'tun:\n  inet4-route-address: &y [2.0.0.0/8]\n  route-address: [1.0.0.0/8]\nz: *y\n'],
])('what cannot be edited stays whole and is not told: %s', (_, text) => {
  expect(upgradeConfig(text, { client: 'mihomo' })).toMatchObject({ text, changes: [], edits: [] })
}) // oxfmt-ignore

test.each<[string, ClientId, string]>([
  ['a relay', 'mihomo', 'proxy-groups: [{name: r, type: relay, proxies: [DIRECT]}]'],
  ['a removed transport', 'xray', '{"outbounds": [{"protocol": "freedom", "streamSettings": {"network": "h2"}}]}'],
])('%s stays, and is an error', (_, client, text) => {
  const upgraded = upgradeConfig(text, { client })
  expect([upgraded.text, upgraded.changes]).toEqual([text, []])
  expect(upgraded.check.issues.map(({ severity }) => severity)).toContain('error')
})

test('Clash has renamed nothing that is documented', () => {
  expect(upgradeVersions('clash')).toEqual([])
})
