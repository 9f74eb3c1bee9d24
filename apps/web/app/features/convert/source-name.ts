import { ADDED_SOURCE } from '../../lib/added-nodes.ts'
import { TEXT_SOURCE, type InputSource } from './model.ts'

/** What a source is called: the box and the nodes that were added by hand have a name in each language. */
export function sourceName(
  { id, name }: Pick<InputSource, 'id' | 'name'>,
  t: (key: 'text' | 'added') => string,
): string {
  if (id === TEXT_SOURCE) return t('text')
  return id === ADDED_SOURCE ? t('added') : name
}
