import { findDuplicates, type Issue, issueOf } from '@switchyard/convert'
import { issueMessage, type Lang } from '@switchyard/locale'
import type { LineMark, LineStatus } from './conversion-types.ts'
import type { SourceText } from './read-source.ts'

const MAX_MARKS = 20_000
const RANK: Record<LineStatus, number> = { ok: 0, warn: 1, duplicate: 2, skipped: 3 }

/** What the editor shows beside the lines of a text: the worst of each line. */
export function lineMarks({ nodes, issues }: SourceText, lang: Lang): LineMark[] {
  const marks = new Map<number, LineMark>()
  const put = (line: number, status: LineStatus, issue?: Issue) => {
    const before = marks.get(line)
    if (before && RANK[before.status] >= RANK[status]) return
    marks.set(line, {
      line,
      status,
      ...(issue ? { code: issue.code, message: issueMessage(issue, lang) } : {}),
    })
  }
  const duplicates = findDuplicates(nodes)
  for (const [index, { line, findings, node }] of nodes.entries()) {
    if (marks.size > MAX_MARKS) break
    put(line, 'ok')
    const worst = findings.find(({ code }) => code === 'certificate-unchecked') ?? findings[0]
    if (worst) put(line, 'warn', issueOf(worst, { line, node: node.name }))
    const same = duplicates.get(index)
    if (same) {
      const of = nodes[same.of]!.line
      const code = same.differs ? 'duplicate-differs' : 'duplicate'
      put(line, 'duplicate', issueOf({ code, kept: false, args: { of } }, { line }))
    }
  }
  for (const issue of issues) if (issue.line !== undefined) put(issue.line, 'skipped', issue)
  return [...marks.values()].sort((a, b) => a.line - b.line)
}
