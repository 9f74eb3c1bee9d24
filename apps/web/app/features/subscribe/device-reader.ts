import type { SourceCounts } from '@switchyard/recipe'
import { EMPTY_RECIPE } from '@switchyard/recipe/model'
import { Desk } from '../../components/engine/desk.ts'

export { fetchText } from '../../components/engine/fetch-client.ts'

// Nothing stays on it: each text is counted by itself.
const desk = new Desk(EMPTY_RECIPE)

/** What stands in a text, counted away from the page. */
export function countText(text: string): Promise<SourceCounts> {
  return desk.ask((api) => api.list.count(text))
}
