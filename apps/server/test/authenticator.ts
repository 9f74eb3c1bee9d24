import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'

const PRESENT = 0x01
const VERIFIED = 0x04
const WITH_CREDENTIAL = 0x40

interface Asked {
  challenge: string
  rpId: string
  origin: string
}

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

function head(kind: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(kind << 5) | size])
  return size < 256 ? Buffer.from([(kind << 5) | 24, size]) : Buffer.from([(kind << 5) | 25, size >> 8, size & 0xff])
}

/** CBOR (RFC 8949), of what an authenticator needs: small integers, bytes, texts, maps. */
function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  const pairs = [...value].flatMap(([key, item]) => [cbor(key), cbor(item as never)])
  return Buffer.concat([head(5, value.size), ...pairs])
}

/** A passkey in software, as "Web Authentication: Level 3" §6 says: ES256, no attestation. */
export class Authenticator {
  readonly #id = randomBytes(16)
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #flags: number
  counter = 0

  constructor({ verifiesUser = true } = {}) {
    this.#flags = PRESENT | (verifiesUser ? VERIFIED : 0)
  }

  /** What `startRegistration` of a browser gives back. */
  register({ challenge, rpId, origin }: Asked) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    // RFC 9053, 7.1: an elliptic curve key for ES256 on P-256.
    const key = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
    const length = Buffer.from([0, this.#id.length])
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#id, key])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', Buffer.concat([this.#data(rpId, WITH_CREDENTIAL), credential])],
    ])
    return this.#answer({
      clientDataJSON: base64url(JSON.stringify({ type: 'webauthn.create', challenge, origin, crossOrigin: false })),
      attestationObject: base64url(cbor(attestation)),
      transports: ['internal'],
    })
  }

  /** What `startAuthentication` of a browser gives back. */
  signIn({ challenge, rpId, origin }: Asked) {
    const client = JSON.stringify({ type: 'webauthn.get', challenge, origin, crossOrigin: false })
    const data = this.#data(rpId)
    const signature = createSign('sha256').update(data).update(sha256(client)).sign(this.#keys.privateKey)
    return this.#answer({
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(signature),
    })
  }

  #data(rpId: string, more = 0): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(++this.counter)
    return Buffer.concat([sha256(rpId), Buffer.from([this.#flags | more]), counter])
  }

  #answer<Response extends object>(response: Response) {
    const id = base64url(this.#id)
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }
}
