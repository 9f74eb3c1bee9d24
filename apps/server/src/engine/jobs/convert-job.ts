import { ConvertError, type ConvertOptions, convertText, type Source } from '@switchyard/convert'
import { type EngineOutput, MAX_ALIASES, MAX_NODES, tooManyNodes } from '../engine-output.ts'

/** A conversion as a thread is sent it: plain data. */
export interface ConvertJob {
  sources: readonly Source[]
  options: ConvertOptions
}

/** Converts. Throws what is a bug and nothing else. */
export function convertJob({ sources, options }: ConvertJob): EngineOutput {
  const { to } = options
  try {
    const { text, report } = convertText(sources, { ...options, read: { ...options.read, maxAliases: MAX_ALIASES } })
    return report.nodes > MAX_NODES ? tooManyNodes(to) : { to, text, report }
  } catch (error) {
    if (!(error instanceof ConvertError)) throw error
    return { to, error: error.code, args: error.args, report: error.report }
  }
}
