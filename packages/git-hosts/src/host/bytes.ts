import { sha1 } from './sha1.ts'

/** Base64 of any bytes. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  // A call takes some ten thousand arguments at most.
  const STEP = 0x8000
  for (let at = 0; at < bytes.length; at += STEP) text += String.fromCharCode(...bytes.subarray(at, at + STEP))
  return btoa(text)
}

/** Undefined when it is no base64. Hosts break it into lines, which `atob` skips. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const letters = atob(text)
    const bytes = new Uint8Array(letters.length)
    // Of 5 MB a call for each letter holds a page up.
    for (let at = 0; at < bytes.length; at++) bytes[at] = letters.charCodeAt(at)
    return bytes
  } catch {
    return undefined
  }
}

/** The id that git gives to a content: the digest of `blob <length>\0<bytes>`. An id of 64 digits is of SHA-256. */
export async function blobId(bytes: Uint8Array, sample: string): Promise<string> {
  const head = new TextEncoder().encode(`blob ${bytes.length}\0`)
  const all = new Uint8Array(head.length + bytes.length)
  all.set(head)
  all.set(bytes, head.length)
  const digest = await digestOf(all, sample.length === 64 ? 'SHA-256' : 'SHA-1')
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function digestOf(bytes: Uint8Array<ArrayBuffer>, name: 'SHA-1' | 'SHA-256'): Promise<Uint8Array> {
  // The types promise it, and a page over plain http has none.
  const subtle = crypto.subtle as SubtleCrypto | undefined
  if (!subtle && name === 'SHA-1') return sha1(bytes)
  return new Uint8Array(await crypto.subtle.digest(name, bytes))
}

/** The text that encodes to just these bytes, or undefined: JSON may carry it in place of base64. */
export function plainTextOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
