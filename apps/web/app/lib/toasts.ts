import { createStore } from './store.ts'

export type ToastKind = 'success' | 'info' | 'error' | 'undo'

export interface Toast {
  id: number
  kind: ToastKind
  /** May have several lines. */
  text: string
  /** How long it stays, where there is more to read than usual. */
  timeMs?: number
  action?: { label: string; run: () => void }
  /** Closed and on its way out. */
  closing: boolean
}

const MAX_TOASTS = 5
const REMOVAL_DELAY_MS = 200
/** How long a toast stays; an error stays until it is closed. */
export const TOAST_TIME_MS: Record<ToastKind, number | undefined> = {
  success: 4000,
  info: 4000,
  undo: 10_000,
  error: undefined,
}

/** Oldest first, never more than the last five open ones. */
export const toasts = createStore<readonly Toast[]>([])

let lastId = 0

/** Shows a toast; gives back how to close it. */
export function showToast(toast: Omit<Toast, 'id' | 'closing'>): () => void {
  const id = ++lastId
  // Said once more it takes the place of the one before; with an action each is about a step of its own.
  const isSame = ({ kind, text, action }: Toast) =>
    !action && !toast.action && kind === toast.kind && text === toast.text
  toasts.set((shown) => [...shown.filter((one) => !isSame(one)), { ...toast, id, closing: false }])
  const open = toasts.get().filter(({ closing }) => !closing)
  for (const { id } of open.slice(0, -MAX_TOASTS)) dropToast(id)
  return () => closeToast(id)
}

/** Closes a toast: it leaves the page 200 ms later. */
export function closeToast(id: number): void {
  toasts.set((shown) => shown.map((toast) => (toast.id === id ? { ...toast, closing: true } : toast)))
  setTimeout(() => dropToast(id), REMOVAL_DELAY_MS)
}

function dropToast(id: number): void {
  toasts.set((shown) => shown.filter((toast) => toast.id !== id))
}
