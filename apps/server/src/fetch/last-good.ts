import type { CacheRule } from '../shared/cache.ts'
import type { Fetched } from './upstream.ts'
import { DAY_MS } from '@switchyard/sources/spans'

const MEBIBYTE = 1024 * 1024

/** The last good answer of each request, for when its server fails. */
export const LAST_GOOD: CacheRule<Fetched> = {
  ttlMs: DAY_MS,
  maxBytes: 32 * MEBIBYTE,
  sizeOf: ({ body }) => body.length,
}
