import { expect, test } from 'vitest'
import { listedChoices } from './listed-choices.ts'

const CHOICES = Array.from({ length: 10_000 }, (_, at) => ({ value: `id${at}`, label: `Node ${at}`, note: 'vless' }))

test.each([
  ['', undefined, 'id0', 'id99'],
  ['', 'id3', 'id0', 'id99'],
  ['', 'id5000', 'id4950', 'id5049'],
  ['', 'id9999', 'id9900', 'id9999'],
  ['node vless', 'id5000', 'id0', 'id99'],
  ['999', 'id3', 'id999', 'id9999'],
])('with %j typed and %s chosen, %s to %s are listed', (text, chosen, first, last) => {
  const listed = listedChoices(CHOICES, text, chosen)
  expect([listed[0]?.value, listed.at(-1)?.value]).toEqual([first, last])
  expect(listed.length).toBeLessThanOrEqual(100)
})

test('what is chosen is listed wherever it stands, and few choices all are', () => {
  for (const at of [0, 49, 50, 99, 100, 9950]) {
    expect(listedChoices(CHOICES, '', `id${at}`).map(({ value }) => value)).toContain(`id${at}`)
  }
  expect(listedChoices(CHOICES.slice(0, 3), ' ', 'id2')).toEqual(CHOICES.slice(0, 3))
  expect(listedChoices(CHOICES, 'nothing like it', 'id2')).toEqual([])
})

const STEPS = [
  { value: 'base64-decode', label: 'Base64 解码', note: '编码' },
  { value: 'base64-encode', label: 'Base64 编码', note: '编码' },
  { value: 'link-to-fields', label: 'Share link to fields', note: 'Nodes and QR codes' },
  { value: 'qr-make', label: 'Make QR code', note: 'Nodes and QR codes' },
  { value: 'qr-size', label: 'QR size', note: 'Nodes and QR codes' },
  { value: 'decompress', label: '解压', note: '编码' },
  { value: 'compress', label: '压缩', note: '编码' },
].map((choice) => Object.assign({ keywords: choice.value }, choice))

test.each([
  ['Base64 编码', ['base64-encode', 'base64-decode']],
  ['编码 base64', ['base64-encode', 'base64-decode']],
  ['base64', ['base64-decode', 'base64-encode']],
  ['QR', ['qr-size', 'qr-make', 'link-to-fields']],
  ['qr code', ['qr-make', 'link-to-fields', 'qr-size']],
  ['compress', ['compress', 'decompress']],
  ['编码', ['base64-encode', 'base64-decode', 'decompress', 'compress']],
])('%j names the best choice first', (text, expected) => {
  expect(listedChoices(STEPS, text, undefined).map(({ value }) => value)).toEqual(expected)
})

test('the one of a name comes first even behind more than are listed', () => {
  expect(listedChoices(CHOICES, 'node 99', undefined)[0]?.value).toBe('id99')
  expect(listedChoices(CHOICES.toReversed(), 'node 1', undefined)[0]?.value).toBe('id1')
})
