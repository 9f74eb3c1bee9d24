import { useMemo, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import type { ListedNode } from '../../../components/node-grid/listed-node.ts'
import type { Awaited } from '../../../components/node-grid/grid/no-rows.tsx'
import type { EntryText, RowFix } from '../../../components/node-grid/types.ts'
import { randomId } from '../../../lib/random-id.ts'
import { useStore } from '../../../lib/store.ts'
import {
  type NewStep,
  type NodeRow,
  type OtherRow,
  type RowOutcome,
  TEXT_SOURCE,
  countedSources,
  filteredRegions,
  placeOf,
  renameNodes,
  restoreNodes,
  withFilteredRegions,
  withStepAdded,
} from '@switchyard/recipe/model'
import type { Model } from '../session/model.ts'
import {
  deleteEntries,
  excludeInfo,
  fixesOf,
  isInfoExcluded,
  replaceLine,
  rowOf,
  undoRename,
  withLine,
  withLineOf,
  type Fix,
  type FixTools,
  type FixableIssue,
} from './fixes.ts'
import { listedNode } from '../../../components/node-list/listed-nodes.ts'
import { nodeActions } from '../../../components/node-list/node-actions.ts'
import { useListedNodes } from '../../../components/node-list/use-listed-nodes.ts'
import type { ConvertSession } from '../session/session.ts'
import { sourceName } from '../input/source-name.ts'
import { hostOf } from '../../../components/engine/host-of.ts'
import { areRowsComing, type SourceChange } from '../../../components/engine/desk-state.ts'
import { undoToast } from '../../../components/node-list/undo-toast.ts'
import { useIsOfOutput, useModelPart, useSession, useStatePart } from '../session/use-convert.ts'
import { useFixTools } from './use-fixes.ts'

const NO_CHANGES: Readonly<Record<string, SourceChange>> = {}

/** What the sources are called: the same map while nothing but their texts changes. */
function useSourceNames(): ReadonlyMap<string, string> {
  const t = useTranslations('convert.source')
  const pairs = useModelPart(({ sources }) => JSON.stringify(sources.map(({ id, name }) => [id, name])))
  return useMemo(() => {
    const read: [string, string][] = JSON.parse(pairs)
    return new Map(read.map(([id, name]) => [id, sourceName({ id, name }, t)]))
  }, [pairs, t])
}

/** The entries of the conversion as a table shows them. */
export function useEntries(): readonly ListedNode[] {
  return useListedNodes(useSession().desk, useSourceNames())
}

/** Nodes that the last refresh of their source did not bring again. */
export function useGoneNodes(): readonly ListedNode[] {
  const session = useSession()
  const names = useSourceNames()
  const changes = useStore(session.desk.changes, NO_CHANGES)
  return useMemo(
    () =>
      [...names].flatMap(([id, name]) =>
        (changes[id]?.gone ?? []).map((row) => listedNode(row, { source: name, line: placeOf(row) })),
      ),
    [names, changes],
  )
}

const NOTHING_FETCHED: ReadonlyMap<string, unknown> = new Map()

/** What a table without rows waits for: addresses on their way, or the engine. Undefined where nothing comes. */
export function useAwaited(): Awaited | undefined {
  const t = useTranslations('convert')
  const session = useSession()
  const { desk, history } = session
  const fetching = useStore(session.fetching, NOTHING_FETCHED)
  // Whether, and not what: the table is not drawn anew for each reading.
  const hasRead = useSyncExternalStore(
    desk.sources.subscribe,
    () => countedSources(history.get().now).some(({ id }) => (desk.sources.get()[id]?.info?.nodes ?? 0) > 0),
    () => false,
  )
  const areComing = useStatePart(({ status }) => areRowsComing(status, hasRead))
  const hosts = [...fetching.keys()].flatMap(
    (id) => session.model.sources.find((source) => source.id === id)?.url ?? [],
  )
  if (hosts.length > 0)
    return {
      text: t('source.fetching', { host: hostOf(hosts[0]!), n: hosts.length }),
      onCancel: () => [...fetching.keys()].forEach((id) => session.cancelFetch(id)),
    }
  return areComing ? { text: t('status.running'), onCancel: () => desk.cancel() } : undefined
}

/** What a person can do to the nodes, ready for a table of them. */
export function useNodeActions(onQr: (key: string) => void) {
  const t = useTranslations('convert')
  const tl = useTranslations('nodeList')
  const session = useSession()
  const tools = useFixTools()
  const isInfoLeftOut = useModelPart(isInfoExcluded)
  const isOfOutput = useIsOfOutput()
  return useMemo(() => {
    const shared = nodeActions(session, tl)
    const isListed = () => {
      const keys = new Set(session.desk.rows.get().map(({ key }) => key))
      return (key: string) => keys.has(key)
    }
    return {
      ...shared,
      onKeepSteps: (steps: readonly NewStep[], names: readonly { id: string; name: string }[] = []) => {
        session.change((model) => {
          const own = names.filter(({ id }) => Object.hasOwn(model.edits.names, id))
          // A name given to one node stands above every step: it gets what was seen before.
          const renamed = renameNodes(model, Object.fromEntries(own.map(({ id, name }) => [id, name])))
          const isSorted = steps.some(({ kind }) => kind === 'sort')
          const ready = isSorted ? withoutOrder(renamed) : renamed
          return steps.reduce((next, step) => withStepAdded(next, { ...step, id: randomId() }), ready)
        })
        undoToast(session, t('undo'), t('nodes.stepKept', { n: session.model.steps.length, renamed: names.length }))
      },
      onExcludeRegion: (region: string, name: string) => {
        session.change((model) => {
          const regions = filteredRegions(model, false)
          return withFilteredRegions(model, false, [...new Set([...regions, region])], randomId())
        })
        undoToast(session, t('undo'), t('nodes.regionExcluded', { name }))
      },
      onUndoRename: (ids: readonly string[]) => undoRename(ids, { session, t }),
      onDelete: (ids: readonly string[]) =>
        deleteEntries(session, { nodes: ids.filter(isListed()), skipped: skippedAmong(ids, session) }, t),
      onShowQr: onQr,
      loadEntry: async (id: string): Promise<EntryText | undefined> => {
        const other = otherOf(session, id)
        if (!other) return shared.loadEntry(id)
        const text = issuesOfOther(other, session)[0]?.lineText
        return text ? { text } : undefined
      },
      onSaveEntry: (id: string, text: string, node: { name: string }) => {
        const other = otherOf(session, id)
        if (other) return replaceLine(issuesOfOther(other, session)[0], text, tools)
        shared.onSaveEntry(id, text, node)
      },
      fixesOf: (id: string) => {
        const other = otherOf(session, id)
        if (other) return fixesOfOther(other, tools, tl('restore'))
        const row = rowOf(session, id)
        return row ? issuesOfRow(row, session).flatMap((issue) => rowFixes(issue, tools)) : []
      },
      // Once they are left out there is nothing to ask.
      ...(isInfoLeftOut
        ? {}
        : {
            onExcludeInfo: () => excludeInfo(tools),
          }),
    }
    // What `fixesOf` finds out comes from the session.
    // oxlint-disable-next-line react/exhaustive-deps -- `fixesOf` reads it from the session.
  }, [session, t, tl, tools, onQr, isInfoLeftOut, isOfOutput])
}

let otherByKey: { others: readonly OtherRow[]; map: ReadonlyMap<string, OtherRow> } | undefined

/** Rows on the screen are asked about one by one, among many. */
function otherOf(session: ConvertSession, key: string): OtherRow | undefined {
  const others = session.desk.others.get()
  if (otherByKey?.others !== others) otherByKey = { others, map: new Map(others.map((row) => [row.key, row])) }
  return otherByKey.map.get(key)
}

/** A deleted node comes back; a skipped line is filled in, taken out, or looked at. */
function fixesOfOther(row: OtherRow, tools: FixTools, restore: string): RowFix[] {
  const { session, t } = tools
  const { key, sourceId, line, deleted } = row
  if (deleted) {
    const run = () => session.change((model) => restoreNodes(model, [key]))
    return [{ id: 'restore', label: restore, run }]
  }
  // A row never offers to delete its whole source.
  const fixes = issuesOfOther(row, session)
    .flatMap((issue) => fixesOf(issue, tools))
    .filter(({ id }) => id !== 'delete-source')
  const jump: RowFix = { id: 'jump', label: t('line.jump'), run: () => tools.goToLine(sourceId, line) }
  return [...new Map([...fixes, jump].map((fix) => [fix.id, fix])).values()]
}

/** Why an entry was skipped. */
function issuesOfOther({ sourceId, line, inner, skipped = [] }: OtherRow, session: ConvertSession): FixableIssue[] {
  const place = { sourceId, line, ...(inner === undefined ? {} : { inner }) }
  const source = session.model.sources.find(({ id }) => id === sourceId)
  const text = sourceId === TEXT_SOURCE ? session.desk.rowsOf.get() : (source?.text ?? '')
  return skipped.map(({ code, text: message, field }) =>
    withLineOf(text, {
      ...place,
      code,
      message,
      severity: 'error',
      kept: false,
      ...(field === undefined ? {} : { field }),
    }),
  )
}

function skippedAmong(ids: readonly string[], session: ConvertSession): FixableIssue[] {
  return ids.flatMap((id) => {
    const row = otherOf(session, id)
    return row?.skipped ? issuesOfOther(row, session) : []
  })
}

/** The menu of a row has its own ways to the line, to the old name and to delete the node. */
const IN_EVERY_MENU: ReadonlySet<Fix['id']> = new Set(['jump', 'undo-rename', 'delete-node'])

function rowFixes(issue: FixableIssue, tools: FixTools): Fix[] {
  return fixesOf(issue, tools).filter(({ id }) => !IN_EVERY_MENU.has(id))
}

/** What is wrong with a row: for the chosen client, and by itself. */
function issuesOfRow(row: NodeRow, session: ConvertSession): FixableIssue[] {
  const { key, sourceId, line, inner, duplicateOf, disabled, isInfo } = row
  const place = { key, sourceId, line, ...(inner === undefined ? {} : { inner }) }
  const outcome = session.desk.outcomes.get().get(key)
  const isLeftOut = outcome !== undefined && outcome.status !== 'warn'
  const issueOf = ({ code, text, field, isTakenElsewhere }: RowOutcome['issues'][number]): FixableIssue => ({
    ...place,
    code,
    message: text,
    kept: !isLeftOut,
    ...(field === undefined ? {} : { field }),
    ...(isTakenElsewhere ? { isTakenElsewhere } : {}),
  })
  const issues = (outcome?.issues ?? []).map(issueOf)
  if (duplicateOf !== undefined) issues.push({ ...place, code: 'duplicate', message: '', kept: false })
  else if (isInfo && !disabled && !isLeftOut) issues.push({ ...place, code: 'info-entry', message: '', kept: true })
  const text = session.desk.rowsOf.get()
  return issues.map((issue) => withLine(issue, text))
}

/** Places given by hand stand above the order that a step makes. */
function withoutOrder(model: Model): Model {
  const { order: _, ...edits } = model.edits
  return { ...model, edits }
}
