import { type Issue, type IssueArgs, type IssueCode, ISSUE_SEVERITY } from '../model/issue.ts'
import type { RefusedEdit } from '../document/text-edit.ts'
import type { WantedChange } from './change.ts'

/** What became of one change. */
export interface ChangeReport {
  kind: WantedChange['kind']
  /** Its line in the file of changes. */
  line?: number | undefined
  /** Parts, rules, memberships and names that were written. */
  added: number
  /** Those that were there already, or gone already. */
  skipped: number
  refused: number
  issues: Issue[]
  /** Rules that are there already, as they were given. */
  present: string[]
  /** Rule lines and what they are in the words of the client. */
  translated: { from: string; to: string }[]
}

/** Collects what becomes of one change. */
export class ChangeNotes {
  readonly report: ChangeReport

  constructor({ kind, line }: WantedChange) {
    this.report = { kind, line, added: 0, skipped: 0, refused: 0, issues: [], present: [], translated: [] }
  }

  add(count = 1): void {
    this.report.added += count
  }

  skip(count = 1): void {
    this.report.skipped += count
  }

  /** A rule is there already. */
  skipRule(text: string): void {
    this.report.skipped++
    this.report.present.push(text)
  }

  /** Something of the change cannot be done. Gives false, for whoever goes on only if it can. */
  refuse(code: IssueCode, args: IssueArgs = {}, line = this.report.line): false {
    this.report.refused++
    this.report.issues.push({ code, severity: 'error', kept: false, line, args })
    return false
  }

  note(code: IssueCode, args: IssueArgs = {}, line = this.report.line): void {
    this.report.issues.push({ code, severity: ISSUE_SEVERITY[code], kept: true, line, args })
  }

  /** What an edit came to: refused, or written. */
  written(result: RefusedEdit | undefined, key: string): boolean {
    if (result !== undefined) return this.refuse('change-refused', { reason: result.refused, key })
    this.add()
    return true
  }
}
