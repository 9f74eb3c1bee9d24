import type { NodeBase } from '@switchyard/convert'
import { ADDED_SOURCE, addedText } from '../nodes/added-nodes.ts'
import { type Recipe, type RecipeSource, TEXT_SOURCE } from '../recipe.ts'
import { moved } from '../values/moved.ts'

/** Changes of the sources of a recipe. */

/** What stands in the box. */
export function textOf({ sources }: Recipe): string {
  return sources.find(({ id }) => id === TEXT_SOURCE)?.text ?? ''
}

/** The text behind what stands in the box, on a line of its own. */
export function withMoreText<R extends Recipe>(recipe: R, more: string): R {
  const before = textOf(recipe)
  return withText(recipe, before === '' || before.endsWith('\n') ? before + more : `${before}\n${more}`)
}

export function withText<R extends Recipe>(recipe: R, given: string): R {
  // The editor knows one kind of line end: with another, what is written into a line would land beside it.
  const text = given.includes('\r') ? given.replaceAll(/\r\n?/g, '\n') : given
  const now = recipe.sources.find(({ id }) => id === TEXT_SOURCE)
  if (now?.text === text || (!now && text === '')) return recipe
  if (!now) {
    const source: RecipeSource = { id: TEXT_SOURCE, kind: 'text', name: '', text, enabled: true }
    return { ...recipe, sources: [source, ...recipe.sources] }
  }
  return withSource(recipe, TEXT_SOURCE, { text })
}

/** Adds a node that a person typed. All such nodes stand in one source of their own, in the order they were added. */
export function withAddedNode<R extends Recipe>(recipe: R, node: NodeBase): R {
  const now = recipe.sources.find(({ id }) => id === ADDED_SOURCE)
  if (now) return withSource(recipe, ADDED_SOURCE, { text: addedText(now.text, node), enabled: true })
  const source: RecipeSource = {
    id: ADDED_SOURCE,
    kind: 'added',
    name: '',
    text: addedText('', node),
    enabled: true,
  }
  return { ...recipe, sources: [...recipe.sources, source] }
}

export function withSource<R extends Recipe>(recipe: R, id: string, change: Partial<RecipeSource>): R {
  return { ...recipe, sources: recipe.sources.map((source) => (source.id === id ? { ...source, ...change } : source)) }
}

/** What a person says about a source; what is left empty is not kept. */
export function withSourceSettings<R extends Recipe>(
  recipe: R,
  id: string,
  { name, prefix, userAgent }: { name: string; prefix: string; userAgent: string },
): R {
  const sources = recipe.sources.map((source) => {
    if (source.id !== id) return source
    const { prefix: _prefix, userAgent: _agent, ...others } = source
    return { ...others, name, ...(prefix === '' ? {} : { prefix }), ...(userAgent === '' ? {} : { userAgent }) }
  })
  return { ...recipe, sources }
}

export function withoutSource<R extends Recipe>(recipe: R, id: string): R {
  return { ...recipe, sources: recipe.sources.filter((source) => source.id !== id) }
}

/** A source that was taken out, at its place again. */
export function withSourceBack<R extends Recipe>(recipe: R, source: RecipeSource, place: number): R {
  if (recipe.sources.some(({ id }) => id === source.id)) return recipe
  return { ...recipe, sources: recipe.sources.toSpliced(place, 0, source) }
}

/** Moves a source by one place. */
export function withSourceMoved<R extends Recipe>(recipe: R, id: string, by: -1 | 1): R {
  const from = recipe.sources.findIndex((source) => source.id === id)
  const sources = moved(recipe.sources, from, from + by)
  return sources === recipe.sources ? recipe : { ...recipe, sources }
}
