import { pointerOf } from '../../document/pointer-of.ts'
import type { DocumentPath, TextRange } from '../../document/document-node.ts'
import type { OpenDocument } from '../../document/open-document.ts'
import { type IssueArgs, type IssueCode, ISSUE_SEVERITY, type Severity } from '../../model/issue.ts'
import { certainName, nearestNames } from '../../rules/nearest-names.ts'
import type { CheckFix, CheckIssue } from './check-issue.ts'

/** Issues of one text. Nobody reads more. */
const MAX_ISSUES = 10_000
/** Every search goes through all names, so only the first ones are made. */
const MAX_SEARCHES = 50

export interface IssueOptions {
  severity?: Severity
  fix?: CheckFix | undefined
}

/** Collects the issues of a document, each with its place. */
export class CheckReport {
  readonly document: OpenDocument
  readonly #issues: CheckIssue[] = []
  readonly #offsets = new Map<CheckIssue, number>()
  /** Pointers of what is an error, and of everything around it. */
  readonly #errorPaths = new Set<string>()
  #searches = 0
  #certainSearches = 0

  constructor(document: OpenDocument) {
    this.document = document
  }

  /** Tells of an issue at a place. */
  add(code: IssueCode, place: TextRange, path: DocumentPath, args: IssueArgs = {}, options: IssueOptions = {}): void {
    const { severity = ISSUE_SEVERITY[code], fix } = options
    const pointer = pointerOf(path)
    // What stands behind an alias is met once for every alias.
    if (this.#issues.length >= MAX_ISSUES) return
    const start = this.document.positionOf(place.start)
    const end = this.document.positionOf(place.end)
    const issue: CheckIssue = {
      code,
      severity,
      line: start.line,
      column: start.column,
      endLine: end.line,
      endColumn: end.column,
      path: pointer,
      args,
    }
    if (fix !== undefined) issue.fix = fix
    if (severity === 'error')
      for (let end = pointer.length; end >= 0; end = pointer.lastIndexOf('/', end - 1)) {
        const above = pointer.slice(0, end)
        if (this.#errorPaths.has(above)) break
        this.#errorPaths.add(above)
        if (end === 0) break
      }
    this.#offsets.set(issue, place.start)
    this.#issues.push(issue)
  }

  lineOf({ start }: TextRange): number {
    return this.document.positionOf(start).line
  }

  /** Whether something at or below a path is an error already. */
  hasErrorIn(path: DocumentPath): boolean {
    return this.#errorPaths.has(pointerOf(path))
  }

  /** The name that may have been meant; empty where none is near. `taken`: those that would be there twice. */
  nearest(name: string, names: readonly string[], taken?: ReadonlySet<string>): IssueArgs {
    if (this.#searches++ >= MAX_SEARCHES) return {}
    const [nearest] = nearestNames(name, taken ? names.filter((one) => !taken.has(one)) : names)
    return nearest === undefined ? {} : { nearest }
  }

  /** The name that was meant for certain: a slip of the pen away, and no other one is as near. */
  certain(name: string, names: readonly string[]): string | undefined {
    return this.#certainSearches++ < MAX_SEARCHES ? certainName(name, names) : undefined
  }

  /** All issues in the order of the text, errors first where they share a place. */
  inOrder(): CheckIssue[] {
    const rank = { error: 0, warning: 1, note: 2 }
    return this.#issues.toSorted(
      (a, b) => this.#offsets.get(a)! - this.#offsets.get(b)! || rank[a.severity] - rank[b.severity],
    )
  }
}
