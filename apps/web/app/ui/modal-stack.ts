import { useEffect, useEffectEvent, useLayoutEffect, type RefObject } from 'react'
import { createStore } from '../lib/store.ts'

/** Open dialogs, the topmost last. While there is one that is modal, everything below it is inert. */
export const modalStack = createStore<readonly symbol[]>([])

const FOCUSABLE =
  'a[href],button:not(:disabled),input:not(:disabled),select:not(:disabled),textarea:not(:disabled),[tabindex]:not([tabindex="-1"])'

/** Moves focus into a panel that opened and back to where it was when it closes; Esc asks the topmost one to close. */
export function usePanelFocus(panel: RefObject<HTMLElement | null>, modal: boolean, onEscape: () => void): void {
  const escape = useEffectEvent(onEscape)

  useLayoutEffect(() => {
    const back = document.activeElement
    const element = panel.current!
    const first = element.querySelector<HTMLElement>('[data-autofocus]') ?? firstInBody(element) ?? element
    first.focus({ preventScroll: true })
    return () => {
      // Whoever closed it may have moved the focus on purpose already.
      const focused = document.activeElement
      if (focused && focused !== document.body && !element.contains(focused)) return
      if (back instanceof HTMLElement && back.isConnected) queueMicrotask(() => back.focus({ preventScroll: true }))
    }
  }, [panel])

  useEffect(() => {
    const key = Symbol('panel')
    if (modal) modalStack.set((stack) => [...stack, key])
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
      const top = modalStack.get().at(-1)
      if (modal ? top !== key : top !== undefined || !panel.current?.contains(document.activeElement)) return
      event.preventDefault()
      escape()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      modalStack.set((stack) => stack.filter((each) => each !== key))
    }
  }, [panel, modal])
}

function firstInBody(panel: HTMLElement): HTMLElement | null {
  return panel.querySelector('[data-panel-body]')?.querySelector<HTMLElement>(FOCUSABLE) ?? null
}

/** Keeps Tab inside the panel. */
export function keepFocus(
  panel: HTMLElement,
  event: { key: string; shiftKey: boolean; preventDefault: () => void },
): void {
  if (event.key !== 'Tab') return
  const found = [...panel.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((each) => each.offsetParent !== null)
  const edge = event.shiftKey ? found[0] : found.at(-1)
  const focused = document.activeElement
  if (focused !== edge && focused !== panel) return
  event.preventDefault()
  ;(event.shiftKey ? found.at(-1) : found[0])?.focus()
}
