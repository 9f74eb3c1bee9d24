const NAME = 'subscription-userinfo'

/** What the headers of an answer tell of traffic and expiry, as it is written. Some panels put a prefix before the name. */
export function userInfoHeader(headers: Iterable<readonly [name: string, value: string]>): string | undefined {
  let prefixed: string | undefined
  for (const [name, value] of headers) {
    const lower = name.toLowerCase()
    if (lower === NAME) return value
    if (lower.endsWith(NAME)) prefixed ??= value
  }
  return prefixed
}
