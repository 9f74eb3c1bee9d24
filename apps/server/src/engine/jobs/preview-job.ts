import type { DataOf } from '@switchyard/contract'
import { outputFacts } from '@switchyard/convert'
import type { Lang } from '@switchyard/locale'
import { enveloped } from '../../shared/enveloped.ts'
import { packedNow } from '../../shared/kept-text.ts'
import type { EngineOutput } from '../engine-output.ts'
import { reportAnswer } from '../report-answer.ts'
import { type ApplyJob, applyJob } from './apply-job.ts'

/** A recipe whose result a person wants to see. */
export interface PreviewJob extends ApplyJob {
  /** The language of the report. */
  answerLang: Lang
}

/**
 * The whole answer as JSON, packed with gzip. The main thread only sends these bytes. The text of the result is ten times as
 * long, and the main thread never holds it.
 */
export interface PreviewAnswer {
  answer: Uint8Array<ArrayBuffer>
}

/** Applies a recipe, and writes the answer. */
export function previewJob({
  answerLang,
  ...job
}: PreviewJob): PreviewAnswer | Exclude<EngineOutput, { text: string }> {
  const result = applyJob(job)
  if (!('text' in result)) return result
  const { to, text, report } = result
  const context = { client: to, unsupported: outputFacts(to).defaultExcludes }
  const data: DataOf<'POST /api/outputs/:output/preview'> = { text, report: reportAnswer(report, answerLang, context) }
  return { answer: packedNow(new TextEncoder().encode(JSON.stringify(enveloped(data)))).packed }
}
