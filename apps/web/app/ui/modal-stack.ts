import { useEffect, useEffectEvent, useLayoutEffect, type RefObject } from 'react'

/** Open dialogs that are modal, the topmost last. */
let stack: readonly symbol[] = []
/** Where the focus was before the dialog that closed last: one that follows it at once goes back there too. */
let lastBack: HTMLElement | undefined

/** What Tab goes to. */
export const FOCUSABLE =
  'a[href],button:not(:disabled),input:not(:disabled),select:not(:disabled),textarea:not(:disabled),[tabindex]:not([tabindex="-1"])'

export function isModalOpen(): boolean {
  return stack.length > 0
}

/** While a dialog is open, what is marked `data-below-dialogs` can neither be focused nor pressed. Toasts stay alive. */
function setStack(next: readonly symbol[]): void {
  stack = next
  for (const element of document.querySelectorAll<HTMLElement>('[data-below-dialogs]')) element.inert = isModalOpen()
}

/**
 * Moves focus into a panel that opened and back to where it was when it closes, or to what opens it (`openers`: a
 * selector) where nothing had it; Esc asks the topmost one to close.
 */
export function usePanelFocus(
  panel: RefObject<HTMLElement | null>,
  modal: boolean,
  onEscape: () => void,
  openers?: string,
): void {
  const escape = useEffectEvent(onEscape)

  useLayoutEffect(() => {
    const focused = focusedElement()
    const back = focused ?? lastBack
    const key = Symbol('panel')
    const element = panel.current!
    if (modal) setStack([...stack, key])
    const first = element.querySelector<HTMLElement>('[data-autofocus]') ?? firstInBody(element) ?? element
    first.focus({ preventScroll: true })

    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return
      const top = stack.at(-1)
      if (modal ? top !== key : top !== undefined || !element.contains(document.activeElement)) return
      event.preventDefault()
      escape()
    }
    document.addEventListener('keydown', onKeyDown)

    return () => {
      document.removeEventListener('keydown', onKeyDown)
      setStack(stack.filter((each) => each !== key))
      // Whoever closed it may have moved the focus on purpose already.
      const now = focusedElement()
      if (now && !element.contains(now) && !now.closest('[data-modal]')) return
      lastBack = back
      queueMicrotask(() => {
        if (focusedElement()) return
        const opener = openers === undefined ? null : document.querySelector<HTMLElement>(openers)
        ;(back?.isConnected ? back : opener)?.focus({ preventScroll: true })
      })
    }
  }, [panel, modal, openers])

  useEffect(() => {
    // Only a dialog that follows in the same moment inherits it.
    lastBack = undefined
  }, [])
}

function focusedElement(): HTMLElement | undefined {
  const element = document.activeElement
  return element instanceof HTMLElement && element !== document.body && element.isConnected ? element : undefined
}

/** The first thing to fill in or to press. Text with links is read from its title on. */
function firstInBody(panel: HTMLElement): HTMLElement | null {
  const [first] = panel.querySelector('[data-panel-body]')?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? []
  return first && !first.matches('a') ? first : null
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
