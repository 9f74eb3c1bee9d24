import { type LineIssue, type LineMark, type NodeRow, type ShownIssue, TEXT_SOURCE } from '@switchyard/recipe/model'

/** Marks of the text with what the chosen client has to say about its nodes, whose lines may have moved since. */
export function withIssues(
  marks: readonly LineMark[],
  issues: readonly ShownIssue[],
  rows: readonly NodeRow[],
): readonly LineMark[] {
  const byKey = Map.groupBy(issues.filter(isOfALine), ({ key }) => key!)
  if (byKey.size === 0) return marks
  const reported = rows.filter(({ key }) => byKey.has(key))
  const byLine = new Map<number, ShownIssue[]>()
  for (const { key, line } of reported) byLine.set(line, [...(byLine.get(line) ?? []), ...byKey.get(key)!])
  return marks.map((mark) => {
    const more = (byLine.get(mark.line) ?? []).filter(
      ({ code, message }) => !mark.issues.some((issue) => issue.code === code || issue.message === message),
    )
    if (more.length === 0 || mark.status === 'comment') return mark
    const status = mark.status === 'ok' && more.some(({ severity }) => severity !== 'note') ? 'warn' : mark.status
    return { ...mark, status, issues: [...more.map(lineIssue), ...mark.issues] }
  })
}

function isOfALine({ sourceId, key, group }: ShownIssue): boolean {
  return sourceId === TEXT_SOURCE && key !== undefined && group === 'nodes'
}

function lineIssue({ code, message, field, key, kept, isTakenElsewhere }: ShownIssue): LineIssue {
  return {
    code,
    message,
    ...(field === undefined ? {} : { field }),
    ...(key === undefined ? {} : { key }),
    ...(kept === undefined ? {} : { kept }),
    ...(isTakenElsewhere ? { isTakenElsewhere } : {}),
  }
}
