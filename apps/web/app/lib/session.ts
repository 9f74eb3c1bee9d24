import type { Session, SessionUser } from '@switchyard/contract'
import { ask } from './api.ts'
import { HttpError, onRequestError } from './request.ts'
import { askToSignIn } from './sign-in-request.ts'
import { createStore, type ReadStore } from './store.ts'

/** What other tabs hear when somebody signs out. */
const LEFT = 'left'

const known = createStore<Session | undefined>(undefined)
/** Who is signed in; undefined until that is known. */
export const session: ReadStore<Session | undefined> = known

let first: Promise<Session> | undefined
/** `left`: its person signed out, or is another one now. `expired`: it ran out while they were at work. */
export type SessionEnd = 'left' | 'expired'

const endings = new Set<(how: SessionEnd) => void>()
/** Other tabs of this browser hear that somebody signed in or out. */
const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('session')
tabs?.addEventListener('message', ({ data }) => void refreshSession(data === LEFT ? 'left' : 'expired'))
// A page that Back shows as it was left may show what belongs to an account that was left meanwhile.
if (typeof window !== 'undefined')
  addEventListener('pageshow', ({ persisted }) => persisted && void refreshSession('left'))

/** Calls when who was signed in here no longer is. */
export function onSessionEnd(listener: (how: SessionEnd) => void): void {
  endings.add(listener)
}

const NOT_SIGNED_IN = 401

// A session may end elsewhere. The page hears of it by the first call that is refused.
onRequestError((error) => {
  if (error instanceof HttpError && error.status === NOT_SIGNED_IN && known.get()?.user) void signInAgain()
})

let asking: Promise<void> | undefined

/** Asks over the page: while the answer is open, everything that was typed stays as it is. */
function signInAgain(): Promise<void> {
  asking ??= askAgain().finally(() => (asking = undefined))
  return asking
}

async function askAgain(): Promise<void> {
  const answer = await askWho()
  if (answer === undefined) return
  if (answer.user || !(await askToSignIn())) take(answer, 'expired')
}

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

/** Asks again who is signed in. `how`: what it means that nobody is any more. */
export async function refreshSession(how: SessionEnd = 'expired'): Promise<Session> {
  const answer = await askWho()
  const now = answer ?? {}
  // Without an answer nobody is signed out.
  if (answer) take(answer, how)
  else {
    first = Promise.resolve(now)
    known.set(now)
  }
  return now
}

/** How the session of somebody ended; undefined: it did not, or there is no answer. */
export async function endOfSession(user: string | undefined): Promise<SessionEnd | undefined> {
  const answer = await askWho()
  if (answer === undefined || (user !== undefined && answer.user?.id === user)) return undefined
  return answer.user ? 'left' : 'expired'
}

/** Who is signed in; undefined without an answer. */
async function askWho(): Promise<Session | undefined> {
  try {
    return (await ask('GET /api/_auth/session', { quiet: true })) ?? {}
  } catch {
    return undefined
  }
}

function take(now: Session, how: SessionEnd): void {
  const before = known.get()?.user
  first = Promise.resolve(now)
  known.set(now)
  if (before && before.id !== now.user?.id) for (const end of endings) end(now.user ? 'left' : how)
}

/** Somebody has signed in on this page, or says something new of themselves. */
export function takeUser(user: SessionUser): void {
  take({ user }, 'left')
  notifyTabs('changed')
}

/** The session has ended. */
export function forgetUser(): void {
  take({}, 'left')
  notifyTabs(LEFT)
}

function notifyTabs(what: 'changed' | typeof LEFT): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel stays within the origin
  tabs?.postMessage(what)
}

/** Ends the session at the server and on this page. Throws when the server does not answer. */
export async function signOut(): Promise<void> {
  await ask('DELETE /api/_auth/session', {})
  forgetUser()
}
