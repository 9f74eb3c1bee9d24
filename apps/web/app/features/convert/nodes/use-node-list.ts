import { useCallback, useDeferredValue, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import type { NodeRow as ListedNode } from '../../../components/node-grid/node-row.ts'
import type { EntryText, LinkRead, RowFix } from '../../../components/node-grid/types.ts'
import { randomId } from '../../../lib/random-id.ts'
import { useStore } from '../../../lib/store.ts'
import { showToast } from '../../../lib/toasts.ts'
import { ROWS_AT_ONCE, useSliced } from '../../../components/node-grid/grid/use-sliced.ts'
import {
  type FieldsChange,
  type NewStep,
  type NodeRow,
  type OtherRow,
  type NodeBase,
  type RowOutcome,
  TEXT_SOURCE,
  countedSources,
  filteredRegions,
  cloneNode,
  editNodes,
  placeOf,
  renameNodes,
  replaceLink,
  restoreNodes,
  setDisabled,
  withEdits,
  withAddedNode,
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
import { createNodeList, listedNode, withOthers, type RepeatWords } from './listed-nodes.ts'
import { copyLinks, exportLinks } from './node-links.ts'
import type { ConvertSession } from '../session/session.ts'
import { sourceName } from '../input/source-name.ts'
import { hostOf } from '../../../components/engine/host-of.ts'
import type { SourceChange } from '../../../components/engine/desk-state.ts'
import { reportGone } from '../session/report-gone.ts'
import { undoToast } from '../session/undo-toast.ts'
import { useIsOfOutput, useModelPart, useSession } from '../session/use-convert.ts'
import { useFixTools } from './use-fixes.ts'

const NO_NODES: readonly ListedNode[] = []
const NO_CHANGES: Readonly<Record<string, SourceChange>> = {}
const NO_ROWS: readonly NodeRow[] = []
const NO_OTHERS: readonly OtherRow[] = []
const NO_OUTCOMES: ReadonlyMap<string, RowOutcome> = new Map()

/** What the sources are called: the same map while nothing but their texts changes. */
function useSourceNames(): ReadonlyMap<string, string> {
  const t = useTranslations('convert.source')
  const pairs = useModelPart(({ sources }) => JSON.stringify(sources.map(({ id, name }) => [id, name])))
  return useMemo(() => {
    const read: [string, string][] = JSON.parse(pairs)
    return new Map(read.map(([id, name]) => [id, sourceName({ id, name }, t)]))
  }, [pairs, t])
}

/** The nodes as a table shows them; one that did not change stays the same object. */
export function useListedNodes(): readonly ListedNode[] {
  const session = useSession()
  const rows = useStore(session.desk.rows, NO_ROWS)
  const others = useStore(session.desk.others, NO_OTHERS)
  const outcomes = useStore(session.desk.outcomes, NO_OUTCOMES)
  const names = useSourceNames()
  const changes = useStore(session.desk.changes, NO_CHANGES)
  const t = useTranslations('convert.nodes')
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

/** The addresses whose nodes are on their way; undefined where none is. */
export function useAwaited(): { text: string; onCancel: () => void } | undefined {
  const t = useTranslations('convert.source')
  const session = useSession()
  const fetching = useStore(session.fetching, NOTHING_FETCHED)
  const hosts = [...fetching.keys()].flatMap(
    (id) => session.model.sources.find((source) => source.id === id)?.url ?? [],
  )
  if (hosts.length === 0) return undefined
  return {
    text: t('fetching', { host: hostOf(hosts[0]!), n: hosts.length }),
    onCancel: () => [...fetching.keys()].forEach((id) => session.cancelFetch(id)),
  }
}

/** Why no node is listed although some were read; undefined where nothing says so. */
export function useEmptyText(): string | undefined {
  const t = useTranslations('convert.nodes')
  const { desk, history } = useSession()
  // Whether, and not what: the table is not drawn anew for each reading.
  const hasRead = useSyncExternalStore(
    desk.sources.subscribe,
    () => countedSources(history.get().now).some(({ id }) => (desk.sources.get()[id]?.info?.nodes ?? 0) > 0),
    () => false,
  )
  return hasRead ? t('allDeleted') : undefined
}

/** What a person can do to the nodes, ready for a table of them. */
export function useNodeActions(
  applyMove: (order: readonly string[], move: { ids: readonly string[]; before: string | null }) => string[],
  onQr: (key: string) => void,
) {
  const t = useTranslations('convert')
  const session = useSession()
  const tools = useFixTools()
  const isInfoLeftOut = useModelPart(isInfoExcluded)
  const isOfOutput = useIsOfOutput()
  return useMemo(() => {
    const isListed = () => {
      const keys = new Set(session.desk.rows.get().map(({ key }) => key))
      return (key: string) => keys.has(key)
    }
    /** As they are shown, those that are no node among them: a row may be moved to one. */
    const keysNow = () => [...withOthers(session.desk.rows.get(), session.desk.others.get())].map(({ key }) => key)
    const detailOf = (key: string) => session.desk.askOfNodes((api, request) => api.node.detail(request, key))
    return {
      onRename: (changes: readonly { id: string; name: string }[]) =>
        session.change((model) => renameNodes(model, Object.fromEntries(changes.map(({ id, name }) => [id, name])))),
      onRenameMany: (changes: readonly { id: string; name: string }[]) => {
        session.change((model) => renameNodes(model, Object.fromEntries(changes.map(({ id, name }) => [id, name]))))
        undoToast(session, t, t('nodes.renamed', { n: changes.length }))
      },
      onKeepSteps: (steps: readonly NewStep[], names: readonly { id: string; name: string }[] = []) => {
        session.change((model) => {
          const own = names.filter(({ id }) => Object.hasOwn(model.edits.names, id))
          // A name given to one node stands above every step: it gets what was seen before.
          const renamed = renameNodes(model, Object.fromEntries(own.map(({ id, name }) => [id, name])))
          const isSorted = steps.some(({ kind }) => kind === 'sort')
          const ready = isSorted ? withoutOrder(renamed) : renamed
          return steps.reduce((next, step) => withStepAdded(next, { ...step, id: randomId() }), ready)
        })
        undoToast(session, t, t('nodes.stepKept', { n: session.model.steps.length, renamed: names.length }))
      },
      onExcludeRegion: (region: string, name: string) => {
        session.change((model) => {
          const regions = filteredRegions(model, false)
          return withFilteredRegions(model, false, [...new Set([...regions, region])], randomId())
        })
        undoToast(session, t, t('nodes.regionExcluded', { name }))
      },
      onUndoRename: (ids: readonly string[]) => undoRename(ids, { session, t }),
      onDisable: (ids: readonly string[], disabled: boolean) =>
        session.change((model) => setDisabled(model, ids, disabled)),
      onDelete: (ids: readonly string[]) =>
        deleteEntries(session, { nodes: ids.filter(isListed()), skipped: skippedAmong(ids, session) }, t),
      onMove: (move: { ids: readonly string[]; before: string | null }) =>
        session.change((model) => withEdits(model, { order: applyMove(keysNow(), move).filter(isListed()) })),
      onApplyOrder: (ids: readonly string[]) =>
        session.change((model) => withEdits(model, { order: ids.filter(isListed()) })),
      onCopyLinks: (ids: readonly string[]) => void copyLinks(session, ids, t),
      onExport: (ids: readonly string[]) => void exportLinks(session, ids, t),
      onShowQr: onQr,
      onClone: (ids: readonly string[]) => session.change((model) => ids.reduce(cloneNode, model)),
      loadNode: async (id: string) =>
        // The grid reads fields by their paths, of any protocol.
        (await detailOf(id))?.node as (NodeBase & Record<string, unknown>) | undefined,
      previewLink: (node: NodeBase) =>
        session.desk.ask((api, { settings, lang }) => api.node.preview(node, settings.output, lang)),
      onSave: (id: string, node: NodeBase, shown: NodeBase) =>
        session.change((model) => editNodes(model, { [id]: { shown, node } })),
      countFields: (ids: readonly string[]) =>
        session.desk.askOfNodes((api, request) => api.node.countFields(request, ids)),
      onSetFields: async (ids: readonly string[], change: FieldsChange) => {
        const set = await session.desk
          .askOfNodes((api, request) => api.node.setFields(request, ids, change))
          .catch(reportGone(t))
        if (!set) return
        const { changes, ...left } = set
        const n = Object.keys(changes).length
        const text = t('nodes.fieldsSet', { n, ...left })
        if (n > 0) session.change((model) => editNodes(model, changes))
        if (n > 0) undoToast(session, t, text)
        else showToast({ kind: 'info', text })
      },
      onAdd: (node: NodeBase) => {
        session.change((model) => withAddedNode(model, node))
        undoToast(session, t, t('nodes.added', { name: node.name }))
      },
      readLink: async (text: string): Promise<LinkRead> => {
        const { node, ...read } = await session.desk.ask((api, { settings, lang }) =>
          api.node.readLink(text, settings.output, lang),
        )
        return node ? { ...read, node: { ...node } } : read
      },
      onReplaceLink: (id: string, link: string, { name }: { name: string }) => {
        session.change((model) => replaceLink(model, id, link))
        undoToast(session, t, t('nodes.linkReplaced', { name }))
      },
      loadEntry: async (id: string): Promise<EntryText | undefined> => {
        const other = otherOf(session, id)
        if (other) {
          const text = issuesOfOther(other, session)[0]?.lineText
          return text ? { text } : undefined
        }
        const detail = await detailOf(id)
        return detail?.link === undefined ? undefined : { text: detail.link, node: { ...detail.node } }
      },
      onSaveEntry: (id: string, text: string, { name }: { name: string }) => {
        const other = otherOf(session, id)
        if (other) return replaceLine(issuesOfOther(other, session)[0], text, tools)
        const shown = rowOf(session, id)?.name
        session.change((model) => {
          const next = replaceLink(model, id, text)
          return name === shown ? next : renameNodes(next, { [id]: name })
        })
        undoToast(session, t, t('nodes.linkReplaced', { name }))
      },
      writeTexts: (node: NodeBase) => session.desk.ask((api) => api.node.texts(node)),
      fixesOf: (id: string) => {
        const other = otherOf(session, id)
        if (other) return fixesOfOther(other, tools)
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
    // oxlint-disable-next-line react/exhaustive-deps -- `fixesOf` reads it from the session.
  }, [session, t, tools, applyMove, onQr, isInfoLeftOut, isOfOutput])
}

let otherByKey: { others: readonly OtherRow[]; map: ReadonlyMap<string, OtherRow> } | undefined

/** Rows on the screen are asked about one by one, among many. */
function otherOf(session: ConvertSession, key: string): OtherRow | undefined {
  const others = session.desk.others.get()
  if (otherByKey?.others !== others) otherByKey = { others, map: new Map(others.map((row) => [row.key, row])) }
  return otherByKey.map.get(key)
}

/** A deleted node comes back; a skipped line is filled in, taken out, or looked at. */
function fixesOfOther(row: OtherRow, tools: FixTools): RowFix[] {
  const { session, t } = tools
  const { key, sourceId, line, deleted } = row
  if (deleted) {
    const run = () => session.change((model) => restoreNodes(model, [key]))
    return [{ id: 'restore', label: t('nodes.restore'), run }]
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
