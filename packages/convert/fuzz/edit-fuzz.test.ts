import { expect, test } from 'vitest'
import { HANG_MS, mutatedConfig, readableConfig } from './check-fuzz.ts'
import { type EditFinding, injectForAll, upgradeForAll } from './edit-fuzz.ts'

const isLong = process.env['LONG_TESTS'] === '1'
const HOUR_MS = 3_600_000

async function findings(
  run: (text: string) => EditFinding | Promise<EditFinding>,
  count: number,
  length: number,
): Promise<string[]> {
  const found: string[] = []
  for (let seed = 1; seed <= count; seed++) {
    const text = seed % 2 === 0 ? readableConfig(seed, length) : mutatedConfig(seed, length)
    const { wrong, ms } = await run(text)
    for (const one of wrong) found.push(`seed ${seed}: ${one}`)
    if (ms <= HANG_MS) continue
    const again = await run(text)
    if (again.ms > HANG_MS) found.push(`seed ${seed}: ${Math.round(again.ms)} ms`)
  }
  return found
}

const SIZES: readonly [count: number, length: number][] = [
  [isLong ? 100_000 : 200, 4096],
  [isLong ? 2_000 : 10, 65_536],
]

test.each(SIZES)(
  'changes of %i mutated configs of up to %i characters: no throw, no hang, no new error',
  { timeout: HOUR_MS },
  async (count, length) => {
    expect(await findings(injectForAll, count, length)).toEqual([])
  },
)

test.each(SIZES)(
  'upgrades of %i mutated configs of up to %i characters: no throw, no hang, twice is once',
  { timeout: HOUR_MS },
  async (count, length) => {
    expect(await findings(upgradeForAll, count, length)).toEqual([])
  },
)
