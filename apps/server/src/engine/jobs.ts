import { applyJob } from './jobs/apply-job.ts'
import { checkJob } from './jobs/check-job.ts'
import { compareJob } from './jobs/compare-job.ts'
import { configJob } from './jobs/config-job.ts'
import { convertJob } from './jobs/convert-job.ts'
import { countJob } from './jobs/count-job.ts'
import { listJob } from './jobs/list-job.ts'
import { explainJob } from './jobs/explain-job.ts'
import { nodesJob } from './jobs/nodes-job.ts'
import { planJob } from './jobs/plan-job.ts'
import { previewJob } from './jobs/preview-job.ts'
import { recogniseJob } from './jobs/recognise-job.ts'
import { renderJob } from './jobs/render-job.ts'

/** What the engine can do, by the kind of the job: the types of jobs and of what comes of them follow from this list. */
export const JOBS = {
  apply: applyJob,
  check: checkJob,
  compare: compareJob,
  config: configJob,
  convert: convertJob,
  count: countJob,
  list: listJob,
  explain: explainJob,
  nodes: nodesJob,
  plan: planJob,
  preview: previewJob,
  recognise: recogniseJob,
  render: renderJob,
}
