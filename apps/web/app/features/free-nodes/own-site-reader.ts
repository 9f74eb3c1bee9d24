import type { SourceNode } from '@switchyard/recipe'
import { EMPTY_RECIPE } from '@switchyard/recipe/model'
import { Desk } from '../../components/engine/desk.ts'

export { fetchText } from '../../components/engine/fetch-client.ts'

// Nothing stays on it: each text is read by itself.
const desk = new Desk(EMPTY_RECIPE)

/** The different nodes of a text, read away from the page. */
export function listText(text: string, most: number): Promise<SourceNode[]> {
  return desk.ask((api) => api.list.nodes(text, most))
}
