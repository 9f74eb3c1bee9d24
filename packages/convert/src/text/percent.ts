/**
 * Percent-decodes UTF-8. Broken escapes stay as they stand (`100%`, `%zz`), so nothing is lost and nothing throws;
 * `+` stays `+`.
 */
export function percentDecode(text: string): string {
  let at = text.indexOf('%')
  if (at < 0) return text
  // The native decoder is faster and gives a text in one piece, but throws where an escape is broken.
  if (slowTexts > 0) slowTexts--
  else {
    try {
      return decodeURIComponent(text)
    } catch {
      slowTexts = SLOW_TEXTS
    }
  }
  let out = ''
  let done = 0
  const length = text.length
  while (at >= 0 && at + 2 < length) {
    const first = hexByte(text, at)
    if (first < 0) {
      at = text.indexOf('%', at + 1)
      continue
    }
    if (first < 0x80) {
      out += text.slice(done, at) + String.fromCharCode(first)
      at += 3
      done = at
    } else {
      const size = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
      const point = codePoint(text, at, first, size)
      if (point >= 0) {
        out += text.slice(done, at) + String.fromCodePoint(point)
        at += size * 3
        done = at
      } else at += 3
    }
    if (text.charCodeAt(at) !== PERCENT) at = text.indexOf('%', at)
  }
  return done === 0 ? text : out + text.slice(done)
}

/** An exception costs as much as many texts: behind a broken one so many are decoded without the native decoder. */
const SLOW_TEXTS = 100
let slowTexts = 0

const PERCENT = 0x25

/** The byte of the escape at `at`, or -1. */
function hexByte(text: string, at: number): number {
  const high = hexDigit(text.charCodeAt(at + 1))
  const low = hexDigit(text.charCodeAt(at + 2))
  return high < 0 || low < 0 ? -1 : high * 16 + low
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  const letter = code | 32
  return letter >= 97 && letter <= 102 ? letter - 87 : -1
}

/** The code point whose UTF-8 escapes start at `at`, or -1 when they are no valid UTF-8. */
function codePoint(text: string, at: number, first: number, size: number): number {
  if (first < 0xc2 || first > 0xf4) return -1
  let point = first & (0x7f >> size)
  for (let index = 1; index < size; index++) {
    const start = at + index * 3
    if (text.charCodeAt(start) !== PERCENT) return -1
    const byte = hexByte(text, start)
    if (byte < 0 || (byte & 0xc0) !== 0x80) return -1
    point = (point << 6) | (byte & 0x3f)
  }
  if (size === 3 && (point < 0x800 || (point >= 0xd800 && point <= 0xdfff))) return -1
  if (size === 4 && (point < 0x10000 || point > 0x10ffff)) return -1
  return point
}

const UNRESERVED = /^[A-Za-z0-9_.~-]*$/

/** Percent-encodes everything but unreserved characters; lone surrogates become U+FFFD. */
export function percentEncode(text: string): string {
  if (UNRESERVED.test(text)) return text
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (char) => '%' + char.charCodeAt(0).toString(16).toUpperCase(),
  )
}
