import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import type { Asked } from './asked.ts'
import { isSecure } from './host-check.ts'

/** A cookie that no script reads and no other host sets. */
interface HostCookie {
  read: (c: Asked, siteUrl: string | undefined) => string | undefined
  set: (c: Context, siteUrl: string | undefined, value: string) => void
  clear: (c: Context, siteUrl: string | undefined) => void
}

/** A cookie of this name that lives so long. */
export function hostCookie(plainName: string, maxAge: number): HostCookie {
  // Browsers take `__Host-` names over TLS only.
  const nameOf = (c: Asked, siteUrl: string | undefined) => {
    const secure = isSecure(c, siteUrl)
    return { name: secure ? `__Host-${plainName}` : plainName, secure }
  }
  return {
    read(c, siteUrl) {
      const { name } = nameOf(c, siteUrl)
      return parse(c.req.header('cookie') ?? '', name)[name]
    },
    set: (c, siteUrl, value) => {
      const { name, secure } = nameOf(c, siteUrl)
      setCookie(c, name, value, { path: '/', httpOnly: true, sameSite: 'Lax', secure, maxAge })
    },
    clear: (c, siteUrl) => {
      const { name, secure } = nameOf(c, siteUrl)
      deleteCookie(c, name, { path: '/', httpOnly: true, sameSite: 'Lax', secure })
    },
  }
}
