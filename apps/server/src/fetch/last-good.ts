import type { CacheRule } from '../shared/cache.ts'
import type { Fetched } from './upstream.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const MEBIBYTE = 1024 * 1024

/** The last good answer of each request, for when its server fails. */
export const LAST_GOOD: CacheRule<Fetched> = {
  ttlMs: DAY_MS,
  maxBytes: 32 * MEBIBYTE,
  sizeOf: ({ body }) => body.length,
}
