import type { Severity } from '@switchyard/convert'

/** What issues are counted as: what became of the entry, or else how grave the issue is. */
export type IssueKind = Severity | 'skipped' | 'refused' | 'excluded' | 'duplicate'

/** The worst first. */
export const ISSUE_KINDS = [
  'error',
  'refused',
  'skipped',
  'warning',
  'note',
  'excluded',
  'duplicate',
] as const satisfies readonly IssueKind[]

/** No issue of any kind. */
export const NO_ISSUES: Readonly<Record<IssueKind, number>> = {
  error: 0,
  skipped: 0,
  refused: 0,
  warning: 0,
  note: 0,
  excluded: 0,
  duplicate: 0,
}

/** Whether it is a problem: something is lost or may not work. The others are told for information. */
export function isProblem(kind: IssueKind): boolean {
  return kind === 'error' || kind === 'skipped' || kind === 'refused' || kind === 'warning'
}
