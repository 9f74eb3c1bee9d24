import { type ApplyJob, applyJob } from './apply-job.ts'
import { type ConvertJob, convertJob } from './convert-job.ts'
import type { EngineOutput } from './engine-output.ts'

/** What a thread is asked to do. */
export type EngineJob = ConvertJob | ApplyJob

/** What the engine makes of a job. */
export type Engine = (job: EngineJob, signal?: AbortSignal) => Promise<EngineOutput>

/** Does a job, in the thread that it is called in. */
export function runJob(job: EngineJob): EngineOutput {
  return 'recipe' in job ? applyJob(job) : convertJob(job)
}
