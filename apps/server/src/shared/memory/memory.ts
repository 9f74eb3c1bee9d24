import type { Cache, CacheRule } from '../cache.ts'
import type { Once } from '../once.ts'
import type { Shared } from '../shared.ts'
import { MemoryCache } from './cache.ts'
import { MemoryLimit } from './limit.ts'
import { MemoryLocks } from './locks.ts'
import { MemoryOnce } from './once.ts'
import { MemoryPlaces } from './places.ts'

/** What a server shares that has no other copies: it stands in its memory. */
export function memoryShared(): Shared {
  const limits = new Map<string, MemoryLimit>()
  const places = new Map<string, MemoryPlaces>()
  const onces = new Map<string, MemoryOnce<unknown>>()
  const caches = new Map<string, MemoryCache<unknown>>()
  return {
    limit: (name, rule) => opened(limits, name, () => new MemoryLimit(rule)),
    places: (name) => opened(places, name, () => new MemoryPlaces()),
    locks: new MemoryLocks(),
    // What stands under a name has one type, whoever opens it.
    once: <T>(name: string) => opened(onces, name, () => new MemoryOnce()) as Once<T>,
    cache: <T>(name: string, rule: CacheRule<T>) =>
      opened(caches, name, () => new MemoryCache<T>(rule) as MemoryCache<unknown>) as Cache<T>, // as above
    // Nobody else is there to tell.
    notices: { tell: () => undefined, listen: () => undefined, areHeard: () => true },
    forgetOld: (now) => {
      for (const cache of caches.values()) cache.forgetOld(now)
      return Promise.resolve()
    },
    close: () => undefined,
  }
}

/** What stands under a name, opened where it is asked for first. */
export function opened<Handle>(handles: Map<string, Handle>, name: string, open: () => Handle): Handle {
  const known = handles.get(name)
  if (known !== undefined) return known
  const handle = open()
  handles.set(name, handle)
  return handle
}
