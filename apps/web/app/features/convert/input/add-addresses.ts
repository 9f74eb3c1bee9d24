import { showToast } from '../../../lib/toasts.ts'
import { type SubscriptionAddress, textOf, withText, type RecipeSource } from '@switchyard/recipe/model'
import { newSource } from '../../../components/node-list/add-files.ts'
import { hostOf, isPlainHttp } from '../../../components/engine/host-of.ts'
import type { ConvertSession } from '../session/session.ts'
import { placesOf, withoutLines } from './reported-lines.ts'
import { undoToast } from '../../../components/node-list/undo-toast.ts'
import type { Translate } from '../session/translate.ts'

/** Makes sources of the addresses that still wait in the text; gives those back. */
export function addAddresses(
  session: Pick<ConvertSession, 'model' | 'change'>,
  addresses: readonly SubscriptionAddress[],
): RecipeSource[] {
  const lines = textOf(session.model).split('\n')
  const urls = new Map(addresses.map(({ text, url }) => [text, url]))
  const places = placesOf(addresses, lines)
  const added = places.map((index): RecipeSource => {
    const url = urls.get(lines[index]!.trim())!
    return { ...newSource('url', hostOf(url)), url }
  })
  if (added.length > 0)
    session.change((model) => {
      const next = withText(model, withoutLines(lines, places))
      return { ...next, sources: [...next.sources, ...added] }
    })
  return added
}

/** Makes sources of addresses in the text and reads them; one over http waits for what is to be done in its place. */
export function fetchAddresses(session: ConvertSession, addresses: readonly SubscriptionAddress[], t: Translate): void {
  const added = addAddresses(session, addresses)
  if (added.length > 0) undoToast(session, t('undo'), t('input.sourcesAdded', { n: added.length }))
  const missing = addresses.length - added.length
  if (missing > 0) showToast({ kind: 'info', text: t('line.notFound', { n: missing }) })
  for (const { id, url = '' } of added) if (!isPlainHttp(url)) void session.fetch(id)
}
