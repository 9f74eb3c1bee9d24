import type { Lease, Lock, Locks } from '../locks.ts'

/** Locks among what this copy does. */
export class MemoryLocks implements Locks {
  readonly #held = new Map<string, { by: object; endsAt: number }>()

  take(name: string, lease: Lease): Promise<Lock | undefined> {
    const held = this.#held.get(name)
    if (held && held.endsAt > lease.now && held.endsAt <= lease.now + lease.leaseMs) return Promise.resolve(undefined)
    const lock: Lock = {
      renew: (next) => {
        const mine = this.#held.get(name)
        if (mine?.by !== lock || mine.endsAt <= next.now) return Promise.resolve(false)
        this.#hold(name, lock, next)
        return Promise.resolve(true)
      },
      release: () => {
        if (this.#held.get(name)?.by === lock) this.#held.delete(name)
        return Promise.resolve()
      },
    }
    this.#hold(name, lock, lease)
    return Promise.resolve(lock)
  }

  #hold(name: string, by: object, { now, leaseMs }: Lease): void {
    this.#held.set(name, { by, endsAt: now + leaseMs })
  }
}
