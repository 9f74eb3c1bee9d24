import type { Severity } from '@switchyard/convert'

/** How an issue is counted: by what happened to its entry, or by its severity. */
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

/** Whether something is lost or may not work. Issues of the other kinds are information. */
export function isProblem(kind: IssueKind): boolean {
  return kind === 'error' || kind === 'skipped' || kind === 'refused' || kind === 'warning'
}
