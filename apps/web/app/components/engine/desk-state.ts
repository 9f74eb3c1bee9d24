import type { BuildResult, NodeRow, Recipe, SourceInfo, OutputId, TextCheck } from '@switchyard/recipe/model'
import type { BrowserFetchFailure } from '../../workers/fetch-worker.ts'

/** What the last refresh of a source changed. */
export interface SourceChange {
  /** Keys of rows that were not there before. */
  fresh: readonly string[]
  gone: readonly NodeRow[]
}

/** How a source is doing; what it says stands in the model. */
export interface SourceState {
  status: 'loading' | 'ok' | 'partial' | 'failed'
  info?: SourceInfo
  /** Why it failed. */
  error?: BrowserFetchFailure | 'empty'
  /** What the server answered, where it said no. */
  httpStatus?: number
}

/** Nothing is under way, and what is shown may be old: the user stopped it, or the worker ended by itself. */
const HALTED = ['cancelled', 'crashed', 'unloaded'] as const
export type HaltedStatus = (typeof HALTED)[number]

/** What is being read, and how many entries were. */
export interface Progress {
  sourceId: string
  entries: number
}

export type HostCounts = Readonly<Record<string, number>>

/** How the work on a desk goes. `R` is what lies on it. */
export interface DeskState<R extends Recipe = Recipe> {
  /** It is known what lies on the desk. */
  isReady: boolean
  status: 'clean' | 'stale' | 'running' | 'manual' | HaltedStatus
  /** How far a reading is, once it takes long. */
  progress?: Progress
  result?: BuildResult
  /** The text of the box that the result was made from. */
  resultOf: string
  /** The text of the box that the marks were listed from. */
  listedOf: string
  /** The client that the text of the result is for. */
  madeFor?: OutputId
  /** What the text of the result was made from. A failed run keeps the old text and what that was made from. */
  madeOf?: R
  /** What became of the text that was edited last. */
  check?: TextCheck & { text: string }
  /** The result is of an older state. */
  isOld: boolean
  lists: {
    waiting: number
    /** Addresses that gave nothing. */
    failed: readonly string[]
    missing: number
    /** How many lists wait for a word about which host, and how many do without one. */
    asking: HostCounts
    denied: HostCounts
  }
}

export const FIRST_STATE: DeskState<never> = {
  isReady: false,
  status: 'clean',
  isOld: false,
  resultOf: '',
  listedOf: '',
  lists: { waiting: 0, failed: [], missing: 0, asking: {}, denied: {} },
}

/** Whether nothing goes on before the user asks for it, or the network comes back. */
export function isHalted(status: DeskState['status']): status is HaltedStatus {
  return HALTED.some((one) => one === status)
}

/** Whether a table that has no row will get some: the engine is at work, or the nodes that it read are not listed yet. */
export function areRowsComing(status: DeskState['status'], hasRead: boolean): boolean {
  return status === 'running' || status === 'stale' || (hasRead && !isHalted(status))
}
