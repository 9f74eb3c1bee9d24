import { SHORT_CODE } from '@switchyard/contract/short-codes'
import { shortLinkText } from '@switchyard/locale'
import { HOUR_MS } from '@switchyard/sources/spans'
import type { Context } from 'hono'
import type { StatusCode } from 'hono/utils/http-status'
import { identify } from '../../accounts/identify.ts'
import { isPassword } from '../../accounts/passwords.ts'
import { ApiRefusal } from '../../api-refusal.ts'
import { writeIfPossible } from '../../db/database-failure.ts'
import type { Deps } from '../../deps.ts'
import { visitorKey, visitorNetwork } from '../../http/client-address.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { siteUrlOf } from '../../http/host-check.ts'
import { langOf } from '../../http/lang-of.ts'
import { NOTE_PAGE_POLICY } from '../../http/note-page.ts'
import { ADDRESS_RULE, type RequestLimits, type Tries, WRONG_RULE } from '../../http/request-limits.ts'
import { findUser } from '../../http/visitor.ts'
import { MemoryLimit } from '../../shared/memory/limit.ts'
import { type LinkNote, linkPage } from './link-page.ts'
import { type FoundLink, ShortLinkStore } from './short-link-store.ts'
import { isOfSite, shortTarget } from './short-target.ts'

const FORM_BYTES = 4096
const MOST_PASSWORD = 128
/** A link counts a network once an hour. */
const VISITS = { points: 1, spanMs: HOUR_MS }

const STATUS = { leads: 200, reported: 200, password: 401, 'not-found': 404, gone: 410, 'too-many': 429 } as const
const STATUSES = [...new Set<number>(Object.values(STATUS))]

/**
 * Short links as they are opened. A browser of somebody who is not signed in sees where a link leads before it goes there;
 * every other client is sent there at once. docs/security.md, "Short links"
 */
export function visits(
  deps: Pick<Deps, 'store' | 'now' | 'settings' | 'shared'> & { limits: RequestLimits },
): Endpoint[] {
  const { now, settings, limits, shared } = deps
  const links = new ShortLinkStore(deps.store)
  // Each copy of the server counts for itself, as for addresses of outputs.
  const perCode = new MemoryLimit(ADDRESS_RULE)
  const wrong = shared.limit('wrong tokens', WRONG_RULE)
  const visited = shared.limit('visits of short links', VISITS)

  return [
    endpoint(
      'GET /s/:code',
      { who: 'visitor', statuses: [302, ...STATUSES], through: identify(deps) },
      async ({ c }) => {
        const code = c.req.param('code')
        const found = await find(c, code)
        if (!('link' in found)) return say(c, found)
        return found.link.passwordHash === undefined
          ? lead(c, code, found.link)
          : say(c, { kind: 'password', code, isWrong: false })
      },
    ),
    endpoint(
      'POST /s/:code',
      { who: 'visitor', bodyBytes: FORM_BYTES, statuses: [303, ...STATUSES], through: identify(deps) },
      async ({ c, address }) => {
        const code = c.req.param('code')
        const found = await find(c, code)
        if (!('link' in found)) return say(c, found)
        const { id, passwordHash } = found.link
        if (passwordHash === undefined) return lead(c, code, found.link)
        if (!(await mayTry([['link and address', `${id} ${address()}`], ['link password', id]]))) return say(c, { kind: 'too-many' }) // oxfmt-ignore
        const password = new URLSearchParams(await c.req.text()).get('password') ?? ''
        const isRight = password.length <= MOST_PASSWORD && (await isPassword(passwordHash, password))
        return isRight ? lead(c, code, found.link) : say(c, { kind: 'password', code, isWrong: true })
      },
    ),
    endpoint('POST /s/:code/report', { who: 'visitor', bodyBytes: FORM_BYTES }, async ({ c, address }) => {
      const found = await find(c, c.req.param('code'))
      if (!('link' in found)) return say(c, found)
      if (!(await mayTry([['reports', address()]]))) return say(c, { kind: 'too-many' })
      await links.noteReport(found.link.id)
      return say(c, { kind: 'reported' })
    }),
  ]

  async function find(c: Context, code: string): Promise<{ link: FoundLink } | LinkNote> {
    const link = SHORT_CODE.test(code) ? await links.findByCode(code, now()) : undefined
    // Its address may be one of ours by now: the operator chose another SITE_URL.
    if (!link || !shortTarget(link.target, siteUrlOf(c, settings.SITE_URL))) {
      // A right code is never refused for wrong ones: it was looked up before anything was counted.
      const waitMs = await wrong.take(visitorKey(c, settings.TRUSTED_PROXIES), now())
      return { kind: waitMs === 0 ? 'not-found' : 'too-many' }
    }
    if (perCode.takeAtOnce(code, now()) > 0) return { kind: 'too-many' }
    return link.isGone ? { kind: 'gone' } : { link }
  }

  async function lead(c: Context, code: string, { id, target }: FoundLink): Promise<Response> {
    if (c.req.method !== 'HEAD') {
      const network = visitorNetwork(c, settings.TRUSTED_PROXIES)
      if ((await visited.take(`${id} ${network}`, now())) === 0) await writeIfPossible(links.noteHit(id, now()))
    }
    const url = new URL(target)
    const isOwn = isOfSite(url, siteUrlOf(c, settings.SITE_URL))
    // A form that was sent may not lead to another site: browsers hold its redirect to the policy of its page.
    const isShown = isPerson(c) && !isOwn && (c.req.method === 'POST' || findUser(c) === undefined)
    if (isShown) return say(c, { kind: 'leads', code, target: url })
    setHeaders(c)
    return c.redirect(target, c.req.method === 'POST' ? 303 : 302)
  }

  async function mayTry(tries: Tries): Promise<boolean> {
    try {
      for (const [limit, key] of tries) await limits.count(limit, key)
      return true
    } catch (error) {
      if (error instanceof ApiRefusal) return false
      throw error
    }
  }
}

/** Answers a person with a page, and a program with its title. */
function say(c: Context, note: LinkNote): Response | Promise<Response> {
  const status: StatusCode = STATUS[note.kind]
  setHeaders(c)
  if (note.kind === 'too-many') c.header('Retry-After', '60')
  if (!isPerson(c)) return c.text(`${shortLinkText(`${note.kind}-title`, langOf(c))}\n`, status)
  c.header('Content-Security-Policy', NOTE_PAGE_POLICY)
  c.header('Vary', 'Accept-Language, Cookie, Sec-Fetch-Mode')
  return c.html(linkPage(note, langOf(c)), status)
}

function setHeaders(c: Context): void {
  c.header('Cache-Control', 'private, no-store')
  c.header('X-Robots-Tag', 'noindex, nofollow')
}

/** A browser that opens a page. */
function isPerson(c: Context): boolean {
  return c.req.header('sec-fetch-mode') === 'navigate'
}
