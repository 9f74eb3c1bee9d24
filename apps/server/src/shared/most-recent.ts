import { LRUCache } from 'lru-cache'

/**
 * Keeps so many entries, those that were used last. Each entry has the size 1: with `max` the cache would take the room for all
 * of them when it is made.
 */
export function mostRecent<Value extends object | string | number | true>(
  most: number,
  { ttl }: { ttl?: number } = {},
): LRUCache<string, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1, ...(ttl === undefined ? {} : { ttl }) })
}
