import type { Report } from '@switchyard/convert'
import { cliText } from './cli-text.ts'
import type { Lang } from './words.ts'

/** How many entries became what; `deleted`: nodes that a person deleted, in a saved conversion. */
export type SummaryCounts = Pick<
  Report,
  'nodes' | 'skipped' | 'duplicates' | 'excluded' | 'disabled' | 'refused' | 'output' | 'doubtful'
> & { deleted?: number }

/** The counts of a conversion in one line. */
export function summaryLine(counts: SummaryCounts, lang: Lang): string {
  const { nodes, skipped, duplicates, excluded, disabled, refused, output, doubtful, deleted = 0 } = counts
  const args = { a: nodes, b: skipped, c: duplicates, d: excluded, e: disabled, f: refused, g: output, h: deleted }
  const summary = cliText(deleted === 0 ? 'summary' : 'summary-deleted', lang, args)
  return doubtful === 0 ? summary : summary + cliText('summary-doubtful', lang, { n: doubtful })
}
