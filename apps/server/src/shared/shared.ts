import type { Cache, CacheRule } from './cache.ts'
import type { Limit, LimitRule, Places } from './limits.ts'
import type { Locks } from './locks.ts'
import type { Notices } from './notices.ts'
import type { Once } from './once.ts'

/** What all copies of the server share. A name stands for one thing, with one rule and one type, whoever opens it. */
export interface Shared {
  limit: (name: string, rule: LimitRule) => Limit
  places: (name: string) => Places
  locks: Locks
  once: <T>(name: string) => Once<T>
  cache: <T>(name: string, rule: CacheRule<T>) => Cache<T>
  notices: Notices
  /** Frees what is too old to be given back. */
  forgetOld: (now: number) => Promise<void>
  close: () => void
}
