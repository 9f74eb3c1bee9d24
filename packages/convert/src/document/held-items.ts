import type { TextPlaces } from '../text/text-places.ts'
import { type DocumentNode, resolved } from './document-node.ts'

/** The items of a list, with their places in it: those that hold one of some places of the text, where they are given. */
export function heldItems(list: DocumentNode | undefined, places?: TextPlaces): [index: number, node: DocumentNode][] {
  return [...eachHeldItem(list, places)]
}

/** The same, one by one as they are asked for. */
export function* eachHeldItem(
  list: DocumentNode | undefined,
  places?: TextPlaces,
): Generator<[index: number, node: DocumentNode]> {
  const node = list && resolved(list)
  const items = node?.kind === 'list' ? node.items : []
  const indexes = places?.indexesIn(items.length, (index) => items[index]!.value) ?? items.keys()
  for (const index of indexes) yield [index, items[index]!.value]
}
