import { expect, test } from 'vitest'
import { listFormatOf } from './list-format.ts'

test.each<[given: unknown, address: string | undefined, format: string]>([
  [undefined, 'https://example.com/Clash/BanAD.list', 'text'],
  [undefined, 'https://example.com/ads.txt?token=1', 'text'],
  [undefined, 'https://example.com/ADS.TXT', 'text'],
  [undefined, 'https://example.com/Filter.conf', 'text'],
  [undefined, 'https://example.com/cn.mrs#x', 'mrs'],
  [undefined, 'https://example.com/ads.yaml', 'yaml'],
  [undefined, 'https://example.com/ads?as=x.list', 'yaml'],
  [undefined, 'https://raw.githubusercontent.com/Loyalsoldier/clash-rules/release/reject.txt', 'yaml'],
  [undefined, undefined, 'yaml'],
  ['yaml', 'https://example.com/ads.list', 'yaml'],
  ['mrs', 'https://example.com/ads.list', 'mrs'],
  ['', 'https://example.com/ads.list', 'text'],
])('a list of format %j at %s is read as %s', (given, address, format) => {
  expect(listFormatOf(given, address)).toBe(format)
})
