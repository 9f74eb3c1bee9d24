import type { Cache, CacheRule } from '../cache.ts'
import { opened } from '../memory/memory.ts'
import type { Once } from '../once.ts'
import type { Shared } from '../shared.ts'
import { RedisCache } from './cache.ts'
import { RedisConnection, type RedisLog } from './connection.ts'
import { RedisLimit } from './limit.ts'
import { RedisLocks } from './locks.ts'
import { KeyNames } from './key-names.ts'
import { RedisNotices } from './notices.ts'
import { RedisOnce } from './once.ts'
import { RedisPlaces } from './places.ts'
import type { Sealing } from './sealing.ts'

interface Opening {
  /** `redis://…`, or `rediss://…` for TLS. */
  url: string
  /** Names the keys, and seals the values. */
  keys: Sealing
  log: RedisLog
}

/**
 * What copies of a server share in a Redis. It holds hashed keys and sealed values. Throws where the Redis lets nobody in
 * with this address; where it is away, each copy works by itself until it is there.
 */
export async function openRedis({ url, keys, log }: Opening): Promise<Shared> {
  const connection = new RedisConnection({ url, names: new KeyNames(keys), log })
  const limits = new Map<string, RedisLimit>()
  const places = new Map<string, RedisPlaces>()
  const onces = new Map<string, RedisOnce<unknown>>()
  const caches = new Map<string, RedisCache<unknown>>()
  const shared: Shared = {
    limit: (name, rule) => opened(limits, name, () => new RedisLimit(connection, name, rule)),
    places: (name) => opened(places, name, () => new RedisPlaces(connection, name)),
    locks: new RedisLocks(connection),
    // What stands under a name has one type, whoever opens it.
    once: <T>(name: string) => opened(onces, name, () => new RedisOnce(connection, name)) as Once<T>,
    cache: <T>(name: string, rule: CacheRule<T>) =>
      opened(caches, name, () => new RedisCache<T>(connection, keys, name, rule) as RedisCache<unknown>) as Cache<T>, // as above
    notices: new RedisNotices(connection),
    forgetOld: async (now) => {
      for (const cache of caches.values()) await cache.forgetOld(now)
    },
    close: () => connection.close(),
  }
  await connection.open()
  return shared
}
