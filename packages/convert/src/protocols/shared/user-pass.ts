import { base64Decode, base64UrlEncode } from '../../text/base64.ts'
import { percentDecode, percentEncode } from '../../text/percent.ts'

export interface UserPass {
  username: string | undefined
  password: string | undefined
}

const PLAIN = /^[A-Za-z0-9_.~-]*$/

/** `user:pass`, `user%3Apass` or base64 of either, before the `@` of a link. */
export function userPassOf(rawUser: string): UserPass {
  const colon = rawUser.indexOf(':')
  if (colon >= 0) return pair(percentDecode(rawUser.slice(0, colon)), percentDecode(rawUser.slice(colon + 1)))
  const text = percentDecode(rawUser)
  const decoded = base64Decode(text)
  const whole = decoded?.includes(':') ? decoded : text
  const cut = whole.indexOf(':')
  return cut < 0 ? pair(whole, '') : pair(whole.slice(0, cut), whole.slice(cut + 1))
}

function pair(username: string, password: string): UserPass {
  return { username: username || undefined, password: password || undefined }
}

/**
 * What stands before the `@`: plain where no letter needs an escape, else base64, because many readers decode base64
 * and few of them escapes here. Empty for neither name nor password.
 */
export function userPassText({
  username = '',
  password = '',
}: {
  username?: string | undefined
  password?: string | undefined
}): string {
  if (username === '' && password === '') return ''
  if (PLAIN.test(username) && PLAIN.test(password)) return `${username}:${password}`
  // A colon in the name would be taken for the separator.
  return username.includes(':')
    ? `${percentEncode(username)}:${percentEncode(password)}`
    : base64UrlEncode(`${username}:${password}`)
}
