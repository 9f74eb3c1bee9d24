import type { MiddlewareHandler } from 'hono'
import type { Asked } from './asked.ts'
import { answerNotFound } from './failures.ts'

const LOCAL_NAMES = new Set(['localhost', '127.0.0.1', '[::1]'])
/** What a balancer asks at the machine's own address. */
const FOR_BALANCERS = new Set(['/healthz', '/readyz'])

/**
 * The address of the site, as it stands in links. It comes from the settings, never from what a request says; without
 * one only this machine itself is answered.
 */
export function siteUrlOf(c: Asked, siteUrl: string | undefined): string {
  return siteUrl ?? new URL(c.req.url).origin
}

/** Whether the site is reached over TLS. Each request asks this, and `new URL` would take longer than all the rest of it. */
export function isSecure(c: Asked, siteUrl: string | undefined): boolean {
  return (siteUrl ?? c.req.url).startsWith('https:')
}

/** Whether a request is for a host of ours. */
export type IsOwnHost = (c: Asked) => boolean

/** What is answered at the host of shared files. */
const SHARED_FILE = /^\/f\//

/** 421 for any host that is not ours. At that of shared files nothing else is answered. */
export function hostCheck(isOwnHost: IsOwnHost, isFilesHost: IsOwnHost): MiddlewareHandler {
  return async (c, next) => {
    if (FOR_BALANCERS.has(c.req.path) || isOwnHost(c)) return next()
    if (isFilesHost(c)) return SHARED_FILE.test(c.req.path) ? next() : answerNotFound(c)
    c.header('Cache-Control', 'no-store')
    return c.text('Misdirected request: this server does not answer for that host.\n', 421)
  }
}

/** The hosts that are ours: that of the site, or this machine itself. */
export function ownHosts(siteUrl: string | undefined, port: () => number | undefined): IsOwnHost {
  const isOurs = siteUrl ? namesOf(siteUrl) : (host: string) => isLocal(host, port())
  // The list is short: it has the names of this machine, or those of the site.
  const known = new Set<string>()
  return (c) => {
    const named = c.req.header('host') ?? ''
    if (known.has(named) && c.req.url.startsWith(`http://${named}/`)) return true
    const host = named.toLowerCase()
    // A request line may name a host of its own (`GET http://…/ HTTP/1.1`), and that one is in the address we see.
    if (!isOurs(host) || !isOurs(new URL(c.req.url).host)) return false
    if (named === host && (siteUrl !== undefined || port() !== undefined)) known.add(named)
    return true
  }
}

/** The host of shared files alone; none where the settings name none. */
export function filesHosts(filesUrl: string | undefined): IsOwnHost {
  return filesUrl === undefined ? () => false : ownHosts(filesUrl, () => undefined)
}

/** Whether a host is that of the site, with or without the port that its scheme has anyway. */
function namesOf(siteUrl: string): (host: string) => boolean {
  const { host, protocol } = new URL(siteUrl)
  const names = new Set([host, `${host}:${protocol === 'https:' ? 443 : 80}`])
  return (host) => names.has(host)
}

function isLocal(host: string, port: number | undefined): boolean {
  const [, name = '', given] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(host) ?? []
  if (!LOCAL_NAMES.has(name)) return false
  return port === undefined || Number(given ?? 80) === port
}
