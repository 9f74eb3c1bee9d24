import { parseNodes, writeNode } from '@switchyard/convert'
import { CLIENT_FACTS, OUTPUT_FACTS } from '@switchyard/convert/facts'
import { describe, expect, test } from 'vitest'
import {
  CORE_PROTOCOLS,
  CORES,
  importLinkOf,
  PLATFORMS,
  PROGRAM_PROTOCOLS,
  protocolsOf,
  sourceAddress,
  type SourcedFact,
  type ProtocolName,
} from './program.ts'
import { PROGRAMS } from './programs.ts'

const byId = (id: string) => PROGRAMS.find((program) => program.id === id)!

test('there are at least thirty programs, on each of the six systems of people one or more that are looked after', () => {
  expect(PROGRAMS.length).toBeGreaterThanOrEqual(30)
  for (const platform of PLATFORMS) {
    const alive = PROGRAMS.filter(({ platforms, archived }) => !archived && platforms[0].includes(platform))
    expect(alive.length, platform).toBeGreaterThanOrEqual(platform === 'HarmonyOS' ? 1 : 2)
  }
})

test('each stands there once', () => {
  for (const key of ['id', 'name', 'site'] as const)
    expect(new Set(PROGRAMS.map((program) => program[key])).size).toBe(PROGRAMS.length)
})

const isFact = (value: unknown): value is SourcedFact<unknown> =>
  Array.isArray(value) && value.length === 2 && typeof value[1] === 'string'

describe.each(PROGRAMS.map((program) => [program.name, program] as const))('%s', (_, program) => {
  test('every fact stands beside a source that can be read', () => {
    expect(program.id).toMatch(/^[a-z0-9-]+$/)
    const facts = Object.values(program).filter(isFact)
    expect(facts.length).toBeGreaterThan(0)
    for (const [, source] of facts) {
      const address = new URL(sourceAddress(program, source))
      expect(address.protocol).toBe('https:')
      // A path is read at a commit.
      expect(address.href).not.toContain('undefined')
    }
    expect(new URL(program.site).protocol).toBe('https:')
    for (const key of [
      'platforms',
      'cores',
      'formats',
      'protocols',
      'importLink',
      'licence',
      'released',
      'agent',
      'archived',
    ] as const)
      if (program[key] !== undefined) expect(isFact(program[key]), key).toBe(true)
  })

  test('its days are days, and none is newer than its sources', () => {
    const { checkedOn, released } = program
    for (const day of [checkedOn, released?.[0].day])
      if (day !== undefined) expect(new Date(day).toISOString().slice(0, 10)).toBe(day)
    if (released) expect(released[0].day <= checkedOn!).toBe(true)
    // What is read at a commit has a day.
    if (program.commit) expect(checkedOn).toBeDefined()
  })

  test('what we write for it is one of our formats, and of a kind that its core reads', () => {
    const { output, cores } = program
    if (output === undefined) return
    expect(OUTPUT_FACTS.map(({ id }) => id)).toContain(output)
    for (const core of cores?.[0] ?? []) expect(CORES).toContain(core)
    expect(program.singboxVersion !== undefined).toBe(output === 'singbox')
    if (program.clashPremium) expect(output).toBe('clash')
    if (program.tun) expect(output).toBe('singbox')
    if (output === 'xray') expect(cores?.[0]).toContain('xray')
    if (output === 'singbox') expect(cores?.[0]).toContain('singbox')
  })
})

/** One plain node of each protocol, as the engine reads it. */
const NODES: Readonly<Record<ProtocolName, string>> = {
  ss: 'ss://YWVzLTI1Ni1nY206cGFzcw@a.example:443#n',
  ssr: 'proxies: [{ name: n, type: ssr, server: a.example, port: 443, cipher: aes-256-cfb, password: p, obfs: plain, protocol: origin }]',
  vmess: 'proxies: [{ name: n, type: vmess, server: a.example, port: 443, uuid: 6b5f6d0e-1f0b-4f6c-9a4e-2f1a3c5d7e90, alterId: 0, cipher: auto }]',
  vless: 'vless://6b5f6d0e-1f0b-4f6c-9a4e-2f1a3c5d7e90@a.example:443?security=tls#n',
  trojan: 'trojan://pass@a.example:443#n',
  hysteria: 'proxies: [{ name: n, type: hysteria, server: a.example, port: 443, auth-str: p, up: 10, down: 10 }]',
  hysteria2: 'hysteria2://pass@a.example:443#n',
  tuic: 'tuic://6b5f6d0e-1f0b-4f6c-9a4e-2f1a3c5d7e90:pass@a.example:443#n',
  wireguard: 'proxies: [{ name: n, type: wireguard, server: a.example, port: 443, ip: 10.0.0.2, private-key: eCtXsJZ27+4PbhDkHnB923tkUn2Gj59wZw5wFA75MnU=, public-key: Cr8hWlKvtDt7nrvf+f0brNQQzabAqrjfBvas9pmowjo= }]',
  anytls: 'anytls://pass@a.example:443#n',
  snell: 'proxies: [{ name: n, type: snell, server: a.example, port: 443, psk: p, version: 2 }]',
  socks5: 'proxies: [{ name: n, type: socks5, server: a.example, port: 443 }]',
  http: 'proxies: [{ name: n, type: http, server: a.example, port: 443 }]',
  ssh: 'proxies: [{ name: n, type: ssh, server: a.example, port: 22, username: u, password: p }]',
  mieru: 'proxies: [{ name: n, type: mieru, server: a.example, port: 443, transport: TCP, username: u, password: p }]',
} // oxfmt-ignore

test.each(CLIENT_FACTS.map(({ id }) => id))(
  'the protocols of the core %s are those that the engine writes for it',
  (id) => {
    const written = PROGRAM_PROTOCOLS.filter((protocol) => {
      const { nodes } = parseNodes(NODES[protocol])
      expect(nodes[0]?.node.type, protocol).toBe(protocol)
      return writeNode(nodes[0]!.node, id).entry !== undefined
    })
    expect(CORE_PROTOCOLS[id]).toEqual(written)
  },
)

test('a program carries what it names, else what its cores carry', () => {
  expect(protocolsOf(byId('clashx'))).toEqual(['ss', 'vmess', 'trojan', 'socks5', 'http'])
  expect(protocolsOf(byId('clash-for-windows'))).not.toContain('vless')
  expect(protocolsOf(byId('clash-verge-rev'))).toContain('vless')
  expect(protocolsOf(byId('passwall'))).toContain('tuic')
  expect(protocolsOf(byId('shadowrocket'))).toBeUndefined()
})

test('a link that imports holds the whole address, encoded once', () => {
  const given = { url: 'https://yard.example/sub/k?to={name}&a=b', name: '家 & 路由' }
  expect(importLinkOf(byId('clash-verge-rev'), given)).toBe(
    'clash-verge://install-config?name=%E5%AE%B6%20%26%20%E8%B7%AF%E7%94%B1&url=https%3A%2F%2Fyard.example%2Fsub%2Fk%3Fto%3D%7Bname%7D%26a%3Db',
  )
  expect(importLinkOf(byId('hiddify'), given)).toBe(
    'hiddify://import/https://yard.example/sub/k?to={name}&a=b#%E5%AE%B6%20%26%20%E8%B7%AF%E7%94%B1',
  )
  expect(importLinkOf(byId('xray'), given)).toBeUndefined()
})
