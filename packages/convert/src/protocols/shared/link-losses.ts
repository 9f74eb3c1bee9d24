import type { Findings } from '../../model/issue.ts'
import type { Multiplex, Tls } from '../../model/node.ts'
import { echText } from './tls.ts'

/** Says what of a node no link has a word for, besides the dial fields. */
export function noteLinkLosses(node: { tls?: Tls | null; multiplex?: Multiplex }, findings: Findings): void {
  if (node.multiplex !== undefined) findings.note('mux-unsupported', 'smux')
  if (node.tls?.ech && echText(node.tls.ech) === '') findings.note('field-ignored', 'ech')
  if (node.tls?.certificate !== undefined) findings.note('field-ignored', 'certificate')
  if (node.tls?.disableSni) findings.note('field-ignored', 'disable-sni')
}
