import { expect, test } from 'vitest'
import { base64, shortEntries, type TextCase } from '../../proof/short-entries.ts'

test.each<TextCase>([
  ['ssd', `ssd://${base64(JSON.stringify({ airport: 'A', port: 1, encryption: 'aes-128-gcm', password: 'p', servers: [{ server: 'h', remarks: 'a' }, { server: 'h', port: 0, remarks: 'b' }] }))}`, ['1 ss a', '1 bad-port']],
  ['ssd that is none', 'ssd://e30=\nssd://%%%', ['1 missing-field', '2 bad-base64']],
])('%s', (_, text, entries, comments = 0) => {
  expect(shortEntries(text)).toEqual({ entries, comments })
}) // oxfmt-ignore
