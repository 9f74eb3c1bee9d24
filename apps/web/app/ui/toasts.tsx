import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { closeToast, TOAST_TIME_MS, toasts, type Toast, type ToastKind } from '../lib/toasts.ts'
import { useStore } from '../lib/store.ts'
import { buttonClass } from './button.tsx'
import { Icon } from './icon.tsx'
import type { IconName } from './icons.ts'

const ICON_OF: Record<ToastKind, IconName> = {
  success: 'circle-check',
  info: 'info',
  undo: 'undo-2',
  error: 'circle-alert',
}

const COLOR_OF: Record<ToastKind, string> = {
  success: 'text-success',
  info: 'text-info',
  undo: 'text-muted',
  error: 'text-error',
}

const NONE: readonly Toast[] = []

const PLACES = ['end', 'start', 'top'] as const
type Place = (typeof PLACES)[number]

/**
 * On a phone a toast is as wide as the window and touches the bars. Below `lg` the bar of the selected rows stands above the
 * bar of the result. From `lg` on the two bars stand beside each other.
 */
const ABOVE_BARS =
  'bottom-[calc(var(--bottom-bar)+var(--action-bar,0px)+var(--bulk-bar,0px))] lg:bottom-[calc(var(--bottom-bar)+var(--action-bar,0px))] sm:pb-4'

const PLACE_CLASSES: Record<Place, string> = {
  end: `${ABOVE_BARS} sm:left-auto`,
  start: `${ABOVE_BARS} sm:right-auto`,
  top: 'top-12 sm:top-16 sm:left-auto',
}

/** The stack of toasts, newest at the bottom. Pointing at one, or focusing it, keeps it there. */
export function Toasts({ label, closeLabel }: { label: string; closeLabel: string }) {
  const shown = useStore(toasts, NONE)
  const stack = useRef<HTMLElement>(null)
  const [place, setPlace] = useState<Place>('end')
  const newest = shown.at(-1)?.id
  useLayoutEffect(() => {
    if (newest !== undefined) setPlace(freePlace(stack.current!))
  }, [newest])
  return (
    <section
      ref={stack}
      aria-label={label}
      className={`pointer-events-none fixed inset-x-0 sm:inset-x-4 z-50 flex flex-col items-end sm:gap-2 print:hidden sm:w-96 ${PLACE_CLASSES[place]}`}
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} />
      ))}
    </section>
  )
}

const GAP_PX = 16
const TOP_PX = 48

/** Where the stack does not lie over what was just used: a toast is mostly about that. */
function freePlace(stack: HTMLElement): Place {
  const used = document.activeElement
  if (!used || used === document.body || stack.contains(used)) return 'end'
  const over = used.getBoundingClientRect()
  const { width, height } = stack.getBoundingClientRect()
  const bottom = innerHeight - parseFloat(getComputedStyle(stack).bottom)
  const isFree = (place: Place) => {
    const left = place === 'start' ? GAP_PX : innerWidth - GAP_PX - width
    const top = place === 'top' ? TOP_PX : bottom - height
    return over.right <= left || over.left >= left + width || over.bottom <= top || over.top >= top + height
  }
  return PLACES.find(isFree) ?? 'end'
}

function ToastCard({ toast, closeLabel }: { toast: Toast; closeLabel: string }) {
  const [held, setHeld] = useState(false)
  const timeMs = toast.timeMs ?? TOAST_TIME_MS[toast.kind]
  const [head, ...rest] = toast.text.split('\n')
  const isLong = rest.length > 0

  useEffect(() => {
    if (held || timeMs === undefined) return
    const timer = setTimeout(() => closeToast(toast.id), timeMs)
    return () => clearTimeout(timer)
  }, [held, timeMs, toast.id])

  return (
    <div
      data-toast={toast.kind}
      data-testid="toast"
      className={`toast pointer-events-auto flex flex-wrap w-full items-start gap-2 sm:rounded-lg border-y sm:border-x border-line-strong bg-raised p-3 text-sm shadow-overlay ${toast.closing ? 'toast-closing' : ''}`}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={ICON_OF[toast.kind]} className={`mt-0.5 size-4 ${COLOR_OF[toast.kind]}`} />
      <p
        role={toast.kind === 'error' ? 'alert' : 'status'}
        className="min-w-0 flex-1 break-words break-keep whitespace-pre-line"
      >
        {head}
        {isLong && <span className="text-[0.8125rem] text-muted">{`\n${rest.join('\n')}`}</span>}
      </p>
      {toast.action && (
        <button
          type="button"
          className={
            isLong
              ? `${buttonClass('solid')} order-last w-full justify-center`
              : 'target -my-1 rounded-md px-2 py-1 font-medium text-link hover:bg-hover'
          }
          onClick={() => {
            toast.action?.run()
            closeToast(toast.id)
          }}
        >
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={closeLabel}
        className="target -mx-1.5 -my-1 grid size-6 place-items-center rounded-md text-muted hover:bg-hover hover:text-fg"
        onClick={() => closeToast(toast.id)}
      >
        <Icon name="x" />
      </button>
    </div>
  )
}
