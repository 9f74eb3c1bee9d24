import type { OwnShapeOf } from '@switchyard/contract'
import { ask } from './api.ts'

export type Session = OwnShapeOf<'GET /api/_auth/session'>

let first: Promise<Session> | undefined

/** Asks once who is signed in. No answer, or no network to ask over, means nobody is. */
export function loadSession(): Promise<Session> {
  if (!navigator.onLine) return Promise.resolve({})
  first ??= ask('GET /api/_auth/session', { quiet: true }).then(
    (answer) => answer ?? {},
    () => ({}),
  )
  return first
}
