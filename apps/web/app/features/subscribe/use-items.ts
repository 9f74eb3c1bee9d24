import { useEffect, useState } from 'react'
import { useLoaded } from '../../lib/use-loaded.ts'
import { freeName, refusalOf, type Item, type ItemRepository } from './item-repository.ts'

const AT_ONCE = 4
const NONE: readonly Item[] = []

export type Items = ReturnType<typeof useItems>

/** The items of a store, and what can be done with them. Without a store there are none. */
export function useItems(store: ItemRepository | undefined) {
  const loaded = useLoaded(store && `items/${store.place}`, async (signal) => (store ? await store.list(signal) : NONE))
  const { data, put, reload } = loaded
  const [asking, setAsking] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => store?.watch?.(reload), [store, reload])

  const kept = () => {
    if (!store) throw new Error('There is no store')
    return store
  }
  const replace = (item: Item) => put((all) => all.map((one) => (one.id === item.id ? item : one)))
  const mark = (id: string, isAsking: boolean) =>
    setAsking((before) => (isAsking ? before.union(new Set([id])) : before.difference(new Set([id]))))

  /**
   * A few at once. What fails with one of them is thrown after the others. Gives back whether any was asked: a server
   * asks for none again within a minute.
   */
  const refresh = async (ids: readonly string[], ask: (id: string) => Promise<Item> = (id) => kept().refresh(id)) => {
    const triedAt = new Map(data?.map(({ id, lastTry }) => [id, lastTry?.at]))
    const waiting = [...ids]
    let isAnyAsked = false
    const errors: unknown[] = []
    const work = async () => {
      for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
        mark(id, true)
        try {
          const item = await ask(id)
          isAnyAsked ||= item.lastTry?.at !== triedAt.get(id)
          replace(item)
        } catch (error) {
          errors.push(error)
        } finally {
          mark(id, false)
        }
      }
    }
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, ids.length) }, work))
    if (errors.length > 0) throw errors[0]
    return isAnyAsked
  }

  const add = async (item: Parameters<ItemRepository['add']>[0]) => {
    const made = await kept().add(item)
    put((all) => [...all, made])
    return made
  }
  const move = async (ids: readonly string[]) => {
    const items = await kept().reorder(ids)
    put(() => items)
  }

  /** What was changed elsewhere meanwhile is shown then, and the change is refused. */
  const shownAgain = async (changing: Promise<Item>) => {
    try {
      return await changing
    } catch (error) {
      if (refusalOf(error) === 'conflict') reload()
      throw error
    }
  }

  return {
    ...loaded,
    data: store ? data : NONE,
    /** Those that are loaded; none until then. */
    list: data ?? NONE,
    /** Ids of those that are being fetched now. */
    asking,
    refresh,
    add,
    move,
    change: async (id: string, change: Parameters<ItemRepository['change']>[1]) =>
      replace(await shownAgain(kept().change(id, change))),
    adopt: async (item: Item) => replace(await shownAgain(kept().adopt(item))),
    /** Deletes an item; gives back how to bring it again, at its place. */
    remove: async (item: Item) => {
      const bringBack = await kept().remove(item)
      put((all) => all.filter(({ id }) => id !== item.id))
      return async () => {
        await bringBack()
        reload()
      }
    },
    /** A second one beside it, under a free name, with the same settings. */
    duplicate: async ({ id, name, userAgent, prefix, intervalS, fromServer }: Item) => {
      const all = data ?? NONE
      const made = await add({
        name: freeName(
          name,
          all.map((one) => one.name),
        ),
        body: await kept().body(id),
        intervalS,
        ...(kept().place === 'server' ? { fromServer } : {}),
        ...(userAgent === undefined ? {} : { userAgent }),
        ...(prefix === undefined ? {} : { prefix }),
      })
      await move(all.flatMap((one) => (one.id === id ? [id, made.id] : [one.id])))
      return made
    },
    /** One place up or down. */
    step: async (id: string, by: -1 | 1) => {
      const ids = (data ?? NONE).map((one) => one.id)
      const at = ids.indexOf(id)
      if (at < 0 || at + by < 0 || at + by >= ids.length) return
      await move(ids.toSpliced(at, 1).toSpliced(at + by, 0, id))
    },
  }
}
