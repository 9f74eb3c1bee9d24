import type { FileChange, GitFailure } from '@switchyard/git-hosts'
import { useCallback, useState } from 'react'
import type { FileSpace } from '../../components/places/place.ts'
import { requestEnded, requestStarted } from '../../lib/request-counter.ts'
import { failureIn } from './failure-note.tsx'

interface Failed {
  failure: GitFailure
  retry: () => void
}

/** Changes of files, one after the other, and what became of the last one. */
export function useChanges(space: FileSpace, onDone: () => void) {
  const [isBusy, setBusy] = useState(false)
  const [failed, setFailed] = useState<Failed>()
  /** Does something with the place; gives back whether it worked. A failure stays on the screen until it is closed. */
  const run = useCallback(
    async (work: (space: FileSpace) => Promise<unknown>): Promise<boolean> => {
      setBusy(true)
      setFailed(undefined)
      requestStarted()
      try {
        await work(space)
        onDone()
        return true
      } catch (error) {
        setFailed({ failure: failureIn(error), retry: () => void run(work) })
        return false
      } finally {
        requestEnded()
        setBusy(false)
      }
    },
    [space, onDone],
  )
  const write = useCallback(
    (message: string, changes: readonly FileChange[] | ((space: FileSpace) => Promise<readonly FileChange[]>)) =>
      run(async (files) => {
        const all = typeof changes === 'function' ? await changes(files) : changes
        if (all.length > 0) await files.write({ message, changes: all })
      }),
    [run],
  )
  return { isBusy, failed, run, write, close: () => setFailed(undefined) }
}

export type Changes = ReturnType<typeof useChanges>
