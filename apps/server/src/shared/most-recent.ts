import { LRUCache } from 'lru-cache'

/**
 * Keeps at most so many entries, and throws away the one that was unused for longest. Each entry has the size 1. With `max` in
 * place of it, lru-cache would take the room for all entries at once. `ttl`: how long an entry is kept, in milliseconds.
 */
export function mostRecent<Value extends object | string | number | true>(
  most: number,
  { ttl }: { ttl?: number } = {},
): LRUCache<string, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1, ...(ttl === undefined ? {} : { ttl }) })
}
