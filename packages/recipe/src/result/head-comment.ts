import type { OutputId } from '@switchyard/convert'
import { type Lang, summaryLine, type SummaryCounts } from '@switchyard/locale'
import { outputFacts } from '@switchyard/convert/facts'

/** What only the caller knows of the comment: the engine has no clock and no address. */
export interface HeadFacts {
  /** The day, such as 2026-11-23. */
  date: string
  /** An address that holds the settings and nothing secret. */
  link?: string
}

/** Lines at the head of a result that say when and of what it was made; none where its format has no comments. */
export function headComment(output: OutputId, counts: SummaryCounts, { date, link }: HeadFacts, lang: Lang): string {
  if (outputFacts(output).file.language !== 'yaml') return ''
  const lines = [`Switchyard ${date}`, summaryLine(counts, lang), ...(link === undefined ? [] : [link])]
  return lines.map((line) => `# ${line.replaceAll(/\s+/g, ' ')}\n`).join('')
}
