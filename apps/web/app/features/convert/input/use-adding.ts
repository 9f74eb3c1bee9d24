import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { textOf, withMoreText, withText } from '@switchyard/recipe/model'
import { readClipboard } from '../../../lib/read-clipboard.ts'
import { showToast } from '../../../lib/toasts.ts'
import { undoToast } from '../../../components/node-list/undo-toast.ts'
import { useSession } from '../session/use-convert.ts'
import { addFiles } from '../../../components/node-list/add-files.ts'
import { sampleText } from '../../../components/node-list/sample.ts'

/** The ways in which text comes into the conversion without being typed. */
export function useAdding(onNoClipboard?: () => void) {
  const t = useTranslations('convert')
  const tl = useTranslations('nodeList')
  const session = useSession()
  return useMemo(() => {
    const append = (more: string) => session.change((model) => withMoreText(model, more), 'paste')
    const withClipboard = async (use: (text: string) => void) => {
      const text = await readClipboard()
      if (text?.trim()) return use(text)
      showToast({ kind: 'info', text: t(text === undefined ? 'input.pasteFailed' : 'input.pasteEmpty') })
      if (text === undefined) onNoClipboard?.()
    }
    const putText = (text: string, reported: 'emptied' | 'replaced') => {
      session.change((model) => withText(model, text), 'paste')
      undoToast(session, t('undo'), t(`input.${reported}`))
    }
    return {
      append,
      paste: () => void withClipboard(append),
      replace: () => void withClipboard((text) => putText(text, 'replaced')),
      empty: () => putText('', 'emptied'),
      hasText: () => textOf(session.model) !== '',
      takeSample: () =>
        session.change(
          (model) =>
            withText(
              model,
              sampleText((said) => tl(`sampleName.${said}`)),
            ),
          'paste',
        ),
      takeFiles: (files: Iterable<File>) => void addFiles(session, [...files], tl),
    }
  }, [session, t, tl, onNoClipboard])
}
