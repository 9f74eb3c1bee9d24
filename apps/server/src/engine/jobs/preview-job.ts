import { gzipSync } from 'node:zlib'
import type { DataOf } from '@switchyard/contract'
import { outputFacts } from '@switchyard/convert'
import type { Lang } from '@switchyard/locale'
import { enveloped } from '../../shared/enveloped.ts'
import type { EngineOutput } from '../engine-output.ts'
import { reportAnswer } from '../report-answer.ts'
import { type ApplyJob, applyJob } from './apply-job.ts'

/** A recipe that is applied for somebody who looks at the result. */
export interface PreviewJob extends ApplyJob {
  /** Of the words in the report. */
  answerLang: Lang
}

/**
 * The whole answer as JSON, packed with gzip. The thread that everybody waits for sends these bytes and never has the text of
 * the result, which is ten times as long.
 */
export interface PreviewAnswer {
  answer: Uint8Array<ArrayBuffer>
}

/** The level of packing. More effort gains little: configs of nodes repeat themselves. */
const LEVEL = 3

/** Applies a recipe, and writes what is answered. */
export function previewJob({
  answerLang,
  ...job
}: PreviewJob): PreviewAnswer | Exclude<EngineOutput, { text: string }> {
  const result = applyJob(job)
  if (!('text' in result)) return result
  const { to, text, report } = result
  const context = { client: to, unsupported: outputFacts(to).defaultExcludes }
  const data: DataOf<'POST /api/outputs/:output/preview'> = { text, report: reportAnswer(report, answerLang, context) }
  // A view of memory that others use cannot be handed over.
  return { answer: new Uint8Array(gzipSync(JSON.stringify(enveloped(data)), { level: LEVEL })) }
}
