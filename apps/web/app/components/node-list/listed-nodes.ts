import { hasSameFields } from '../engine/list-change.ts'
import type { ListedNode, RowState } from '../node-grid/listed-node.ts'
import { placeOf, type NodeRow, type OtherRow, type RowOutcome } from '@switchyard/recipe/model'

const ROWS_PER_STEP = 256
const SPACE = 0x20
const NO_NODES: readonly ListedNode[] = []

interface Listed {
  row: NodeRow | OtherRow
  outcome: RowOutcome | undefined
  source: string
  isNew: boolean
  /** What it repeats, in words. */
  reason: string | undefined
  listed: ListedNode
}

interface ListRequest {
  rows: readonly NodeRow[]
  /** Skipped and deleted ones, each below the row that it followed in the order given. */
  others: readonly OtherRow[]
  outcomes: ReadonlyMap<string, RowOutcome>
  /** Names of the sources. */
  names: ReadonlyMap<string, string>
  /** Keys that the last refresh brought. */
  fresh: ReadonlySet<string>
  /** Says which entry a row repeats. */
  repeats: RepeatWords
}

/** `source`: of the entry that is repeated, where it is another one than that of the row. */
export type RepeatWords = (place: { line: string; source?: string }) => string

/** Remembers what it listed, so that a long list with one change is one new object. */
export function createNodeList() {
  let before = new Map<string, Listed>()
  let said: RepeatWords | undefined
  let shown: readonly ListedNode[] = NO_NODES
  return function* listNodes({
    rows,
    others,
    outcomes,
    names,
    fresh,
    repeats,
  }: ListRequest): Generator<undefined, readonly ListedNode[]> {
    if (said !== repeats) before = new Map()
    said = repeats
    const initials = hasSeveralSources(rows, others)
    const sourceOf = initials ? yield* sourcesByKey(rows) : NO_SOURCES
    const reasonOf = ({ duplicateOf, duplicatePlace: line, sourceId }: NodeRow) => {
      if (duplicateOf === undefined || line === undefined) return undefined
      const first = sourceOf.get(duplicateOf)
      const source = first === undefined || first === sourceId ? undefined : names.get(first)
      return repeats({ line, ...(source === undefined ? {} : { source }) })
    }
    const next = new Map<string, Listed>()
    const list: ListedNode[] = []
    let isSameList = shown.length === rows.length + others.length
    for (const row of withOthers(rows, others)) {
      if (list.length % ROWS_PER_STEP === 0) yield
      const outcome = outcomes.get(row.key)
      const source = names.get(row.sourceId) ?? ''
      const line = (initials ? String.fromCodePoint(source.codePointAt(0) ?? SPACE).trim() : '') + placeOf(row)
      const reason = isOther(row) ? undefined : reasonOf(row)
      const isNew = fresh.has(row.key)
      const known = before.get(row.key)
      const isSame =
        known &&
        known.source === source &&
        known.isNew === isNew &&
        known.listed.line === line &&
        known.reason === reason &&
        (known.row === row || isSameRow(known.row, row)) &&
        isSameOutcome(known.outcome, outcome)
      const entry = isSame
        ? known
        : {
            row,
            outcome,
            source,
            isNew,
            reason,
            listed: isOther(row)
              ? listedOther(row, source, line)
              : listedNode(row, { outcome, source, line, isNew, reason }),
          }
      next.set(row.key, entry)
      isSameList &&= shown[list.length] === entry.listed
      list.push(entry.listed)
    }
    before = next
    if (!isSameList) shown = list
    return shown
  }
}

function hasSeveralSources(rows: readonly NodeRow[], others: readonly OtherRow[]): boolean {
  const first = (rows[0] ?? others[0])?.sourceId
  const isAnother = ({ sourceId }: NodeRow | OtherRow) => sourceId !== first
  return rows.some(isAnother) || others.some(isAnother)
}

const NO_SOURCES: ReadonlyMap<string, string> = new Map()

function* sourcesByKey(rows: readonly NodeRow[]): Generator<undefined, ReadonlyMap<string, string>> {
  const sources = new Map<string, string>()
  for (const { key, sourceId } of rows) {
    if (sources.size % ROWS_PER_STEP === 0) yield
    sources.set(key, sourceId)
  }
  return sources
}

function isOther(row: NodeRow | OtherRow): row is OtherRow {
  return 'skipped' in row || 'deleted' in row
}

