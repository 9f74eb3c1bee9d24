import { expect, test } from 'vitest'
import { LastGood } from './last-good.ts'

const HOUR = 60 * 60 * 1000
const answer = { body: Buffer.from('x'), contentType: '', stale: false }

test('an answer is kept for a day, and then it takes no memory any more', () => {
  let time = 1
  const kept = new LastGood(() => time)
  kept.keep('old', answer)
  time += 20 * HOUR
  kept.keep('new', answer)
  time += 5 * HOUR
  expect(kept.size).toBe(2)
  kept.forgetOld()
  expect([kept.size, kept.find('old'), kept.find('new')]).toEqual([1, undefined, answer])
})
