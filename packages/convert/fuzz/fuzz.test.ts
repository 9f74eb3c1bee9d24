import { expect, test } from 'vitest'
import { runFuzz } from './run-fuzz.ts'

/** `npm run test:long` takes the larger numbers, `npm run fuzz` a hundred times as many. */
const [LINKS, DOCUMENTS] = process.env['LONG_TESTS'] ? [400_000, 8000] : [40_000, 800]
/**
 * On a machine that does much else a text takes several times the CPU that it takes alone. Growth is what
 * `growth.test.ts` counts without a clock; this limit finds what never ends.
 */
const CPU_LIMIT_MS = 2000
const TIMEOUT_MS = 900_000

test(
  'mutated links and documents neither throw nor hang nor touch a prototype, and every entry is accounted for',
  { timeout: TIMEOUT_MS },
  () => {
    const result = runFuzz({ links: LINKS, documents: DOCUMENTS, seed: 7, cpuLimitMs: CPU_LIMIT_MS })
    expect(result.failures).toEqual([])
    expect([result.links, result.documents]).toEqual([LINKS, DOCUMENTS])
  },
)
