import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeTexts } from '../diff/merge-texts.ts'
import { formatOfMerge, MERGE_CHOICES, mergeOf, withChoices } from './merge-choices.ts'
import { NEW_TEXT } from './text-file.ts'

const words = (line: string) => line.split('').join('\n')

test.each([
  ['mine', 'aXcdYf'],
  ['theirs', 'aVWcdf'],
  ['both', 'aXVWcdYf'],
] as const)('%s at every place that both sides changed', (choice, merged) => {
  const found = mergeTexts(words('abcdef'), words('aXcdYf'), words('aVWcdf'))
  expect(found.conflicts).toHaveLength(2)
  expect(withChoices(found, [choice, choice])).toBe(words(merged))
})

test('each place is decided alone; until then mine stands there', () => {
  const found = mergeTexts(words('abcdef'), words('aXcdYf'), words('aVcdWf'))
  expect(withChoices(found, [undefined, 'theirs'])).toBe(words('aXcdWf'))
})

test('two new files of one name: both texts are there when both are chosen', () => {
  const side = (text: string) => ({ ...NEW_TEXT, text })
  const found = mergeOf(undefined, side('a\nb'), side('c'))
  expect(found.conflicts).toHaveLength(1)
  expect(withChoices(found, ['both'])).toBe('a\nb\nc')
})

test('whatever is chosen, no line that only one side wrote is lost by choosing both', () => {
  const some = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 })
  fc.assert(
    fc.property(some, some, some, fc.array(fc.constantFrom(...MERGE_CHOICES)), (base, mine, theirs, choices) => {
      const found = mergeTexts(base.join('\n'), ['M', ...mine].join('\n'), ['T', ...theirs].join('\n'))
      const text = withChoices(found, found.conflicts.map((_, at) => (at === 0 ? 'both' : choices[at]))) // oxfmt-ignore
      expect(text.split('\n')).toEqual(expect.arrayContaining(['M', 'T']))
    }),
  )
})

test('the line ends are those of the side that changed them', () => {
  const windows = { ...NEW_TEXT, lineEnd: '\r\n' as const }
  expect(formatOfMerge(NEW_TEXT, NEW_TEXT, windows).lineEnd).toBe('\r\n')
  expect(formatOfMerge(NEW_TEXT, windows, NEW_TEXT).lineEnd).toBe('\r\n')
})
