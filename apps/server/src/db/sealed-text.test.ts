import { expect, test } from 'vitest'
import { isPacked, withTexts } from '../shared/kept-text.ts'
import { toHeadedText } from './headed-text.ts'
import { KeyRing, SealBroken } from './key-ring.ts'
import { keptText, openHeaded, openText, sealText } from './sealed-text.ts'

const KEYS = new KeyRing(['a secret of the settings'])
const PLACE = { table: 'table.column', row: 'row', user: 'user' }
const OTHER = { ...PLACE, row: 'other' }
const LONG = '节点 😀"\\\n'.repeat(30_000)
/** A list that gzip cannot make much shorter. So the head is long after packing too. */
const NAMES = Array.from({ length: 5000 }, (_, at) => `${(at * 2_654_435_761) % 4_294_967_296}`)

test.each([
  ['an empty text', ''],
  ['a short text', 'é'],
  ['a long text', LONG],
])('%s opens as it was sealed', async (_, text) => {
  const sealed = await sealText(KEYS, PLACE, text)
  expect(await openText(KEYS, PLACE, sealed)).toBe(text)
  expect(await withTexts(keptText(KEYS, PLACE, sealed))).toBe(text)
  expect(() => keptText(KEYS, OTHER, sealed)).toThrow(SealBroken)
})

test.each<[name: string, value: object, staysPacked: boolean]>([
  ['short texts', { kind: 'text', text: 'a\nb' }, false],
  ['a long text', { kind: 'text', text: LONG }, true],
  ['two long texts', { recipe: LONG, items: { a: 'b' }, texts: { a: `${LONG}1`, c: 'd' } }, true],
  ['a head that is long', { recipe: LONG, texts: {}, names: NAMES }, true],
])('a headed text of %s opens as its value', async (_, value, staysPacked) => {
  const opened = openHeaded(KEYS, PLACE, await sealText(KEYS, PLACE, toHeadedText(value)))
  expect(Object.values(opened as object).some(isPacked)).toBe(staysPacked)
  expect(await withTexts(opened)).toEqual(value)
})

test('what was kept as JSON alone is read, short or long', async () => {
  for (const value of [{ recipe: 'a' }, { recipe: LONG, items: {} }])
    expect(openHeaded(KEYS, PLACE, await sealText(KEYS, PLACE, JSON.stringify(value)))).toEqual(value)
})
