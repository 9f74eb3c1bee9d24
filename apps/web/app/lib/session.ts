import { request } from './request.ts'

export interface Session {
  user?: { name: string }
}

let first: Promise<Session> | undefined

/** Asks once who is signed in. No answer, or no network to ask over, means nobody is. */
export function loadSession(): Promise<Session> {
  if (!navigator.onLine) return Promise.resolve({})
  first ??= request<Session>('/api/_auth/session', { headers: { accept: 'application/json' }, quiet: true }).then(
    (answer) => answer ?? {},
    () => ({}),
  )
  return first
}
