import { LRUCache } from 'lru-cache'

/**
 * Makes a cache with at most `most` entries. A full cache removes the entry that nobody used for the longest time. After `ttl`
 * milliseconds an entry ends. lru-cache has the option `max` for the number of entries, but with it the cache takes the memory for all
 * entries at the start. So this function uses `maxSize`, and each entry has the size 1.
 */
export function mostRecent<Value extends object | string | number | true>(
  most: number,
  { ttl }: { ttl?: number } = {},
): LRUCache<string, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1, ...(ttl === undefined ? {} : { ttl }) })
}
