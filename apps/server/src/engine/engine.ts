import type { Engine, EngineJob } from './engine-job.ts'
import type { EngineOutput } from './engine-output.ts'
import { WorkerPool } from './worker-pool.ts'

/** The engine in threads of its own: no input of a visitor stops the server from answering others. */
export function startEngine(): { engine: Engine; stop: () => Promise<void> } {
  const pool = new WorkerPool<EngineJob, EngineOutput>(new URL('./engine-worker.ts', import.meta.url))
  return { engine: (job, signal) => pool.run(job, signal), stop: () => pool.stop() }
}
