import type { ChangeCounts, SourceCounts } from '@switchyard/recipe'
import { type ApplyJob, applyJob } from './apply-job.ts'
import { type CompareJob, compareJob } from './compare-job.ts'
import { type ConvertJob, convertJob } from './convert-job.ts'
import { type CountJob, countJob } from './count-job.ts'
import type { EngineOutput } from './engine-output.ts'
import { type Plan, type PlanJob, planJob, type Unplanned } from './plan-job.ts'

/** What a thread is asked to do. */
export type EngineJob = ConvertJob | ApplyJob | CountJob | CompareJob | PlanJob

/** What it gives back. */
export type OutputOf<Job extends EngineJob> = Job extends CountJob
  ? SourceCounts
  : Job extends PlanJob
    ? Plan | Unplanned
    : Job extends CompareJob
      ? ChangeCounts | undefined
      : EngineOutput

/** What the engine makes of a job. */
export type Engine = <Job extends EngineJob>(job: Job, signal?: AbortSignal) => Promise<OutputOf<Job>>

/** Does a job, in the thread that it is called in. */
export function runJob<Job extends EngineJob>(job: Job): OutputOf<Job>
export function runJob(job: EngineJob): OutputOf<EngineJob> {
  if ('counted' in job) return countJob(job)
  if ('compared' in job) return compareJob(job)
  if ('planned' in job) return planJob(job)
  return 'recipe' in job ? applyJob(job) : convertJob(job)
}
