import { base64Decode } from '../../text/base64.ts'

/**
 * Shadowrocket writes `scheme://base64(cipher:uuid@host:port)?…`: the same link with that part decoded. Other links
 * come back as they are.
 */
export function decodeAuthority(link: string): string {
  const start = link.indexOf('://') + 3
  const end = authorityEnd(link, start)
  const at = link.indexOf('@', start)
  if (at >= 0 && at < end) return link
  const body = base64Decode(link.slice(start, end))
  return body === undefined || !body.includes('@') ? link : link.slice(0, start) + body + link.slice(end)
}

/** Where the query or the name of a link starts, or its end. */
export function authorityEnd(link: string, start: number): number {
  const hash = link.indexOf('#', start)
  const end = hash < 0 ? link.length : hash
  const question = link.indexOf('?', start)
  return question < 0 || question > end ? end : question
}
