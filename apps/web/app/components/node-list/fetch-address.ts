import { withSource, type OtherRow } from '@switchyard/recipe/model'
import { hostOf } from '../engine/host-of.ts'
import { newSource } from './add-files.ts'
import type { ListSession } from './list-session.ts'

/** Makes the address in a line a source of its own, and reads it. */
export function fetchAddress(session: ListSession, { sourceId, line }: Pick<OtherRow, 'sourceId' | 'line'>): void {
  const found = session.desk.sources.get()[sourceId]?.info?.addresses.find((address) => address.line === line)
  if (!found) return
  const source = { ...newSource('url', hostOf(found.url)), url: found.url }
  session.change((recipe) => {
    const lines = recipe.sources.find(({ id }) => id === sourceId)?.text.split('\n') ?? []
    const text = lines.filter((each, at) => at !== line - 1 || each.trim() !== found.text).join('\n')
    const next = withSource(recipe, sourceId, { text })
    return { ...next, sources: [...next.sources, source] }
  })
  void session.fetch(source.id)
}
