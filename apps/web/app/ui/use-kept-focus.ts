import { useEffect, type RefObject } from 'react'
import { FOCUSABLE } from './modal-stack.ts'

/** When what has the focus is taken away, what followed it in the region has it, else what stood before it. */
export function useKeptFocus(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = region.current!
    let last: { focused: Element; neighbours: readonly HTMLElement[] } | undefined

    const onFocusIn = ({ target }: FocusEvent) => {
      const focused = target as Element
      const others = [...element.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((each) => each !== focused)
      const follows = (each: Element) =>
        (focused.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
      last = {
        focused,
        neighbours: [...others.filter(follows), ...others.filter((each) => !follows(each)).toReversed()],
      }
    }
    const onFocusOut = () =>
      queueMicrotask(() => {
        // It was left on purpose: it is still there.
        if (last?.focused.isConnected && !element.contains(document.activeElement)) last = undefined
      })
    const observer = new MutationObserver(() => {
      if (!last || last.focused.isConnected || document.activeElement !== document.body) return
      const { neighbours } = last
      last = undefined
      neighbours.find((each) => each.isConnected && each.checkVisibility() && !each.matches(':disabled'))?.focus()
    })
    element.addEventListener('focusin', onFocusIn)
    element.addEventListener('focusout', onFocusOut)
    observer.observe(element, { childList: true, subtree: true })
    return () => {
      element.removeEventListener('focusin', onFocusIn)
      element.removeEventListener('focusout', onFocusOut)
      observer.disconnect()
    }
  }, [region])
}
