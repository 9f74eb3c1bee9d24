import { LRUCache } from 'lru-cache'

/**
 * Makes a cache with at most `most` entries. A full cache removes the entry that nobody used for the longest time. Each entry
 * counts as size 1: with `max`, lru-cache would reserve memory for all entries at once. `ttl` is the life of an entry in
 * milliseconds.
 */
export function mostRecent<Value extends object | string | number | true>(
  most: number,
  { ttl }: { ttl?: number } = {},
): LRUCache<string, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1, ...(ttl === undefined ? {} : { ttl }) })
}
