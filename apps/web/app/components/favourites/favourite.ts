import type { KeptItem } from '@switchyard/contract'
import type { StarredKind } from '@switchyard/contract/kept-kinds'
import type { KeptRow } from '../kept/merge-kept.ts'

/** Something that a person starred. */
export interface Favourite extends KeptRow {
  kind: StarredKind
  /** What is needed to use it: a share link, settings. A tool needs nothing. */
  data?: string
  folder?: string
  /** Where it stands: smaller is higher. A move changes the number of one row alone. */
  place: number
}

/** What goes to the account by itself. A node goes there by a button of its own. */
export const goesToAccount =
  (nodes = false) =>
  ({ kind }: Favourite): boolean =>
    kind !== 'node' || nodes

/** As the account keeps it. What is written about it stands in the body, which is sealed there. */
export function keptOf({ kind, id, name, data, folder, place, changed }: Favourite): KeptItem {
  return { kind, id, name, body: JSON.stringify({ data, folder, place }), changed }
}

/** Reads what an account has. A body that another program wrote has none of it. */
export function favouriteOf({ kind, id, name, body, changed }: KeptItem): Favourite {
  const said = readBody(body)
  const text = (key: string) => (typeof said[key] === 'string' ? { [key]: said[key] } : {})
  const place = typeof said['place'] === 'number' ? said['place'] : changed
  // Only what is starred is asked for.
  return { kind: kind as StarredKind, id, name, ...text('data'), ...text('folder'), place, changed }
}

function readBody(body: string): Partial<Record<string, unknown>> {
  try {
    const said: unknown = JSON.parse(body)
    return typeof said === 'object' && said !== null ? { ...said } : {}
  } catch {
    return {}
  }
}

/** In the order of their places. */
export const inPlace = (favourites: readonly Favourite[]): Favourite[] =>
  favourites.filter(({ removed }) => !removed).sort((a, b) => a.place - b.place)

/** The place between two rows, for a row that moves there. */
export function placeBetween(above: Favourite | undefined, below: Favourite | undefined): number {
  if (above && below) return (above.place + below.place) / 2
  return above ? above.place + 1 : (below?.place ?? 1) - 1
}
