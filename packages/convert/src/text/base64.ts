/**
 * Base64 as it occurs in the wild: standard and URL-safe alphabet, missing or excess padding, line breaks and blanks,
 * `+` that became a space. Nothing here throws.
 */

const SKIP = 64
const BAD = 128
const CODES = new Uint8Array(256).fill(BAD)
for (let index = 0; index < 64; index++) {
  CODES['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.charCodeAt(index)] = index
}
CODES['-'.charCodeAt(0)] = 62
CODES['_'.charCodeAt(0)] = 63
for (const char of '\r\n\t =') CODES[char.charCodeAt(0)] = SKIP

const PADDING = 0x3d
const LARGEST_KEPT = 64 * 1024
const kept: NativeBytes = new Uint8Array(LARGEST_KEPT)
const encoder = new TextEncoder()
// A decoder that may refuse takes a third of the time of one that writes U+FFFD.
const strictUtf8 = new TextDecoder('utf-8', { ignoreBOM: false, fatal: true })
const utf8 = new TextDecoder('utf-8', { ignoreBOM: false })
/** An exception costs as much as many texts: behind one so many are decoded in a way that throws none. */
const SLOW_TEXTS = 100
let slowBase64 = 0
let slowUtf8 = 0

/** Browsers have it since 2025, and the newest library of types declares it. */
type NativeBytes = Uint8Array & {
  setFromBase64?: (text: string, options?: typeof URL_SAFE) => { read: number; written: number }
}

const URL_SAFE = { alphabet: 'base64url' } as const

/** The bytes of a base64 text as a view that the next call overwrites, or undefined when it is no base64. */
function decodeInPlace(text: string): Uint8Array | undefined {
  const { length } = text
  if (slowBase64 > 0) slowBase64--
  // The runtime also skips form feeds.
  else if (kept.setFromBase64 !== undefined && length <= LARGEST_KEPT && !text.includes('\f')) {
    try {
      const isUrlSafe = text.includes('-') || text.includes('_')
      return kept.subarray(0, kept.setFromBase64(text, isUrlSafe ? URL_SAFE : undefined).written)
    } catch {
      slowBase64 = SLOW_TEXTS
    }
  }
  const bytes = length <= LARGEST_KEPT ? kept : new Uint8Array(length)
  // What is no ASCII takes more bytes than it has characters, and is no base64.
  const { read, written } = encoder.encodeInto(text, bytes)
  if (read < length || written > length) return undefined
  let size = 0
  let at = 0
  for (; at + 4 <= length; at += 4) {
    const first = CODES[bytes[at]!]!
    const second = CODES[bytes[at + 1]!]!
    const third = CODES[bytes[at + 2]!]!
    const fourth = CODES[bytes[at + 3]!]!
    if ((first | second | third | fourth) >= SKIP) break
    const bits = (first << 18) | (second << 12) | (third << 6) | fourth
    bytes[size] = bits >> 16
    bytes[size + 1] = bits >> 8
    bytes[size + 2] = bits
    size += 3
  }
  let bits = 0
  let count = 0
  let isPadded = false
  for (; at < length; at++) {
    const char = bytes[at]!
    const code = CODES[char]!
    if (code < SKIP) {
      if (isPadded) return undefined
      bits = (bits << 6) | code
      if (++count === 4) {
        bytes[size] = bits >> 16
        bytes[size + 1] = bits >> 8
        bytes[size + 2] = bits
        size += 3
        bits = 0
        count = 0
      }
    } else if (code === BAD) return undefined
    else if (char === PADDING) isPadded = true
  }
  if (count === 1) return undefined
  if (count === 2) bytes[size++] = bits >> 4
  else if (count === 3) {
    bytes[size++] = bits >> 10
    bytes[size++] = bits >> 2
  }
  return bytes.subarray(0, size)
}

/** The bytes, or undefined when it is no base64. */
export function base64Bytes(text: string): Uint8Array | undefined {
  return decodeInPlace(text)?.slice()
}

/** Number of bytes a base64 text holds, or -1 when it is no base64. */
export function base64Size(text: string): number {
  return decodeInPlace(text)?.length ?? -1
}

/** Characters of a text that was meant as base64, without blanks and line ends: what a message about it names. */
export function cleanedLength(text: string): number {
  let length = 0
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x20) length++
  return length
}

/** The UTF-8 text of a base64 text, or undefined when it is no base64 or no UTF-8. */
export function base64Decode(text: string): string | undefined {
  const bytes = decodeInPlace(text)
  if (bytes === undefined || bytes.length === 0) return undefined
  if (slowUtf8 > 0) slowUtf8--
  else {
    try {
      return strictUtf8.decode(bytes)
    } catch {
      slowUtf8 = SLOW_TEXTS
    }
  }
  const decoded = utf8.decode(bytes)
  return decoded.includes(REPLACEMENT) && !isUtf8(bytes) ? undefined : decoded
}

/** A text whose spaces stand for `+` (query values), restored. */
export function restorePlus(text: string): string {
  return text.includes(' ') ? text.replaceAll(' ', '+') : text
}

/** Standard alphabet with padding: `aes-128-gcm:pw` -> `YWVzLTEyOC1nY206cHc=`. */
export function base64Encode(text: string): string {
  return bytesToBase64(new TextEncoder().encode(text))
}

/** URL-safe alphabet without padding. */
export function base64UrlEncode(text: string): string {
  return base64Encode(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Bytes in the standard alphabet with padding. */
export function bytesToBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}

/** Any spelling of base64 in the standard, padded one; undefined when it is no base64. */
export function standardBase64(text: string): string | undefined {
  if (text !== '' && text.length <= LONGEST_KEY && STANDARD.test(text)) return text
  const bytes = base64Bytes(text)
  return bytes === undefined || bytes.length === 0 ? undefined : bytesToBase64(bytes)
}

/** Characters of a key, generously; a regex takes memory for every four of them. */
const LONGEST_KEY = 256
/** Padded, and without bits behind the last byte. */
const STANDARD = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$/

/** What stands in a decoded text for bytes that are no UTF-8, or for itself. */
const REPLACEMENT = '\ufffd'

function isUtf8(bytes: Uint8Array): boolean {
  const length = bytes.length
  let at = 0
  while (at < length) {
    const byte = bytes[at]!
    if (byte < 0x80) {
      at++
      continue
    }
    const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    if (byte < 0xc2 || byte > 0xf4 || at + size > length) return false
    for (let index = 1; index < size; index++) if ((bytes[at + index]! & 0xc0) !== 0x80) return false
    const second = bytes[at + 1]!
    if ((byte === 0xe0 && second < 0xa0) || (byte === 0xed && second > 0x9f)) return false
    if ((byte === 0xf0 && second < 0x90) || (byte === 0xf4 && second > 0x8f)) return false
    at += size
  }
  return true
}
