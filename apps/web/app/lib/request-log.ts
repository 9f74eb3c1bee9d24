import { redactText, redactUrl } from './redact.ts'
import { createStore } from './store.ts'

export interface RequestLogEntry {
  id: number
  /** Milliseconds since 1970. */
  time: number
  level: 'info' | 'error'
  method: string
  path: string
  durationMs: number
  /** Absent when no answer came. */
  status?: number
  /** The words behind the status; HTTP/2 has none. */
  statusText?: string
  /** The length of the answer as text; absent when none came. */
  bytes?: number
  /** What failed: a code of ours, or the words of the browser. */
  errorMessage?: string
}

/** The `errorMessage` of a request that was no longer wanted: that is no failure. */
export const ABORTED = 'aborted'

const MAX_ENTRIES = 500

/** Newest first; lives in memory only. */
export const requestLog = createStore<readonly RequestLogEntry[]>([])

let lastId = 0

export function logRequest({ path, errorMessage, ...entry }: Omit<RequestLogEntry, 'id' | 'level'>): void {
  const failed = errorMessage !== undefined || (entry.status ?? 0) >= 400
  const added: RequestLogEntry = {
    ...entry,
    id: ++lastId,
    level: failed ? 'error' : 'info',
    path: redactUrl(path),
    ...(errorMessage === undefined ? {} : { errorMessage: redactText(errorMessage) }),
  }
  requestLog.set((entries) => [added, ...entries].slice(0, MAX_ENTRIES))
}

export function clearRequestLog(): void {
  requestLog.set([])
}
