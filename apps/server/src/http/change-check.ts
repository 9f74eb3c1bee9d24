import type { Context, MiddlewareHandler } from 'hono'
import { answerError } from './api-answers.ts'
import { siteUrlOf } from './host-check.ts'

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])
const UPLOADS: ReadonlySet<string> = new Set(['application/octet-stream', 'multipart/form-data'])

/**
 * Lets a change of state through only when a page of ours asks for it. A browser names the origin of each such request,
 * and another site can send neither JSON nor a header of its own without asking first, which we do not answer. A program
 * with a bearer token and without a cookie acts for nobody but itself. (docs/security.md, "Changes of state")
 */
export function changeCheck(siteUrl: string | undefined): MiddlewareHandler {
  return async (c, next) => {
    if (SAFE_METHODS.has(c.req.method) || hasOnlyBearer(c) || isLinkForm(c)) return next()
    if (!isFromOurPage(c, siteUrl)) return answerError(c, 'forbidden-origin')
    if (hasBody(c) && !hasKnownType(c)) return answerError(c, 'wrong-content-type')
    return next()
  }
}

/**
 * The form of a short link or of a shared file changes nothing of anybody's: it asks with a password, or reports the link. Its
 * page sends no referrer, and then a browser names no origin either.
 */
function isLinkForm(c: Context): boolean {
  return c.req.method === 'POST' && /^\/(s\/[^/]+(\/report)?|f\/[^/]+)$/.test(c.req.path)
}

function hasOnlyBearer(c: Context): boolean {
  return /^Bearer \S+$/i.test(c.req.header('authorization') ?? '') && c.req.header('cookie') === undefined
}

function isFromOurPage(c: Context, siteUrl: string | undefined): boolean {
  const origin = c.req.header('origin')
  if (origin !== undefined) return origin === new URL(siteUrlOf(c, siteUrl)).origin
  return c.req.header('sec-fetch-site') === 'same-origin'
}

/** A body has a length or is sent in parts. */
function hasBody(c: Context): boolean {
  return (c.req.header('content-length') ?? '0') !== '0' || c.req.header('transfer-encoding') !== undefined
}

function hasKnownType(c: Context): boolean {
  const type = (c.req.header('content-type') ?? '').split(';')[0]!.trim().toLowerCase()
  return type === 'application/json' || (UPLOADS.has(type) && c.req.header('x-requested-with') !== undefined)
}
