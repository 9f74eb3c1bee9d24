import { NO_ISSUES, type BuildResult, type OutputId, type TextCheck } from '@switchyard/recipe/model'
import type { Model } from './model.ts'
import type { ConvertState, HaltedStatus, Progress } from './session-state.ts'

/** What happens to a conversion: a person changes something, or a turn (read, list, build) gets one step on. */
export type TurnEvent =
  | { type: 'ready' }
  /** The model says something else now. */
  | { type: 'outdated' }
  | { type: 'cleared' }
  /** The worker was asked to read or to build. */
  | { type: 'running' }
  | { type: 'progress'; progress: Progress }
  | { type: 'listed'; text: string }
  /** So many nodes that the result is made when it is asked for. */
  | { type: 'tooMany' }
  | { type: 'lists'; change: Partial<ConvertState['lists']> }
  /** `model`: the model of the text. Absent: the run failed, and the text is still the one before. */
  | { type: 'built'; result: BuildResult; target: OutputId; text: string; model?: Model }
  /** The turn is over; `isOutdated`: the model changed meanwhile, and the next turn follows. */
  | { type: 'ended'; isOutdated: boolean }
  | { type: 'checked'; check: TextCheck & { text: string } }
  /** The person stopped it, or the worker ended by itself. */
  | { type: 'halted'; status: HaltedStatus }

/** The only way from one state to the next; an old result stays, marked, until a new one takes its place. */
export function afterEvent(state: ConvertState, event: TurnEvent): ConvertState {
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

function afterBuilt(
  state: ConvertState,
  { result, target, text, model }: Extract<TurnEvent, { type: 'built' }>,
): ConvertState {
  return { ...state, result, madeFor: target, resultOf: text, ...(model ? { textModel: model } : {}) }
}

function withoutProgress(state: ConvertState): ConvertState {
  const { progress: _, ...others } = state
  return others
}

function withoutResult(state: ConvertState): ConvertState {
  const { result: _, madeFor: __, textModel: ___, ...others } = state
  return others
}

/** What went wrong with another input says nothing about the one that waits. */
function withoutFailure(state: ConvertState): ConvertState {
  if (!state.result?.error) return state
  const { error: _, ...result } = state.result
  return { ...state, result: { ...result, issues: [], moreIssues: 0, kinds: NO_ISSUES } }
}

/** A long text was with the worker alone. */
function withoutLostText({ result, ...others }: ConvertState): ConvertState {
  return result && (result.error || result.text !== undefined) ? { ...others, result } : others
}
