import type { useTranslations } from 'use-intl'
import { showToast } from '../../../lib/toasts.ts'
import type { ConvertSession } from './session.ts'

export type Translate = ReturnType<typeof useTranslations<'convert'>>

/** Shows what was done, with an Undo button. Closes at the next change, which the button would undo instead. */
export function undoToast(session: ConvertSession, t: Translate, text: string): void {
  const { last } = session.history.get()
  const close = showToast({ kind: 'undo', text, action: { label: t('undo'), run: () => session.undo() } })
  const stop = session.history.subscribe(() => {
    if (session.history.get().last === last) return
    stop()
    close()
  })
}
