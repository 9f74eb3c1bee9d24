import { ISSUE_KINDS, isProblem, NO_ISSUES, type BuildResult } from '@switchyard/recipe/model'
import type { ConvertState } from './model.ts'

type Problems = Pick<BuildResult, 'issues' | 'kinds'>

const NOTHING: Problems = { issues: [], kinds: NO_ISSUES }

/** The issues of the result. A missing rule list is no problem while it may still be fetched. */
export function problemsOf({ result, lists }: Pick<ConvertState, 'result' | 'lists'>): Problems {
  const { issues, kinds } = result ?? NOTHING
  if (!mayListsCome(lists)) return { issues, kinds }
  const left = issues.filter(({ code }) => code !== 'routes-less')
  return { issues: left, kinds: { ...kinds, warning: kinds.warning - (issues.length - left.length) } }
}

/** How many problems there are. What is told for information alone does not count. */
export function countProblems(state: Pick<ConvertState, 'result' | 'lists'>): number {
  const { kinds } = problemsOf(state)
  return ISSUE_KINDS.filter(isProblem).reduce((sum, kind) => sum + kinds[kind], 0)
}

/** Whether lists are being fetched, or the person has not yet answered the question about them. */
function mayListsCome({ waiting, asking }: ConvertState['lists']): boolean {
  return waiting > 0 || Object.keys(asking).length > 0
}
