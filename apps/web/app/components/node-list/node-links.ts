import { saveFile } from '../../lib/save-file.ts'
import { showToast } from '../../lib/toasts.ts'
import { copyText } from '../../ui/copy-button.tsx'
import type { Desk } from '../engine/desk.ts'
import type { ListWords } from './list-words.ts'
import { outputFileName } from './output-file.ts'
import { reportGone } from './report-gone.ts'

interface Session {
  readonly desk: Pick<Desk, 'askOfNodes'>
}

export async function copyLinks(session: Session, keys: readonly string[], t: ListWords): Promise<void> {
  const links = linksOf(session, keys, t)
  try {
    await copyText(async () => {
      const found = await links
      if (found.length === 0) throw new Error('There is no link')
      return found.join('\n')
    })
    showToast({ kind: 'success', text: t('copied') })
  } catch {
    if ((await links).length > 0) showToast({ kind: 'error', text: t('copyFailed') })
  }
}

export async function exportLinks(session: Session, keys: readonly string[], t: ListWords): Promise<void> {
  const links = await linksOf(session, keys, t)
  if (links.length === 0) return
  saveFile(new Blob([`${links.join('\n')}\n`], { type: 'text/plain' }), outputFileName('', 'links', new Date()))
}

/** The share links of nodes; that there is none, or fewer than nodes, is said. */
async function linksOf(session: Session, keys: readonly string[], t: ListWords): Promise<readonly string[]> {
  try {
    const links = await session.desk.askOfNodes((api, request) => api.list.links(request, keys))
    const n = keys.length - links.length
    if (n > 0) showToast({ kind: links.length > 0 ? 'info' : 'error', text: t('withoutLink', { n }) })
    return links
  } catch (error) {
    reportGone(t('noAnswer'))(error)
    return []
  }
}
