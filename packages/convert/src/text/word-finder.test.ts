import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WordFinder } from './word-finder.ts'

const letters = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 5 })

test('words are found as includes finds them', () => {
  fc.assert(
    fc.property(
      fc.array(letters, { maxLength: 8 }),
      fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 20 }),
      (words, text) => {
        const finder = new WordFinder(words)
        const wanted = new Set(words.filter((word) => text.includes(word)))
        expect(finder.wordsIn(text)).toEqual(wanted)
        expect(finder.isIn(text)).toBe(wanted.size > 0)
        expect(finder.isIn(text, 3)).toBe([...wanted].some((word) => word.length < 3))
      },
    ),
  )
})
