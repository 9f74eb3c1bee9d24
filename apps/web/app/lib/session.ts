import type { OwnShapeOf } from '@switchyard/contract'
import { ask } from './api.ts'
import { HttpError, onRequestError } from './request.ts'
import { createStore, type ReadStore } from './store.ts'

export type Session = OwnShapeOf<'GET /api/_auth/session'>
export type SessionUser = NonNullable<Session['user']>

const known = createStore<Session | undefined>(undefined)
/** Who is signed in; undefined until that is known. */
export const session: ReadStore<Session | undefined> = known

let first: Promise<Session> | undefined
const endings = new Set<() => void>()
/** Other tabs of this browser hear that somebody signed in or out. */
const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('session')
tabs?.addEventListener('message', () => void refreshSession())
// A page that Back shows as it was left may show what belongs to an account that was left meanwhile.
if (typeof window !== 'undefined') addEventListener('pageshow', ({ persisted }) => persisted && void refreshSession())

/** Calls when who was signed in here no longer is: what came from their account leaves the page and the device. */
export function onSessionEnd(listener: () => void): void {
  endings.add(listener)
}

const NOT_SIGNED_IN = 401

// A session may end elsewhere. The page hears of it by the first call that is refused.
onRequestError((error) => {
  if (error instanceof HttpError && error.status === NOT_SIGNED_IN && known.get()?.user) void refreshSession()
})

/** Asks once who is signed in. No answer, or no network to ask over, means nobody is. */
export function loadSession(): Promise<Session> {
  if (!navigator.onLine) {
    addEventListener('online', () => void refreshSession(), { once: true })
    known.set({})
    return Promise.resolve({})
  }
  first ??= refreshSession()
  return first
}

/** Asks again who is signed in. */
export async function refreshSession(): Promise<Session> {
  const answer = await askWho()
  const now = answer ?? {}
  // Without an answer nobody is signed out.
  if (answer) take(answer)
  else {
    first = Promise.resolve(now)
    known.set(now)
  }
  return now
}

/** Whether the server says that nobody is signed in. */
export async function isSignedOut(): Promise<boolean> {
  const answer = await askWho()
  return answer !== undefined && answer.user === undefined
}

/** Who is signed in; undefined without an answer. */
async function askWho(): Promise<Session | undefined> {
  try {
    return (await ask('GET /api/_auth/session', { quiet: true })) ?? {}
  } catch {
    return undefined
  }
}

function take(now: Session): void {
  const before = known.get()?.user
  first = Promise.resolve(now)
  known.set(now)
  if (before && before.id !== now.user?.id) for (const end of endings) end()
}

/** Somebody has signed in on this page, or says something new of themselves. */
export function takeUser(user: SessionUser): void {
  take({ user })
  notifyTabs()
}

/** The session has ended. */
export function forgetUser(): void {
  take({})
  notifyTabs()
}

function notifyTabs(): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel stays within the origin
  tabs?.postMessage('changed')
}

/** Ends the session at the server and on this page. Throws when the server does not answer. */
export async function signOut(): Promise<void> {
  await ask('DELETE /api/_auth/session', {})
  forgetUser()
}
