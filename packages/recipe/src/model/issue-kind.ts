import type { Issue, Severity } from '@switchyard/convert'
import { isExclusion } from '@switchyard/convert/facts'

/** Issues are counted by severity. Excluded entries and duplicates are counted apart. */
export type IssueKind = Severity | 'excluded' | 'duplicate'

/** The worst first. */
export const ISSUE_KINDS = ['error', 'warning', 'note', 'excluded', 'duplicate'] as const satisfies readonly IssueKind[]

/** No issue of any kind. */
export const NO_ISSUES: Readonly<Record<IssueKind, number>> = {
  error: 0,
  warning: 0,
  note: 0,
  excluded: 0,
  duplicate: 0,
}

/** The kind that an issue is counted as. A node that is refused is lost: that is an error, whatever its code is elsewhere. */
export function issueKind(issue: Pick<Issue, 'code' | 'severity' | 'kept' | 'node'>): IssueKind {
  if (issue.code === 'duplicate') return 'duplicate'
  if (isExclusion(issue)) return 'excluded'
  return isRefusal(issue) ? 'error' : issue.severity
}

function isRefusal({ code, kept, node }: Pick<Issue, 'code' | 'kept' | 'node'>): boolean {
  return kept === false && node !== undefined && code !== 'duplicate-differs'
}
