import type { DataOf } from '@switchyard/contract'
import { isRecord } from '@switchyard/convert/record'
import type { Item } from './item-store.ts'

type Output = DataOf<'GET /api/outputs/:output'>

interface Source {
  id: string
  name: string
  /** Absent: its text is kept with the output. */
  item?: Item | undefined
}

/** The sources of a recipe in their order, those that are kept items under the names that they have now. */
export function sourcesOf({ recipe, items: used }: Pick<Output, 'recipe' | 'items'>, items: readonly Item[]): Source[] {
  const given: unknown = JSON.parse(recipe)
  const sources = isRecord(given) && Array.isArray(given.sources) ? given.sources : []
  return sources.filter(isRecord).map((source): Source => {
    const id = String(source.id)
    const item = items.find((one) => one.id === used[id])
    return { id, name: item?.name ?? String(source.name), item }
  })
}

/** How many nodes were read, written and left out, where all of it is known and of one time. */
export function writtenOf(
  sources: readonly Source[],
  { pinned, failing }: Pick<Output, 'pinned' | 'failing'>,
  written: number | undefined,
): { read: number; written: number; left: number } | undefined {
  if (written === undefined) return undefined
  const counts = sources.map(({ item }) => item?.good?.nodes)
  const isKnown = counts.every((count) => count !== undefined) && pinned === undefined && !failing
  const read = isKnown ? counts.reduce((sum, count) => sum + count, 0) : 0
  return { read, written, left: Math.max(0, read - written) }
}
