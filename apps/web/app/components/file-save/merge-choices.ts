import { type Merged, mergeTexts } from '../diff/merge-texts.ts'
import type { TextFile } from './text-file.ts'

/** What stands where both sides changed the same lines; `both`: mine, then theirs. */
export const MERGE_CHOICES = ['mine', 'theirs', 'both'] as const
export type MergeChoice = (typeof MERGE_CHOICES)[number]

/** The merged text with a choice made at each place that both sides changed; undefined: mine for now. */
export function withChoices({ text, conflicts }: Merged, choices: readonly (MergeChoice | undefined)[]): string {
  const lines = text.split('\n')
  for (const [at, { line, mine, theirs }] of [...conflicts.entries()].toReversed()) {
    const chosen = { mine, theirs, both: [...mine, ...theirs] }[choices[at] ?? 'mine']
    lines.splice(line - 1, mine.length, ...chosen)
  }
  return lines.join('\n')
}

/** Two edits of one text, line by line. Without a text that both came from, all that differs is for somebody to decide. */
export function mergeOf(base: TextFile | undefined, mine: TextFile, theirs: TextFile): Merged {
  return mergeTexts(base?.text ?? '', mine.text, theirs.text)
}

/** How a merged text is written: as that side has it that changed it. */
export function formatOfMerge(base: TextFile | undefined, mine: TextFile, theirs: TextFile): TextFile {
  const isAsBefore = mine.encoding === base?.encoding && mine.hasMark === base.hasMark && mine.lineEnd === base.lineEnd
  return isAsBefore ? theirs : mine
}
