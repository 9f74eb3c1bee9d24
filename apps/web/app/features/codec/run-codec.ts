import { proxy } from 'comlink'
import { readQr } from '../../components/engine/read-qr.ts'
import { WorkerClient, WorkerGone } from '../../components/engine/worker-client.ts'
import type { Locale } from '../../lib/locale.ts'
import type { ConvertWorkerApi } from '../../workers/convert-worker.ts'
import type { Chain } from './steps/chain.ts'
import type { DetectedSteps } from './steps/detect.ts'
import type { ChainResult } from './steps/run-chain.ts'
import type { Data } from './steps/step.ts'

const engine = new WorkerClient<ConvertWorkerApi>(
  () => new Worker(new URL('../../workers/convert-worker.ts', import.meta.url), { type: 'module' }),
)

/** What takes longer is stopped: the page stays alive, and so does its worker for the next text. */
const TIME_MAX_MS = 10_000

const readPicture = (picture: Uint8Array<ArrayBuffer>) => readQr(new Blob([picture]))

/** What the chain made, and the steps that its output seems to ask for. */
export interface CodecRun extends ChainResult, DetectedSteps {
  /** Nothing came within the time. */
  isGone?: true
}

export async function runCodec(chain: Chain, input: Data, lang: Locale): Promise<CodecRun> {
  const timer = setTimeout(() => engine.stop(), TIME_MAX_MS)
  try {
    return await engine.ask((api) => api.codec.run(chain, input, lang, proxy(readPicture)))
  } catch (error) {
    if (!(error instanceof WorkerGone)) throw error
    return { reports: [], next: [], isGone: true }
  } finally {
    clearTimeout(timer)
  }
}
