import type { SourceCounts } from '@switchyard/recipe'
import { WorkerClient } from '../../components/engine/worker-client.ts'
import type { ConvertWorkerApi } from '../../workers/convert-worker.ts'

export { fetchText } from '../../components/engine/fetch-client.ts'

const reader = new WorkerClient<ConvertWorkerApi>(
  () => new Worker(new URL('../../workers/convert-worker.ts', import.meta.url), { type: 'module' }),
)

/** What stands in a text, counted away from the page. */
export function countText(text: string): Promise<SourceCounts> {
  return reader.ask((api) => api.count(text))
}
