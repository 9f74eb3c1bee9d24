import { expect, test } from 'vitest'
import { A, B, shortEntries, type TextCase } from '../../../proof/short-entries.ts'

test.each<TextCase>([
  ['links behind dashes', `- ${A}\n- "${B}"\n`, ['1 trojan A', '2 ss B']],
])('%s', (_, text, entries, comments = 0) => {
  expect(shortEntries(text)).toEqual({ entries, comments })
}) // oxfmt-ignore
