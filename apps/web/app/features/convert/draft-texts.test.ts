import { expect, test } from 'vitest'
import { packTexts, withReadTexts, withStoredTexts } from './draft-texts.ts'
import { EMPTY_MODEL, withText } from './model.ts'

const LINE = '节点 🇯🇵 ss://abc\r\n'

test.each([
  ['A short text is stored as it is', LINE, 'string'],
  ['A long text is stored as a file', LINE.repeat(40_000), 'object'],
])('%s, and comes back the same', async (_, text, kind) => {
  const model = withText(EMPTY_MODEL, text)
  const stored = withStoredTexts(model)
  expect(typeof stored.sources[0]?.text).toBe(kind)
  expect(await withReadTexts(structuredClone(stored))).toEqual(model)
})

test('A draft of something else stays what it is', async () => {
  expect(await withReadTexts(undefined)).toBeUndefined()
  expect(await withReadTexts({ sources: 1 })).toEqual({ sources: 1 })
})

test('A text that was packed before it is stored comes back the same, no character of it halved', async () => {
  const model = withText(EMPTY_MODEL, `x${'🇯🇵'.repeat(300_000)}`)
  await packTexts(model)
  expect(await withReadTexts(structuredClone(withStoredTexts(model)))).toEqual(model)
})
