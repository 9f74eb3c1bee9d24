import {
  type LineIssue,
  type LineMark,
  type LineStatus,
  type NodeRow,
  type OtherRow,
  type RowOutcome,
  type ShownIssue,
  TEXT_SOURCE,
} from '@switchyard/recipe/model'

const STEP = 256

/** What became of the nodes of the text, whose lines may have moved since it was marked. */
export interface Outcomes {
  issues: readonly ShownIssue[]
  rows: readonly NodeRow[]
  others: readonly OtherRow[]
  outcomes: ReadonlyMap<string, RowOutcome>
}

/** The marks of the text, with the outcome of the nodes in each line. It pauses after every 256 lines. */
export function* withOutcomes(
  marks: readonly LineMark[],
  { issues, rows, others, outcomes }: Outcomes,
): Generator<undefined, readonly LineMark[]> {
  const byLine = issuesByLine(issues, rows)
  const fates = yield* fatesByLine(rows, others, outcomes)
  if (byLine.size === 0 && fates.size === 0) return marks
  const next: LineMark[] = []
  for (const mark of marks) {
    if (next.length % STEP === 0) yield
    next.push(withOutcome(mark, byLine.get(mark.line) ?? [], fates.get(mark.line)))
  }
  return next
}

function withOutcome(mark: LineMark, issues: readonly ShownIssue[], fate: Fate | undefined): LineMark {
  if (mark.status === 'comment') return mark
  const more = issues.filter(
    ({ code, message }) => !mark.issues.some((issue) => issue.code === code || issue.message === message),
  )
  const isWarned = more.some(({ severity }) => severity !== 'note')
  const status = statusOf(mark.status, fate, isWarned)
  if (more.length === 0 && status === mark.status) return mark
  return { ...mark, status, issues: [...more.map(lineIssue), ...mark.issues] }
}

/** What became of all nodes of a line, other than that they are written. */
type Fate = Extract<LineStatus, 'notice' | 'excluded' | 'refused' | 'disabled' | 'deleted'>

function statusOf(status: LineStatus, fate: Fate | undefined, isWarned: boolean): LineStatus {
  if (status !== 'ok' && status !== 'warn') return status
  const read = isWarned ? 'warn' : status
  // A notice that is written has to be right as any node.
  if (fate === 'notice') return read === 'ok' ? fate : read
  return fate ?? read
}

function* fatesByLine(
  rows: readonly NodeRow[],
  others: readonly OtherRow[],
  outcomes: ReadonlyMap<string, RowOutcome>,
): Generator<undefined, ReadonlyMap<number, Fate>> {
  const fates = new Map<number, Fate>()
  for (const { sourceId, line, deleted } of others)
    if (sourceId === TEXT_SOURCE && deleted !== undefined) fates.set(line, 'deleted')
  for (const [at, row] of rows.entries()) {
    if (at % STEP === 0) yield
    const fate = row.sourceId === TEXT_SOURCE ? fateOf(row, outcomes) : undefined
    if (fate !== undefined && !fates.has(row.line)) fates.set(row.line, fate)
  }
  if (fates.size === 0) return fates
  // A line may hold several nodes.
  for (const [at, row] of rows.entries()) {
    if (at % STEP === 0) yield
    if (row.sourceId === TEXT_SOURCE && fates.has(row.line) && fates.get(row.line) !== fateOf(row, outcomes))
      fates.delete(row.line)
  }
  return fates
}

function fateOf(
  { key, duplicateOf, disabled, isInfo }: NodeRow,
  outcomes: ReadonlyMap<string, RowOutcome>,
): Fate | undefined {
  if (duplicateOf !== undefined) return undefined
  if (disabled) return 'disabled'
  const status = outcomes.get(key)?.status
  if (status === 'excluded' || status === 'refused') return status
  return isInfo ? 'notice' : undefined
}

function issuesByLine(issues: readonly ShownIssue[], rows: readonly NodeRow[]): Map<number, ShownIssue[]> {
  const byLine = new Map<number, ShownIssue[]>()
  const byKey = Map.groupBy(issues.filter(isOfALine), ({ key }) => key!)
  if (byKey.size === 0) return byLine
  for (const { key, line } of rows)
    if (byKey.has(key)) byLine.set(line, [...(byLine.get(line) ?? []), ...byKey.get(key)!])
  return byLine
}

function isOfALine({ sourceId, key, group }: ShownIssue): boolean {
  return sourceId === TEXT_SOURCE && key !== undefined && group !== 'rules'
}

function lineIssue({ code, severity, message, inner, field, key, kept, isTakenElsewhere }: ShownIssue): LineIssue {
  return {
    code,
    severity,
    message,
    ...(inner === undefined ? {} : { inner }),
    ...(field === undefined ? {} : { field }),
    ...(key === undefined ? {} : { key }),
    ...(kept === undefined ? {} : { kept }),
    ...(isTakenElsewhere ? { isTakenElsewhere } : {}),
  }
}
