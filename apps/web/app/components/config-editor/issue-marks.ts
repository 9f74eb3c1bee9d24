import type { LineMark, LineStatus } from '@switchyard/recipe/model'
import type { WordedIssue } from '../../workers/tasks/config.ts'

const STATUS = { error: 'skipped', warning: 'warn', note: 'notice' } as const satisfies Record<string, LineStatus>

/** The marks of the lines that something is wrong with, in the order of the text. The gravest issue gives the sign. */
export function marksOf(issues: readonly WordedIssue[]): LineMark[] {
  const lines = Map.groupBy(issues, ({ line }) => line)
  return [...lines]
    .sort(([a], [b]) => a - b)
    .map(([line, found]) => {
      const gravest = (['error', 'warning', 'note'] as const).find((one) => found.some(({ severity }) => severity === one))
      return {
        line,
        status: STATUS[gravest ?? 'note'],
        issues: found.map(({ code, severity, message }) => ({ code, severity, message })),
      }
    }) // oxfmt-ignore
}
