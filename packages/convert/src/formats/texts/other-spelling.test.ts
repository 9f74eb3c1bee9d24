import { expect, test } from 'vitest'
import { A, B, base64, LINKS, shortEntries, type TextCase } from '../../../proof/short-entries.ts'

test.each<TextCase>([
  ['percent-encoded from the scheme on', `${encodeURIComponent(A)}\n${encodeURIComponent(encodeURIComponent(B))}`, ['1 trojan A', '2 ss B']],
  ['several in one', encodeURIComponent(LINKS), ['1/1 trojan A', '1/2 ss B']],
  ['a data URL in base64', `data:text/plain;charset=utf-8;base64,${base64(LINKS)}\n${A}`, ['1/1 trojan A', '1/2 ss B', '2 trojan A']],
  ['a data URL as it stands', `data:,${encodeURIComponent(A)}`, ['1 trojan A']],
  ['a data URL without entries', 'data:text/plain,hello%20world', ['1 bad-base64']],
])('%s', (_, text, entries, comments = 0) => {
  expect(shortEntries(text)).toEqual({ entries, comments })
}) // oxfmt-ignore
