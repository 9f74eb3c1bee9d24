import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { loadAnew, reportChunkFailure } from '../lib/lazy-page.ts'
import { showToast } from '../lib/toasts.ts'

export interface Chunk<T> {
  /** Absent while it is on its way, and when it does not come. */
  chunk?: T
  /** It did not load: asks for it again. */
  retry?: () => void
}

/** A module in a chunk of its own that is asked for once it is wanted. After a second failure a toast offers to load the page anew. */
export function useChunk<T extends object>(importer: () => Promise<T>, isWanted: boolean): Chunk<T> {
  const t = useTranslations('app')
  const [chunk, setChunk] = useState<T>()
  const [state, setState] = useState({ attempt: 0, isMissing: false })
  const isAwaited = isWanted && chunk === undefined
  const { attempt, isMissing } = state
  useEffect(() => {
    if (!isAwaited) return
    let isCurrent = true
    importer().then(
      (loaded) => isCurrent && setChunk(loaded),
      () => {
        void reportChunkFailure(location.pathname)
        if (!isCurrent) return
        setState({ attempt, isMissing: true })
        const action = { label: t('reload'), run: () => void loadAnew() }
        if (attempt > 0) showToast({ kind: 'error', text: t('partMissing'), action })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [isAwaited, importer, attempt, t])
  if (chunk !== undefined) return { chunk }
  return isMissing ? { retry: () => setState({ attempt: attempt + 1, isMissing: false }) } : {}
}
