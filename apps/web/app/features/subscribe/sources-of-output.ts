import type { DataOf } from '@switchyard/contract'
import { isRecord } from '@switchyard/convert/record'
import type { Item } from './item-repository.ts'

type Output = Extract<DataOf<'GET /api/outputs/:output'>, { kind: 'recipe' }>

interface Source {
  id: string
  name: string
  /** Absent: its text is kept with the output. */
  item?: Item | undefined
}

const isBlank = (text: unknown) => typeof text !== 'string' || text.trim() === ''

/** The sources of a recipe that hold anything, in their order; those that are kept items under the names that they have now. */
export function sourcesOf({ recipe, items: used }: Pick<Output, 'recipe' | 'items'>, items: readonly Item[]): Source[] {
  const given: unknown = JSON.parse(recipe)
  const sources = isRecord(given) && Array.isArray(given.sources) ? given.sources : []
  return sources.filter(isRecord).flatMap((source): Source[] => {
    const id = String(source.id)
    const item = items.find((one) => one.id === used[id])
    // The text of the screen is there before anything is pasted.
    const isEmpty = source.kind === 'text' && used[id] === undefined && isBlank(source.text)
    return isEmpty ? [] : [{ id, name: item?.name ?? String(source.name), item }]
  })
}
