/** OWASP's count for PBKDF2 with SHA-256 (Password Storage Cheat Sheet). It is kept in the lock: a later one may differ. */
const ITERATIONS = 600_000
const SALT_BYTES = 16
/** A shorter passphrase is guessed. */
export const PASSPHRASE_MIN = 10
/** 96 bits, as AES-GCM wants them. Drawn anew for each text. */
const NONCE_BYTES = 12

/** A text that only the key opens. */
export interface Sealed {
  nonce: Uint8Array<ArrayBuffer>
  data: ArrayBuffer
}

/** A key of this device, sealed by a key that is made of the passphrase. The passphrase itself is kept nowhere. */
export interface PassphraseLock extends Sealed {
  /** Of the key inside: a change of the passphrase keeps it. */
  keyId: string
  salt: Uint8Array<ArrayBuffer>
  iterations: number
}

/** A key that opens what was sealed with it. */
export interface DeviceKey {
  id: string
  key: CryptoKey
}

/** Whether a passphrase guards what is kept: there is none; it has to be typed; it was typed. */
export type LockState = 'none' | 'locked' | 'open'

/** Whether this browser can seal at all: over plain http, but for localhost, it cannot. */
export function canSeal(): boolean {
  return globalThis.crypto?.subtle !== undefined
}

/** A new key. */
export async function newDeviceKey(id: string): Promise<DeviceKey> {
  return { id, key: await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, true, ['encrypt', 'decrypt']) }
}

/** A lock that the passphrase opens, around the key. `place`: what the key is for; a lock of something else does not open. */
export async function lockOf({ id, key }: DeviceKey, passphrase: string, place: string): Promise<PassphraseLock> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES))
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const outer = await keyOf(passphrase, salt, ITERATIONS)
  const data = await crypto.subtle.wrapKey('raw', key, outer, {
    name: 'AES-GCM',
    iv: nonce,
    additionalData: bytes(place),
  })
  return { keyId: id, salt, iterations: ITERATIONS, nonce, data }
}

/** The key in a lock; undefined when the passphrase is another one. */
export async function openLock(
  lock: PassphraseLock,
  passphrase: string,
  place: string,
): Promise<DeviceKey | undefined> {
  const { keyId, salt, iterations, nonce, data } = lock
  const outer = await keyOf(passphrase, salt, iterations)
  try {
    const how = { name: 'AES-GCM', iv: nonce, additionalData: bytes(place) }
    const key = await crypto.subtle.unwrapKey('raw', data, outer, how, 'AES-GCM', true, ['encrypt', 'decrypt'])
    return { id: keyId, key }
  } catch {
    return undefined
  }
}

/** Seals a value for its place: elsewhere it does not open. */
export async function seal({ key }: DeviceKey, place: string, value: unknown): Promise<Sealed> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const how = { name: 'AES-GCM', iv: nonce, additionalData: bytes(place) }
  return { nonce, data: await crypto.subtle.encrypt(how, key, bytes(JSON.stringify(value))) }
}

/** What was sealed for a place. Throws where it was changed, or moved. */
export async function unseal({ key }: DeviceKey, place: string, { nonce, data }: Sealed): Promise<unknown> {
  const how = { name: 'AES-GCM', iv: nonce, additionalData: bytes(place) }
  return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt(how, key, data)))
}

async function keyOf(passphrase: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<CryptoKey> {
  // Two keyboards may write one letter in two ways.
  const material = await crypto.subtle.importKey('raw', bytes(passphrase.normalize('NFKC')), 'PBKDF2', false, [
    'deriveKey',
  ])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations }
  return crypto.subtle.deriveKey(how, material, { name: 'AES-GCM', length: 256 }, false, ['wrapKey', 'unwrapKey'])
}

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
