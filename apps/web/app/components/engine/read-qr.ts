import type { QrWorkerApi } from '../../workers/qr-worker.ts'
import { WorkerClient } from './worker-client.ts'

const worker = new WorkerClient<QrWorkerApi>(
  () => new Worker(new URL('../../workers/qr-worker.ts', import.meta.url), { type: 'module' }),
)

/** What the codes of a picture say; nothing when it could not be looked at. */
export function readQr(image: Blob): Promise<string[] | undefined> {
  return worker.ask((api) => api.read(image)).catch(() => undefined)
}
