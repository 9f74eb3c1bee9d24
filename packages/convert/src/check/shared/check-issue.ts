import type { IssueArgs, IssueCode, Severity } from '../../model/issue.ts'

/** What is wrong with a config, and where. */
export interface CheckIssue {
  code: IssueCode
  severity: Severity
  /** Lines and columns from 1; columns count UTF-16 units. The end is behind the last character. */
  line: number
  column: number
  endLine: number
  endColumn: number
  /** JSON pointer: `/rules/3`. */
  path: string
  args: IssueArgs
  /** A change that mends it, where the meaning is certain. */
  fix?: CheckFix
}

export interface CheckFix {
  /** The text that stands there after it. */
  title: string
  edits: { from: number; to: number; text: string }[]
}
