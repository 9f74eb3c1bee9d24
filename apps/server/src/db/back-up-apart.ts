import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { DatabasePlace } from './database.ts'
import { inWorkFolder } from './work-folder.ts'

/** What a backup is made of. */
export interface BackupSource {
  place: DatabasePlace
  secrets: readonly [string, ...string[]]
}

/** What the thread is given. */
export interface BackupOrder extends BackupSource {
  /** Where it works. */
  folder: string
  file: string
  now: number
}

const SCRIPT = new URL('./backup-thread.ts', import.meta.url)
/** A row and its line, some times over; the rows of a page are a few megabytes. */
const HEAP = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }

/**
 * Makes a backup in a thread of its own, by a connection of its own: whoever asks the server meanwhile does not wait for it.
 * Where the signal says so, it ends, and leaves nothing behind.
 */
export function backUpApart(source: BackupSource, file: string, now: number, signal?: AbortSignal): Promise<void> {
  return inWorkFolder(file, async (folder) => {
    const order: BackupOrder = { ...source, folder, file, now }
    const worker = new Worker(SCRIPT, { workerData: order, resourceLimits: HEAP })
    const end = () => void worker.terminate()
    signal?.addEventListener('abort', end, { once: true })
    try {
      // A failure of the thread is an error of it, which rejects this.
      await once(worker, 'exit')
      signal?.throwIfAborted()
    } finally {
      signal?.removeEventListener('abort', end)
    }
  })
}
