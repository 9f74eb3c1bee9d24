import type { FetchFailure } from './fetch-failure.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './spans.ts'

/** Why a new answer waits and the last good one is served. */
export const HELD_REASONS = ['no-nodes', 'only-information', 'far-fewer'] as const
export type HeldReason = (typeof HELD_REASONS)[number]

/** How a try went. `held`: it was answered, and the answer is not taken yet. */
export const TRY_RESULTS = ['ok', 'partial', 'failed', 'held'] as const
export type TryResult = (typeof TRY_RESULTS)[number]

/** Traffic and expiry of a subscription: bytes and unix seconds. */
interface Traffic {
  upload?: number
  download?: number
  total?: number
  expire?: number
}

/** A source is asked at most so often, whoever wants it; by its owner's button more often. */
export const ASK_AGAIN_MS = 10 * MINUTE_MS
export const OWNER_ASKS_AGAIN_MS = MINUTE_MS

/** A source that fails is asked again so soon, the first times. */
const FIRST_WAITS_MS = [10 * MINUTE_MS, 30 * MINUTE_MS, HOUR_MS]
/** So many times it is then asked after its interval, before that grows. */
const WAITS_BEFORE_BACK_OFF = 3
const LONGEST_BACK_OFF_MS = DAY_MS
/** An answer with fewer nodes than this part of the most of the last days is not believed at once. */
const FALL = 5
const FALL_WAITS_MS = DAY_MS
const AGREEING_APART_MS = 6 * HOUR_MS

/** What is known of the fetches of a subscription item. */
export interface FetchState {
  lastTry?: {
    at: number
    result: TryResult
    failure?: FetchFailure
    status?: number
    nodes?: number
    skipped?: number
  }
  /** What the text that is served holds. */
  good?: {
    at: number
    nodes: number
    skipped: number
    digest: string
    subscription?: Traffic
    /** It came from another body: what the present one answers is not compared with it. */
    isOfOldBody?: true
  }
  failing?: { since: number; times: number }
  held?: {
    since: number
    reason: HeldReason
    nodes: number
    skipped: number
    digest: string
    /** When a second answer said the same, long enough after the first. */
    agreedAt?: number
    subscription?: Traffic
  }
}

/** What a source answered. */
export interface SourceAnswer {
  /** Information entries among them. */
  nodes: number
  information: number
  skipped: number
  /** Of the nodes alone: equal for answers that hold the same ones. */
  digest: string
  subscription?: Traffic
}

export type FetchOutcome = { answer: SourceAnswer } | { failure: FetchFailure; status?: number }

/** `take`: the new text is served from now on. `hold`: it waits. `keep`: there is none. */
interface Decision {
  state: FetchState
  text: 'take' | 'hold' | 'keep'
  /** The counts of earlier days say nothing any more. */
  forgetsDays: boolean
}

interface When {
  now: number
  /** The most nodes that were served in the last seven days. */
  most: number
}

/** What becomes of an outcome. A careless answer never takes the place of the last good one unasked. */
export function decide(state: FetchState, outcome: FetchOutcome, { now, most }: When): Decision {
  if ('failure' in outcome) return { state: failed(state, outcome, now), text: 'keep', forgetsDays: false }
  const { answer } = outcome
  const reason = reasonToHold(answer, most)
  if (reason === undefined) return { state: taken(answer, now), text: 'take', forgetsDays: false }
  const held = heldState(state, answer, reason, now)
  if (isConfirmed(held, now)) return { state: taken(answer, now), text: 'take', forgetsDays: true }
  const { failing: _, ...others } = state
  const { nodes, skipped } = answer
  return {
    state: { ...others, held, lastTry: { at: now, result: 'held', nodes, skipped } },
    text: 'hold',
    forgetsDays: false,
  }
}

