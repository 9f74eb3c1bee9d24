import { request } from './request.ts'
import { createStore } from './store.ts'

export interface Session {
  user?: { name: string }
}

/** undefined until the first answer; after that a session, empty for who is signed out. */
const session = createStore<Session | undefined>(undefined)

let first: Promise<Session> | undefined

/** Asks once who is signed in. No answer, or no network to ask over, means nobody is. */
export function loadSession(): Promise<Session> {
  if (!navigator.onLine) {
    session.set({})
    return Promise.resolve({})
  }
  first ??= request<Session>('/api/_auth/session', { headers: { accept: 'application/json' }, quiet: true })
    .catch(() => null)
    .then((answer) => {
      const known = answer ?? {}
      session.set(known)
      return known
    })
  return first
}