function isSameRow(a: NodeRow | OtherRow, b: NodeRow | OtherRow): boolean {
  return isOther(a) || isOther(b) ? JSON.stringify(a) === JSON.stringify(b) : hasSameFields(a, b)
}

/** All entries: those that are no node stand below the one that they followed. */
export function* withOthers(rows: readonly NodeRow[], others: readonly OtherRow[]): Generator<NodeRow | OtherRow> {
  const below = Map.groupBy(others, ({ after }) => after)
  yield* below.get(undefined) ?? []
  for (const row of rows) {
    yield row
    yield* below.get(row.key) ?? []
  }
}

function listedOther(
  { key, skipped = [], broken, start, toFetch, deleted }: OtherRow,
  source: string,
  line: string,
): ListedNode {
  if (deleted) return { id: key, line, source, state: 'deleted', ...shownOf(deleted) }
  const issues = skipped.map(({ code, text }) => ({ code, text, severity: 'error' as const }))
  const reason = issues.map(({ text }) => text).join(' · ')
  if (toFetch !== undefined)
    return { id: key, line, source, state: 'to-fetch', name: toFetch, protocol: '', server: '', port: 0, reason }
  const { name = '', type: protocol = '', region } = broken ?? {}
  const place = { server: '', port: 0, ...(region ? { region } : {}) }
  return {
    id: key,
    line,
    name,
    protocol,
    ...place,
    source,
    state: 'skipped',
    reason,
    issues,
    ...(start ? { start } : {}),
  }
}

/** What a table shows of the node itself. */
function shownOf({
  name,
  region,
  type,
  server,
  port,
  transport,
  security,
}: NonNullable<OtherRow['deleted']>): Omit<ListedNode, 'id' | 'line' | 'source' | 'state'> {
  return {
    name,
    protocol: type,
    server,
    port,
    ...(region ? { region } : {}),
    ...(transport ? { transport } : {}),
    ...(security === 'tls' || security === 'reality' ? { security } : {}),
  }
}

interface Besides {
  outcome?: RowOutcome | undefined
  source: string
  line: string
  isNew?: boolean
  reason?: string | undefined
}

/** What became of a row, in the order in which the converter asks. */
function stateOf({ duplicateOf, disabled }: NodeRow, outcome: RowOutcome | undefined): RowState {
  if (duplicateOf !== undefined) return 'duplicate'
  if (disabled) return 'disabled'
  return !outcome || outcome.status === 'warn' ? 'kept' : outcome.status
}

/** A node as a table shows it. */
export function listedNode(row: NodeRow, { outcome, source, line, isNew = false, reason }: Besides): ListedNode {
  const { key, renamedFrom, duplicateOf, duplicateDiffers, isInfo } = row
  const state = stateOf(row, outcome)
  const severity = state === 'refused' ? 'error' : 'warning'
  return {
    id: key,
    line,
    source,
    state,
    ...shownOf(row),
    ...reasonOfState(state, outcome, reason),
    ...(outcome && state !== 'excluded' && state !== 'duplicate'
      ? {
          issues: outcome.issues.map(({ code, text, isNote }) => ({
            code,
            text,
            severity: isNote ? 'note' : severity,
          })),
        }
      : {}),
    ...(renamedFrom === undefined ? {} : { oldName: renamedFrom }),
    ...(duplicateOf === undefined ? {} : { duplicateOf, differs: duplicateDiffers ?? false }),
    ...(state === 'kept' && outcome?.isDoubtful ? { isDoubtful: true } : {}),
    ...(isInfo ? { isInfo } : {}),
    ...(isNew ? { isNew } : {}),
  }
}

function reasonOfState(
  state: RowState,
  outcome: RowOutcome | undefined,
  repeats: string | undefined,
): Pick<ListedNode, 'reason'> {
  if (state === 'duplicate') return repeats === undefined ? {} : { reason: repeats }
  return outcome && state !== 'kept' ? { reason: outcome.issues.map(({ text }) => text).join(' · ') } : {}
}

function isSameOutcome(a: RowOutcome | undefined, b: RowOutcome | undefined): boolean {
  return (
    a === b ||
    (a !== undefined &&
      b !== undefined &&
      a.status === b.status &&
      a.isDoubtful === b.isDoubtful &&
      textsOf(a) === textsOf(b))
  )
}

function textsOf({ issues }: RowOutcome): string {
  return issues.map(({ text }) => text).join('\n')
}
