import { ISSUE_SEVERITY } from '../model/issue.ts'
import type { Issue, IssueArgs, IssueCode } from '../model/issue.ts'

/** Tells of something about the config that is about no single node. */
export type ReportConfigIssue = (code: IssueCode, args: IssueArgs, field?: string, kept?: boolean) => void

/** Collects what is told. */
export function reporter(issues: Issue[]): ReportConfigIssue {
  return (code, args, field, kept = true) => {
    issues.push({ code, severity: ISSUE_SEVERITY[code], field, kept, args })
  }
}

/** Hands over what was found out about rules: `field` says whose they are. A template's rule has no line to point at. */
export function reportOfRules(issues: Issue[], found: readonly Issue[], field: string): void {
  for (const { line, ...issue } of found)
    issues.push(field === 'rules' ? { ...issue, field } : { line, ...issue, field })
}
