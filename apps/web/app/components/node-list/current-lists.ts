import type { Recipe } from '@switchyard/recipe/model'

/** Lists of nodes, as a recipe has them. */
export type CurrentList = Pick<Recipe, 'sources'> & Partial<Pick<Recipe, 'edits'>>
export type ListPlace = 'convert' | 'table'

const lists = new Map<ListPlace, () => CurrentList>()

/** A screen says which lists it works on, for others to look at. */
export function offerList(place: ListPlace, read: () => CurrentList): void {
  lists.set(place, read)
}

/** The lists of the screens of this tab that have any. */
export function currentLists(): [place: ListPlace, list: CurrentList][] {
  return [...lists].flatMap(([place, read]): [ListPlace, CurrentList][] => {
    const { sources, edits } = read()
    return sources.some(({ text }) => text.trim() !== '') ? [[place, { sources, ...(edits ? { edits } : {}) }]] : []
  })
}
