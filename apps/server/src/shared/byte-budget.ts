import { setImmediate } from 'node:timers/promises'
import { EngineError } from './engine-error.ts'
import type { Asker } from './asker.ts'
import type { Patience, WantedPlace } from './limits.ts'
import { MemoryPlaces } from './memory/places.ts'

const MEBIBYTE = 1024 * 1024
/** docs/security.md, "Bytes in memory" */
const ALL_BYTES = 64 * MEBIBYTE
const HALF = ALL_BYTES / 2
const WAIT_MS = 5000
const COPIES = 4
/** For what has begun, or has no second chance: an export, a new version. */
export const LONG_WAIT_MS = 60_000

/** For whom bytes are held. What nobody is known by yet has half of it all together. */
export interface Holder extends Asker {
  isVisitor?: boolean
}

/** Bytes of requests, opened texts and answers that are in the memory of this process at once. People take turns; each holds half at most. */
export class ByteBudget {
  readonly #places = new MemoryPlaces()

  /**
   * Waits for room, and gives back how to leave it. Throws the EngineErrors `memory` for more than there ever is, `busy` and
   * `cancelled`.
   */
  async enter(holder: Holder, bytes: number, waitMs = WAIT_MS): Promise<() => void> {
    if (bytes > HALF) throw new EngineError('memory')
    const { person, signal = new AbortController().signal } = holder
    if (signal.aborted) throw new EngineError('cancelled')
    const wanted = wantedBy(holder, bytes)
    return this.#places.enterAtOnce(wanted) ?? this.#wait(wanted, { person, waitMs, signal })
  }

  async #wait(wanted: WantedPlace[], patience: Patience): Promise<() => void> {
    const leave = await this.#places.enter(wanted, patience).catch((error: unknown) => {
      throw new EngineError('cancelled', { cause: error })
    })
    if (!leave) throw new EngineError('busy')
    // Of connections that close together each one admits the next, which would begin work for nobody.
    await setImmediate()
    if (!patience.signal.aborted) return leave
    leave()
    throw new EngineError('cancelled')
  }

  /** The same for texts that are opened: they stand unpacked, as text, in a copy for a thread and in the answer. */
  enterOpened(holder: Holder, bytes: number, waitMs?: number): Promise<() => void> {
    return this.enter(holder, Math.max(bytes, Math.min(bytes * COPIES, HALF)), waitMs)
  }

  /** The same as `enter` without a wait; undefined: there is no room. */
  enterAtOnce(holder: Holder, bytes: number): (() => void) | undefined {
    return this.#places.enterAtOnce(wantedBy(holder, bytes))
  }
}

function wantedBy({ person, isVisitor = false }: Holder, count: number): WantedPlace[] {
  const mine = [
    { key: `of ${person}`, most: HALF, count },
    { key: 'all', most: ALL_BYTES, count },
  ]
  return isVisitor ? [...mine, { key: 'visitors', most: HALF, count }] : mine
}
