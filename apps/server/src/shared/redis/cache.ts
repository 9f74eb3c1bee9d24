import { deserialize, serialize } from 'node:v8'
import type { Cache, CacheRule } from '../cache.ts'
import { ageOf, latestAt } from '../clocks.ts'
import { MemoryCache } from '../memory/cache.ts'
import type { RedisConnection } from './connection.ts'
import { Script } from './script.ts'
import type { Sealing } from './sealing.ts'

// Of one cache: by row the sealed value, in the order of use, of age, and its size. `total` and `turn` are no hashes.
const DROP = `
local function drop(row)
  redis.call('DEL', KEYS[4] .. row)
  redis.call('ZREM', KEYS[1], row)
  redis.call('ZREM', KEYS[2], row)
  local size = tonumber(redis.call('HGET', KEYS[3], row) or '0')
  redis.call('HDEL', KEYS[3], row)
  return redis.call('HINCRBY', KEYS[3], 'total', 0 - size)
end`

/** ARGV: row, sealed value, size, most of all together, of when it is, milliseconds. */
const KEEP = new Script<null>(`${DROP}
local row, size, most = ARGV[1], tonumber(ARGV[3]), tonumber(ARGV[4])
drop(row)
if size > most then return end
redis.call('SET', KEYS[4] .. row, ARGV[2], 'PX', ARGV[6])
redis.call('ZADD', KEYS[1], redis.call('HINCRBY', KEYS[3], 'turn', 1), row)
redis.call('ZADD', KEYS[2], ARGV[5], row)
redis.call('HSET', KEYS[3], row, size)
local total = redis.call('HINCRBY', KEYS[3], 'total', size)
while total > most do total = drop(redis.call('ZRANGE', KEYS[1], 0, 0)[1]) end
for each = 1, 3 do redis.call('PEXPIRE', KEYS[each], ARGV[6]) end`)

const FIND = new Script<string | null>(`
local value = redis.call('GET', KEYS[4] .. ARGV[1])
if value then redis.call('ZADD', KEYS[1], 'XX', redis.call('HINCRBY', KEYS[3], 'turn', 1), ARGV[1]) end
return value`)

const FORGET = new Script<number>(`${DROP}
return drop(ARGV[1])`)

/** ARGV: what is of this time or before is too old, and what is of a later one than this is of a clock that was set back. */
const FORGET_OLD = new Script<null>(`${DROP}
for _, row in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', ARGV[1])) do drop(row) end
for _, row in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '(' .. ARGV[2], '+inf')) do drop(row) end`)

interface Kept<T> {
  value: T
  at: number
}

/** Values that all copies of the server have, sealed. While the Redis is away each copy has its own. */
export class RedisCache<T> implements Cache<T> {
  readonly #connection: RedisConnection
  readonly #keys: Sealing
  readonly #name: string
  readonly #rule: CacheRule<T>
  readonly #alone: MemoryCache<T>
  readonly #places: readonly string[]

  constructor(connection: RedisConnection, keys: Sealing, name: string, rule: CacheRule<T>) {
    this.#connection = connection
    this.#keys = keys
    this.#name = name
    this.#rule = rule
    this.#alone = new MemoryCache(rule)
    this.#places = ['used', 'aged', 'sized', 'value'].map((kind) => connection.names.of('cache', `${name}:${kind}:`))
  }

  async find(key: string, now: number, withinMs = this.#rule.ttlMs): Promise<T | undefined> {
    const row = this.#connection.names.hashed(key)
    const sealed = await this.#connection.ask(
      (redis) => FIND.run(redis, this.#places, [row]),
      () => undefined,
    )
    if (sealed === undefined) return this.#alone.find(key, now, withinMs)
    const kept = sealed === null ? undefined : this.#open(row, sealed)
    return kept && ageOf(kept.at, now) < Math.min(withinMs, this.#rule.ttlMs) ? kept.value : undefined
  }

  async keep(key: string, value: T, at: number): Promise<void> {
    const { ttlMs, maxBytes, sizeOf } = this.#rule
    const row = this.#connection.names.hashed(key)
    await this.#connection.ask(
      async (redis) => {
        const sealed = this.#keys.seal(this.#placeOf(row), serialize({ value, at } satisfies Kept<T>))
        const life = latestAt(ttlMs)
        await KEEP.run(redis, this.#places, [row, sealed, sizeOf(value) + 1, maxBytes, at, life])
      },
      () => this.#alone.keep(key, value, at),
    )
  }

  async forget(key: string): Promise<void> {
    await this.#alone.forget(key)
    await this.#connection.ask(
      async (redis) => void (await FORGET.run(redis, this.#places, [this.#connection.names.hashed(key)])),
      () => undefined,
    )
  }

  async forgetOld(now: number): Promise<void> {
    this.#alone.forgetOld(now)
    await this.#connection.ask(
      async (redis) => void (await FORGET_OLD.run(redis, this.#places, [now - this.#rule.ttlMs, latestAt(now)])),
      () => undefined,
    )
  }

  /** What was sealed with another key, or changed by somebody, is not there. */
  #open(row: string, sealed: string): Kept<T> | undefined {
    try {
      // Only the server seals for this place: it is what was kept.
      return deserialize(this.#keys.open(this.#placeOf(row), sealed)) as Kept<T>
    } catch {
      return undefined
    }
  }

  #placeOf(row: string) {
    return { table: `cache ${this.#name}`, row, user: '' }
  }
}
