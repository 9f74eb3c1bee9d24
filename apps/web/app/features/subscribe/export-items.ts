import type { WrittenItem } from './device-items.ts'

/** As the export of an account is marked, of which this is the part with the sources. */
const MARK = { switchyard: 'account', version: 1 }

/** The items of a device as a file that the import reads. What was fetched stays out: it is asked again. */
export function fileOfItems(subscriptions: readonly WrittenItem[]): Blob {
  return new Blob([JSON.stringify({ ...MARK, subscriptions }, null, 2)], { type: 'application/json' })
}
