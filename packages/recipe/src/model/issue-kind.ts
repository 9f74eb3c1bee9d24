import type { Issue, Severity } from '@switchyard/convert'

/** Issues are counted by severity. What is left out is no notice: it has the words and the counts of the list. */
export type IssueKind = Severity | 'excluded' | 'duplicate'

export function issueKind({ code, severity, kept }: Pick<Issue, 'code' | 'severity' | 'kept'>): IssueKind {
  if (code === 'duplicate') return 'duplicate'
  return kept === false && (code === 'excluded' || code === 'info-entry') ? 'excluded' : severity
}
