import { etagOf } from '../../shared/etag.ts'
import { type PackedText, packedNow } from '../../shared/kept-text.ts'
import type { EngineOutput } from '../engine-output.ts'
import { type ApplyJob, applyJob } from './apply-job.ts'

/** A result that clients fetch: as it is sent, and as it is kept. The main thread never holds its text. */
export interface RenderedFile {
  bytes: Uint8Array<ArrayBuffer>
  text: PackedText
  etag: string
}

/** Applies a recipe whose result is served. */
export function renderJob(job: ApplyJob): RenderedFile | Exclude<EngineOutput, { text: string }> {
  const result = applyJob(job)
  if (!('text' in result)) return result
  const bytes = new TextEncoder().encode(result.text)
  return { bytes, text: packedNow(bytes), etag: etagOf(bytes) }
}
