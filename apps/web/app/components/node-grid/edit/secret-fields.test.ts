import { describe, expect, test } from 'vitest'
import { isSecretName } from '../../../lib/redact.ts'
import { textsOf } from '@switchyard/recipe'
import { sectionsOf } from './form-sections.ts'
import { holdsSecret, mainSecret, maskRecord } from './secret-fields.ts'
import { MASK } from './secrets.ts'
import type { NodeRecord } from '../types.ts'

const node = (type: string, more: Record<string, unknown>): NodeRecord => ({
  type,
  name: 'a name',
  server: 'example.com',
  port: 443,
  ...more,
})

const NODES = [
  node('anytls', { password: 'canary', tls: {} }),
  node('http', { username: 'canary', password: 'canary', headers: { 'Proxy-Authorization': 'canary' }, tls: null }),
  node('socks5', { username: 'canary', password: 'canary', tls: null }),
  node('hysteria', { auth: 'canary', obfs: 'canary', up: 10, down: 10, tls: {} }),
  node('hysteria2', { password: 'canary', obfs: { type: 'salamander', password: 'canary' }, tls: {} }),
  node('mieru', { username: 'canary', password: 'canary', transport: 'TCP' }),
  node('snell', { psk: 'canary-canary', version: 3, obfs: { name: 'obfs', mode: 'http' } }),
  node('ss', {
    method: 'aes-128-gcm',
    password: 'canary',
    plugin: { name: 'shadow-tls', version: 3, password: 'canary', tls: { sni: 'a.example' } },
  }),
  node('ssh', { username: 'canary', password: 'canary' }),
  node('ssr', {
    method: 'aes-256-cfb',
    password: 'canary',
    protocol: 'auth_aes128_md5',
    protocolParam: '1234:canary',
    obfs: 'plain',
  }),
  node('trojan', {
    password: 'canary',
    shadowsocks: { method: 'aes-128-gcm', password: 'canary' },
    tls: { certificate: 'cert.pem', privateKey: 'canary' },
    transport: { type: 'ws', path: '/', headers: { Authorization: 'canary' } },
  }),
  node('tuic', { uuid: 'canary', password: 'canary', tls: {} }),
  node('vless', { uuid: 'canary', tls: null, transport: null, rest: { mihomo: { 'a-new-key': 'canary' } } }),
  node('vmess', { uuid: 'canary', alterId: 0, cipher: 'auto', tls: null, transport: null }),
  node('wireguard', {
    privateKey: 'canary',
    publicKey: 'pk',
    presharedKey: 'canary',
    address: ['10.0.0.2/32'],
    morePeers: [{ server: 'b.example', port: 1, publicKey: 'pk', presharedKey: 'canary', allowedIps: ['0.0.0.0/0'] }],
  }),
  node('tailscale', { options: { 'auth-key': 'canary', hostname: 'host' } }),
]

const keysOf = (text: string) => text.match(/[\w-]+(?=:\s)/g)

describe('what a view without secrets shows of a node', () => {
  test.each(NODES.map((each) => [each.type, each] as const))('%s: no secret, in no spelling', (_, record) => {
    const open = textsOf(record)
    const masked = textsOf(maskRecord(record))
    expect(open.yaml).toContain('canary')
    expect(JSON.stringify([maskRecord(record), masked])).not.toContain('canary')
    expect(keysOf(masked.yaml)).toEqual(keysOf(open.yaml))
  })

  test('a field that no form knows may be a secret: all of it is masked', () => {
    const unknown = { password: 'canary', passcode: 'canary', pin: 4321, deep: { list: ['canary'] } }
    for (const type of ['from-the-future', 'trojan']) {
      const more =
        type === 'trojan'
          ? { transport: null, ...unknown, tls: { sni: 'a.example', seal: 'canary', deep: { of: 'canary' } } }
          : unknown
      const shown = JSON.stringify(maskRecord(node(type, more)))
      expect(shown).not.toMatch(/canary|4321/)
      expect(shown).toContain('"server":"example.com"')
    }
  })

  test('a secret that is a word of the file leaves the file its words', () => {
    const { yaml } = textsOf(maskRecord(node('http', { username: 'user', password: 'name', tls: null })))
    expect(yaml).toContain('username: ')
    expect(yaml).toContain('name: "a name"')
    expect(yaml).toContain(`password: "${MASK}"`)
  })

  test('all else is as it was', () => {
    const record = node('ssr', {
      method: 'aes-256-cfb',
      password: 'p',
      protocol: 'origin',
      obfs: 'plain',
      udp: true,
      transport: null,
    })
    expect(maskRecord(record)).toEqual({ ...record, password: MASK })
  })

  test('what is a secret depends on the protocol', () => {
    expect(maskRecord(node('hysteria', { obfs: 'word' }))).toMatchObject({ obfs: MASK })
    expect(maskRecord(node('ssr', { obfs: 'plain' }))).toMatchObject({ obfs: 'plain' })
  })
})

test.each([
  ['http', { username: 'user', password: 'pass' }, 'pass'],
  ['http', { username: 'user' }, 'user'],
  ['tuic', { uuid: 'id', password: 'pass' }, 'id'],
  ['hysteria', { obfs: 'word' }, 'word'],
  ['wireguard', { privateKey: 'key', presharedKey: 'psk' }, 'key'],
  ['direct', {}, undefined],
])('a row of %s with %j shows %s when it is asked for its secret', (type, more, shown) => {
  expect(mainSecret(node(type, more))).toBe(shown)
})

test('an object with a password in it is known to hold a secret, one without is not', () => {
  expect(holdsSecret({ type: 'salamander', password: 'hunter2' })).toBe(true)
  expect(holdsSecret({ serverUrl: 'https://a.example', id: 'room' })).toBe(true)
  expect(holdsSecret({ name: 'obfs', mode: 'http' })).toBe(false)
})

test('what the form hides, a log hides too', () => {
  const secrets = NODES.flatMap((each) => sectionsOf(each))
    .flatMap(({ fields }) => fields)
    .filter(({ secret }) => secret)
    .map(({ path }) => path.at(-1)!)
  expect(secrets.length).toBeGreaterThan(20)
  expect(secrets.filter((name) => name !== 'rest' && !isSecretName(name))).toEqual([])
})
