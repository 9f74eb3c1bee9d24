import { expect, test } from 'vitest'
import { describeShared } from '../../../test/shared-contract.ts'
import { MemoryCache } from './cache.ts'
import { MemoryLimit } from './limit.ts'
import { memoryShared } from './memory.ts'

describeShared('in memory', () => {
  const shared = memoryShared()
  return Promise.resolve([shared, shared] as const)
})

test('a limit holds no key whose count is over', () => {
  const limit = new MemoryLimit({ points: 1, spanMs: 1000 })
  for (let each = 0; each < 1000; each++) limit.takeAtOnce(`old ${each}`, each)
  limit.takeAtOnce('new', 1500)
  // Those that began after 500.
  expect(limit.size).toBe(500)
  limit.takeAtOnce('after the clock was set back', 1)
  expect(limit.size).toBe(1)
})

test('a cache holds no more than its bytes, and nothing that was too old when it was swept', () => {
  const cache = new MemoryCache({ ttlMs: 1000, maxBytes: 100, sizeOf: (value: string) => value.length })
  for (let each = 0; each < 100; each++) void cache.keep(`${each}`, 'x'.repeat(24), each)
  expect(cache.size).toBe(4)
  cache.forgetOld(1098)
  expect(cache.size).toBe(1)
})
