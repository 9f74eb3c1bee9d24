import { createHmac } from 'node:crypto'
import type { Sealing } from './sealing.ts'

const HASH_LETTERS = 22
const SERVER_LETTERS = 8

/** What stands under which key of a Redis. Keys are hashed with the secret of the server: they may be addresses and names. */
export class KeyNames {
  readonly #key: string
  /** Several servers may use one Redis, each with a secret of its own. */
  readonly #base: string

  constructor(keys: Pick<Sealing, 'derived'>) {
    this.#key = keys.derived('names in Redis')
    this.#base = `switchyard:${this.hashed('').slice(0, SERVER_LETTERS)}`
  }

  /** 128 bits of it: nobody finds another key with the same. */
  hashed(key: string): string {
    return createHmac('sha256', this.#key).update(key).digest('base64url').slice(0, HASH_LETTERS)
  }

  /** `kind` and `name` are of ours, the key is hashed. */
  of(kind: string, name: string, key?: string): string {
    return `${this.#base}:${kind}:${name}${key === undefined ? '' : `:${this.hashed(key)}`}`
  }

  /** There while a copy of the server is. */
  alive(copy: string): string {
    return `${this.#base}:alive:${copy}`
  }

  /** What copies tell each other. Its name is as secret as the secret: the others hold no messages. */
  get channel(): string {
    return `${this.#base}:told:${this.hashed('channel')}`
  }
}
