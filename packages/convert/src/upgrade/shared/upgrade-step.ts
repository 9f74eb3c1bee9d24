import { pointerOf } from '../../document/pointer-of.ts'
import type { DocumentPath, TextRange } from '../../document/document-node.ts'
import type { TextEdit } from '../../document/text-edit.ts'
import type { IssueArgs, IssueCode, Severity } from '../../model/issue.ts'

/** One old form that became a new one, or for which there is none. */
export interface FoundChange {
  /** What the client changed. */
  name: string
  path: DocumentPath
  place: TextRange
  code: IssueCode
  severity: Severity
  /** The setting as messages call it. */
  field: string
  args: IssueArgs
}

/** What a single change is called, for an upgrade without it: `dns-address /dns/servers/0/address`. */
export function changeKey({ name, path }: Pick<FoundChange, 'name' | 'path'>): string {
  return `${name} ${pointerOf(path)}`
}

/** What an upgrade does to a text, and why. */
export interface UpgradeStep {
  edits: TextEdit[]
  changes: FoundChange[]
}
