import type { Issue, Severity } from '@switchyard/convert'

/** Issues are counted by severity. A duplicate is no notice: it has a word and a count of its own. */
export type IssueKind = Severity | 'duplicate'

export function issueKind({ code, severity }: Pick<Issue, 'code' | 'severity'>): IssueKind {
  return code === 'duplicate' ? 'duplicate' : severity
}
