import { ADDED_SOURCE, TEXT_SOURCE, type RecipeSource } from '@switchyard/recipe/model'

/** What a source is called: the box and the nodes that were added by hand have a name in each language. */
export function sourceName(
  { id, name }: Pick<RecipeSource, 'id' | 'name'>,
  t: (key: 'text' | 'added') => string,
): string {
  if (id === TEXT_SOURCE) return t('text')
  return name || (id === ADDED_SOURCE ? t('added') : '')
}
