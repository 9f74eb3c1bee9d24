import { randomUUID } from 'node:crypto'
import { MemoryOnce } from '../memory/once.ts'
import type { Once } from '../once.ts'
import { withSignal } from '../with-signal.ts'
import { ALIVE_MS, type RedisConnection } from './connection.ts'
import { Script } from './script.ts'

const FREE = 'work is free'
/** A copy that was killed says nothing. */
const LOOK_MS = 500
/** Nothing that people wait for takes longer. */
const LONGEST_MS = 900_000

/** ARGV: where the beat of each copy stands, this copy, who asks in it, milliseconds. One that has no beat any more is gone. */
const BEGIN = new Script<0 | 1>(`
local held = redis.call('HGET', KEYS[1], 'copy')
if held and redis.call('EXISTS', ARGV[1] .. held) == 1 then return 0 end
redis.call('SET', ARGV[1] .. ARGV[2], '', 'PX', ${ALIVE_MS})
redis.call('HSET', KEYS[1], 'copy', ARGV[2], 'by', ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return 1`)

const END = new Script<number>(`
if redis.call('HGET', KEYS[1], 'by') ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`)

/** Work of this copy, that waits until no other copy is at the same. While the Redis is away it waits for nobody. */
export class RedisOnce<T> implements Once<T> {
  readonly #connection: RedisConnection
  readonly #name: string
  readonly #here = new MemoryOnce<T>()

  constructor(connection: RedisConnection, name: string) {
    this.#connection = connection
    this.#name = name
  }

  run(key: string, work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#here.run(key, (stop) => this.#runInTurn(key, work, stop), signal)
  }

  async #runInTurn(key: string, work: (signal: AbortSignal) => Promise<T>, stop: AbortSignal): Promise<T> {
    const end = await this.#begin(this.#connection.names.of('once', this.#name, key), stop)
    try {
      // Work that was told to stop holds up nobody, however long it takes to hear of it.
      return await withSignal(Promise.try(work, stop), stop)
    } finally {
      await end()
    }
  }

  /** Waits for the turn of this copy, and gives back how to end it. */
  async #begin(key: string, stop: AbortSignal): Promise<() => Promise<void>> {
    const { names, copy } = this.#connection
    const by = randomUUID()
    const done = new AbortController()
    try {
      for (;;) {
        stop.throwIfAborted()
        const told = this.#connection.whenTold(`${FREE} ${key}`, LOOK_MS, AbortSignal.any([stop, done.signal]))
        const turn = await this.#connection.ask<0 | 1 | 'alone'>(
          (redis) => BEGIN.run(redis, [key], [names.alive(''), copy, by, LONGEST_MS]),
          () => 'alone',
        )
        if (turn === 1) return () => this.#end(key, by)
        if (turn === 'alone') return () => Promise.resolve()
        await told
      }
    } finally {
      done.abort()
    }
  }

  async #end(key: string, by: string): Promise<void> {
    const ended = await this.#connection.ask(
      (redis) => END.run(redis, [key], [by]),
      () => 0,
    )
    if (ended > 0) await this.#connection.tell(`${FREE} ${key}`)
  }
}
