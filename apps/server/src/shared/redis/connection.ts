import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Redis, type RedisOptions } from 'ioredis'
import type { KeyNames } from './key-names.ts'

/** A Redis answers within milliseconds. After this time it is lost, and nobody waits for it any more. */
const ANSWER_MS = 1000
const CONNECT_MS = 3000
const BEAT_MS = 1000
/** A copy that was not heard of for so long is gone: others need not wait for it. */
export const ALIVE_MS = 5000
/** Each copy says once a second that it is there. Who hears nobody for longer than this does not hear. */
const HEARD_MS = 2500
const BEAT = 'beat'

const OPTIONS: RedisOptions = {
  lazyConnect: true,
  connectTimeout: CONNECT_MS,
  commandTimeout: ANSWER_MS,
  // With a beat every second a socket that is silent for so long leads nowhere.
  socketTimeout: ALIVE_MS,
  // What cannot be asked now is answered by this copy alone, and not asked later.
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  retryStrategy: (tries) => Math.min(tries * 100, BEAT_MS),
  disableClientInfo: true,
}

/** The Redis does not let this server in: nothing gets better by trying again. */
const REFUSED = /^(WRONGPASS|NOAUTH|NOPERM|ERR (AUTH|invalid password|DB index))/

/** Hears when the Redis is away and back. */
export interface RedisLog {
  info: (message: string) => void
  warn: (facts: { reason: string }, message: string) => void
}

interface Opening {
  url: string
  names: KeyNames
  log: RedisLog
}

/**
 * The way to a Redis that may go away and come back at any time. While it is away each copy of the server answers by what
 * it knows alone. One connection asks, another one hears what the copies tell.
 */
export class RedisConnection {
  /** This copy, among all of them. */
  readonly copy = randomUUID()
  readonly names: KeyNames
  /**
   * What the copies tell: `told` gives the name of an event. `back`: the Redis is; `hearing`: this copy hears
   * others again, and may have missed something.
   */
  readonly heard = new EventEmitter().setMaxListeners(0)
  readonly #asking: Redis
  readonly #hearing: Redis
  readonly #log: RedisLog
  #isUp = false
  #heardAt = -Infinity
  #timer: NodeJS.Timeout | undefined
  #why = 'it was not asked yet'

  constructor({ url, names, log }: Opening) {
    this.names = names
    this.#log = log
    this.#asking = new Redis(url, OPTIONS)
    this.#hearing = new Redis(url, { ...OPTIONS, autoResubscribe: false })
    // What goes wrong with a connection is told once, by the beat.
    for (const redis of [this.#asking, this.#hearing])
      redis.on('error', (error: Error) => (this.#why = error.message || codeOf(error)))
    this.#asking.on('close', () => this.#lose(this.#why))
    this.#hearing.on('ready', () => void this.#hearing.subscribe(this.names.channel).catch(() => undefined))
    this.#hearing.on('message', (_: string, message: string) => this.#hear(message))
  }

  /** Connects. Throws where the Redis does not let this server in; where it cannot be reached it is tried again and again. */
  async open(): Promise<void> {
    await Promise.all([this.#asking, this.#hearing].map((redis) => redis.connect().catch(() => undefined)))
    await this.#beat()
    if (!this.#isUp && REFUSED.test(this.#why)) {
      this.close()
      throw new Error(this.#why)
    }
    if (!this.#isUp) this.#tellLost()
    this.#timer = setInterval(() => void this.#beat(), BEAT_MS)
    this.#timer.unref()
  }

  close(): void {
    clearInterval(this.#timer)
    this.#isUp = false
    this.heard.removeAllListeners()
    for (const redis of [this.#asking, this.#hearing]) {
      redis.removeAllListeners()
      redis.on('error', () => undefined)
      redis.disconnect()
    }
  }

  /** Asks the Redis. While it is away, and where it fails at this question, `alone` answers for this copy. */
  async ask<T>(question: (redis: Redis) => Promise<T>, alone: () => T | Promise<T>): Promise<T> {
    if (!this.#isUp) return alone()
    try {
      return await question(this.#asking)
    } catch (error) {
      this.#lose(error instanceof Error ? error.message : String(error))
      return alone()
    }
  }

  /** Whether what other copies tell is heard now. */
  get isHearing(): boolean {
    return performance.now() - this.#heardAt < HEARD_MS
  }

  /** Tells all copies, this one too. */
  async tell(about: string, what = ''): Promise<boolean> {
    const message = JSON.stringify([about, this.copy, what])
    return this.ask(
      async (redis) => (await redis.publish(this.names.channel, message)) >= 0,
      () => false,
    )
  }

  /** Waits until something was told, no longer than this or than the signal allows. */
  async whenTold(about: string, ms: number, stop: AbortSignal): Promise<void> {
    const over = new AbortController()
    const hear = () => over.abort()
    this.heard.once(told(about), hear)
    await wait(ms, undefined, { signal: AbortSignal.any([stop, over.signal]), ref: false }).catch(() => undefined)
    this.heard.off(told(about), hear)
  }

  #hear(message: string): void {
    const isNew = !this.isHearing
    this.#heardAt = performance.now()
    if (isNew) this.heard.emit('hearing')
    // Whoever may write into the Redis may have said it: what is no message of ours is nothing.
    const [about, from, what] = messageIn(message)
    if (about !== undefined && about !== BEAT) this.heard.emit(told(about), what, from === this.copy)
  }

  /** Says that this copy is there, and sees whether the Redis is. */
  async #beat(): Promise<void> {
    try {
      if (this.#asking.status !== 'ready') return
      await this.#asking.set(this.names.alive(this.copy), '', 'PX', ALIVE_MS)
      await this.#asking.publish(this.names.channel, JSON.stringify([BEAT, this.copy, '']))
    } catch (error) {
      return this.#lose(error instanceof Error ? error.message : String(error))
    }
    if (this.#isUp) return
    this.#isUp = true
    if (this.#timer) this.#log.info('Redis is back: the copies of this server share what they count')
    this.heard.emit('back')
  }

  #lose(why: string): void {
    this.#why = why
    if (!this.#isUp) return
    this.#isUp = false
    this.#tellLost()
  }

  #tellLost(): void {
    this.#log.warn(
      { reason: this.#why },
      'Redis is away: this copy of the server counts by itself, and leaves work of all copies until Redis is back',
    )
  }
}

/** The event of what copies tell: apart from what the connection itself says, and from `error`, which ends the process. */
export const told = (about: string): string => `told ${about}`

function messageIn(text: string): readonly (string | undefined)[] {
  try {
    const parts: unknown = JSON.parse(text)
    return Array.isArray(parts) ? parts.map((part) => (typeof part === 'string' ? part : undefined)) : []
  } catch {
    return []
  }
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : error.name
}
