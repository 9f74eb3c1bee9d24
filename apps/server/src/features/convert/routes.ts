import { randomBytes } from 'node:crypto'
import { ConvertRequest } from '@switchyard/contract'
import { outputFacts } from '@switchyard/convert'
import { apiErrorMessage, errorMessage, type Lang } from '@switchyard/locale'
import { type Context, Hono } from 'hono'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Deps } from '../../deps.ts'
import type { EngineOutput } from '../../engine/convert-job.ts'
import { EngineError } from '../../engine/engine-error.ts'
import { answerData, answerError, readRequest } from '../../http/api-answers.ts'
import { visitorKey } from '../../http/client-address.ts'
import { convertApiOf } from '../../settings.ts'
import { jobOf } from './job-of.ts'
import { reportAnswer } from './report-answer.ts'

const MEBIBYTE = 1024 * 1024
/** docs/security.md, "Sizes" */
export const CONVERT_BODY_BYTES = 5 * MEBIBYTE
/** docs/security.md, "Rates" */
const PER_MINUTE = 60
const MINUTE_S = 60
const SECRET_BYTES = 16

/** Text in, a config and its report out. Nothing is fetched and nothing is kept. */
export function convert({ settings, engine }: Pick<Deps, 'settings' | 'engine'>): Hono {
  const access = convertApiOf(settings)
  const limiter = new RateLimiterMemory({ points: PER_MINUTE, duration: MINUTE_S })
  const routes = new Hono()
  if (access === 'off') return routes

  return routes.post('/api/convert', async (c) => {
    // There are no accounts and no tokens yet, so nobody has one.
    if (access === 'token') return answerError(c, 'not-signed-in')
    if (!(await isWithin(limiter, visitorKey(c, settings.TRUSTED_PROXIES)))) {
      c.header('Retry-After', String(MINUTE_S))
      return answerError(c, 'too-many-requests')
    }
    const read = await readRequest(c, ConvertRequest)
    if ('field' in read) return answerError(c, 'bad-request', { field: read.field })
    const job = jobOf(read.body, () => randomBytes(SECRET_BYTES).toString('hex'))
    if ('field' in job) return answerError(c, 'bad-request', { field: job.field })
    const lang = read.body.locale
    try {
      return answer(c, await engine(job, c.req.raw.signal), lang, job.options.to)
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      return answerEngineError(c, error, lang)
    }
  })
}

function answer(c: Context, output: EngineOutput, lang: Lang, to: Parameters<typeof outputFacts>[0]): Response {
  const context = { client: to, unsupported: outputFacts(to).defaultExcludes }
  if ('text' in output)
    return answerData(c, 'POST /api/convert', {
      text: output.text,
      report: reportAnswer(output.report, lang, context),
    })
  const { error: reason, args, report } = output
  if (reason === 'too-many-nodes') return answerError(c, reason, {}, apiErrorMessage(reason, lang))
  const more = { reason, ...(report ? { report: reportAnswer(report, lang, context) } : {}) }
  return answerError(c, 'not-convertible', more, errorMessage(reason, lang, args))
}

function answerEngineError(c: Context, error: EngineError, lang: Lang): Response {
  switch (error.reason) {
    case 'timeout':
    case 'memory':
      return answerError(c, 'too-much-work', {}, apiErrorMessage('too-much-work', lang))
    case 'busy':
    case 'stopped':
    case 'cancelled':
      c.header('Retry-After', '5')
      return answerError(c, 'unavailable', {}, apiErrorMessage('unavailable', lang))
    case 'crashed':
      // A bug: the error page and the log say so.
      throw error
  }
}

async function isWithin(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  return limiter.consume(key).then(
    () => true,
    () => false,
  )
}
