import type { Report } from '@switchyard/convert'
import type { Lang } from '@switchyard/convert/languages'
import { format } from '../format.ts'
import { wordingIn } from '#issue-words'

/** How many entries became what; `deleted`: nodes that a person deleted, in a saved conversion. */
export type SummaryCounts = Pick<
  Report,
  'nodes' | 'skipped' | 'duplicates' | 'excluded' | 'disabled' | 'refused' | 'output' | 'doubtful'
> & { deleted?: number }

/** The counts of a conversion in one line. */
export function summaryLine(counts: SummaryCounts, lang: Lang): string {
  const { nodes, skipped, duplicates, excluded, disabled, refused, output, doubtful, deleted = 0 } = counts
  const args = { a: nodes, b: skipped, c: duplicates, d: excluded, e: disabled, f: refused, g: output, h: deleted }
  const words = wordingIn(lang).summary
  const line = format(deleted === 0 ? words.all : words.deleted, args, lang)
  return doubtful === 0 ? line : line + format(words.doubtful, { n: doubtful }, lang)
}
