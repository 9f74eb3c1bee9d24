import { AD_FREE_COOKIES } from '@switchyard/contract/ad-facts'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { isSecure } from './host-check.ts'

/** Whether this browser shows no ads. The cookie is gone once its time is over. */
export function isAdFree(c: Context): boolean {
  return Object.values(AD_FREE_COOKIES).some((name) => getCookie(c, name) !== undefined)
}

/** Has this browser show no ads for so long. Its page says until when, so that page may read the cookie. */
export function setAdFree(c: Context, siteUrl: string | undefined, until: number, maxAge: number): void {
  const secure = isSecure(c, siteUrl)
  const name = secure ? AD_FREE_COOKIES.secure : AD_FREE_COOKIES.plain
  setCookie(c, name, String(until), { path: '/', sameSite: 'Lax', secure, maxAge })
}
