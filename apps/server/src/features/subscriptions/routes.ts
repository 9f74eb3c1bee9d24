import { kindOf, OWNER_ASKS_AGAIN_MS } from '@switchyard/sources'
import type { Deps } from '../../deps.ts'
import { ApiRefusal } from '../../api-refusal.ts'
import { TEXTS_BODY_BYTES } from '../../http/body-limit.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { within } from '../../http/engine-refusal.ts'
import type { Asker } from '../../shared/asker.ts'
import type { Hosting } from '../../hosting.ts'
import { ItemStore, type StoredItem } from '../../items/item-store.ts'

/** What a person subscribes to: kept here, fetched by the clock, shown to nobody else. */
export function subscriptions(
  deps: Pick<Deps, 'store' | 'engine' | 'now'>,
  { refresher, renderer }: Pick<Hosting, 'refresher' | 'renderer'>,
): Endpoint[] {
  const { engine, now } = deps
  const items = new ItemStore(deps.store)
  return [
    endpoint('GET /api/subscriptions', { who: 'member', scope: 'read' }, async ({ user }) => ({
      items: await items.list(user.id),
    })),
    endpoint('POST /api/subscriptions', { who: 'member', scope: 'write' }, async ({ user, body, asker }) => {
      await requireLinks(body.body, asker())
      const created = await items.create(user.id, body, now())
      await readLinks(user.id, created.id)
      return items.require(user.id, created.id)
    }),
    endpoint('PUT /api/subscriptions/order', { who: 'member', scope: 'write' }, async ({ user, body }) => {
      await items.reorder(user.id, body.ids)
      return { items: await items.list(user.id) }
    }),
    endpoint(
      'PATCH /api/subscriptions/:item',
      { who: 'member', scope: 'write' },
      async ({ c, user, body: change, asker }) => {
        if (change.body !== undefined) await requireLinks(change.body, asker())
        const id = c.req.param('item')
        await items.change(user.id, id, change, now())
        if (change.body !== undefined) await readLinks(user.id, id)
        else if (change.prefix !== undefined) await renderer.keepVersionsOf(user.id, id, 'edit')
        return items.require(user.id, id)
      },
    ),
    endpoint('DELETE /api/subscriptions/:item', { who: 'member', scope: 'write' }, async ({ c, user }) => {
      await items.remove(user.id, c.req.param('item'))
      return {}
    }),
    endpoint('GET /api/subscriptions/:item/body', { who: 'member', scope: 'read' }, async ({ c, user, hold }) => {
      const { body } = await stored(user.id, c.req.param('item'), hold)
      return { body }
    }),
    endpoint('GET /api/subscriptions/:item/text', { who: 'member', scope: 'read' }, async ({ c, user, hold }) => {
      const { goodText, state } = await stored(user.id, c.req.param('item'), hold)
      if (goodText === undefined || !state.good) throw new ApiRefusal('not-found')
      const { at, subscription } = state.good
      return { text: goodText, at, ...(subscription ? { subscription } : {}) }
    }),
    endpoint(
      'PUT /api/subscriptions/:item/text',
      { who: 'member', scope: 'write', bodyBytes: TEXTS_BODY_BYTES },
      async ({ c, user, hold, body: { text, subscription } }) => {
        const item = await stored(user.id, c.req.param('item'), hold)
        // What the server fetches itself nobody sends.
        if (item.isFromServer || item.kind !== 'address') throw new ApiRefusal('bad-request', { field: 'item' })
        await within(refresher.take(item, text, subscription))
        return items.require(user.id, item.id)
      },
    ),
    endpoint('POST /api/subscriptions/:item/refresh', { who: 'member', scope: 'write' }, async ({ c, user }) => {
      const { id } = await items.require(user.id, c.req.param('item'))
      await refresher.refresh(user.id, id, OWNER_ASKS_AGAIN_MS)
      return items.require(user.id, id)
    }),
    endpoint(
      'POST /api/subscriptions/:item/adopt',
      { who: 'member', scope: 'write' },
      async ({ c, user, body, hold }) => {
        const item = await stored(user.id, c.req.param('item'), hold)
        const isTaken = await refresher.adopt(item, body.tag)
        const current = await items.require(user.id, item.id)
        if (!isTaken) throw new ApiRefusal('conflict', { current })
        return current
      },
    ),
  ]

  /** Holds what opening the item takes. Throws the refusals of `hold`. */
  async function stored(userId: string, id: string, hold: (bytes: number) => Promise<void>): Promise<StoredItem> {
    await hold(await items.bytesToOpen(userId, id))
    const item = await items.find(userId, id)
    if (!item) throw new ApiRefusal('not-found')
    return item
  }

  /** A body that is no address has to hold nodes. */
  async function requireLinks(body: string, asker: Asker): Promise<void> {
    if (kindOf(body) === 'links' && (await within(engine({ kind: 'count', text: body }, asker))).nodes === 0)
      throw new ApiRefusal('bad-request', { field: 'body' })
  }

  /** Share links are their own text. */
  async function readLinks(userId: string, id: string): Promise<void> {
    const item = await items.find(userId, id)
    if (item?.kind === 'links') await within(refresher.takeOwn(item))
  }
}
