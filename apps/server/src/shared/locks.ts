/** For how long a lock is held: whoever goes without a word leaves it by then. */
export interface Lease {
  /** Milliseconds since 1970. */
  now: number
  leaseMs: number
}

/** A right that is held. */
export interface Lock {
  /** Holds it for another lease. False: it was over, and is held by somebody else or by nobody. */
  renew: (lease: Lease) => Promise<boolean>
  release: () => Promise<void>
}

/** The right to do something alone, among all copies of the server. */
export interface Locks {
  /** Takes a lock; undefined: it is held. A lease that ends later than it could is of a clock that was set back, and over. */
  take: (name: string, lease: Lease) => Promise<Lock | undefined>
}

/** How long a lock outlives a copy that was killed. */
const LEASE_MS = 60_000
const RENEWALS_PER_LEASE = 3

interface Alone {
  name: string
  /** Milliseconds since 1970. */
  now: () => number
  signal: AbortSignal
}

/** Runs work if nobody else runs work of this name. Its signal ends with the one that is given, and when the lock is lost. */
export async function runAlone(
  locks: Locks,
  { name, now, signal }: Alone,
  work: (signal: AbortSignal) => Promise<void> | void,
): Promise<void> {
  const lease = () => ({ now: now(), leaseMs: LEASE_MS })
  const lock = await locks.take(name, lease())
  if (!lock) return
  const lost = new AbortController()
  const renew = async () => {
    const isHeld = await lock.renew(lease()).catch(() => false)
    if (!isHeld) lost.abort()
  }
  const timer = setInterval(() => void renew(), LEASE_MS / RENEWALS_PER_LEASE)
  timer.unref()
  try {
    await work(AbortSignal.any([signal, lost.signal]))
  } finally {
    clearInterval(timer)
    await lock.release()
  }
}
