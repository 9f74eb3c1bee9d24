import { expect, test } from 'vitest'
import { WindowLimit } from './window-limit.ts'

test('each key has its own count, and all of them a new one after the span', () => {
  const limit = new WindowLimit({ points: 2, spanMs: 1000 })
  const taken = (key: string, at: number) => limit.take(key, at)
  expect([taken('a', 0), taken('a', 1), taken('a', 999), taken('b', 999)]).toEqual([true, true, false, true])
  expect([taken('a', 1000), taken('b', 1999), taken('b', 1999), taken('b', 1999)]).toEqual([true, true, true, false])
})
