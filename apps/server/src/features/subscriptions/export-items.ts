import type { Deps } from '../../deps.ts'
import { ItemStore } from '../../items/item-store.ts'
import { LONG_WAIT_MS } from '../../shared/byte-budget.ts'

/** The items of a person with what they say, in clear, one after the other. */
export function exportItems({ store, bytes }: Pick<Deps, 'store' | 'bytes'>) {
  const items = new ItemStore(store)
  return async function* (userId: string) {
    for (const item of await items.list(userId)) {
      const leave = await bytes.enterOpened({ person: userId }, await items.bytesToOpen(userId, item.id), LONG_WAIT_MS)
      try {
        const { body = '', goodText: text } = (await items.find(userId, item.id)) ?? {}
        const heldText = await items.heldText(userId, item.id)
        const texts = { ...(text === undefined ? {} : { text }), ...(heldText === undefined ? {} : { heldText }) }
        yield { ...item, body, ...texts }
      } finally {
        leave()
      }
    }
  }
}
