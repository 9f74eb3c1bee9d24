import { base64Decode } from './base64.ts'
import { percentDecode } from './percent.ts'

/**
 * The text that a line holds in another spelling: a `data:` URL (RFC 2397), or a link that is percent-encoded from its
 * scheme on (`vless%3A%2F%2F…`, also twice). Undefined where a line is none of these.
 */
export function wrappedText(line: string): string | undefined {
  const data = DATA.exec(line)
  if (data !== null) {
    const body = percentDecode(line.slice(data[0].length))
    return data[1] === undefined ? body : base64Decode(body)
  }
  const encoded = ENCODED.exec(line)
  if (encoded === null) return undefined
  const once = percentDecode(line)
  return encoded[1] === undefined ? once : percentDecode(once)
}

const DATA = /^data:[^,;]{0,100}(?:;[\w-]{1,40}=[\w-]{1,40})?(;base64)?,/i
const ENCODED = /^[a-z][a-z\d+.-]{1,31}%(25)?3a%(?:25)?2f%(?:25)?2f/i
