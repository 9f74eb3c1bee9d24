import {
  isClientId,
  isExclusion,
  outputFacts,
  type Issue,
  type IssueCode,
  WIDEST_CLIENT,
  type OutputId,
} from '@switchyard/convert'
import { wordIssue, type Lang } from '@switchyard/locale'
import type { ShownIssue, IssueGroup } from '../model/build-result.ts'
import { ISSUE_KINDS, NO_ISSUES, type IssueKind } from '../model/issue-kind.ts'
import type { RowOutcome } from '../model/nodes/rows.ts'
import type { Entry } from '../list/list-entries.ts'
import { isTakenBy } from '../node/repairs.ts'
import type { Run } from './run-conversion.ts'

const MAX_ISSUES = 2000

interface ListedIssues {
  issues: ShownIssue[]
  /** How many there are besides. */
  moreIssues: number
  /** How many there are of each kind. */
  kinds: Record<IssueKind, number>
  /** What became of the rows, where that is worth telling. */
  outcomes: RowOutcome[]
  /** How many entries the client leaves out because of their type. The engine counts them as excluded. */
  ofOtherTypes: number
}

/** An issue, and what it is about. */
interface Found {
  issue: Issue
  kind: IssueKind
  /** The node is left out because the client takes no node of its type. */
  isOfOtherType: boolean
  group: IssueGroup
  entry: Entry | undefined
  sourceId: string | undefined
  line: number | undefined
}

/** The issues of a run in words, the worst first and then as their lines stand, and by row. */
export function listIssues({ report, rowOf, sourceOf, toFetch }: Run, output: OutputId, lang: Lang): ListedIssues {
  const context = { client: output, unsupported: outputFacts(output).defaultExcludes }
  const issues: ShownIssue[] = []
  const outcomes = new Map<string, RowOutcome>()
  const ofOtherTypes = new Set<string>()
  const all = missingListsAsOne(withoutExcluded(report.issues, rowOf)).map((issue): Found => {
    const entry = rowOf(issue)
    const sourceId = entry?.sourceId ?? sourceOf(issue)
    const line = issue.line ?? entry?.line
    const group = groupOf(issue, entry !== undefined, sourceId ?? issue.source)
    const about = { isOfOtherType: lacksType(output, issue), group, entry, sourceId, line }
    // Nothing went wrong with an address that is not fetched yet.
    const kind = toFetch.has(issue) ? 'note' : kindOf(issue, about)
    return Object.assign(about, { issue, kind })
  })
  for (const { issue, kind, isOfOtherType, group, entry, sourceId, line } of worstFirst(all)) {
    const isOutcome = entry !== undefined && tellsOfRow(issue)
    const hint = entry && isTakenElsewhere(issue, entry, output) ? { isTakenElsewhere: true as const } : {}
    if (entry && isOfOtherType) ofOtherTypes.add(entry.key)
    if (!isOutcome && issues.length >= MAX_ISSUES) continue
    const wordsOf = (told: Issue, isBesideState: boolean) => wordIssue(told, lang, { ...context, isBesideState })
    const isToFetch = toFetch.has(issue)
    const short = kind === 'refused' || kind === 'excluded' || isToFetch ? wordsOf(issue, true) : undefined
    const isFull = issues.length >= MAX_ISSUES
    const placed = line === undefined ? issue : { ...issue, line }
    const message = short !== undefined && (isFull || isOfOtherType || isToFetch) ? short : wordsOf(placed, false)
    const text = short ?? message
    if (isOutcome) addOutcome(outcomes, entry.key, issue, { status: statusOf(kind, issue), text, ...hint })
    if (isFull) continue
    const inner = issue.inner ?? entry?.inner
    issues.push({
      group,
      kind,
      code: issue.code,
      severity: isToFetch ? 'note' : kind === 'refused' && !isOfOtherType ? 'error' : issue.severity,
      message,
      ...(kind === 'excluded' && text !== message ? { short: text } : {}),
      ...(sourceId === undefined ? {} : { sourceId }),
      ...(line === undefined ? {} : { line }),
      ...(inner === undefined ? {} : { inner }),
      ...(entry === undefined ? {} : { key: entry.key }),
      ...(issue.node === undefined ? {} : { node: issue.node }),
      ...(issue.field === undefined ? {} : { field: issue.field }),
      ...(issue.kept === undefined ? {} : { kept: issue.kept }),
      ...(isRuleLine(issue) ? { isRuleLine: true } : {}),
      ...(entry && isOfOtherType ? nodeTypeOf(issue) : {}),
      ...hint,
    })
  }
  return {
    issues: inOrder(issues),
    moreIssues: all.length - issues.length,
    kinds: countKinds(all),
    outcomes: [...outcomes.values()],
    ofOtherTypes: ofOtherTypes.size,
  }
}

