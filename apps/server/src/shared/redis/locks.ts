import { randomUUID } from 'node:crypto'
import { latestAt } from '../clocks.ts'
import type { Lease, Lock, Locks } from '../locks.ts'
import type { RedisConnection } from './connection.ts'
import { Script } from './script.ts'

/** ARGV: who asks, now, when the lease ends, the latest end that anybody can have given, how long it is of interest. */
const TAKE = new Script<0 | 1>(`
local held = redis.call('HMGET', KEYS[1], 'by', 'ends')
local ends = tonumber(held[2])
if ends and ends > tonumber(ARGV[2]) and ends <= tonumber(ARGV[4]) then return 0 end
redis.call('HSET', KEYS[1], 'by', ARGV[1], 'ends', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
return 1`)

const RENEW = new Script<0 | 1>(`
local held = redis.call('HMGET', KEYS[1], 'by', 'ends')
if held[1] ~= ARGV[1] or tonumber(held[2]) <= tonumber(ARGV[2]) then return 0 end
redis.call('HSET', KEYS[1], 'ends', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
return 1`)

const RELEASE = new Script<number>(`
if redis.call('HGET', KEYS[1], 'by') ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`)

/** Locks among all copies of the server. While the Redis is away nobody gets one: what one alone may do is left. */
export class RedisLocks implements Locks {
  readonly #connection: RedisConnection

  constructor(connection: RedisConnection) {
    this.#connection = connection
  }

  async take(name: string, lease: Lease): Promise<Lock | undefined> {
    const key = this.#connection.names.of('lock', name)
    const by = randomUUID()
    const ask = (script: Script<0 | 1>, { now, leaseMs }: Lease) => {
      const latest = latestAt(now) + leaseMs
      return this.#connection.ask<0 | 1>(
        (redis) => script.run(redis, [key], [by, now, now + leaseMs, latest, latest - now]),
        () => 0,
      )
    }
    if ((await ask(TAKE, lease)) === 0) return undefined
    return {
      renew: async (next) => (await ask(RENEW, next)) === 1,
      // One that is not released ends with its lease.
      release: () =>
        this.#connection.ask(
          async (redis) => void (await RELEASE.run(redis, [key], [by])),
          () => undefined,
        ),
    }
  }
}
