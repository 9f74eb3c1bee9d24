import { findDuplicates, type NodeIssue, type Issue, ISSUE_SEVERITY, issueOf } from '@switchyard/convert'
import { wordIssue, type Lang } from '@switchyard/locale'
import type { LineIssue, LineMark, ReadStatus } from '../model/source-info.ts'
import type { NodeEdits } from '../model/nodes/edits.ts'
import type { SourceText } from '../read/read-source.ts'
import { isNodeBase, withEdit } from '../model/nodes/node-edit.ts'
import { ownValue } from '../model/values/own-value.ts'
import { issuesOf } from '../node/repairs.ts'

const MAX_MARKS = 20_000
const MAX_ISSUES_A_LINE = 8
const RANK: Record<ReadStatus, number> = { comment: 0, ok: 1, warn: 2, duplicate: 3, 'to-fetch': 4, skipped: 5 }

interface Mark extends LineMark {
  status: ReadStatus
  issues: LineIssue[]
  nodes: number
  duplicates: number
}

/** What the editor shows beside the lines of a text, as its nodes are edited: the gravest status, the name, and every issue. */
export function lineMarks(
  { nodes, issues, commentLines, info }: SourceText,
  edits: NodeEdits,
  lang: Lang,
  keepDuplicates: boolean,
): LineMark[] {
  const marks = new Map<number, Mark>()
  const put = (line: number, status: ReadStatus, issue?: LineIssue): Mark => {
    const mark = marks.get(line) ?? { line, status, issues: [], nodes: 0, duplicates: 0 }
    if (RANK[status] > RANK[mark.status]) mark.status = status
    if (issue && mark.issues.length < MAX_ISSUES_A_LINE) mark.issues.push(issue)
    marks.set(line, mark)
    return mark
  }
  const addresses = new Set(info.addresses.map(({ line }) => line))
  for (const issue of issues) {
    const { line, inner, code } = issue
    if (line === undefined) continue
    if (code === 'needs-fetch' && inner === undefined && addresses.has(line))
      put(line, 'to-fetch', toFetch(issue, lang))
    else put(line, 'skipped', lineIssue(issue, lang))
  }
  for (const line of commentLines) if (marks.size <= MAX_MARKS) put(line, 'comment')
  const kept = new Set(edits.kept)
  const duplicates = keepDuplicates ? undefined : findDuplicates(nodes)
  for (const [index, { key, line, inner, issues: nodeIssues, node }] of nodes.entries()) {
    if (marks.size > MAX_MARKS) break
    const mark = put(line, 'ok')
    const made = withEdit(node, ownValue(edits.nodes, key))
    const edited = isNodeBase(made) ? made : node
    mark.nodes++
    mark.name = ownValue(edits.names, key) || edited.name
    const reported = edited === node ? nodeIssues : issuesOf(edited, nodeIssues)
    for (const issue of reported.toSorted((a, b) => worth(b) - worth(a)))
      put(line, 'warn', lineIssue(issueOf(issue, { line, inner, node: node.name }), lang, key))
    const same = duplicates?.get(index)
    const isRenamed = Object.hasOwn(edits.names, key) && edits.names[key] !== edited.name
    if (same && !kept.has(key) && !isRenamed) {
      const of = nodes[same.of]!.line
      mark.duplicates++
      const code = same.differs ? 'duplicate-differs' : 'duplicate'
      put(line, 'duplicate', lineIssue(issueOf({ code, kept: false, args: { of } }, { line, inner }), lang, key))
    }
  }
  return [...marks.values()].sort((a, b) => a.line - b.line).map(lineMark)
}

/** A line of several nodes has no name. */
function lineMark({ line, status, issues, name, nodes, duplicates }: Mark): LineMark {
  const isPartly = RANK[status] > RANK.warn && nodes > duplicates
  return { line, status, issues, ...(nodes === 1 && name ? { name } : {}), ...(isPartly ? { isPartly } : {}) }
}

function lineIssue(issue: Issue, lang: Lang, key?: string): LineIssue {
  const { code, severity, field, inner, kept } = issue
  return {
    code,
    severity,
    message: wordIssue(issue, lang),
    ...(inner === undefined ? {} : { inner }),
    ...(field === undefined ? {} : { field }),
    ...(key === undefined ? {} : { key }),
    ...(kept === undefined ? {} : { kept }),
  }
}

/** Nothing went wrong with an address that is not fetched yet. */
function toFetch(issue: Issue, lang: Lang): LineIssue {
  const message = wordIssue(issue, lang, { isBesideState: true })
  return { ...lineIssue(issue, lang), severity: 'note', message }
}

/** What a line tells first: a warning before a note. */
function worth({ code }: NodeIssue): number {
  return ISSUE_SEVERITY[code] === 'note' ? 0 : 1
}