/** Leaves out all issues of an excluded entry except the one that says why it is excluded. */
function withoutExcluded(issues: readonly Issue[], rowOf: Run['rowOf']): readonly Issue[] {
  const excluded = new Set(issues.filter(isExclusion).flatMap((issue) => rowOf(issue) ?? []))
  if (excluded.size === 0) return issues
  return issues.filter((issue) => {
    const entry = rowOf(issue)
    return entry === undefined || !excluded.has(entry) || isExclusion(issue)
  })
}

/** Turns the issues of missing rule lists into one issue that names all of them. */
function missingListsAsOne(issues: readonly Issue[]): readonly Issue[] {
  const lists = new Set(issues.flatMap(({ code, args }) => (code === 'list-missing' ? (args?.['list'] ?? []) : [])))
  if (lists.size === 0) return issues
  return issues
    .filter(({ code }) => code !== 'list-missing')
    .map((issue) => (issue.code === 'routes-less' ? namingLists(issue, lists) : issue))
}

function namingLists(issue: Issue, lists: ReadonlySet<string | number>): Issue {
  return { ...issue, args: { ...issue.args, names: [...lists].join(', ') } }
}

/**
 * Sorts the issues. Of very many only the first are shown. An issue without a line is about the whole result and comes
 * first. The others come by kind, the worst first.
 */
function worstFirst(issues: readonly Found[]): Found[] {
  const byKind = Map.groupBy(issues, ({ kind }) => kind)
  const sorted = ISSUE_KINDS.flatMap((kind) => byKind.get(kind) ?? [])
  return [...sorted.filter(isOfWhole), ...sorted.filter((found) => !isOfWhole(found))]
}

const isOfWhole = ({ line }: Found): boolean => line === undefined

/** Issues of one kind stand as their lines do, source by source. What has no line is about the whole. */
function inOrder(issues: readonly ShownIssue[]): ShownIssue[] {
  const sources = new Map<string | undefined, number>()
  for (const { sourceId } of issues) if (!sources.has(sourceId)) sources.set(sourceId, sources.size)
  const rankOf = (issue: ShownIssue) => {
    const { sourceId, line = 0, inner = 0 } = issue
    return [ISSUE_KINDS.indexOf(issue.kind), sources.get(sourceId)!, line, inner]
  }
  const ranked = issues.map((issue) => ({ issue, rank: rankOf(issue) }))
  ranked.sort((a, b) => a.rank.reduce((order, value, at) => order || value - b.rank[at]!, 0))
  return ranked.map(({ issue }) => issue)
}

/** Rules of a template or a list are told with the name of that. */
function isRuleLine({ code, line, source, field }: Issue): boolean {
  // The lines of a `route` object are other ones.
  return source === undefined && line !== undefined && code.startsWith('rule-') && !field?.startsWith('route.')
}

function countKinds(issues: readonly Found[]): Record<IssueKind, number> {
  const counts = { ...NO_ISSUES }
  for (const { kind } of issues) counts[kind]++
  return counts
}

