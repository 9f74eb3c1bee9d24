import { isReservedCode } from '@switchyard/contract/short-codes'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { ApiRefusal } from '../../api-refusal.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { siteUrlOf } from '../../http/host-check.ts'
import { ShortLinkStore } from './short-link-store.ts'
import { shortTarget } from './short-target.ts'

const MOST_PAGES = 9999
const PAGE = { page: z.int().min(1).max(MOST_PAGES).optional() }

/** Short links as their people manage them. Who opens one asks `visits`. */
export function shortLinks({ store, now, settings }: Pick<Deps, 'store' | 'now' | 'settings'>): Endpoint[] {
  const links = new ShortLinkStore(store)
  return [
    endpoint('GET /api/short-links', { who: 'member', scope: 'short', query: PAGE }, ({ c, user }) =>
      links.list(user.id, pageOf(c.req.query('page')), siteUrlOf(c, settings.SITE_URL)),
    ),
    endpoint(
      'POST /api/short-links',
      {
        who: 'member',
        scope: 'short',
        limit: ({ user }) => [['new short links', user.id]],
        needs: () => {
          if (settings.SHORT_API === 'off') throw new ApiRefusal('no-short-links')
        },
      },
      ({ c, user, body }) => {
        const site = siteUrlOf(c, settings.SITE_URL)
        if (body.code !== undefined && isReservedCode(body.code))
          throw new ApiRefusal('code-reserved', { field: 'code' })
        requireFuture(body.expiresAt)
        return links.create(user.id, { ...body, target: requireTarget(body.target, site) }, site, now())
      },
    ),
    endpoint('GET /api/short-links/:link', { who: 'member', scope: 'short' }, ({ c, user }) =>
      links.require(user.id, c.req.param('link'), siteUrlOf(c, settings.SITE_URL)),
    ),
    endpoint('PATCH /api/short-links/:link', { who: 'member', scope: 'short' }, ({ c, user, body }) => {
      const site = siteUrlOf(c, settings.SITE_URL)
      requireFuture(body.expiresAt ?? undefined)
      const change = body.target === undefined ? body : { ...body, target: requireTarget(body.target, site) }
      return links.change(user.id, c.req.param('link'), change, site)
    }),
    endpoint('DELETE /api/short-links/:link', { who: 'member', scope: 'short' }, async ({ c, user }) => {
      await links.remove(user.id, c.req.param('link'), now())
      return {}
    }),
    endpoint('POST /api/short-links/:link/restore', { who: 'member', scope: 'short' }, ({ c, user }) =>
      links.restore(user.id, c.req.param('link'), siteUrlOf(c, settings.SITE_URL)),
    ),
    endpoint('GET /api/reported-links', { who: 'owner' }, async ({ c }) => ({
      links: await links.reported(siteUrlOf(c, settings.SITE_URL)),
    })),
    endpoint('PATCH /api/reported-links/:reported', { who: 'owner' }, async ({ c, body: { blocked } }) => {
      await links.block(c.req.param('reported'), blocked)
      return {}
    }),
  ]

  function requireFuture(expiresAt: number | undefined): void {
    if (expiresAt !== undefined && expiresAt <= now()) throw new ApiRefusal('bad-request', { field: 'expiresAt' })
  }
}

/** Where a link may lead, as it is kept. Throws the refusal `target-refused`. */
function requireTarget(text: string, site: string): string {
  const url = shortTarget(text, site)
  if (!url) throw new ApiRefusal('target-refused', { field: 'target' })
  return url.href
}

function pageOf(text: string | undefined): number {
  return text !== undefined && /^[1-9]\d{0,3}$/.test(text) ? Number(text) - 1 : 0
}