/** The state after a person took the answer that waits; undefined where none does. */
export function adopted({ held, lastTry }: FetchState, now: number): FetchState | undefined {
  if (!held) return undefined
  const { nodes, skipped, digest, subscription } = held
  return {
    lastTry: lastTry ?? { at: now, result: 'ok' },
    good: { at: now, nodes, skipped, digest, ...(subscription ? { subscription } : {}) },
  }
}

/**
 * How long to wait after an outcome: a source that fails is soon asked again, and less and less often if it goes on
 * failing.
 */
export function waitAfter({ failing }: FetchState, intervalMs: number): number {
  const times = failing?.times ?? 0
  const soon = FIRST_WAITS_MS[times - 1]
  if (soon !== undefined) return Math.min(soon, intervalMs)
  const doubled = times - FIRST_WAITS_MS.length - WAITS_BEFORE_BACK_OFF
  if (doubled <= 0) return intervalMs
  return Math.min(Math.max(LONGEST_BACK_OFF_MS, intervalMs), intervalMs * 2 ** Math.min(doubled, 20))
}

/** What of the state its owner is shown. */
interface ShownState extends Pick<FetchState, 'lastTry' | 'failing'> {
  good?: { at: number; nodes: number; skipped: number }
  held?: { since: number; reason: HeldReason; nodes: number; tag: string }
  subscription?: Traffic
}

/** The state as its owner sees it. */
export function stateAnswer({ lastTry, good, failing, held }: FetchState): ShownState {
  return {
    ...(lastTry ? { lastTry } : {}),
    ...(good ? { good: { at: good.at, nodes: good.nodes, skipped: good.skipped } } : {}),
    ...(failing ? { failing } : {}),
    ...(held ? { held: { since: held.since, reason: held.reason, nodes: held.nodes, tag: held.digest } } : {}),
    ...(good?.subscription ? { subscription: good.subscription } : {}),
  }
}

function reasonToHold({ nodes, information }: SourceAnswer, most: number): HeldReason | undefined {
  if (nodes === 0) return 'no-nodes'
  if (nodes === information) return 'only-information'
  return (nodes - information) * FALL < most ? 'far-fewer' : undefined
}

function failed(
  state: FetchState,
  { failure, status }: { failure: FetchFailure; status?: number },
  now: number,
): FetchState {
  const { since, times } = state.failing ?? { since: now, times: 0 }
  return {
    ...state,
    failing: { since: Math.min(since, now), times: times + 1 },
    lastTry: { at: now, result: 'failed', failure, ...(status === undefined ? {} : { status }) },
  }
}

function taken({ nodes, information, skipped, digest, subscription }: SourceAnswer, now: number): FetchState {
  const count = nodes - information
  return {
    lastTry: { at: now, result: skipped > 0 ? 'partial' : 'ok', nodes: count, skipped },
    good: { at: now, nodes: count, skipped, digest, ...(subscription ? { subscription } : {}) },
  }
}

/** An answer that says the same as the one that waits goes on waiting with it; another one begins anew. */
function heldState(
  { held }: FetchState,
  { nodes, information, skipped, digest, subscription }: SourceAnswer,
  reason: HeldReason,
  now: number,
): NonNullable<FetchState['held']> {
  const count = nodes - information
  const latest = { reason, nodes: count, skipped, digest, ...(subscription ? { subscription } : {}) }
  if (held?.digest !== digest || held.reason !== reason) return { since: now, ...latest }
  // After the clock was set back it began now.
  const since = Math.min(held.since, now)
  const agreedAt = held.agreedAt ?? (now - since >= AGREEING_APART_MS ? now : undefined)
  return { since, ...latest, ...(agreedAt === undefined ? {} : { agreedAt }) }
}

/** Only a fall is ever believed: an answer without nodes waits for its owner. */
function isConfirmed({ reason, since, agreedAt }: NonNullable<FetchState['held']>, now: number): boolean {
  return reason === 'far-fewer' && agreedAt !== undefined && now - since >= FALL_WAITS_MS
}
