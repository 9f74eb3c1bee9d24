import { JOBS } from './jobs.ts'
import type { Asker } from '../shared/asker.ts'

type Jobs = typeof JOBS
type Kind = keyof Jobs

/** A job of one of these kinds. */
export type JobOf<K extends Kind> = { [Each in K]: { kind: Each } & Parameters<Jobs[Each]>[0] }[K]

/** What a thread is asked to do: plain data. */
export type EngineJob = JobOf<Kind>

/** What it gives back. */
export type OutputOf<Job extends EngineJob> = Awaited<ReturnType<Jobs[Job['kind']]>>

/** What the engine makes of a job. */
export type Engine = <Job extends EngineJob>(job: Job, asker: Asker) => Promise<OutputOf<Job>>

/** Does a job, in the thread that it is called in. */
export function runJob<Job extends EngineJob>(job: Job): ReturnType<Jobs[Job['kind']]>
export function runJob(job: EngineJob): ReturnType<Jobs[EngineJob['kind']]> {
  const run: (job: never) => ReturnType<Jobs[EngineJob['kind']]> = JOBS[job.kind]
  // What stands under a kind takes jobs of that kind, which the compiler cannot follow.
  return run(job as never)
}
