const HISTORY_MAX = 50
/** Changes of one kind that follow each other this closely are undone together. */
const COALESCE_MS = 1000

/** What is there to undo and redo. */
export interface EditHistory<M> {
  now: M
  past: readonly M[]
  future: readonly M[]
  /** Kind and time of the last change. */
  last?: { kind: string; at: number }
}

export const startHistory = <M>(now: M): EditHistory<M> => ({ now, past: [], future: [] })

/** Puts a change on the stack. Quick changes of the same kind, such as typing, are one. */
export function change<M>(history: EditHistory<M>, now: M, kind: string, at: number): EditHistory<M> {
  if (now === history.now) return history
  const { last } = history
  if (last?.kind === kind && kind.startsWith('typing') && at - last.at < COALESCE_MS)
    return { ...history, now, future: [], last: { kind, at } }
  return { now, past: [...history.past, history.now].slice(-HISTORY_MAX), future: [], last: { kind, at } }
}

/** Changes what no undo should bring back, such as a text that came from the network: it is so before and after, too. */
export const amend = <M>({ now, past, future, ...rest }: EditHistory<M>, next: (model: M) => M): EditHistory<M> => ({
  ...rest,
  now: next(now),
  past: past.map(next),
  future: future.map(next),
})

export function undo<M>(history: EditHistory<M>): EditHistory<M> {
  const now = history.past.at(-1)
  if (now === undefined) return history
  return { now, past: history.past.slice(0, -1), future: [history.now, ...history.future] }
}

export function redo<M>(history: EditHistory<M>): EditHistory<M> {
  const [now, ...future] = history.future
  if (now === undefined) return history
  return { now, past: [...history.past, history.now], future }
}
