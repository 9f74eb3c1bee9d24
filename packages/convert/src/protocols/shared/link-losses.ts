import type { NodeIssues } from '../../model/issue.ts'
import type { Multiplex, Tls } from '../../model/node.ts'
import { echText } from './tls.ts'

/** Says what of a node no link has a word for, besides the dial fields. */
export function noteLinkLosses(node: { tls?: Tls | null; multiplex?: Multiplex }, issues: NodeIssues): void {
  if (node.multiplex !== undefined) issues.note('mux-unsupported', 'smux')
  if (node.tls?.ech && echText(node.tls.ech) === '') issues.note('field-ignored', 'ech')
  if (node.tls?.certificate !== undefined) issues.note('field-ignored', 'certificate')
  if (node.tls?.disableSni) issues.note('field-ignored', 'disable-sni')
}
