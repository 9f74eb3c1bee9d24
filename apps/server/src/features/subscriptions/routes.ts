import { ItemChange, ItemOrder, NewItem, SentText } from '@switchyard/contract'
import { kindOf, OWNER_ASKS_AGAIN_MS } from '@switchyard/sources'
import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import { ApiRefusal } from '../../api-refusal.ts'
import { answerData, requireRequest } from '../../http/api-answers.ts'
import { within } from '../../engine/engine-refusal.ts'
import { requireUser } from '../../http/visitor.ts'
import type { Hosting } from '../../hosting.ts'
import { ItemStore, type StoredItem } from '../../items/item-store.ts'

/** What a person subscribes to: kept here, fetched by the clock, shown to nobody else. */
export function subscriptions(
  deps: Pick<Deps, 'store' | 'engine' | 'now'>,
  { refresher, renderer }: Pick<Hosting, 'refresher' | 'renderer'>,
): Hono {
  const { engine, now } = deps
  const items = new ItemStore(deps.store)
  const routes = new Hono()

  routes.get('/api/subscriptions', async (c) => {
    const { id } = requireUser(c, 'read')
    return answerData(c, 'GET /api/subscriptions', { items: await items.list(id) })
  })
  routes.post('/api/subscriptions', async (c) => {
    const user = requireUser(c, 'write')
    const item = await requireRequest(c, NewItem)
    await requireLinks(item.body)
    const created = await items.create(user.id, item, now())
    await readLinks(user.id, created.id)
    return answerData(c, 'POST /api/subscriptions', await items.require(user.id, created.id))
  })
  routes.put('/api/subscriptions/order', async (c) => {
    const user = requireUser(c, 'write')
    await items.reorder(user.id, (await requireRequest(c, ItemOrder)).ids)
    return answerData(c, 'PUT /api/subscriptions/order', { items: await items.list(user.id) })
  })
  routes.patch('/api/subscriptions/:item', async (c) => {
    const user = requireUser(c, 'write')
    const change = await requireRequest(c, ItemChange)
    if (change.body !== undefined) await requireLinks(change.body)
    const id = c.req.param('item')
    await items.change(user.id, id, change, now())
    if (change.body !== undefined) await readLinks(user.id, id)
    else if (change.prefix !== undefined) await renderer.keepVersionsOf(user.id, id, 'edit')
    return answerData(c, 'PATCH /api/subscriptions/:item', await items.require(user.id, id))
  })
  routes.delete('/api/subscriptions/:item', async (c) => {
    await items.remove(requireUser(c, 'write').id, c.req.param('item'))
    return answerData(c, 'DELETE /api/subscriptions/:item', {})
  })
  routes.get('/api/subscriptions/:item/body', async (c) => {
    const { body } = await stored(requireUser(c, 'read').id, c.req.param('item'))
    return answerData(c, 'GET /api/subscriptions/:item/body', { body })
  })
  routes.get('/api/subscriptions/:item/text', async (c) => {
    const { goodText, state } = await stored(requireUser(c, 'read').id, c.req.param('item'))
    if (goodText === undefined || !state.good) throw new ApiRefusal('not-found')
    const { at, subscription } = state.good
    return answerData(c, 'GET /api/subscriptions/:item/text', {
      text: goodText,
      at,
      ...(subscription ? { subscription } : {}),
    })
  })
  routes.put('/api/subscriptions/:item/text', async (c) => {
    const user = requireUser(c, 'write')
    const { text, subscription } = await requireRequest(c, SentText)
    const item = await stored(user.id, c.req.param('item'))
    // What the server fetches itself nobody sends.
    if (item.isFromServer || item.kind !== 'address') throw new ApiRefusal('bad-request', { field: 'item' })
    await within(refresher.take(item, text, subscription))
    return answerData(c, 'PUT /api/subscriptions/:item/text', await items.require(user.id, item.id))
  })
  routes.post('/api/subscriptions/:item/refresh', async (c) => {
    const user = requireUser(c, 'write')
    const { id } = await items.require(user.id, c.req.param('item'))
    await refresher.refresh(user.id, id, OWNER_ASKS_AGAIN_MS)
    return answerData(c, 'POST /api/subscriptions/:item/refresh', await items.require(user.id, id))
  })
  routes.post('/api/subscriptions/:item/adopt', async (c) => {
    const user = requireUser(c, 'write')
    const item = await stored(user.id, c.req.param('item'))
    await refresher.adopt(item)
    return answerData(c, 'POST /api/subscriptions/:item/adopt', await items.require(user.id, item.id))
  })
  return routes

  async function stored(userId: string, id: string): Promise<StoredItem> {
    const item = await items.find(userId, id)
    if (!item) throw new ApiRefusal('not-found')
    return item
  }

  /** A body that is no address has to hold nodes. */
  async function requireLinks(body: string): Promise<void> {
    if (kindOf(body) === 'links' && (await within(engine({ counted: body }))).nodes === 0)
      throw new ApiRefusal('bad-request', { field: 'body' })
  }

  /** Share links are their own text. */
  async function readLinks(userId: string, id: string): Promise<void> {
    const item = await items.find(userId, id)
    if (item?.kind === 'links') await within(refresher.takeOwn(item))
  }
}
