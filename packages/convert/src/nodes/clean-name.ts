/** Code points of a name at most; longer ones are cut. */
const MAX_NAME = 256

/**
 * A name that no client, file or terminal stumbles over: without control characters, line separators, direction
 * overrides and lone surrogates (docs/security.md, "Text from elsewhere"), at most 256 code points. Most names come back as they are.
 */
export function cleanName(name: string): string {
  const length = name.length
  for (let at = 0; at < length; at++) {
    const code = name.charCodeAt(at)
    if (code >= 0x20 && code < 0x7f) continue
    if (isRemoved(code)) return cut(withoutRemoved(name))
    if (code >= 0xd800 && code <= 0xdfff) {
      if (!isPairAt(name, at)) return cut(withoutRemoved(name))
      at++
    }
  }
  return length > MAX_NAME ? cut(name) : name
}

function isRemoved(code: number): boolean {
  if (code < 0xa0) return code < 0x20 || code >= 0x7f
  return (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069)
}

function isPairAt(name: string, at: number): boolean {
  if (name.charCodeAt(at) > 0xdbff) return false
  const low = name.charCodeAt(at + 1)
  return low >= 0xdc00 && low <= 0xdfff
}

function withoutRemoved(name: string): string {
  const parts: string[] = []
  let start = 0
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at)
    const isSurrogate = code >= 0xd800 && code <= 0xdfff
    if (isSurrogate && isPairAt(name, at)) {
      at++
      continue
    }
    if (!isSurrogate && !isRemoved(code)) continue
    parts.push(name.slice(start, at))
    start = at + 1
  }
  parts.push(name.slice(start))
  return parts.join('')
}

function cut(name: string): string {
  if (name.length <= MAX_NAME) return name
  let points = 0
  let at = 0
  while (at < name.length && points < MAX_NAME) {
    at += isPairAt(name, at) ? 2 : 1
    points++
  }
  return name.slice(0, at)
}
