import { useEffect, useRef } from 'react'
import { keyNames } from './kbd.tsx'
import { placeElement, type Side } from './place.ts'
import { closestElement } from '../lib/closest-element.ts'

const DELAY_MS = 400
const LONG_PRESS_MS = 500
const LEAVE_MS = 100
const FOLDED_PX = 64

/** Gives any element a tooltip: `<button {...tooltip('Save', 'mod+s')}>`. */
export function tooltip(text: string, keys?: string, side?: Side) {
  return { 'data-tooltip': text, 'data-tooltip-keys': keys, 'data-tooltip-side': side }
}

/** A tooltip to the right, for a line of words that may be folded to its icon: then it says them. */
export function foldedTooltip(text: string, keys?: string) {
  return { ...tooltip(text, keys, 'right'), 'data-tooltip-folded': true }
}

/**
 * The one tooltip of the page, drawn once by the shell. It shows the words of whatever is pointed at, focused by key or
 * pressed long; Esc hides it, and it may be pointed at itself.
 */
export function Tooltips() {
  const bubble = useRef<HTMLDivElement>(null)
  useEffect(() => followTooltips(bubble.current!), [])
  return <div ref={bubble} id="tooltip" role="tooltip" popover="manual" className="tooltip" />
}

function followTooltips(bubble: HTMLElement): () => void {
  let shown: HTMLElement | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const hide = () => {
    clearTimeout(timer)
    if (!shown) return
    if (shown.getAttribute('aria-describedby') === bubble.id) shown.removeAttribute('aria-describedby')
    shown = undefined
    if (bubble.matches(':popover-open')) bubble.hidePopover()
  }
  const show = (target: HTMLElement) => {
    const text = target.dataset.tooltip
    if (!text || !target.isConnected) return
    if (target.dataset.tooltipFolded && target.offsetWidth > FOLDED_PX) return
    if (shown !== target) hide()
    shown = target
    const keys = target.dataset.tooltipKeys
    bubble.replaceChildren(text, ...(keys ? [keysElement(keys)] : []))
    bubble.showPopover()
    // `tooltip` writes it.
    const side = target.dataset.tooltipSide as Side | undefined
    placeElement(bubble, target.getBoundingClientRect(), side ?? 'bottom', 'center')
    if (target.getAttribute('aria-label') !== text && !target.hasAttribute('aria-describedby'))
      target.setAttribute('aria-describedby', bubble.id)
  }
  const later = (ms: number, act: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(act, ms)
  }

  const listeners = new AbortController()
  const options = { signal: listeners.signal, passive: true }
  document.addEventListener(
    'pointerover',
    (event) => {
      if (event.pointerType === 'touch' || closestElement(event.target, '#tooltip')) return clearTimeout(timer)
      const target = targetOf(event.target)
      if (target && target !== shown) later(shown ? 0 : DELAY_MS, () => show(target))
      else if (!target && shown && !shown.matches(':focus-visible')) later(LEAVE_MS, hide)
      else if (!target && !shown) clearTimeout(timer)
    },
    options,
  )
  document.addEventListener(
    'pointerdown',
    (event) => {
      hide()
      const target = event.pointerType === 'touch' ? targetOf(event.target) : undefined
      if (target) later(LONG_PRESS_MS, () => show(target))
    },
    options,
  )
  document.addEventListener(
    'pointerup',
    (event) => event.pointerType === 'touch' && !shown && clearTimeout(timer),
    options,
  )
  document.addEventListener(
    'focusin',
    (event) => {
      const target = targetOf(event.target)
      if (target && target === event.target && target.matches(':focus-visible')) show(target)
      else hide()
    },
    options,
  )
  document.addEventListener('focusout', hide, options)
  document.addEventListener('keydown', (event) => event.key === 'Escape' && hide(), options)
  document.addEventListener('scroll', hide, { ...options, capture: true })
  return () => {
    listeners.abort()
    hide()
  }
}

function targetOf(target: EventTarget | null): HTMLElement | undefined {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-tooltip]') ?? undefined) : undefined
}

function keysElement(keys: string): HTMLElement {
  const element = document.createElement('span')
  element.className = 'tooltip-keys'
  element.textContent = keyNames(keys).join(' ')
  return element
}
