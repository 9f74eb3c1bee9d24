import type { Issue, Severity } from '@switchyard/convert'

/** Issues are counted by severity. Excluded entries and duplicates are counted apart. */
export type IssueKind = Severity | 'excluded' | 'duplicate'

/** No issue of any kind. */
export const NO_ISSUES: Readonly<Record<IssueKind, number>> = {
  error: 0,
  warning: 0,
  note: 0,
  excluded: 0,
  duplicate: 0,
}

/** The kind that an issue is counted as. */
export function issueKind({ code, severity, kept }: Pick<Issue, 'code' | 'severity' | 'kept'>): IssueKind {
  if (code === 'duplicate') return 'duplicate'
  return kept === false && (code === 'excluded' || code === 'info-entry') ? 'excluded' : severity
}