/** The kind that an issue is counted as. A node that the client leaves out counts as refused, even if its issue is mild. */
function kindOf(
  { code, severity, kept, node }: Issue,
  { isOfOtherType, entry, group, line }: Omit<Found, 'issue' | 'kind'>,
): IssueKind {
  if (code === 'duplicate') return 'duplicate'
  if (isOfOtherType) return entry ? 'refused' : 'error'
  if (isExclusion({ code, kept })) return 'excluded'
  if (kept === false && node !== undefined && code !== 'duplicate-differs') return entry ? 'refused' : 'error'
  return severity === 'error' && group === 'input' && line !== undefined ? 'skipped' : severity
}

/** Whether the client takes no node of this type. The engine excludes some such types by default. */
function lacksType(output: OutputId, { code, kept, args }: Issue): boolean {
  if (kept !== false) return false
  return code === 'type-unsupported' || (code === 'excluded' && isExcludedByDefault(output, args?.['type']))
}

function statusOf(kind: IssueKind, { kept }: Issue): RowOutcome['status'] {
  if (kind === 'excluded') return 'excluded'
  return kept === false ? 'refused' : 'warn'
}

/**
 * Duplicates stand below their first one and are told there. A name that only the finished config takes away is seen
 * nowhere else.
 */
function tellsOfRow(issue: Issue): boolean {
  const { code, severity, doubtful, args } = issue
  if (code === 'name-changed') return args?.reason === 'name-reserved'
  if (isExclusion(issue)) return true
  return doubtful === true || (severity !== 'note' && code !== 'duplicate-differs')
}

/**
 * Whether Mihomo takes a node that this client leaves out. False for nodes that the user excluded: Mihomo would leave
 * them out too. Also false for nodes behind another node: they depend on that node.
 */
function isTakenElsewhere(issue: Issue, { node }: Entry, output: OutputId): boolean {
  const { code, kept, args } = issue
  if (kept !== false || output === WIDEST_CLIENT || !isClientId(output)) return false
  if (code === 'excluded' && !isExcludedByDefault(output, args?.['type'])) return false
  // Another cipher is offered only where Mihomo does not know the one of the server. The other node does not matter.
  if (code !== 'cipher-unsupported' && node.dialer !== undefined && node.dialer !== 'DIRECT') return false
  return !LEFT_OUT_ANYWHERE.has(code) && isTakenBy(WIDEST_CLIENT, node)
}

function isExcludedByDefault(output: OutputId, type: unknown): boolean {
  return outputFacts(output).defaultExcludes.some((each) => each === type)
}

/** The type of a node that is left out because of its type alone. */
function nodeTypeOf({ args }: Issue): { nodeType?: string } {
  const type = args?.['type']
  return typeof type === 'string' ? { nodeType: type } : {}
}

/** No client would take these entries. */
const LEFT_OUT_ANYWHERE: ReadonlySet<IssueCode> = new Set(['duplicate', 'duplicate-differs', 'info-entry'])

function addOutcome(
  outcomes: Map<string, RowOutcome>,
  key: string,
  issue: Issue,
  { status, ...said }: { status: RowOutcome['status']; text: string; isTakenElsewhere?: true },
): void {
  const before = outcomes.get(key)
  const shown = {
    code: issue.code,
    ...said,
    ...(issue.severity === 'note' ? { isNote: true as const } : {}),
    ...(issue.field === undefined ? {} : { field: issue.field }),
  }
  if (!before) outcomes.set(key, { key, status, issues: [shown], ...(issue.doubtful ? { isDoubtful: true } : {}) })
  else {
    if (before.status === 'warn') before.status = status
    if (issue.doubtful) before.isDoubtful = true
    if (!before.issues.some(({ text }) => text === said.text)) before.issues.push(shown)
  }
}

function groupOf(issue: Issue, isNode: boolean, source: string | undefined): IssueGroup {
  const { code, node } = issue
  if (code.startsWith('rule-') || code.startsWith('provider-') || code === 'routes-less' || code === 'path-rewritten')
    return 'rules'
  if (code === 'duplicate' || code === 'duplicate-differs') return 'duplicates'
  if (isExclusion(issue)) return 'excluded'
  if (isNode || node !== undefined) return 'nodes'
  return source === undefined ? 'output' : 'input'
}
