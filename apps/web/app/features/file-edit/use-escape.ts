import { useEffect, useEffectEvent } from 'react'
import { isModalOpen } from '../../ui/modal-stack.ts'

/** Esc on a page: not in a field, which empties itself, nor where a dialog, a menu or the editor has heard it. */
export function useEscape(onEscape: () => void): void {
  const escape = useEffectEvent(onEscape)
  useEffect(() => {
    // After all who listen at the document.
    const onKeyDown = (event: KeyboardEvent) => {
      const isInField = event.target instanceof Element && event.target.matches('input,textarea,select')
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented || isInField || isModalOpen()) return
      event.preventDefault()
      escape()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
