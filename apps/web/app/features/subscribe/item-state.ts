import type { Item } from './item-repository.ts'

/** How an item stands, in one word for its dot. */
export type ItemState = 'never' | 'ok' | 'partial' | 'failed' | 'held' | 'archived'

/** What is said first of an item: what needs a person comes before what is fine. */
export function stateOf({ archived, held, lastTry, good, kind }: Item): ItemState {
  if (archived) return 'archived'
  if (held) return 'held'
  if (lastTry?.result === 'failed') return 'failed'
  if (kind === 'links' || good) return (good?.skipped ?? 0) > 0 ? 'partial' : 'ok'
  return 'never'
}

const SOON_MS = 7 * 86_400_000

/** Whether a subscription ends within a week, or has ended. */
export function expiryOf(expireS: number | undefined, now: number): 'past' | 'soon' | 'later' | undefined {
  if (expireS === undefined || expireS === 0) return undefined
  const left = expireS * 1000 - now
  if (left <= 0) return 'past'
  return left < SOON_MS ? 'soon' : 'later'
}

/** What a server that refuses may answer to another user agent. */
export function mayHelpAgent({ lastTry }: Item): boolean {
  return lastTry?.failure === 'not-a-subscription' || lastTry?.status === 401 || lastTry?.status === 403
}

/** What a browser may not read, a server may: it is asked by no script and under the name of a client. */
export function mayHelpRelay({ lastTry, archived }: Item): boolean {
  if (lastTry?.result !== 'failed' || archived) return false
  return lastTry.failure !== undefined && BROWSER_LIMITS.has(lastTry.failure)
}

type Failure = NonNullable<NonNullable<Item['lastTry']>['failure']>
const BROWSER_LIMITS: ReadonlySet<Failure> = new Set<Failure>([
  'refused',
  'not-https',
  'redirected',
  'unreachable',
  'bad-status',
  'not-a-subscription',
])
