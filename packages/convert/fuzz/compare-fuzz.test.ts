import { expect, test } from 'vitest'
import { CLIENT_FACTS } from '../src/clients/facts.ts'
import { compareConfigs, upgradeConfig } from '../src/configs.ts'
import { HANG_MS, cpuMs, mutatedConfig } from './check-fuzz.ts'

const isLong = process.env['LONG_TESTS'] === '1'
const HOUR_MS = 3_600_000

function slowest(text: string, other: string): number {
  let longest = 0
  for (const { id } of CLIENT_FACTS) {
    for (const work of [() => compareConfigs(text, other, { client: id }), () => upgradeConfig(text, { client: id })]) {
      const start = cpuMs()
      work()
      longest = Math.max(longest, cpuMs() - start)
    }
    expect(compareConfigs(text, text, { client: id })).toMatchObject({ isEqual: true })
  }
  return longest
}

test.each([
  [isLong ? 100_000 : 300, 4096],
  [isLong ? 2_000 : 20, 65_536],
])('%i mutated configs of up to %i characters: no throw, no hang', { timeout: HOUR_MS }, (count, length) => {
  const slow: number[] = []
  for (let seed = 1; seed <= count; seed++) {
    const text = mutatedConfig(seed, length)
    const other = mutatedConfig(seed + 1, length)
    if (slowest(text, other) > HANG_MS && slowest(text, other) > HANG_MS) slow.push(seed)
  }
  expect(slow).toEqual([])
})
