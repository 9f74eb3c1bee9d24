import type { ClientId } from '../clients/facts.ts'
import { CONFIG_CHECKERS } from '../clients/checkers.ts'
import { openDocument } from '../document/open-document.ts'
import type { IssueArgs } from '../model/issue.ts'
import type { CheckIssue } from './shared/check-issue.ts'
import { CheckReport } from './shared/check-report.ts'
import { recogniseClient } from './recognise-client.ts'

export interface CheckOptions {
  /** Absent: the client is recognised. */
  client?: ClientId | undefined
  /** One of the client's versions; absent: the newest one. */
  version?: string | undefined
  /** Texts of rule lists, by their address, or by their path as the config says it. */
  lists?: ReadonlyMap<string, string>
}

export interface CheckResult {
  client: ClientId
  version: string
  errors: number
  warnings: number
  notes: number
  /** In the order of the text. */
  issues: CheckIssue[]
}

/**
 * Says what a client makes of a config: what it refuses or fails at (errors), what it takes and passes over (warnings),
 * and what a later version drops (notes). Never throws, whatever the text is.
 */
export function checkConfig(config: string | Uint8Array, options: CheckOptions = {}): CheckResult {
  const { text, isUtf8 } = typeof config === 'string' ? { text: config, isUtf8: true } : decode(config)
  const { client = recogniseClient(text), version, lists = new Map() } = options
  const checker = CONFIG_CHECKERS[client]
  const document = openDocument(text, { format: checker.format })
  const report = new CheckReport(document)
  const wanted = version ?? checker.version
  const { issue } = document
  const broken = isUtf8 ? -1 : Math.max(0, text.indexOf('\ufffd'))
  if (broken >= 0) report.add('text-encoding', { start: broken, end: broken + 1 }, [], {}, { severity: 'error' })
  if (issue !== undefined && !(issue.code === 'bad-json' && issue.reason === 'behind')) {
    const { code, start, end } = issue
    const isAliases = code === 'bad-yaml' && ['too-many-aliases', 'alias-circle'].includes(issue.reason)
    const args: IssueArgs =
      code === 'bad-yaml' ? { msg: issue.detail } : code === 'too-large' ? { most: issue.most } : { reason: 'json' }
    report.add(isAliases ? 'yaml-aliases' : code, { start, end }, [], args)
  } else checker.check(document, report, wanted, lists)
  const issues = report.inOrder()
  const count = (severity: string) => issues.filter((one) => one.severity === severity).length
  return { client, version: wanted, errors: count('error'), warnings: count('warning'), notes: count('note'), issues }
}

/** Clients read UTF-8, and YAML readers UTF-16 with its mark. */
function decode(bytes: Uint8Array): { text: string; isUtf8: boolean } {
  const mark = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)
  if (mark === 0xfffe || mark === 0xfeff)
    return { text: new TextDecoder(mark === 0xfffe ? 'utf-16le' : 'utf-16be').decode(bytes), isUtf8: true }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), isUtf8: true }
  } catch {
    return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), isUtf8: false }
  }
}
