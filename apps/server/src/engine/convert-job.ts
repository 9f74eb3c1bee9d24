import {
  ConvertError,
  type ConvertErrorCode,
  type ConvertOptions,
  type ConvertResult,
  convertText,
  type Report,
  type Source,
} from '@switchyard/convert'

/** docs/formats/documents.md, "Limits" */
const MAX_NODES = 20_000

/** A conversion as a thread is sent it: plain data. */
export interface EngineJob {
  sources: readonly Source[]
  options: ConvertOptions
}

/** What came of it. An error that the engine throws for a reader is an answer too: threads pass on no classes. */
export type EngineOutput =
  | ConvertResult
  | { error: ConvertErrorCode | 'too-many-nodes'; args: Record<string, string | number>; report: Report | undefined }

/** What the engine makes of a job. */
export type Engine = (job: EngineJob, signal?: AbortSignal) => Promise<EngineOutput>

/** Converts. Throws what is a bug and nothing else. */
export function convertJob({ sources, options }: EngineJob): EngineOutput {
  try {
    const { text, report } = convertText(sources, options)
    if (report.nodes > MAX_NODES) return { error: 'too-many-nodes', args: { limit: MAX_NODES }, report: undefined }
    return { text, report }
  } catch (error) {
    if (!(error instanceof ConvertError)) throw error
    return { error: error.code, args: error.args, report: error.report }
  }
}
