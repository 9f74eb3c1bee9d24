import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { siteUrlOf } from './host-check.ts'

const DAY_S = 24 * 60 * 60
/** No session lives longer. */
const LONGEST_S = 30 * DAY_S

/** `sid` where the site is plain http: browsers take `__Host-` names over TLS only. */
function nameOf(c: Context, siteUrl: string | undefined): { name: string; secure: boolean } {
  const secure = siteUrlOf(c, siteUrl).startsWith('https:')
  return { name: secure ? '__Host-sid' : 'sid', secure }
}

/** The token of the session that came with the request. */
export function readSessionCookie(c: Context, siteUrl: string | undefined): string | undefined {
  return getCookie(c, nameOf(c, siteUrl).name)
}

/** Hands the token of a session to the browser. */
export function setSessionCookie(c: Context, siteUrl: string | undefined, token: string): void {
  const { name, secure } = nameOf(c, siteUrl)
  setCookie(c, name, token, { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge: LONGEST_S })
}

/** Takes the token back. */
export function clearSessionCookie(c: Context, siteUrl: string | undefined): void {
  const { name, secure } = nameOf(c, siteUrl)
  deleteCookie(c, name, { path: '/', httpOnly: true, sameSite: 'Lax', secure })
}
