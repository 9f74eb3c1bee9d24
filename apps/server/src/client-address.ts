import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/** The visitor's address: what the nearest trusted proxies say, and never what the visitor says. */
export function clientAddress(c: Context, trustedProxies: number): string | undefined {
  const forwarded = (c.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
  const told = trustedProxies > 0 ? forwarded.at(-trustedProxies) : undefined
  if (told) return told
  try {
    return getConnInfo(c).remote.address
  } catch {
    // Asked without a socket, by a test.
    return undefined
  }
}
