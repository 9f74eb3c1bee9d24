import { expect, test } from 'vitest'
import { parseEntries, type NodeBase } from '@switchyard/convert'
import { countFields, setFields } from './common-fields.ts'
import { COMMON_FIELDS } from '../model/nodes/common-field.ts'
import type { FieldsChange } from '../model/nodes/edits.ts'

const KEY = 'QkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkI='
const UUID = '11111111-1111-4111-8111-111111111111'
const nodeOf = (text: string): NodeBase => {
  let node: NodeBase | undefined
  parseEntries(text, {}, (entry) => (node ??= entry.node))
  return node!
}
const LINKS = {
  trojan: 'trojan://p@a.example.com:443?sni=a.example.com#A',
  'vless without TLS': `vless://${UUID}@a.example.com:80?security=none#A`,
  hysteria2: 'hysteria2://p@a.example.com:443?sni=a.example.com#A',
  ss: `ss://${btoa('aes-256-gcm:p')}@a.example.com:8388#A`,
  wireguard: `wireguard://${encodeURIComponent(KEY)}@a.example.com:51820?publickey=${encodeURIComponent(KEY)}&address=10.0.0.2/32#A`,
  http: 'http://u:p@a.example.com:8080#A',
} as const

test.each<[keyof typeof LINKS, string]>([
  ['trojan', 'udp tfo insecure fingerprint ipVersion'],
  ['vless without TLS', 'udp tfo ipVersion'],
  // No TCP, no browser to look like, and UDP is always on.
  ['hysteria2', 'insecure ipVersion'],
  ['ss', 'udp tfo ipVersion'],
  ['wireguard', 'udp ipVersion'],
  ['http', 'tfo ipVersion'],
])('%s has of the fields that many nodes can be given: %s', (name, fields) => {
  const counts = countFields([nodeOf(LINKS[name])])
  expect(COMMON_FIELDS.filter((field) => counts[field] === 1).join(' ')).toBe(fields)
})

test.each<[FieldsChange, object, object]>([
  [{ udp: false }, {}, { udp: false }],
  [{ udp: true }, { udp: false }, { udp: undefined }],
  [{ tfo: true, ipVersion: 'ipv6-prefer' }, {}, { tfo: true, ipVersion: 'ipv6-prefer' }],
  [
    { insecure: true, fingerprint: 'firefox' },
    {},
    { tls: { sni: 'a.example.com', insecure: true, fingerprint: 'firefox' } },
  ],
  [
    { insecure: false, fingerprint: null },
    { tls: { insecure: true, fingerprint: 'chrome', sni: 's' } },
    { tls: { sni: 's' } },
  ],
])('%j changes these fields of a node and no others', (change, before, after) => {
  const shown = { ...nodeOf(LINKS.trojan), ...before }
  const { changes } = setFields(new Map([['a', shown]]), change)
  const { node } = changes['a']!
  expect(node).toMatchObject(JSON.parse(JSON.stringify(after)) as object)
  expect(Object.keys(node)).toEqual(Object.keys({ ...shown, ...after }).filter((key) => key in node))
  const asked = new Set(['udp', 'tfo', 'tls', 'ipVersion'])
  for (const [key, value] of Object.entries(shown)) if (!asked.has(key)) expect(node[key as 'name']).toEqual(value)
})

test('a node without the field is skipped, and one that is like that already stays the same', () => {
  const nodes = new Map(Object.entries(LINKS).map(([name, link]) => [name, nodeOf(link)]))
  nodes.set('done', { ...nodeOf(LINKS.trojan), tls: { sni: 'b', insecure: true } } as NodeBase)
  const { changes, same, skipped } = setFields(nodes, { insecure: true })
  expect(Object.keys(changes)).toEqual(['trojan', 'hysteria2'])
  expect({ same, skipped }).toEqual({ same: 1, skipped: 4 })
})
