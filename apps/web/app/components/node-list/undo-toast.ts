import { showToast } from '../../lib/toasts.ts'
import type { ReadStore } from '../../lib/store.ts'

/** What is undone, and how it is known that something else was done since. */
interface Undoable {
  readonly history: ReadStore<{ last?: unknown }>
  undo(): void
}

/** Shows what was done, with a button that is called `label` and takes it back. Closes at the next change, which the button would undo instead. */
export function undoToast(session: Undoable, label: string, text: string): void {
  const { last } = session.history.get()
  const close = showToast({ kind: 'undo', text, action: { label, run: () => session.undo() } })
  const stop = session.history.subscribe(() => {
    if (session.history.get().last === last) return
    stop()
    close()
  })
}
