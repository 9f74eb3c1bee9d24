import type { TextPlaces } from '../text/text-places.ts'
import { type DocumentItem, type DocumentNode, resolved } from './document-node.ts'

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
  for (const index of indexesHeld(items, places)) yield [index, items[index]!.value]
}

/** The places in a list of the items that hold one of some places of the text, where they are given. */
export function indexesHeld(items: readonly DocumentItem[], places: TextPlaces | undefined): Iterable<number> {
  return places?.indexesIn(items.length, (index) => items[index]!.value) ?? items.keys()
}
