const NAME = 'subscription-userinfo'

/** The text of the header that holds traffic and expiry. Some panels put a prefix before its name. */
export function userInfoHeader(headers: Iterable<readonly [name: string, value: string]>): string | undefined {
  let prefixed: string | undefined
  for (const [name, value] of headers) {
    const lower = name.toLowerCase()
    if (lower === NAME) return value
    if (lower.endsWith(NAME)) prefixed ??= value
  }
  return prefixed
}
