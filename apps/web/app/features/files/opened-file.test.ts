import { expect, test } from 'vitest'
import { addressesIn, openedFile, SHOWN_MAX_BYTES } from './opened-file.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test.each([
  ['a.yaml', bytes('a: 1\n'), { kind: 'text', text: 'a: 1\n', format: 'yaml', addresses: [] }],
  ['a.JSON', bytes('{}'), { kind: 'text', text: '{}', format: 'json', addresses: [] }],
  [
    '规则.list',
    bytes('DOMAIN,中文.example'),
    { kind: 'text', text: 'DOMAIN,中文.example', format: undefined, addresses: [] },
  ],
  ['a.txt', Uint8Array.of(0xff, 0xfe, 0x2d, 0x4e), { kind: 'text', text: '中', format: undefined, addresses: [] }],
  ['a.db', Uint8Array.of(1, 0, 0, 2), { kind: 'binary' }],
  ['a.gz', Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0), { kind: 'binary' }],
  ['a.txt', new Uint8Array(SHOWN_MAX_BYTES + 1).fill(97), { kind: 'too-large' }],
] as const)('%s is shown as what it is', (name, content, shown) => {
  expect(openedFile(name, content)).toEqual(shown)
})

test('a picture is one by its name', () => {
  const opened = openedFile('a.SVG', bytes('<svg/>'))
  expect(opened.kind === 'picture' && opened.blob.type).toBe('image/svg+xml')
})

test('lines that are one address each can be drawn as QR codes', () => {
  const link = 'trojan://password@host.example:443#node'
  expect(addressesIn(`# ${link}\n  ${link}\r\nhttps://sub.example/a\nsee ${link}\nno\n`)).toEqual([link, 'https://sub.example/a']) // oxfmt-ignore
  expect(addressesIn(`ss://${'a'.repeat(3000)}`)).toEqual([])
})
