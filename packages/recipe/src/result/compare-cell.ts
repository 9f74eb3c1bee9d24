import { findClientFacts, isExclusion, OUTPUT_FACTS, outputFacts, type Issue, type OutputId } from '@switchyard/convert'
import { wordIssue, type Lang } from '@switchyard/locale'
import type { CompareCell } from '../model/build-result.ts'
import { keptOf } from '../model/kept.ts'
import type { Run } from './run-conversion.ts'

/** An output, for one of its versions where it has several. */
export interface CompareColumn {
  output: OutputId
  version?: string
}

/** A column for each version that a client can be written for, one where it has none. */
export const ALL_COLUMNS: readonly CompareColumn[] = OUTPUT_FACTS.flatMap(({ id: output }): CompareColumn[] => {
  const versions = findClientFacts(output)?.versions ?? []
  return versions.length === 0 ? [{ output }] : versions.map((version) => ({ output, version }))
})

/** Codes that the writers of clients report, besides exclusions. Codes from reading are the same for every client. */
const AFTER_READING = new Set<string>([
  'cipher-unsupported', 'transport-unsupported', 'tls-required', 'plugin-unsupported',
  'reality-unsupported', 'encryption-unsupported', 'protocol-variant-unsupported', 'amnezia-unsupported',
  'version-too-old', 'written-for-version', 'version-needed', 'client-refuses', 'pin-not-convertible', 'certificate-checked', 'no-tls', 'ech-unsupported', 'fp-unsupported', 'alpn-unsupported',
  'mux-unsupported', 'field-ignored', 'value-defaulted',
]) // oxfmt-ignore

/** What a client keeps, leaves out and changes. */
export function compareCell({ report }: Run, { output, version }: CompareColumn, lang: Lang): CompareCell {
  const changed = new Set<string>()
  const reasons = new Map<string, CompareCell['reasons'][number]>()
  for (const issue of report.issues) {
    if (issue.node === undefined || !(isExclusion(issue) || AFTER_READING.has(issue.code))) continue
    const message = reasonWords(issue, output, lang)
    const kept = issue.kept !== false
    if (kept) changed.add(issue.node)
    const reason = reasons.get(message) ?? { message, count: 0, kept }
    reason.count++
    reasons.set(message, reason)
  }
  return {
    output,
    ...(version !== undefined && { version }),
    ...keptOf(report),
    changed: changed.size,
    reasons: [...reasons.values()].sort((a, b) => Number(a.kept) - Number(b.kept) || b.count - a.count),
  }
}

/** Without what differs from node to node, so that equal reasons are one. */
function reasonWords(issue: Issue, client: OutputId, lang: Lang): string {
  const { value: _, raw: __, ...args } = issue.args ?? {}
  return wordIssue({ ...issue, args }, lang, {
    client,
    unsupported: outputFacts(client).defaultExcludes,
    isBesideState: true,
  })
}
