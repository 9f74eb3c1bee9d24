import type { FileChange, GitFailure } from '@switchyard/git-hosts'
import { useCallback, useState } from 'react'
import type { FileSpace } from '../../components/places/place.ts'
import { requestEnded, requestStarted } from '../../lib/request-counter.ts'
import { gitFailureOf } from '../../components/git-accounts/git-failure-of.ts'

type Work = (space: FileSpace) => Promise<unknown>

/** Changes of files, one after the other, and what became of the last one. */
export function useChanges(space: FileSpace, onDone: () => void) {
  const [failed, setFailed] = useState<{ failure: GitFailure; work: Work }>()
  /** Does something with the place; gives back whether it worked. A failure stays on the screen until it is closed. */
  const run = useCallback(
    async (work: Work): Promise<boolean> => {
      setFailed(undefined)
      requestStarted()
      try {
        await work(space)
        onDone()
        return true
      } catch (error) {
        setFailed({ failure: gitFailureOf(error), work })
        return false
      } finally {
        requestEnded()
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
  return {
    /** What the last one met, and how it is done again. */
    failed: failed && { failure: failed.failure, retry: () => void run(failed.work) },
    run,
    write,
    close: () => setFailed(undefined),
  }
}
