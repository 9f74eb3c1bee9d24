import { randomBytes } from 'node:crypto'
import { ConvertRequest, RecipeRequest } from '@switchyard/contract'
import { outputFacts } from '@switchyard/convert'
import { apiErrorMessage, errorMessage, type Lang, recipeMessage } from '@switchyard/locale'
import { type Context, Hono, type Next } from 'hono'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { EngineError } from '../../engine/engine-error.ts'
import type { ApplyJob } from '../../engine/apply-job.ts'
import type { ConvertJob } from '../../engine/convert-job.ts'
import type { EngineOutput } from '../../engine/engine-output.ts'
import { answerData, answerError, readRequest } from '../../http/api-answers.ts'
import { visitorKey } from '../../http/client-address.ts'
import { requireUser } from '../../http/visitor.ts'
import { convertApiOf } from '../../settings.ts'
import { applyJobOf, jobOf } from './job-of.ts'
import { reportAnswer } from '../../engine/report-answer.ts'

const MEBIBYTE = 1024 * 1024
/** docs/security.md, "Sizes" */
export const CONVERT_BODY_BYTES = 5 * MEBIBYTE
/** docs/security.md, "Rates" */
const PER_MINUTE = 60
const MINUTE_S = 60
const SECRET_BYTES = 16

/** `2026-11-23` of a time as ISO writes it. */
const DAY_LENGTH = 10

type ConvertName = 'POST /api/convert' | 'POST /api/recipes/apply'

/** Text in, a config and its report out; the same for a saved recipe. Nothing is fetched and nothing is kept. */
export function convert({ settings, engine, now }: Pick<Deps, 'settings' | 'engine' | 'now'>): Hono {
  const access = convertApiOf(settings)
  const limiter = new RateLimiterMemory({ points: PER_MINUTE, duration: MINUTE_S })
  const routes = new Hono()
  if (access === 'off') return routes

  routes.post('/api/convert', mayConvert, (c) =>
    convertedBy(c, 'POST /api/convert', ConvertRequest, (body) => jobOf(body, drawSecret)),
  )
  routes.post('/api/recipes/apply', mayConvert, (c) =>
    convertedBy(c, 'POST /api/recipes/apply', RecipeRequest, (body) =>
      applyJobOf(body, {
        drawSecret,
        listMirror: settings.LIST_MIRROR ?? '',
        date: new Date(now()).toISOString().slice(0, DAY_LENGTH),
        ...(settings.SITE_URL === undefined ? {} : { site: settings.SITE_URL }),
      }),
    ),
  )
  return routes

  /** One limit for both: each is one conversion. */
  async function mayConvert(c: Context, next: Next): Promise<Response | void> {
    if (access === 'token') requireUser(c, 'convert')
    if (await isWithin(limiter, visitorKey(c, settings.TRUSTED_PROXIES))) return next()
    c.header('Retry-After', String(MINUTE_S))
    return answerError(c, 'too-many-requests')
  }

  async function convertedBy<Schema extends z.ZodType<{ locale: Lang }>>(
    c: Context,
    name: ConvertName,
    schema: Schema,
    jobFor: (body: z.output<Schema>) => ConvertJob | ApplyJob | { field: string },
  ): Promise<Response> {
    const read = await readRequest(c, schema)
    if ('field' in read) return answerError(c, 'bad-request', { field: read.field })
    const job = jobFor(read.body)
    if ('field' in job) return answerError(c, 'bad-request', { field: job.field })
    const lang = read.body.locale
    try {
      return answer(c, name, await engine(job, c.req.raw.signal), lang)
    } catch (error) {
      if (!(error instanceof EngineError)) throw error
      return answerEngineError(c, error, lang)
    }
  }
}

const drawSecret = (): string => randomBytes(SECRET_BYTES).toString('hex')

function answer(c: Context, name: ConvertName, output: EngineOutput, lang: Lang): Response {
  if ('field' in output) {
    const { field, refused } = output
    return answerError(
      c,
      'bad-request',
      { field },
      refused && recipeMessage(refused.code, lang, { place: refused.place }),
    )
  }
  const { to } = output
  const context = { client: to, unsupported: outputFacts(to).defaultExcludes }
  if ('text' in output)
    return answerData(c, name, { text: output.text, report: reportAnswer(output.report, lang, context) })
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
