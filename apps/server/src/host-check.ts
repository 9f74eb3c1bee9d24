import type { Context, MiddlewareHandler } from 'hono'

const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])
/** What a balancer asks at the machine's own address. */
const FOR_BALANCERS = new Set(['/healthz', '/readyz'])

/**
 * The address of the site, as it stands in links. It comes from the settings, never from what a request says; without
 * one only this machine itself is answered.
 */
export function siteUrlOf(c: Context, siteUrl: string | undefined): string {
  return siteUrl ?? new URL(c.req.url).origin
}

/** 421 for any host that is not ours. */
export function hostCheck(siteUrl: string | undefined, port: () => number | undefined): MiddlewareHandler {
  const ours = siteUrl && new URL(siteUrl).host
  return async (c, next) => {
    if (FOR_BALANCERS.has(c.req.path)) return next()
    const host = (c.req.header('host') ?? '').toLowerCase()
    const known = (name: string) =>
      ours ? name === ours || name === withDefaultPort(siteUrl, ours) : isLocal(name, port())
    // A request line may name a host of its own (`GET http://…/ HTTP/1.1`), and that one is in the address we see.
    if (known(host) && known(new URL(c.req.url).host)) return next()
    c.header('Cache-Control', 'no-store')
    return c.text('Misdirected request: this server does not answer for that host.\n', 421)
  }
}

function withDefaultPort(siteUrl: string, host: string): string {
  return `${host}:${siteUrl.startsWith('https:') ? 443 : 80}`
}

function isLocal(host: string, port: number | undefined): boolean {
  const [, name = '', given] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(host) ?? []
  if (!LOCAL_NAMES.has(name)) return false
  return port === undefined || Number(given ?? 80) === port
}
