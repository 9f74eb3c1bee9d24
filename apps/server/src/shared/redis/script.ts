import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'

/** What a Redis does in one step: nobody else is served meanwhile. */
export class Script<Result> {
  readonly #lua: string
  readonly #hash: string

  constructor(lua: string) {
    this.#lua = lua
    this.#hash = createHash('sha1').update(lua).digest('hex')
  }

  /** `keys` are `KEYS` of the script, `values` its `ARGV`. */
  async run(redis: Redis, keys: readonly string[], values: readonly (string | number)[]): Promise<Result> {
    const all = [...keys, ...values]
    // What a script gives back is what it says it does.
    const run = async () => (await redis.evalsha(this.#hash, keys.length, ...all)) as Result
    try {
      return await run()
    } catch (error) {
      // A Redis that was started anew knows no script yet.
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
      await redis.script('LOAD', this.#lua)
      return run()
    }
  }
}
