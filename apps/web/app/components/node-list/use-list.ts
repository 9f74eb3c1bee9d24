import { createContext, use, useMemo, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { ADDED_SOURCE, EMPTY_RECIPE, restoreNodes, type OtherRow, type Recipe } from '@switchyard/recipe/model'
import { startHistory } from './edit-history.ts'
import { nodeActions } from './node-actions.ts'
import { useStore } from '../../lib/store.ts'
import type { ListSession } from './list-session.ts'
import { fetchAddress } from './fetch-address.ts'
import { deleteLine, skippedLine } from './skipped-line.ts'

export const ListContext = createContext<ListSession | undefined>(undefined)

export function useList(): ListSession {
  const session = use(ListContext)
  if (!session) throw new Error('Outside of a list of nodes')
  return session
}

const ON_SERVER = startHistory(EMPTY_RECIPE)

/** The recipe, and whether there is something to undo and to redo. */
export function useListHistory(): { recipe: Recipe; canUndo: boolean; canRedo: boolean } {
  const { now, past, future } = useStore(useList().history, ON_SERVER)
  return { recipe: now, canUndo: past.length > 0, canRedo: future.length > 0 }
}

/** What the sources are called: the same map while nothing but their texts changes. */
export function useSourceNames(): ReadonlyMap<string, string> {
  const { history } = useList()
  const t = useTranslations('listImport')
  const pairs = useSyncExternalStore(
    history.subscribe,
    () => JSON.stringify(history.get().now.sources.map(({ id, name }) => [id, name])),
    () => '[]',
  )
  return useMemo(() => {
    const read: [string, string][] = JSON.parse(pairs)
    return new Map(read.map(([id, name]) => [id, name || (id === ADDED_SOURCE ? t('added') : '')]))
  }, [pairs, t])
}

let byKey: { others: readonly OtherRow[]; map: ReadonlyMap<string, OtherRow> } | undefined

/** Rows on the screen are asked about one by one, among many. */
function otherOf({ desk }: ListSession, key: string): OtherRow | undefined {
  const others = desk.others.get()
  if (byKey?.others !== others) byKey = { others, map: new Map(others.map((row) => [row.key, row])) }
  return byKey.map.get(key)
}

interface Asked {
  onQr: (key: string) => void
  onExport: (keys: readonly string[]) => void
}

/** What a person can do to the nodes of a list. */
export function useListActions({ onQr, onExport }: Asked) {
  const session = useList()
  const t = useTranslations('listImport')
  const tl = useTranslations('nodeList')
  return useMemo(
    () => ({
      ...nodeActions(session, tl),
      onShowQr: onQr,
      onExport,
      fixesOf: (id: string) => {
        const other = otherOf(session, id)
        if (other?.deleted)
          return [{ id: 'restore', label: tl('restore'), run: () => session.change((recipe) => restoreNodes(recipe, [id])) }]
        const line = other && skippedLine(session, other)
        if (line !== undefined)
          return [{ id: 'delete-line', label: t('deleteLine'), run: () => deleteLine(session, line) }]
        if (other?.toFetch !== undefined)
          return [{ id: 'fetch', label: t('fetch'), run: () => fetchAddress(session, other) }]
        return []
      },
    }), // oxfmt-ignore
    [session, t, tl, onQr, onExport],
  )
}
