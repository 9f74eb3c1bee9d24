import type { Remote } from 'comlink'
import type { ConfigWorkerApi } from '../../workers/config-worker.ts'
import { WorkerClient } from './worker-client.ts'

const worker = new WorkerClient<ConfigWorkerApi>(
  () => new Worker(new URL('../../workers/config-worker.ts', import.meta.url), { type: 'module' }),
)

/** A config of the largest size takes less. What takes longer is stopped, and the next question starts the worker anew. */
const TIME_MAX_MS = 60_000

/** The part of the engine that works on a config that somebody brings, as a page asks it: `(api) => api.check(…)`. */
export type ConfigEngineApi = Remote<ConfigWorkerApi>

/** The answer to a question about a config, off the page's thread; `WorkerGone` when the worker ends first. */
export async function askConfigEngine<T>(question: (api: ConfigEngineApi) => T): Promise<Awaited<T>> {
  const timer = setTimeout(() => worker.stop(), TIME_MAX_MS)
  try {
    return await worker.ask(question)
  } finally {
    clearTimeout(timer)
  }
}
