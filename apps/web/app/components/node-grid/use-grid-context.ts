import { useLayoutEffect, useMemo, useRef, type RefObject } from 'react'
import { useStore } from '../../lib/store.ts'
import { uiSettings } from '../kept-settings/ui-settings.ts'
import { namedLabels, type GridContextValue } from './grid-context.ts'
import type { NodeGridActions } from './types.ts'

interface Shared extends Omit<GridContextValue, 'flags' | 'labelOf' | 'loadSecret' | 'fixesOf'> {
  /** The repairs of a row. With a new function all rows are drawn again. */
  fixesOf: NodeGridActions['fixesOf']
}

/** What every row is told: a new object only when all rows have to be drawn anew. */
export function useGridContext(actRef: RefObject<NodeGridActions>, shared: Shared): GridContextValue {
  const { fixesOf, t, regionName, can, movable, columnsShown, isOneState, twoLines, saysAddress, own, onRenamed } =
    shared
  const flags = useStore(uiSettings, {}).flags !== false
  const renamedRef = useRef(onRenamed)
  useLayoutEffect(() => {
    renamedRef.current = onRenamed
  })
  return useMemo(
    () => ({
      t,
      labelOf: namedLabels(t),
      regionName,
      flags,
      can,
      movable,
      columnsShown,
      isOneState,
      twoLines,
      saysAddress,
      own,
      onRenamed: (row, name, next) => renamedRef.current(row, name, next),
      fixesOf: (id) => fixesOf?.(id) ?? [],
      loadSecret: async (id) => {
        const [{ mainSecret }, node] = await Promise.all([
          import('./edit/secret-fields.ts'),
          actRef.current.loadNode?.(id),
        ])
        return node && mainSecret(node)
      },
    }),
    [t, regionName, flags, can, movable, columnsShown, isOneState, twoLines, saysAddress, own, fixesOf, actRef],
  )
}
