import { FREE_NODES_MAX, type NodeSite } from '@switchyard/contract'
import { wordIssue } from '@switchyard/locale'
import type { Context } from 'hono'
import { z } from 'zod'
import { ApiRefusal } from '../../api-refusal.ts'
import type { Deps } from '../../deps.ts'
import { within } from '../../http/engine-refusal.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { langOf } from '../../http/lang-of.ts'
import { type FreeNodes, siteAnswer, sourceAnswer } from './free-nodes.ts'
import type { FreeSourceFacts } from './free-source-store.ts'

const RETRY_S = 60
const FIRST_SHOWN = 10

/** Nodes for anybody, and where the owner says from where. */
export function freeNodes({ now, settings }: Pick<Deps, 'now' | 'settings'>, nodes: FreeNodes): Endpoint[] {
  const { store } = nodes
  return [
    endpoint('GET /api/free-nodes', { who: 'visitor', query: { source: z.string().optional() } }, async ({ c }) => {
      const current = await nodes.current(c.req.query('source'))
      if (!current) throw new ApiRefusal('not-found')
      return {
        sources: current.sources.map((source) => sourceAnswer(source, now())),
        nodes: current.nodes.slice(0, FREE_NODES_MAX),
        total: current.nodes.length,
        ...(settings.SITE_URL === undefined ? {} : { vantage: new URL(settings.SITE_URL).host }),
      }
    }),
    endpoint('POST /api/free-nodes/:source/refresh', { who: 'visitor', limit: 'free nodes' }, async ({ c }) => {
      const id = c.req.param('source')
      await requirePublic(id)
      await within(nodes.refresh(id))
      return sourceAnswer(await requirePublic(id), now())
    }),
    endpoint('POST /api/free-nodes/:source/report', { who: 'visitor', limit: 'reports' }, async ({ c }) => {
      const id = c.req.param('source')
      await requirePublic(id)
      await store.report(id)
      return {}
    }),
    endpoint('GET /api/node-sites', { who: 'owner' }, async () => ({
      sites: await Promise.all((await nodes.sources()).map(siteOf)),
    })),
    endpoint('POST /api/node-sites', { who: 'owner' }, async ({ body }) =>
      siteOf(await store.create({ ...body, address: requireAddress(body.address) }, now())),
    ),
    endpoint('POST /api/node-sites/preview', { who: 'owner', limit: 'free nodes' }, async ({ c, user, body }) => {
      const seen = await within(nodes.preview(requireAddress(body.address), body.kind, user.id))
      if (seen === 'busy') throw new ApiRefusal('too-many-requests', { retryAfterS: RETRY_S })
      if ('failure' in seen) throw notFetched(c, seen)
      const { nodes: all, information, skipped } = seen.answer
      const first = seen.nodes.slice(0, FIRST_SHOWN).map(({ name, protocol, region }) => ({ name, protocol, region }))
      return { nodes: all - information, information, skipped, first }
    }),
    endpoint('GET /api/node-sites/:site', { who: 'owner' }, async ({ c }) => {
      await nodes.sources()
      return { address: await store.address(c.req.param('site')) }
    }),
    endpoint('PATCH /api/node-sites/:site', { who: 'owner' }, async ({ c, body }) => {
      const id = c.req.param('site')
      const address = body.address === undefined ? {} : { address: requireAddress(body.address) }
      const isChanged = await store.change(id, { ...body, ...address }, now())
      const current = await siteOf(await store.require(id))
      if (!isChanged) throw new ApiRefusal('conflict', { current })
      return current
    }),
    endpoint('DELETE /api/node-sites/:site', { who: 'owner' }, async ({ c }) => {
      await store.remove(c.req.param('site'))
      return {}
    }),
    endpoint('POST /api/node-sites/:site/adopt', { who: 'owner' }, async ({ c }) => {
      const id = c.req.param('site')
      await within(nodes.adopt(id))
      return siteOf(await store.require(id))
    }),
  ]

  async function requirePublic(id: string): Promise<FreeSourceFacts> {
    const found = (await nodes.sources()).find((source) => source.id === id && source.enabled)
    if (!found) throw new ApiRefusal('not-found')
    return found
  }

  async function siteOf(source: FreeSourceFacts): Promise<NodeSite> {
    return siteAnswer(source, new URL(await store.address(source.id)).host, now())
  }
}

/** Throws the refusal `bad-request`. Whether it may be asked is seen when it is. */
function requireAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new ApiRefusal('bad-request', { field: 'address' })
  return url.href
}

function notFetched(c: Context, { failure: reason, status }: { failure: string; status?: number }): ApiRefusal {
  const known = { reason, ...(status === undefined ? {} : { status }) }
  const words = wordIssue({ code: 'fetch-failed', severity: 'error', field: reason, args: known }, langOf(c))
  return new ApiRefusal('fetch-failed', known, words)
}
