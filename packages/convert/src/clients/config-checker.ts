import type { CheckReport } from '../check/shared/check-report.ts'
import type { DocumentFormat, OpenDocument } from '../document/open-document.ts'

/** How a client's config is checked. */
export interface ConfigChecker {
  format: DocumentFormat
  /** The version that is meant where none is named. */
  version: string
  check(document: OpenDocument, report: CheckReport, version: string, lists: ReadonlyMap<string, string>): void
}
