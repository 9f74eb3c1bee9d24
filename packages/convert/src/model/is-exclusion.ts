import type { Issue, IssueCode } from './issue.ts'

const EXCLUSIONS: ReadonlySet<IssueCode> = new Set(['excluded', 'info-entry', 'type-unsupported'])

/**
 * Whether an issue says that its node is excluded: somebody wanted it so, or the client does not have its type. A node
 * that is left out for a value, which somebody may mend, is refused.
 */
export function isExclusion({ code, kept }: Pick<Issue, 'code' | 'kept'>): boolean {
  return kept === false && EXCLUSIONS.has(code)
}
