import { AT_ONCE_MAX_NODES } from '@switchyard/convert/limits'
import type { WorkerEnd } from './worker-client.ts'
import type { HaltedStatus } from './desk-state.ts'

/**
 * What goes on: before the first draft, nothing, a change that waits for the next, one of the three steps of a turn, or
 * nothing because somebody or something stopped it.
 */
export type LoopPhase = 'starting' | 'idle' | 'waiting' | 'reading' | 'listing' | 'building' | HaltedStatus

export interface TurnLoop {
  phase: LoopPhase
  /** The number of the turn that is under way, or was last. What another turn says is late. */
  turn: number
  /** The model has changed since the turn began: another turn follows. */
  isDirty: boolean
  /** The result was asked for, however many nodes there are. */
  isForced: boolean
}

export type LoopEvent =
  | { type: 'ready' }
  /** The model says something else, and nobody has asked for the result of that. */
  | { type: 'changed'; waitMs: number }
  /** Something else than the model changed: the language, rule lists, a worker that is needed again. */
  | { type: 'wanted'; waitMs: number }
  | { type: 'forced' }
  /** The wait is over. */
  | { type: 'due' }
  | { type: 'read'; turn: number }
  | { type: 'listed'; turn: number; nodes: number }
  /** `isShown`: not cleared in the meantime. */
  | { type: 'built'; turn: number; isShown: boolean }
  /** A step threw: that is a bug. */
  | { type: 'failed'; turn: number }
  | { type: 'cancelled' }
  | { type: 'workerEnded'; end: WorkerEnd }

/** What the page then does. */
export type LoopEffect =
  | { type: 'wait'; ms: number }
  | { type: 'forgetWait' }
  | { type: 'read' | 'list' | 'build'; turn: number }
  /** Who waits for a worker that knows the nodes is answered, or told that there will be none. */
  | { type: 'answerWaiting' }
  | { type: 'refuseWaiting' }
  /** So many nodes that the result is made when it is asked for. */
  | { type: 'holdBack' }
  | { type: 'end'; isOutdated: boolean }
  | { type: 'stopWorker'; end: WorkerEnd }

type Step = [loop: TurnLoop, effects: readonly LoopEffect[]]

export const FIRST_LOOP: TurnLoop = { phase: 'starting', turn: 0, isDirty: false, isForced: false }

/** Whether a turn is under way. */
export function isTurning({ phase }: TurnLoop): boolean {
  return phase === 'reading' || phase === 'listing' || phase === 'building'
}

/** The next state of the loop and what is to be done: read, list, build, until the answers fit the model. */
export function afterLoopEvent(loop: TurnLoop, event: LoopEvent): Step {
  switch (event.type) {
    case 'ready':
      return loop.phase === 'starting' ? waiting(loop, 0) : [loop, []]
    case 'changed':
      return wanted({ ...loop, isForced: false }, event.waitMs)
    case 'wanted':
      return wanted(loop, event.waitMs)
    case 'forced':
      return wanted({ ...loop, isForced: true }, 0)
    case 'due':
      return loop.phase === 'waiting' ? nextTurn(loop) : [loop, []]
    case 'read':
      if (!isExpected(loop, 'reading', event)) return [loop, []]
      return [{ ...loop, phase: 'listing' }, [{ type: 'list', turn: loop.turn }]]
    case 'listed':
      return isExpected(loop, 'listing', event) ? afterListing(loop, event.nodes) : [loop, []]
    case 'built':
      if (!isExpected(loop, 'building', event)) return [loop, []]
      return followed(loop, event.isShown ? [{ type: 'end', isOutdated: loop.isDirty }] : [])
    case 'failed':
      if (event.turn !== loop.turn || !isTurning(loop)) return [loop, []]
      return before({ type: 'stopWorker', end: 'crashed' }, halted({ ...loop, isForced: false }, 'crashed'))
    case 'cancelled':
      return cancelled({ ...loop, isDirty: false, isForced: false })
    case 'workerEnded':
      // What broke it would break it again. One that did not load tries it once it can.
      return halted(event.end === 'unloaded' ? loop : { ...loop, isForced: false }, statusOf(event.end))
  }
}

function isExpected(loop: TurnLoop, phase: LoopPhase, { turn }: { turn: number }): boolean {
  return loop.phase === phase && loop.turn === turn
}

function wanted(loop: TurnLoop, waitMs: number): Step {
  if (isTurning(loop)) return [{ ...loop, isDirty: true }, []]
  return loop.phase === 'starting' ? [loop, []] : waiting(loop, waitMs)
}

function waiting(loop: TurnLoop, ms: number): Step {
  return [{ ...loop, phase: 'waiting', isDirty: false }, [{ type: 'wait', ms }]]
}

function nextTurn(loop: TurnLoop): Step {
  const turn = loop.turn + 1
  return [{ ...loop, phase: 'reading', turn, isDirty: false }, [{ type: 'read', turn }]]
}

function afterListing(loop: TurnLoop, nodes: number): Step {
  const answer = { type: 'answerWaiting' } as const
  if (nodes > AT_ONCE_MAX_NODES && !loop.isForced) return followed(loop, [answer, { type: 'holdBack' }])
  if (loop.isDirty) return followed(loop, [answer])
  return [{ ...loop, phase: 'building' }, [answer, { type: 'build', turn: loop.turn }]]
}

/** The turn is over: another one follows when the model has changed. */
function followed(loop: TurnLoop, effects: readonly LoopEffect[]): Step {
  if (!loop.isDirty) return [{ ...loop, phase: 'idle' }, effects]
  const [next, more] = nextTurn(loop)
  return [next, [...effects, ...more]]
}

function cancelled(loop: TurnLoop): Step {
  const stop = { type: 'stopWorker', end: 'stopped' } as const
  if (isTurning(loop)) return [{ ...loop, phase: 'cancelled' }, [stop, { type: 'refuseWaiting' }]]
  if (loop.phase !== 'waiting') return [loop, [stop]]
  return [{ ...loop, phase: 'idle' }, [{ type: 'forgetWait' }, stop, { type: 'refuseWaiting' }]]
}

/** The worker has ended. A change that came into the turn has its own turn, with a new worker. */
function halted(loop: TurnLoop, status: HaltedStatus): Step {
  if (loop.phase === 'starting' || loop.phase === 'waiting') return [loop, []]
  if (!isTurning(loop)) return [{ ...loop, phase: status }, []]
  return loop.isDirty ? waiting(loop, 0) : [{ ...loop, phase: status }, [{ type: 'refuseWaiting' }]]
}

function before(effect: LoopEffect, [loop, effects]: Step): Step {
  return [loop, [effect, ...effects]]
}

/** How it is shown that a worker has ended. */
export function statusOf(end: WorkerEnd): HaltedStatus {
  return end === 'stopped' ? 'cancelled' : end
}
