import type { Engine, EngineJob, OutputOf } from './engine-job.ts'
import type { Asker } from '../shared/asker.ts'
import { WorkerPool } from './worker-pool.ts'

/** The engine in threads of its own: no input of a visitor stops the server from answering others. */
export function startEngine(): { engine: Engine; stop: () => Promise<void> } {
  const pool = new WorkerPool<EngineJob, OutputOf<EngineJob>>(new URL('./engine-worker.ts', import.meta.url))
  const engine: Engine = async <Job extends EngineJob>(job: Job, asker: Asker) =>
    // A thread answers a job with the output of that job.
    (await pool.run(job, asker)) as OutputOf<Job>
  return { engine, stop: () => pool.stop() }
}
