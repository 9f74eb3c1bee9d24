import type { StarredKind } from '@switchyard/contract/kept-kinds'
import { useTranslations } from 'use-intl'
import { showToast } from '../../lib/toasts.ts'
import { isStarred, star, startFavourites, unstar } from './favourite-store.ts'

interface Starred {
  kind: StarredKind
  id: string
  name: string
  data?: string
}

/** Stars a thing, or takes the star away again; both are said, and the second is undone by a press. */
export function useStar(): (thing: Starred) => Promise<void> {
  const t = useTranslations('favourites')
  return async (thing) => {
    await startFavourites()
    if (!isStarred(thing.kind, thing.id)) {
      await star([thing])
      showToast({ kind: 'success', text: t('starred', { name: thing.name }) })
      return
    }
    const undo = unstar(thing)
    showToast({ kind: 'undo', text: t('unstarred', { name: thing.name }), action: { label: t('undo'), run: undo } })
  }
}
