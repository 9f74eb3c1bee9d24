import { NO_ISSUES, type BuildResult } from '@switchyard/recipe/model'
import type { ConvertState } from './session-state.ts'

type Problems = Pick<BuildResult, 'issues' | 'kinds'>

const NOTHING: Problems = { issues: [], kinds: NO_ISSUES }

/** What there is to say about the result. A rule list that is not here yet is no problem while it may still come. */
export function problemsOf({ result, lists }: Pick<ConvertState, 'result' | 'lists'>): Problems {
  const { issues, kinds } = result ?? NOTHING
  if (!mayListsCome(lists)) return { issues, kinds }
  const left = issues.filter(({ code }) => code !== 'routes-less')
  return { issues: left, kinds: { ...kinds, warning: kinds.warning - (issues.length - left.length) } }
}

/** How many errors and warnings there are. */
export function countProblems(state: Pick<ConvertState, 'result' | 'lists'>): number {
  const { error, warning } = problemsOf(state).kinds
  return error + warning
}

/** They are being fetched, or the person has not said yet whether they may be. */
function mayListsCome({ waiting, asking }: ConvertState['lists']): boolean {
  return waiting > 0 || Object.keys(asking).length > 0
}
