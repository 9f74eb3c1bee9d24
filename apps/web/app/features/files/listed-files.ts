import type { PlaceEntry } from '../../components/places/place.ts'
import type { Locale } from '../../lib/locale.ts'
import { PLACEHOLDER } from './file-names.ts'
import type { LastChange } from './last-changes.ts'

export const SORT_KEYS = ['name', 'size', 'changed'] as const
export type SortKey = (typeof SORT_KEYS)[number]

export interface Order {
  by: SortKey
  isDown: boolean
}

interface Listing {
  /** Typed into the filter. */
  text: string
  order: Order
  locale: Locale
  /** How each file was changed last, by path, as far as it is known. */
  changed: ReadonlyMap<string, LastChange> | undefined
}

/** The entries of a folder as they are shown: folders first, without what keeps an empty folder there. */
export function listedFiles(
  entries: readonly PlaceEntry[],
  { text, order, locale, changed }: Listing,
): readonly PlaceEntry[] {
  const wanted = text.trim().toLowerCase()
  const shown = entries.filter(({ name }) => name !== PLACEHOLDER && name.toLowerCase().includes(wanted))
  const names = new Intl.Collator(locale, { numeric: true })
  const byKey: Readonly<Record<SortKey, (a: PlaceEntry, b: PlaceEntry) => number>> = {
    name: () => 0,
    size: (a, b) => (a.size ?? 0) - (b.size ?? 0),
    changed: (a, b) => (changed?.get(a.path)?.date ?? '').localeCompare(changed?.get(b.path)?.date ?? ''),
  }
  const sign = order.isDown ? -1 : 1
  return shown.sort(
    (a, b) =>
      Number(b.kind === 'folder') - Number(a.kind === 'folder') ||
      sign * (byKey[order.by](a, b) || names.compare(a.name, b.name)),
  )
}
