import { expect, test } from 'vitest'
import { mostRecent } from './most-recent.ts'

test('a cache keeps the entries that were used last, and takes no room for entries that are not there', () => {
  const kept = mostRecent<number>(2)
  kept.set('a', 1).set('b', 2)
  kept.get('a')
  kept.set('c', 3)
  expect([...kept.keys()].toSorted()).toEqual(['a', 'c'])
  // A key that gets another value counts once.
  kept.set('c', 4)
  expect([kept.get('a'), kept.get('c'), kept.size]).toEqual([1, 4, 2])
  // 1e15 entries would need more memory than there is.
  expect(mostRecent<number>(1e15).set('a', 1).get('a')).toBe(1)
})
