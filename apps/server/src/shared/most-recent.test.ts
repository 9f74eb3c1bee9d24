import { expect, test } from 'vitest'
import { mostRecent } from './most-recent.ts'

test('it keeps so many entries, those that were used last, and takes room for none beforehand', () => {
  const kept = mostRecent<number>(2)
  kept.set('a', 1).set('b', 2)
  kept.get('a')
  kept.set('c', 3)
  expect([...kept.keys()].toSorted()).toEqual(['a', 'c'])
  // 1e15 entries would need more memory than there is.
  expect(mostRecent<number>(1e15).set('a', 1).get('a')).toBe(1)
})
