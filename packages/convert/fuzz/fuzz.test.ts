import { expect, test } from 'vitest'
import { runFuzz } from './run-fuzz.ts'

const SECONDS = 50

test(
  'mutated links and documents neither throw nor hang nor touch a prototype, and every entry is accounted for',
  { timeout: 120_000 },
  () => {
    const result = runFuzz({ links: 2_000_000, documents: 200_000, seconds: SECONDS, seed: 7 })
    expect(result.failures).toEqual([])
    expect(result.links).toBeGreaterThan(1000)
    expect(result.documents).toBeGreaterThan(5)
  },
)
