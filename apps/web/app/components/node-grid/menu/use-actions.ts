import { useLayoutEffect, useMemo, useRef, type RefObject } from 'react'
import type { ColumnId } from '../columns/columns.ts'
import { OWN_COLUMN_IDS } from '../columns/own-columns.ts'
import type { NodeGridActions, OwnColumns } from '../types.ts'

export type GivenActions = ReadonlySet<keyof NodeGridActions>

/** The callbacks as they are now, and which there are: the same set while those are. */
export function useActions(actions: NodeGridActions): { act: RefObject<NodeGridActions>; can: GivenActions } {
  const act = useRef(actions)
  useLayoutEffect(() => {
    act.current = actions
  })
  // `keys` of an object says no more than that they are strings.
  const all = Object.keys(actions) as (keyof NodeGridActions)[]
  const names = all
    .filter((name) => actions[name] !== undefined)
    .sort()
    .join()
  // One text, so that it is the same from one picture to the next.
  const can = useMemo(() => new Set(names.split(',') as (keyof NodeGridActions)[]), [names])
  return { act, can }
}

/** Columns that are not offered: their callback is missing, or every row would have the same text. */
export function useAbsentColumns(
  can: GivenActions,
  hasSeveralSources: boolean,
  own: OwnColumns | undefined,
): ReadonlySet<ColumnId> {
  return useMemo(() => {
    const absent = new Set<ColumnId>()
    if (!can.has('loadNode')) absent.add('secret')
    if (!hasSeveralSources) absent.add('source')
    for (const id of OWN_COLUMN_IDS) if (!own?.ids.has(id)) absent.add(id)
    // There is one column of states: where nodes are checked, that is whether they answer.
    if (own?.ids.has('reach')) absent.add('state')
    return absent
  }, [can, hasSeveralSources, own?.ids])
}
