import type { Engine, EngineJob, OutputOf } from './engine-job.ts'
import { WorkerPool } from './worker-pool.ts'

/** The engine in threads of its own: no input of a visitor stops the server from answering others. */
export function startEngine(): { engine: Engine; stop: () => Promise<void> } {
  const pool = new WorkerPool<EngineJob, OutputOf<EngineJob>>(new URL('./engine-worker.ts', import.meta.url))
  // A thread answers each job with the output of that job.
  const engine: Engine = async <Job extends EngineJob>(job: Job, signal?: AbortSignal) =>
    // A thread answers a job with the output of that job.
    (await pool.run(job, signal)) as OutputOf<Job>
  return { engine, stop: () => pool.stop() }
}
