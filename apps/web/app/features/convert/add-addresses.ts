import type { SourceInfo } from '../../workers/conversion-types.ts'
import { newSource } from './add-files.ts'
import { hostOf } from './host-of.ts'
import { textOf, withText, type InputSource } from './model.ts'
import type { ConvertSession } from './session.ts'
import { placesOf, withoutLines } from './told-lines.ts'

/** Makes sources of the addresses that still wait in the text; gives back how many those are. */
export function addAddresses(
  session: Pick<ConvertSession, 'model' | 'change'>,
  addresses: SourceInfo['addresses'],
): number {
  const lines = textOf(session.model).split('\n')
  const told = addresses.map(({ line, url }) => ({ line, text: url }))
  const places = placesOf(told, lines)
  const added = places.map((index): InputSource => {
    const url = lines[index]!.trim()
    return { ...newSource('url', hostOf(url)), url }
  })
  if (added.length > 0)
    session.change((model) => {
      const next = withText(model, withoutLines(lines, places))
      return { ...next, sources: [...next.sources, ...added] }
    })
  return added.length
}
