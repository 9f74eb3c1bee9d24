import { describe, expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const bytes = (text: string, encoding: 'utf8' | 'utf16le' = 'utf8') => new Uint8Array(Buffer.from(text, encoding))
const hex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'))
const swapped = (given: Uint8Array) => new Uint8Array(Buffer.from(given).swap16())

/** Real texts, as Python's codecs write them. */
const CHINESE: [title: string, encoding: string, text: string, hex: string][] = [
  ["GBK, one name", "gb18030", "香港", "cfe3b8db"],
  ["GBK, a list", "gb18030", "trojan://p@a.example.com:443#剩余流量：12.5 GB\ntrojan://p@a.example.com:443#新加坡 IPLC 专线 01", "74726f6a616e3a2f2f7040612e6578616d706c652e636f6d3a34343323caa3d3e0c1f7c1bfa3ba31322e352047420a74726f6a616e3a2f2f7040612e6578616d706c652e636f6d3a34343323d0c2bcd3c6c22049504c4320d7a8cfdf203031"],
  ["GBK, a config", "gb18030", "proxies:\n  - {name: 日本 东京, type: trojan, server: a.example.com, port: 443, password: p}\n", "70726f786965733a0a20202d207b6e616d653a20c8d5b1be20b6abbea92c20747970653a2074726f6a616e2c207365727665723a20612e6578616d706c652e636f6d2c20706f72743a203434332c2070617373776f72643a20707d0a"],
  ["GB18030 with a flag and a rare character", "gb18030", "🇭🇰 香港 𠮷野家", "943994339439943620cfe3b8db209534b235d2b0bcd2"],
  ["traditional characters in GBK", "gb18030", "香港 節點：臺灣、美國、新加坡的線路", "cfe3b8db20b99dfc63a3bac55f9eb3a1a2c3c087f8a1a2d0c2bcd3c6c2b5c4be80c2b7"],
  ["Big5, one name", "big5", "台灣", "a578c657"],
  ["Big5, a list", "big5", "trojan://p@a.example.com:443#剩餘流量：12.5 GB\ntrojan://p@a.example.com:443#美國 洛杉磯 專線", "74726f6a616e3a2f2f7040612e6578616d706c652e636f6d3a34343323b3d1be6cac79b671a14731322e352047420a74726f6a616e3a2f2f7040612e6578616d706c652e636f6d3a34343323acfcb0ea20aca5a7fcc14620b14dbd75"],
  ["Big5, a config", "big5", "proxies:\n  - {name: 韓國 首爾, type: trojan, server: a.example.com, port: 443, password: p}\n", "70726f786965733a0a20202d207b6e616d653a20c1fab0ea20adbabab82c20747970653a2074726f6a616e2c207365727665723a20612e6578616d706c652e636f6d2c20706f72743a203434332c2070617373776f72643a20707d0a"],
  ["Big5 with nothing but usual words", "big5", "節點選擇 自動選擇 官網", "b860c249bfefbedc20a6dbb0cabfefbedc20a978baf4"],
] // oxfmt-ignore

describe('a text is read in the encoding it is in', () => {
  test.each(CHINESE)('%s', (_, encoding, text, given) => {
    expect(decodeText(hex(given))).toEqual({ text, encoding })
  })

  test.each([
    ['UTF-8', bytes('节点'), '节点', 'utf-8'],
    ['UTF-8 behind its mark', bytes('\ufeff节点'), '节点', 'utf-8'],
    ['UTF-16 behind its mark', bytes('\ufeff节点', 'utf16le'), '节点', 'utf-16le'],
    ['UTF-16 of the other order', swapped(bytes('\ufeff节点', 'utf16le')), '节点', 'utf-16be'],
    ['UTF-16 without a mark', bytes('trojan://p@a.example:443#节点', 'utf16le'), 'trojan://p@a.example:443#节点', 'utf-16le'],
    ['the same of the other order', swapped(bytes('trojan://p@a.example:443#节点', 'utf16le')), 'trojan://p@a.example:443#节点', 'utf-16be'],
    ['nothing', bytes(''), '', 'utf-8'],
    ['zeros', Uint8Array.of(0, 1, 0, 2), '\0\u0001\0\u0002', 'utf-8'],
  ])('%s', (_, given, text, encoding) => {
    expect(decodeText(given)).toEqual({ text, encoding })
  }) // oxfmt-ignore
})

test.each(CHINESE.filter(([, , text]) => text.length > 12))(
  'cut off in its last character it is the same: %s',
  (_, encoding, text, given) => {
    const whole = hex(given)
    const extra = hex(CHINESE[0]![3]).subarray(0, 1)
    const cut = new Uint8Array([...whole, ...extra])
    expect(decodeText(cut).encoding).toBe(encoding)
    expect(decodeText(cut).text.startsWith(text)).toBe(true)
  },
)

test('UTF-8 that is cut off or damaged stays UTF-8', () => {
  const whole = bytes('剩余流量：12.5 GB 节点选择')
  expect(decodeText(whole.subarray(0, -1))).toEqual({ text: '剩余流量：12.5 GB 节点选\ufffd', encoding: 'utf-8' })
  const damaged = new Uint8Array([...whole, 0xff, ...whole])
  expect(decodeText(damaged)).toMatchObject({ encoding: 'utf-8' })
})

test('what is none of them is UTF-8 with signs in place of what cannot be read', () => {
  expect(decodeText(Uint8Array.of(0x61, 0x80, 0xff, 0xff, 0x62))).toEqual({
    text: 'a\ufffd\ufffd\ufffdb',
    encoding: 'utf-8',
  })
})

test('the text behind a long beginning of ASCII tells the encoding', () => {
  const ascii = bytes('# comment\n'.repeat(60_000))
  const [, encoding, text, given] = CHINESE.find(([title]) => title === 'Big5, a list')!
  expect(decodeText(new Uint8Array([...ascii, ...hex(given)]))).toMatchObject({
    encoding,
    text: expect.stringContaining(text),
  })
})
