import { randomId } from '../../lib/random-id.ts'
import { showToast } from '../../lib/toasts.ts'
import type { Desk } from '../engine/desk.ts'
import { star } from '../favourites/favourite-store.ts'
import type { ListWords } from './list-words.ts'
import { reportGone } from './report-gone.ts'

interface Session {
  readonly desk: Pick<Desk, 'askOfNodes' | 'rows'>
}

const NAME_MAX_LETTERS = 64

/** Nodes become favourites by their share links, on this device alone. One whose link is starred already stays as it is. */
export async function starNodes({ desk }: Session, keys: readonly string[], t: ListWords): Promise<void> {
  const names = new Map(desk.rows.get().map(({ key, name }) => [key, name]))
  // A node without a link has no answer of its own, so each is asked for alone.
  const asked = keys.map(async (key) => {
    const [link] = await desk.askOfNodes((api, request) => api.list.links(request, [key]))
    return { key, link }
  })
  const found = await Promise.all(asked).catch(reportGone(t('noAnswer')))
  if (!found) return
  const nodes = found.flatMap(({ key, link }) => {
    const name =
      Array.from((names.get(key) ?? '').trim())
        .slice(0, NAME_MAX_LETTERS)
        .join('') || key
    return link === undefined ? [] : [{ kind: 'node' as const, id: randomId(), name, data: link }]
  })
  const without = keys.length - nodes.length
  if (without > 0) showToast({ kind: nodes.length > 0 ? 'info' : 'error', text: t('withoutLink', { n: without }) })
  if (nodes.length === 0) return
  await star(nodes)
  showToast({ kind: 'success', text: t('starred', { n: nodes.length }) })
}
