import { expect, test } from 'vitest'
import { askedTarget } from './asked-target.ts'

const NODE = { host: 'a.example', port: 443, transport: 'tls' } as const

test('what is sent is taken field by field', () => {
  const more = { ...NODE, sni: 'b.example', alpn: ['h2'], password: 'secret', uuid: 'secret' }
  expect(askedTarget(more)).toEqual({ ...NODE, sni: 'b.example', alpn: ['h2'] })
})

// One target that the server does not take would have the other 199 refused with it.
test.each([
  ['a host without letters', { host: ' ' }],
  ['a host that is too long', { host: 'a'.repeat(254) }],
  ['a host with a line break', { host: 'a\nb' }],
  ['an SNI with a control character', { sni: 'b\u0000' }],
  ['an SNI that is too long', { sni: 'b'.repeat(254) }],
  ['port 0', { port: 0 }],
  ['a port above all ports', { port: 65_536 }],
])('%s is not sent', (_, change) => {
  expect(askedTarget({ ...NODE, ...change })).toBeUndefined()
})

test('of many protocols as many are sent as the server takes', () => {
  const alpn = ['', 'x'.repeat(256), ...Array.from({ length: 10 }, (_, at) => `p${at}`)]
  expect(askedTarget({ ...NODE, alpn })?.alpn).toEqual(['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7'])
})
