import type { SubscriptionItem } from '@switchyard/contract'
import type { ServerStore } from '../../db/open-store.ts'
import { ItemStore } from '../../items/item-store.ts'

/** The items of a person with what they say, in clear. */
export function exportItems(store: ServerStore) {
  const items = new ItemStore(store)
  return async (userId: string) => {
    const inClear = async (item: SubscriptionItem) => {
      const { body = '', goodText: text } = (await items.find(userId, item.id)) ?? {}
      const heldText = await items.heldText(userId, item.id)
      const texts = { ...(text === undefined ? {} : { text }), ...(heldText === undefined ? {} : { heldText }) }
      return { ...item, body, ...texts }
    }
    return Promise.all((await items.list(userId)).map(inClear))
  }
}
