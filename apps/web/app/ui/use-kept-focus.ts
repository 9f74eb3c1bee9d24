import { useEffect, type RefObject } from 'react'
import { FOCUSABLE } from './modal-stack.ts'

/**
 * When what has the focus is taken away, what followed it in the region has it, else what stood before it; what stands
 * with it in an element marked `data-keeps-focus` comes first.
 */
export function useKeptFocus(region: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = region.current!
    let last: { focused: Element; isByKey: boolean; neighbours: readonly HTMLElement[] } | undefined

    const onFocusIn = ({ target: focused }: FocusEvent) => {
      if (!(focused instanceof Element)) return
      const near = focused.closest('[data-keeps-focus]') ?? element
      last = {
        focused,
        isByKey: focused.matches(':focus-visible'),
        neighbours: [...neighboursOf(focused, near), ...neighboursOf(focused, element)],
      }
    }
    const onFocusOut = () =>
      queueMicrotask(() => {
        // It was left on purpose: it is still there.
        if (last?.focused.isConnected && !element.contains(document.activeElement)) last = undefined
      })
    const observer = new MutationObserver(() => {
      if (!last || last.focused.isConnected || document.activeElement !== document.body) return
      const { isByKey, neighbours } = last
      last = undefined
      const next = neighbours.find((each) => each.isConnected && each.checkVisibility() && !each.matches(':disabled'))
      // Under a finger nothing is to jump.
      next?.focus({ preventScroll: !isByKey })
      // A toast may lie over it.
      if (next && isByKey && isCovered(next)) next.scrollIntoView({ block: 'center' })
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

/** What follows an element, then what stands before it, the nearest first. */
function neighboursOf(focused: Element, region: Element): HTMLElement[] {
  const others = [...region.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((each) => each !== focused)
  const follows = (each: Element) => (focused.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  return [...others.filter(follows), ...others.filter((each) => !follows(each)).toReversed()]
}

function isCovered(element: Element): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect()
  const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  return over === null || !element.contains(over)
}
