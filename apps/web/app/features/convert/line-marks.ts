import type { LineIssue, LineMark, Problem } from '../../workers/conversion-types.ts'
import { TEXT_SOURCE } from './model.ts'

/** Marks of the text with what the chosen client has to say about its nodes. */
export function withProblems(marks: readonly LineMark[], problems: readonly Problem[]): readonly LineMark[] {
  const byLine = Map.groupBy(problems.filter(isOfALine), ({ line }) => line!)
  if (byLine.size === 0) return marks
  return marks.map((mark) => {
    const more = (byLine.get(mark.line) ?? []).filter(
      ({ code, message }) => !mark.issues.some((issue) => issue.code === code || issue.message === message),
    )
    if (more.length === 0 || mark.status === 'comment') return mark
    const status = mark.status === 'ok' && more.some(({ severity }) => severity !== 'note') ? 'warn' : mark.status
    return { ...mark, status, issues: [...more.map(lineIssue), ...mark.issues] }
  })
}

function isOfALine({ sourceId, line, group }: Problem): boolean {
  return sourceId === TEXT_SOURCE && line !== undefined && group === 'nodes'
}

function lineIssue({ code, message, field, key, kept }: Problem): LineIssue {
  return {
    code,
    message,
    ...(field === undefined ? {} : { field }),
    ...(key === undefined ? {} : { key }),
    ...(kept === undefined ? {} : { kept }),
  }
}
