import { describe, expect, test } from 'vitest'
import type { ColumnId } from '../columns/columns.ts'
import { detailOf, whyLeftOut, saysRegion } from './row-words.ts'
import type { ListedNode } from '../types.ts'

const NODE: ListedNode = {
  id: 'a',
  line: '1',
  name: 'A',
  protocol: 'ss',
  server: 'a.example.com',
  port: 443,
  source: '',
  state: 'kept',
}
const NARROW: ReadonlySet<ColumnId> = new Set(['select', 'name', 'menu'])
const WIDE: ReadonlySet<ColumnId> = new Set(['select', 'name', 'protocol', 'server', 'transport', 'menu'])

describe('the second line of a row', () => {
  test.each([
    ['plain TCP is no fact', {}, NARROW, true, 'ss · a.example.com:443'],
    [
      'a transport and its TLS',
      { transport: 'ws', security: 'tls' },
      NARROW,
      true,
      'ss · a.example.com:443 · ws · TLS',
    ],
    ['an IPv6 address', { server: '2001:db8::1' }, NARROW, true, 'ss · [2001:db8::1]:443'],
    ['an address that is hidden', { security: 'reality' }, NARROW, false, 'ss · REALITY'],
    [
      'what is wrong, before the address',
      { issues: [{ code: 'certificate-unchecked', text: 'Certificate check is off', severity: 'warning' }] },
      NARROW,
      true,
      'ss · Certificate check is off · a.example.com:443',
    ],
    [
      'what is only worth knowing has no place',
      { issues: [{ code: 'no-tls', text: 'No TLS', severity: 'note' }] },
      NARROW,
      true,
      'ss · a.example.com:443',
    ],
    ['what columns say', { transport: 'ws' }, WIDE, false, ''],
  ] as const)('%s', (_, fields, columnsShown, saysAddress, detail) => {
    expect(detailOf({ ...NODE, ...fields }, { columnsShown, saysAddress })).toBe(detail)
  })

  test.each([
    ['the protocol and the reason', { reason: 'Same as line 7' }, NARROW, 'ss · Same as line 7'],
    [
      'a reason with the protocol in it',
      { reason: 'Unsupported SS cipher: rot13' },
      NARROW,
      'Unsupported SS cipher: rot13',
    ],
    ['its letters alone are not the protocol', { reason: 'No password' }, NARROW, 'ss · No password'],
    ['a protocol that has a column', { reason: 'Same as line 7' }, WIDE, 'Same as line 7'],
    ['an entry that could not be read', { state: 'skipped', reason: 'Missing password' }, NARROW, 'Missing password'],
    ['and has no name', { state: 'skipped', name: '', reason: 'Missing password' }, NARROW, 'ss · Missing password'],
  ] as const)('of what is not written: %s', (_, fields, columnsShown, words) => {
    expect(whyLeftOut({ ...NODE, state: 'duplicate', ...fields }, { columnsShown })).toBe(words)
  })
})

test.each([
  ['JP 东京 01', 'JP', true],
  ['hk01', 'HK', true],
  ['JPN Tokyo', 'JP', false],
  ['东京 JP', 'JP', false],
  ['Tokyo', undefined, false],
  ['香港', undefined, false],
])('that %j says the region %s by its first letters is %s', (name, region, says) => {
  expect(saysRegion({ ...NODE, name, region })).toBe(says)
})
