import { expect, test } from 'vitest'
import { packTexts, readText, storedText } from './draft-texts.ts'

const LINE = '节点 🇯🇵 ss://abc\r\n'

test.each([
  ['A short text is stored as it is', LINE, 'string'],
  ['A long text is stored as a file', LINE.repeat(40_000), 'object'],
])('%s, and comes back the same', async (_, text, kind) => {
  const stored = storedText(text)
  expect(typeof stored).toBe(kind)
  expect(await readText(structuredClone(stored))).toBe(text)
})

test('A text that was packed before it is stored comes back the same, no character of it halved', async () => {
  const text = `x${'🇯🇵'.repeat(300_000)}`
  await packTexts([text, LINE])
  const stored = storedText(text)
  expect(storedText(text)).toBe(stored)
  expect(await readText(structuredClone(stored))).toBe(text)
})
