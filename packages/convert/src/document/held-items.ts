import type { TextPlaces } from '../text/text-places.ts'
import { type DocumentNode, resolved } from './document-node.ts'

/** The items of a list, with their places in it: those that hold one of some places of the text, where they are given. */
export function heldItems(list: DocumentNode | undefined, places?: TextPlaces): [index: number, node: DocumentNode][] {
  const node = list && resolved(list)
  const items = node?.kind === 'list' ? node.items : []
  if (places === undefined) return items.map(({ value }, index) => [index, value])
  const found = places.indexesIn(items.length, (index) => items[index]!.value)
  return found.map((index) => [index, items[index]!.value])
}
