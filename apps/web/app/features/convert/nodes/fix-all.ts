import { withCommon } from '@switchyard/recipe/model'
import { isWholeLine } from '../input/entry-text.ts'
import type { ReportedLine } from '../input/reported-lines.ts'
import { undoToast } from '../../../components/node-list/undo-toast.ts'
import type { Translate } from '../session/translate.ts'
import {
  deleteLines,
  excludeInfo,
  isInfoExcluded,
  isKeptNotice,
  isUnread,
  type FixableIssue,
  type FixTools,
} from './fixes.ts'

export interface FixAll {
  id: 'check' | 'keep' | 'exclude' | 'delete-lines'
  label: string
  /** It takes something away, where the others repair. */
  isDeletion?: true
  run: () => void
}

/** What can be done about many at once without looking at each: repairs first, deletion last. */
export function fixesOfAll(issues: readonly FixableIssue[], tools: FixTools): FixAll[] {
  const { session } = tools
  const t: Translate = tools.t
  const lines = linesToDelete(issues)
  const unchecked = new Set(
    issues.filter(({ code, key }) => code === 'certificate-unchecked' && key !== undefined).map(({ key }) => key!),
  )
  const repeated = issues.filter(({ code }) => code === 'duplicate' || code === 'duplicate-differs').length
  const hasNotices = !isInfoExcluded(session.model) && issues.some(isKeptNotice)
  const all: FixAll[] = []
  if (unchecked.size > 0)
    all.push({
      id: 'check',
      label: t('problems.fixChecks', { n: unchecked.size }),
      run: () => tools.confirmChecks([...unchecked]),
    })
  if (repeated > 0)
    all.push({ id: 'keep', label: t('problems.fixDuplicates', { n: repeated }), run: () => keepAll(repeated, tools) })
  if (hasNotices) all.push({ id: 'exclude', label: t('line.excludeInfo'), run: () => excludeInfo(tools) })
  if (lines.length > 0)
    all.push({
      id: 'delete-lines',
      label: t('problems.fixLines', { n: lines.length }),
      isDeletion: true,
      run: () => deleteLines(session, lines, t),
    })
  return all
}

/** The lines of the text that can be taken out because nothing could be read of them. */
function linesToDelete(issues: readonly FixableIssue[]): ReportedLine[] {
  const lines = new Map(
    issues
      .filter((issue) => isUnread(issue) && isWholeLine(issue.lineText ?? ''))
      .map(({ line, lineText }) => [line!, { line: line!, text: lineText! }]),
  )
  return [...lines.values()]
}

function keepAll(count: number, { session, t }: FixTools): void {
  session.change((model) => withCommon(model, { keepDuplicates: true }))
  undoToast(session, t('undo'), t('line.kept', { n: count }))
}
