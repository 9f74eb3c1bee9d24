import { NO_ISSUES, type BuildResult, type OutputId, type Recipe, type TextCheck } from '@switchyard/recipe/model'
import type { DeskState, HaltedStatus, Progress } from './desk-state.ts'

/** What happens on a desk: a person changes something, or a turn (read, list, build) gets one step on. */
export type TurnEvent<R extends Recipe = Recipe> =
  | { type: 'ready' }
  /** Something else lies on the desk now. */
  | { type: 'outdated' }
  | { type: 'cleared' }
  /** The worker was asked to read or to build. */
  | { type: 'running' }
  | { type: 'progress'; progress: Progress }
  | { type: 'listed'; text: string }
  /** So many nodes that the result is made when it is asked for. */
  | { type: 'tooMany' }
  | { type: 'lists'; change: Partial<DeskState['lists']> }
  /** `madeOf`: what the text was made from. Absent: the run failed, and the text is still the one before. */
  | { type: 'built'; result: BuildResult; target: OutputId; text: string; madeOf?: R }
  /** The turn is over; `isOutdated`: something changed meanwhile, and the next turn follows. */
  | { type: 'ended'; isOutdated: boolean }
  | { type: 'checked'; check: TextCheck & { text: string } }
  /** The person stopped it, or the worker ended by itself. */
  | { type: 'halted'; status: HaltedStatus }

/** The only way from one state to the next; an old result stays, marked, until a new one takes its place. */
export function afterEvent<R extends Recipe>(state: DeskState<R>, event: TurnEvent<R>): DeskState<R> {
  switch (event.type) {
    case 'ready':
      return { ...state, isReady: true }
    case 'outdated':
      if (state.status === 'clean' || state.status === 'cancelled') return { ...state, status: 'stale', isOld: true }
      return state.isOld ? state : { ...state, isOld: true }
    case 'cleared':
      return withoutResult(state)
    case 'running':
      return { ...state, status: 'running' }
    case 'progress':
      return { ...state, progress: event.progress }
    case 'listed':
      return { ...state, listedOf: event.text }
    case 'tooMany':
      return { ...withoutFailure(withoutProgress(state)), status: 'manual' }
    case 'lists':
      return { ...state, lists: { ...state.lists, ...event.change } }
    case 'built':
      return afterBuilt(state, event)
    case 'ended':
      return { ...withoutProgress(state), status: 'clean', isOld: event.isOutdated }
    case 'checked':
      return { ...state, check: event.check }
    case 'halted':
      return { ...withoutLostText(withoutProgress(state)), status: event.status }
  }
}

function afterBuilt<R extends Recipe>(
  state: DeskState<R>,
  { result, target, text, madeOf }: Extract<TurnEvent<R>, { type: 'built' }>,
): DeskState<R> {
  return { ...state, result, madeFor: target, resultOf: text, ...(madeOf ? { madeOf } : {}) }
}

function withoutProgress<R extends Recipe>(state: DeskState<R>): DeskState<R> {
  const { progress: _, ...others } = state
  return others
}

function withoutResult<R extends Recipe>(state: DeskState<R>): DeskState<R> {
  const { result: _, madeFor: __, madeOf: ___, ...others } = state
  return others
}

/** What went wrong with another input says nothing about the one that waits. */
function withoutFailure<R extends Recipe>(state: DeskState<R>): DeskState<R> {
  if (!state.result?.error) return state
  const { error: _, ...result } = state.result
  return { ...state, result: { ...result, issues: [], moreIssues: 0, kinds: NO_ISSUES } }
}

/** A long text was with the worker alone. */
function withoutLostText<R extends Recipe>({ result, ...others }: DeskState<R>): DeskState<R> {
  return result && (result.error || result.text !== undefined) ? { ...others, result } : others
}
