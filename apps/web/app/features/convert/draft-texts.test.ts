import { expect, test } from 'vitest'
import { withReadTexts, withStoredTexts } from './draft-texts.ts'
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
