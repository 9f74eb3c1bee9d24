import { latestAt } from '../clocks.ts'
import type { Limit, LimitRule } from '../limits.ts'
import { MemoryLimit } from '../memory/limit.ts'
import type { RedisConnection } from './connection.ts'
import { Script } from './script.ts'

/** A count ends by the time that it is handed, and goes when nobody can ask for it any more. */
const TAKE = new Script<number>(`
local now, points, span, latest, life = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), ARGV[5]
local count = redis.call('HMGET', KEYS[1], 'taken', 'ends')
local taken, ends = tonumber(count[1]), tonumber(count[2])
if not ends or ends <= now or ends > latest + span then
  redis.call('HSET', KEYS[1], 'taken', 1, 'ends', now + span)
  redis.call('PEXPIRE', KEYS[1], life)
  return 0
end
if taken >= points then return ends - now end
redis.call('HINCRBY', KEYS[1], 'taken', 1)
return 0`)

/**
 * Counts for all copies of the server. Each copy counts what it sees itself as well: while the Redis is away, that is what
 * holds, and nobody begins anew by it.
 */
export class RedisLimit implements Limit {
  readonly #connection: RedisConnection
  readonly #name: string
  readonly #rule: LimitRule
  readonly #alone: MemoryLimit

  constructor(connection: RedisConnection, name: string, rule: LimitRule) {
    this.#connection = connection
    this.#name = name
    this.#rule = rule
    this.#alone = new MemoryLimit(rule)
  }

  take(key: string, now: number): Promise<number> {
    const { points, spanMs } = this.#rule
    const alone = this.#alone.takeAtOnce(key, now)
    const latest = latestAt(now)
    const life = spanMs + (latest - now)
    return this.#connection.ask(
      (redis) => TAKE.run(redis, [this.#keyOf(key)], [now, points, spanMs, latest, life]),
      () => alone,
    )
  }

  async forget(key: string): Promise<void> {
    await this.#alone.forget(key)
    await this.#connection.ask(
      async (redis) => void (await redis.del(this.#keyOf(key))),
      () => undefined,
    )
  }

  #keyOf(key: string): string {
    return this.#connection.names.of('limit', this.#name, key)
  }
}
