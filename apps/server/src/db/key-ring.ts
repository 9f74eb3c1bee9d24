import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const DERIVED_BYTES = 16
const TAG_BYTES = 16
const KEY_ID_LETTERS = 12
const VERSION = 'v1'

/** Where a sealed text stands. It opens at that place only: a row that was swapped for another one's does not. */
export interface SealedPlace {
  table: string
  row: string
  /** Whose it is; empty for what belongs to nobody. */
  user: string
}

/** A sealed text that cannot be opened: the key is missing, the text was changed, or it stands at another place. */
export class SealBroken extends Error {
  constructor(reason: 'unknown key' | 'unreadable' | 'changed or moved') {
    super(`A stored secret cannot be opened: ${reason}`)
    this.name = 'SealBroken'
  }
}

/** `+` and how many bytes a packed text is once it is unpacked, always as long: the database reads it where it stands. */
const UNPACKED = /^v1\+(\d{10})\./
const UNPACKED_DIGITS = 10

/**
 * The keys for what is kept sealed: AES-256-GCM, the newest key seals, all of them open. A sealed text is
 * `v1.<key id>.<nonce>.<text>.<tag>`. Its parts are in base64url. A packed text begins with `v1+<bytes>.` instead.
 */
export class KeyRing {
  /** Of the key that seals. */
  readonly newest: string
  readonly #keys: ReadonlyMap<string, Buffer>

  /** Takes the secrets of the settings, newest first, at least one. */
  constructor(secrets: readonly [string, ...string[]]) {
    const keys = secrets.map((secret) => {
      const key = Buffer.from(hkdfSync('sha256', secret, '', 'switchyard at rest', KEY_BYTES))
      return [createHash('sha256').update('key id').update(key).digest('hex').slice(0, KEY_ID_LETTERS), key] as const
    })
    this.newest = keys[0]![0]
    this.#keys = new Map(keys)
  }

  /** The keys by their ids, newest first. */
  get keyIds(): readonly string[] {
    return [...this.#keys.keys()]
  }

  /** A secret that belongs to a text: the same each time, as long as the same key seals. */
  derived(text: string): string {
    return derivedWith(this.#keys.get(this.newest)!, text).toString('hex')
  }

  /** Whether one of the keys gives this secret to the text. */
  isDerived(text: string, secret: string): boolean {
    const given = Buffer.from(secret, 'hex')
    if (given.length !== DERIVED_BYTES) return false
    return [...this.#keys.values()].some((key) => timingSafeEqual(derivedWith(key, text), given))
  }

  /** Seals bytes or text for one place. Each call gives another text. `unpackedBytes`: of what is packed. */
  seal(place: SealedPlace, content: Uint8Array | string, unpackedBytes?: number): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv(CIPHER, this.#keys.get(this.newest)!, nonce, { authTagLength: TAG_BYTES })
    cipher.setAAD(boundTo(place, this.newest))
    const sealed = Buffer.concat([cipher.update(content), cipher.final()])
    const size = unpackedBytes === undefined ? '' : `+${String(unpackedBytes).padStart(UNPACKED_DIGITS, '0')}`
    return [
      VERSION + size,
      this.newest,
      ...[nonce, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url')),
    ].join('.')
  }

  /** The bytes that were sealed for this place. Throws `SealBroken`. */
  open(place: SealedPlace, text: string): Buffer<ArrayBuffer> {
    const [version, keyId = '', nonce = '', sealed = '', tag = '', ...more] = text
      .replace(UNPACKED, `${VERSION}.`)
      .split('.')
    if (version !== VERSION || more.length > 0) throw new SealBroken('unreadable')
    const key = this.#keys.get(keyId)
    if (!key) throw new SealBroken('unknown key')
    try {
      const decipher = createDecipheriv(CIPHER, key, Buffer.from(nonce, 'base64url'), { authTagLength: TAG_BYTES })
      decipher.setAAD(boundTo(place, keyId))
      decipher.setAuthTag(Buffer.from(tag, 'base64url'))
      const opened = decipher.update(Buffer.from(sealed, 'base64url'))
      // GCM gives all bytes at once. This checks the tag.
      decipher.final()
      return opened
    } catch {
      throw new SealBroken('changed or moved')
    }
  }
}

function derivedWith(key: Buffer, text: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', `switchyard derived ${text}`, DERIVED_BYTES))
}

/** How long a packed text is once it is unpacked; undefined: it is not packed, or older than that note. */
export function unpackedBytesOf(sealed: string): number | undefined {
  const [, bytes] = UNPACKED.exec(sealed) ?? []
  return bytes === undefined ? undefined : Number(bytes)
}

/** The id of the key that a text was sealed with, without opening it. */
export function keyIdOf(sealed: string): string | undefined {
  return sealed.split('.')[1]
}

function boundTo({ table, row, user }: SealedPlace, keyId: string): Buffer {
  return Buffer.from(JSON.stringify([VERSION, table, row, user, keyId]))
}
