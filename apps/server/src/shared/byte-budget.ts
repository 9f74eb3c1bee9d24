import { EngineError } from '../engine/engine-error.ts'
import type { Asker } from '../engine/worker-pool.ts'
import { MemoryPlaces } from './memory/places.ts'

const MEBIBYTE = 1024 * 1024
/** docs/security.md, "Bytes in memory" */
const ALL_BYTES = 64 * MEBIBYTE
const HALF = ALL_BYTES / 2
const WAIT_MS = 5000
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
  async enter({ person, isVisitor = false, signal }: Holder, bytes: number, waitMs = WAIT_MS): Promise<() => void> {
    if (bytes > HALF) throw new EngineError('memory')
    const wanted = [
      { key: `of ${person}`, most: HALF, count: bytes },
      { key: 'all', most: ALL_BYTES, count: bytes },
      ...(isVisitor ? [{ key: 'visitors', most: HALF, count: bytes }] : []),
    ]
    const patience = { person, waitMs, signal: signal ?? new AbortController().signal }
    const leave = await this.#places.enter(wanted, patience).catch((error: unknown) => {
      throw new EngineError('cancelled', { cause: error })
    })
    if (!leave) throw new EngineError('busy')
    return leave
  }
}
