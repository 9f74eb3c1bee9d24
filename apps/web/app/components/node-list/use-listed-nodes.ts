import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { NodeRow, OtherRow, Recipe, RowOutcome } from '@switchyard/recipe/model'
import { useStore } from '../../lib/store.ts'
import type { Desk } from '../engine/desk.ts'
import type { SourceChange } from '../engine/desk-state.ts'
import { ROWS_AT_ONCE, useSliced } from '../node-grid/grid/use-sliced.ts'
import type { ListedNode } from '../node-grid/listed-node.ts'
import { createNodeList, type RepeatWords } from './listed-nodes.ts'

const NO_NODES: readonly ListedNode[] = []
const NO_CHANGES: Readonly<Record<string, SourceChange>> = {}
const NO_ROWS: readonly NodeRow[] = []
const NO_OTHERS: readonly OtherRow[] = []
const NO_OUTCOMES: ReadonlyMap<string, RowOutcome> = new Map()

/** The nodes on a desk as a table shows them; one that did not change stays the same object. `names`: of the sources. */
export function useListedNodes<R extends Recipe>(
  desk: Desk<R>,
  names: ReadonlyMap<string, string>,
): readonly ListedNode[] {
  const rows = useStore(desk.rows, NO_ROWS)
  const others = useStore(desk.others, NO_OTHERS)
  const outcomes = useStore(desk.outcomes, NO_OUTCOMES)
  const changes = useStore(desk.changes, NO_CHANGES)
  const t = useTranslations('nodeList')
  const repeats = useCallback<RepeatWords>(
    ({ line, source }) => (source === undefined ? t('repeats', { line }) : t('repeatsIn', { line, source })),
    [t],
  )
  const [list] = useState(createNodeList)
  const job = useMemo(() => {
    const fresh = new Set(Object.values(changes).flatMap(({ fresh }) => fresh))
    return () => list({ rows, others, outcomes, names, fresh, repeats })
  }, [list, rows, others, outcomes, names, changes, repeats])

  // 100,000 rows at once would hold up the page: those of before stay until the new ones are listed.
  const listed = useSliced(job, rows.length + others.length <= ROWS_AT_ONCE, NO_NODES)
  // The first rows are drawn in slices, after the table around them.
  const areDrawn = useDeferredValue(listed.length > 0, false)
  return areDrawn ? listed : NO_NODES
}
