import { type ShownIssue } from '@switchyard/recipe/model'
import { isWholeLine } from '../input/entry-text.ts'
import {
  deleteEntries,
  deleteLines,
  fixesOf,
  keepRepeated,
  undoRename,
  type Fix,
  type FixableIssue,
  type FixTools,
} from '../nodes/fixes.ts'
import type { Translate } from '../session/translate.ts'

/** An issue with what its line says. */
export type LocatedIssue = ShownIssue & Pick<FixableIssue, 'lineText'>

/** One or several issues of a source that have the same reason. */
export interface Cause {
  id: string
  first: LocatedIssue
  issues: readonly LocatedIssue[]
}

/**
 * Issues of one source are one cause if their words and their repairs are equal. The types that a client does not take
 * are one cause too. A cause has the place of its first issue.
 */
export function causesOf(issues: readonly LocatedIssue[]): Cause[] {
  return [...Map.groupBy(issues, causeId)].map(([id, own]) => ({ id, first: own[0]!, issues: own }))
}

function causeId(issue: LocatedIssue): string {
  const { group, kind, code, message, nodeType, sourceId, line, inner, key, kept, lineText = '' } = issue
  const wayOut = [kept, issue.isTakenElsewhere, key === undefined, inner === undefined, isWholeLine(lineText)]
  const ruleLine = issue.isRuleLine ? line : undefined
  const reason = nodeType === undefined ? [code, message] : 'type'
  return JSON.stringify([group, kind, reason, sourceId, ruleLine, ...wayOut])
}

/** The types of nodes that the client does not take. Empty: the cause has another reason. */
export function typesOf({ issues }: Cause): string[] {
  return [...new Set(issues.flatMap(({ nodeType }) => nodeType ?? []))]
}

/** The repairs that mend all issues of a cause at once. There are none if the best repair is for one entry at a time. */
export function fixesOfCause({ first, issues }: Cause, tools: FixTools): Fix[] {
  const fixes = fixesOf(first, tools)
  if (issues.length === 1) return fixes
  const [best, ...others] = fixes.map((fix) => forAll(fix, issues, tools))
  return best ? [best, ...others.filter((fix) => fix !== undefined)] : []
}

/** These change the settings, so one press mends all entries. */
const OF_SETTINGS: ReadonlySet<Fix['id']> = new Set(['exclude', 'target', 'clear-filter'])

/** The repairs of one of several issues. Changes of the settings mend all of them, so only their common row offers those. */
export function fixesOfMember(issue: LocatedIssue, tools: FixTools): Fix[] {
  return fixesOf(issue, tools).filter(({ id }) => !OF_SETTINGS.has(id))
}

function forAll(fix: Fix, issues: readonly LocatedIssue[], tools: FixTools): Fix | undefined {
  const { session, t } = tools
  const n = issues.length
  const keys = issues.flatMap(({ key }) => key ?? [])
  switch (fix.id) {
    case 'exclude':
    case 'target':
    case 'clear-filter':
      return fix
    case 'check':
      return { ...fix, run: () => tools.confirmChecks(keys) }
    case 'undo-rename':
      return { ...fix, run: () => undoRename(keys, tools) }
    case 'keep':
      return { ...fix, label: t('line.keepAll', { n }), run: () => keepRepeated(issues, tools) }
    case 'delete-line': {
      const lines = issues.map(({ line, lineText }) => ({ line: line!, text: lineText! }))
      return { ...fix, label: deleteAllWords(n, t), run: () => deleteLines(session, lines, t) }
    }
    case 'delete-node':
    case 'delete-entry': {
      const gone = keys.length > 0 ? { nodes: keys, skipped: [] } : { nodes: [], skipped: issues }
      return { ...fix, label: deleteAllWords(n, t), run: () => deleteEntries(session, gone, t) }
    }
    default:
      return undefined
  }
}

const deleteAllWords = (n: number, t: Translate): string => t('line.deleteAll', { n })

/** Numbers of lines in short: `2`, `4–6`. */
export function lineRanges(lines: readonly number[]): string[] {
  const ranges: [number, number][] = []
  for (const line of lines) {
    const last = ranges.at(-1)
    if (last && line === last[1] + 1) last[1] = line
    else ranges.push([line, line])
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`))
}
