import { randomId } from '../../lib/random-id.ts'
import { type FileFailure, readTextFile } from '../../lib/read-text-file.ts'
import { createStore } from '../../lib/store.ts'
import { showToast } from '../../lib/toasts.ts'
import type { Recipe, RecipeSource } from '@switchyard/recipe/model'
import { readQr } from '../engine/read-qr.ts'
import type { ListWords } from './list-words.ts'
import type { RecipeSession } from './recipe-session.ts'

const IMAGES_MAX = 20

/** Why files that were chosen last are no sources. It stands at the input, for a toast goes. */
export const refusedFiles = createStore<readonly string[]>([])

/** Texts become sources as they are; of pictures, what their QR codes say does. */
export async function addFiles<R extends Recipe>(
  session: Pick<RecipeSession<R>, 'change'>,
  files: readonly File[],
  t: ListWords,
): Promise<void> {
  const images = files.filter(({ type }) => type.startsWith('image/'))
  const texts = files.filter(({ type }) => !type.startsWith('image/'))
  const sources: RecipeSource[] = []
  const refused: string[] = []
  const refuse = (text: string) => {
    refused.push(text)
    showToast({ kind: 'error', text })
  }
  for (const file of texts) {
    const read = await readTextFile(file)
    if ('error' in read) refuse(t(FAILURE_WORDS[read.error], { name: file.name }))
    else sources.push({ ...newSource('file', file.name), ...read })
  }
  if (images.length > 0) {
    if (images.length > IMAGES_MAX) refuse(t('files.qrLimit'))
    const close = showToast({ kind: 'info', text: t('files.qrReading') })
    let found = 0
    for (const image of images.slice(0, IMAGES_MAX)) {
      const codes = await readQr(image)
      if (codes === undefined) refuse(t('files.unreadable', { name: image.name }))
      else if (codes.length === 0) refuse(t('files.qrNone', { name: image.name }))
      else {
        found += codes.length
        sources.push({ ...newSource('qr', image.name || t('files.qr')), text: codes.join('\n') })
      }
    }
    close()
    if (found > 0) showToast({ kind: 'success', text: t('files.qrAdded', { n: found }) })
  }
  refusedFiles.set(refused)
  if (sources.length > 0) session.change((model) => ({ ...model, sources: [...model.sources, ...sources] }))
}

export function newSource(kind: RecipeSource['kind'], name: string): RecipeSource {
  return { id: randomId(), kind, name, text: '', enabled: true, loadedAt: Date.now() }
}

/** The text of a chosen file; undefined, and said so, when it cannot be read. */
export async function textOfFile(file: File, t: ListWords): Promise<string | undefined> {
  const read = await readTextFile(file)
  if (!('error' in read)) return read.text
  showToast({ kind: 'error', text: t(FAILURE_WORDS[read.error], { name: file.name }) })
  return undefined
}

const FAILURE_WORDS = {
  'too-large': 'files.tooLarge',
  'bad-archive': 'files.badArchive',
  unreadable: 'files.unreadable',
  binary: 'files.binary',
} as const satisfies Record<FileFailure, string>
