import type { Chain } from './chain.ts'
import { optionsOf, type CodecStep } from './step-facts.ts'
import { STEPS } from './steps.ts'
import {
  bytesOf,
  type Data,
  DATA_MAX_BYTES,
  refused,
  type StepIssue,
  type StepResult,
  type StepSurroundings,
} from './step.ts'

/** What became of one step. */
export interface StepReport {
  issue?: StepIssue
  notes: readonly StepIssue[]
  /** Bytes of its result. */
  size: number
  inverse?: CodecStep['options']
}

export interface ChainResult {
  /** One for each step up to the first that failed. */
  reports: readonly StepReport[]
  /** Absent after a failure. */
  output?: Data
}

/** Text or bytes through every step, until one of them takes it no further. */
export async function runChain(chain: Chain, input: Data, surroundings: StepSurroundings): Promise<ChainResult> {
  const reports: StepReport[] = []
  let data = input
  for (const step of chain) {
    const result = await taken(step, data, surroundings)
    if ('issue' in result) {
      reports.push({ issue: result.issue, notes: [], size: 0 })
      return { reports }
    }
    const { notes = [], inverse } = result
    data = result.data
    reports.push({ notes, size: bytesOf(data).length, ...(inverse && { inverse }) })
  }
  return { reports, output: data }
}

/** One step, within the budget. */
export async function taken(step: CodecStep, data: Data, surroundings: StepSurroundings): Promise<StepResult> {
  if (isTooLarge(data)) return refused('too-large', { most: DATA_MAX_BYTES })
  const result = await STEPS[step.id](data, optionsOf(step), surroundings)
  return 'data' in result && isTooLarge(result.data) ? refused('too-large', { most: DATA_MAX_BYTES }) : result
}

/** UTF-8 has at most three bytes for each unit of a text: most texts need not be counted. */
function isTooLarge(data: Data): boolean {
  if (data.length > DATA_MAX_BYTES) return true
  return typeof data === 'string' && data.length * 3 > DATA_MAX_BYTES && bytesOf(data).length > DATA_MAX_BYTES
}
