import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { NOTHING, withoutGone, type Selection } from './selection.ts'
import type { Say } from './use-announcer.ts'
import type { RowIndex } from './view.ts'

/** Which rows are selected. What was selected and is gone, or deleted, leaves the selection. */
export function useSelection(index: RowIndex, say: Say, onSelect: ((ids: readonly string[]) => void) | undefined) {
  const t = useTranslations('nodeGrid')
  const [selection, setSelection] = useState<Selection>(NOTHING)
  const [seen, setSeen] = useState(index)
  if (seen !== index) {
    setSeen(index)
    const left = withoutGone(selection, (id) => (index.byId.get(id)?.state ?? 'deleted') !== 'deleted')
    if (left !== selection) setSelection(left)
  }
  const select = useCallback(
    (next: Selection) => {
      setSelection(next)
      say(t('selected', { count: next.ids.size }), true)
    },
    [say, t],
  )
  const report = useEffectEvent((ids: ReadonlySet<string>) => onSelect?.([...ids]))
  useEffect(() => report(selection.ids), [selection.ids])
  return { selection, select }
}
