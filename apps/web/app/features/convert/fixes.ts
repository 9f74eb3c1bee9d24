import type { useTranslations } from 'use-intl'
import { showToast } from '../../lib/toasts.ts'
import { TEXT_SOURCE, withText } from './model.ts'
import type { ConvertSession } from './session.ts'

type Translate = ReturnType<typeof useTranslations<'convert'>>

/** Takes lines out of the text, with a way back. */
export function deleteLines(session: ConvertSession, numbers: readonly number[], t: Translate): void {
  const gone = new Set(numbers)
  const text = session.model.sources.find(({ id }) => id === TEXT_SOURCE)?.text ?? ''
  const left = text.split('\n').filter((_, index) => !gone.has(index + 1))
  session.change((model) => withText(model, left.join('\n')))
  showToast({
    kind: 'undo',
    text: t('problems.fixed', { n: gone.size }),
    action: { label: t('undo'), run: () => session.undo() },
  })
}
