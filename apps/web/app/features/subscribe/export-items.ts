import type { ItemStore } from './item-store.ts'

/** As the export of an account is marked, of which this is the part with the sources. */
const MARK = { switchyard: 'account', version: 1 }

/**
 * The items of a store as a file that the import reads: names, addresses and links in clear, and how they are asked.
 * What was fetched stays out: it is asked again. Throws what the store refuses, as when it is locked.
 */
export async function exportItems(store: ItemStore): Promise<Blob> {
  const items = await store.list()
  const subscriptions = await Promise.all(
    items.map(async ({ id, name, userAgent, intervalS, prefix }) => ({
      id,
      name,
      body: await store.body(id),
      userAgent,
      intervalS,
      prefix,
    })),
  )
  return new Blob([JSON.stringify({ ...MARK, subscriptions }, null, 2)], { type: 'application/json' })
}
