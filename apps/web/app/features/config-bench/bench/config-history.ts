import type { EditHistory } from '../../../components/node-list/edit-history.ts'
import type { OpenConfig } from './panel.ts'

/** Null: nothing is open. */
export type ConfigHistory = EditHistory<OpenConfig | null>

/** Characters that steps of undo and redo may hold together: eight configs of the largest size. */
const STEPS_MAX = 64_000_000

/** The history without the oldest steps that it has no room for. The last step can always be undone. */
export function withinRoom(history: ConfigHistory, room = STEPS_MAX): ConfigHistory {
  let left = room
  const first = history.past.findLastIndex((step) => (left -= step?.text.length ?? 0) < 0)
  const from = Math.min(first + 1, history.past.length - 1)
  return from > 0 ? { ...history, past: history.past.slice(from) } : history
}
