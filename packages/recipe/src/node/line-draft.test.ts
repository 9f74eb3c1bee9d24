import { expect, test } from 'vitest'
import { draftOfLine } from './line-draft.ts'

const UUID = '11111111-1111-4111-8111-111111111111'
const base64 = (text: string) => btoa(text)

test.each([
  ['a port out of range', 'trojan://s3cret@a.example.com:99999?sni=a.example.com#A', ['port'], { port: 99999, name: 'A', password: 's3cret' }],
  ['no port', `vless://${UUID}@a.example.com?security=tls#B`, ['port'], { name: 'B', uuid: UUID, server: 'a.example.com' }],
  ['no server', 'trojan://s3cret@:443#C', ['server'], { server: '', port: 443, password: 's3cret' }],
  ['no uuid', 'vless://a.example.com:443?security=tls#D', ['uuid'], { uuid: '', server: 'a.example.com' }],
  ['no password of a cipher', `ss://${base64('aes-128-gcm:')}@a.example.com:8388#E`, ['password'], { method: 'aes-128-gcm', password: '' }],
  ['a port of letters and no uuid', 'vless://a.example.com:https#F', ['uuid', 'port'], { uuid: '' }],
  ['a vmess body without address', `vmess://${base64(JSON.stringify({ v: '2', ps: 'G', port: '443', id: UUID, net: 'tcp' }))}`, ['server'], { name: 'G', server: '', uuid: UUID }],
  ['REALITY without a public key', `vless://${UUID}@a.example.com:443?security=reality&sni=b.example.com#H`, ['tls.reality.publicKey'], { tls: { reality: { publicKey: '' } } }],
  ['a WireGuard key missing', 'wireguard://a.example.com:51820?publickey=YWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWFhYWE%3D&address=10.0.0.2/32#I', ['privateKey'], { privateKey: '' }],
] as const)('a link with %s becomes a record with that left open', (_, line, open, node) => {
  const draft = draftOfLine(line)
  expect(draft?.open).toEqual(open)
  expect(draft?.node).toMatchObject(node)
}) // oxfmt-ignore

test.each(['nothing', 'foo://a.example.com:443#A', '- {name: A, type: trojan}', 'vmess://!!!'])(
  'of %s nobody can tell what it was meant to be',
  (line) => {
    expect(draftOfLine(line)).toBeUndefined()
  },
)

test('a form never holds a value that nobody gave', () => {
  const node = draftOfLine(`vless://${UUID}@a.example.com?security=reality&sni=b.example.com#J`)?.node
  expect(JSON.stringify(node)).not.toMatch(/AAAA|missing\.invalid|00000000-0000/)
})
