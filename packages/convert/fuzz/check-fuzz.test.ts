import { expect, test } from 'vitest'
import { HANG_MS, checkForAll, mutatedConfig } from './check-fuzz.ts'

const isLong = process.env['LONG_TESTS'] === '1'
const HOUR_MS = 3_600_000

function slowest(count: number, length: number): { seed: number; ms: number }[] {
  const slow: { seed: number; ms: number }[] = []
  for (let seed = 1; seed <= count; seed++) {
    const text = mutatedConfig(seed, length)
    if (checkForAll(text) <= HANG_MS) continue
    const ms = checkForAll(text)
    if (ms > HANG_MS) slow.push({ seed, ms: Math.round(ms) })
  }
  return slow
}

test.each([
  [isLong ? 100_000 : 600, 4096],
  [isLong ? 2_000 : 30, 65_536],
])('%i mutated configs of up to %i characters: no throw, no hang', { timeout: HOUR_MS }, (count, length) => {
  expect(slowest(count, length)).toEqual([])
})
