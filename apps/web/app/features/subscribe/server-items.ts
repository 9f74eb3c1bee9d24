import { call } from '../../lib/api.ts'
import type { ItemRepository } from './item-repository.ts'

const quiet = true

/** The subscription items of who is signed in, kept on the server. */
export const serverItems: ItemRepository = {
  place: 'server',
  list: async (signal) => (await call('GET /api/subscriptions', { quiet, ...(signal ? { signal } : {}) })).items,
  add: (body) => call('POST /api/subscriptions', { body, quiet }),
  change: (item, body) => call('PATCH /api/subscriptions/:item', { params: { item }, body, quiet }),
  async remove(item) {
    const params = { item: item.id }
    const { body } = await call('GET /api/subscriptions/:item/body', { params, quiet })
    const before = await serverItems.list()
    await call('DELETE /api/subscriptions/:item', { params, quiet })
    return async () => {
      const { name, userAgent, prefix, intervalS, fromServer, archived } = item
      const again = await serverItems.add({
        name,
        body,
        intervalS,
        fromServer,
        ...(userAgent === undefined ? {} : { userAgent }),
        ...(prefix === undefined ? {} : { prefix }),
      })
      if (archived) await serverItems.change(again.id, { revision: again.revision, archived })
      return serverItems.reorder(before.map(({ id }) => (id === item.id ? again.id : id)))
    }
  },
  reorder: async (ids) => (await call('PUT /api/subscriptions/order', { body: { ids: [...ids] }, quiet })).items,
  body: async (item) => (await call('GET /api/subscriptions/:item/body', { params: { item } })).body,
  text: (item) => call('GET /api/subscriptions/:item/text', { params: { item }, quiet }),
  refresh: (item) => call('POST /api/subscriptions/:item/refresh', { params: { item }, quiet }),
  adopt: ({ id, held }) =>
    call('POST /api/subscriptions/:item/adopt', { params: { item: id }, body: { tag: held?.tag ?? '' }, quiet }),
}
