const VERSION_4 = 0x40
const VARIANT = 0x80

/** A random UUID (RFC 9562, version 4). Not `crypto.randomUUID`: over plain http there is none. */
export function uuidV4(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | VERSION_4
  bytes[8] = (bytes[8]! & 0x3f) | VARIANT
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** A pair of X25519 keys as their users spell them: WireGuard in base64, REALITY URL-safe without padding. */
export interface KeyPair {
  wireguard: { privateKey: string; publicKey: string }
  reality: { privateKey: string; publicKey: string }
}

/** A new pair; undefined where the browser makes none: an old one, or over plain http. */
export async function x25519KeyPair(): Promise<KeyPair | undefined> {
  try {
    const { privateKey, publicKey } = await crypto.subtle.generateKey('X25519', true, ['deriveBits'])
    const { d } = await crypto.subtle.exportKey('jwk', privateKey)
    const { x } = await crypto.subtle.exportKey('jwk', publicKey)
    if (d === undefined || x === undefined) return undefined
    return {
      reality: { privateKey: d, publicKey: x },
      wireguard: { privateKey: padded(d), publicKey: padded(x) },
    }
  } catch {
    return undefined
  }
}

/** 43 characters of the URL-safe alphabet as the 44 of the usual one. */
function padded(key: string): string {
  return `${key.replaceAll('-', '+').replaceAll('_', '/')}=`
}
