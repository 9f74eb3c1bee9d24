import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { isTextField } from '../../lib/shortcuts.ts'
import { isModalOpen } from '../../ui/modal-stack.ts'
import { addFiles } from './add-files.ts'
import { withMoreText } from './model.ts'
import { useSession } from './use-convert.ts'

/** Ctrl+Z outside of text fields. */
export function useUndoKeys(): void {
  const session = useSession()
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (
        event.defaultPrevented ||
        event.key.toLowerCase() !== 'z' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey
      )
        return
      if (isModalOpen() || isTextField(event.target) || isEditor(event.target)) return
      event.preventDefault()
      if (event.shiftKey) session.redo()
      else session.undo()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [session])
}

/** Ctrl+V anywhere on the page, also with a picture, when no field has the focus. */
export function usePasteAnywhere(): void {
  const session = useSession()
  const t = useTranslations('convert')
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      // What lies below a dialog is not to be changed unseen.
      if (isModalOpen()) return
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length > 0) {
        event.preventDefault()
        void addFiles(session, files, t)
        return
      }
      if (event.defaultPrevented || isTextField(event.target) || isEditor(event.target)) return
      const text = event.clipboardData?.getData('text') ?? ''
      if (text === '') return
      event.preventDefault()
      session.change((model) => withMoreText(model, text), 'paste')
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [session, t])
}

/** In an editor Ctrl+Z belongs to what was typed there. */
export const isTyping = (): boolean => isEditor(document.activeElement)

/** The editors live in shadow roots: from outside only their host is seen. */
function isEditor(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-text-field]') !== null
}
