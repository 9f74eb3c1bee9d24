import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { isTextField } from '../../../lib/shortcuts.ts'
import { isModalOpen } from '../../../ui/modal-stack.ts'
import { addFiles } from '../../../components/node-list/add-files.ts'
import { withMoreText } from '@switchyard/recipe/model'
import { useSession } from '../session/use-convert.ts'

/** Ctrl+V anywhere on the page. Text belongs to the field that has the focus; a picture no field could take. */
export function usePasteAnywhere(): void {
  const session = useSession()
  const t = useTranslations('nodeList')
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      // What lies below a dialog is not to be changed unseen.
      if (isModalOpen()) return
      const text = event.clipboardData?.getData('text') ?? ''
      const files = [...(event.clipboardData?.files ?? [])]
      if (text !== '' && (event.defaultPrevented || isTextField(event.target))) return
      if (files.length > 0 && isNameOf(files, text)) {
        event.preventDefault()
        void addFiles(session, files, t)
      } else if (text !== '') {
        event.preventDefault()
        session.change((model) => withMoreText(model, text), 'paste')
      }
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [session, t])
}

/** Beside a file its name may stand as text. Office programs put a picture of the text beside it: that says nothing. */
function isNameOf(files: readonly File[], text: string): boolean {
  return text === '' || files.some(({ name }) => text.trim().endsWith(name))
}
