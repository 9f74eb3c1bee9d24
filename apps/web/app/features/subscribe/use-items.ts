import { useState } from 'react'
import type { BodyOf, DataOf } from '@switchyard/contract'
import { call } from '../../lib/api.ts'
import { useLoaded } from '../../lib/use-loaded.ts'

export type Item = DataOf<'GET /api/subscriptions'>['items'][number]
export type NewItem = BodyOf<'POST /api/subscriptions'>

const AT_ONCE = 4

/** The subscription items of who is signed in, and what can be done with them. */
export function useItems() {
  const loaded = useLoaded(async (signal) => (await call('GET /api/subscriptions', { quiet: true, signal })).items)
  const { data: items, put } = loaded
  const [asking, setAsking] = useState<ReadonlySet<string>>(new Set())

  const takeOrder = ({ items }: DataOf<'PUT /api/subscriptions/order'>) => put(() => items)
  const replace = (item: Item) => put((all) => all.map((one) => (one.id === item.id ? item : one)))
  const mark = (id: string, isAsking: boolean) =>
    setAsking((before) => (isAsking ? before.union(new Set([id])) : before.difference(new Set([id]))))

  const refresh = async (ids: readonly string[]) => {
    const fresh = new Map<string, Item>()
    const waiting = [...ids]
    const worker = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        mark(id, true)
        try {
          fresh.set(id, await call('POST /api/subscriptions/:item/refresh', { params: { item: id }, quiet: true }))
        } finally {
          mark(id, false)
          put((all) => all.map((one) => fresh.get(one.id) ?? one))
        }
      }
    }
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, ids.length) }, worker))
  }

  return {
    ...loaded,
    items,
    /** Ids of those that are being fetched now. */
    asking,
    refresh,
    add: async (item: NewItem) => {
      const made = await call('POST /api/subscriptions', { body: item, quiet: true })
      put((all) => [...all, made])
      return made
    },
    change: async (id: string, body: BodyOf<'PATCH /api/subscriptions/:item'>) =>
      replace(await call('PATCH /api/subscriptions/:item', { params: { item: id }, body, quiet: true })),
    adopt: async (id: string) =>
      replace(await call('POST /api/subscriptions/:item/adopt', { params: { item: id }, quiet: true })),
    /** Deletes an item; gives back how to bring it again, at its place. */
    remove: async (item: Item) => {
      const { body } = await call('GET /api/subscriptions/:item/body', { params: { item: item.id }, quiet: true })
      await call('DELETE /api/subscriptions/:item', { params: { item: item.id }, quiet: true })
      const before = items ?? []
      put((all) => all.filter(({ id }) => id !== item.id))
      return async () => {
        const { name, userAgent, prefix, intervalS, fromServer } = item
        const again = await call('POST /api/subscriptions', {
          body: {
            name,
            body,
            intervalS,
            fromServer,
            ...(userAgent === undefined ? {} : { userAgent }),
            ...(prefix === undefined ? {} : { prefix }),
          },
          quiet: true,
        })
        const ids = before.map(({ id }) => (id === item.id ? again.id : id))
        takeOrder(await call('PUT /api/subscriptions/order', { body: { ids }, quiet: true }))
      }
    },
    move: async (ids: readonly string[]) =>
      takeOrder(await call('PUT /api/subscriptions/order', { body: { ids: [...ids] }, quiet: true })),
  }
}
