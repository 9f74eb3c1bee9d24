import { randomBytes } from 'node:crypto'
import type { DataOf } from '@switchyard/contract'
import { outputFacts } from '@switchyard/convert'
import { apiErrorMessage, errorMessage, type Lang, recipeMessage } from '@switchyard/locale'
import type { Context } from 'hono'
import { ApiRefusal } from '../../api-refusal.ts'
import type { Deps } from '../../deps.ts'
import { EngineError } from '../../shared/engine-error.ts'
import type { JobOf } from '../../engine/engine-job.ts'
import type { Asker } from '../../shared/asker.ts'
import type { EngineOutput } from '../../engine/engine-output.ts'
import { TEXTS_BODY_BYTES } from '../../http/body-limit.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { siteUrlOf } from '../../http/host-check.ts'
import { convertApiOf } from '../../settings.ts'
import { configs } from './config-routes.ts'
import type { EngineRule } from './engine-rule.ts'
import { applyJobOf, jobOf } from './job-of.ts'
import { reportAnswer } from '../../engine/report-answer.ts'

const SECRET_BYTES = 16

/** `2026-11-23` of a time as ISO writes it. */
const DAY_LENGTH = 10

type Converted = DataOf<'POST /api/convert'>

/** Text in, a config and its report out; the same for a saved recipe. Nothing is fetched and nothing is kept. */
export function convert({ settings, engine, now }: Pick<Deps, 'settings' | 'engine' | 'now'>): Endpoint[] {
  const access = convertApiOf(settings)
  if (access === 'off') return []

  const rule = {
    who: access === 'token' ? 'member' : 'visitor',
    scope: 'convert',
    bodyBytes: TEXTS_BODY_BYTES,
    // One limit for all: each has the engine work.
    limit: 'conversions',
    isForPrograms: true,
  } as const satisfies EngineRule
  return [
    endpoint('POST /api/convert', rule, ({ c, body, asker }) =>
      converted(c, jobOf(body, drawSecret, siteUrlOf(c, settings.SITE_URL)), body.locale, asker()),
    ),
    endpoint('POST /api/recipes/apply', rule, ({ c, body, asker }) => {
      const job = applyJobOf(body, {
        drawSecret,
        listMirror: settings.LIST_MIRROR ?? '',
        date: new Date(now()).toISOString().slice(0, DAY_LENGTH),
        ...(settings.SITE_URL === undefined ? {} : { site: settings.SITE_URL }),
      })
      return converted(c, job, body.locale, asker())
    }),
    ...configs({ engine }, rule),
  ]

  async function converted(
    c: Context,
    job: JobOf<'convert' | 'apply'> | { field: string },
    lang: Lang,
    asker: Asker,
  ): Promise<Converted> {
    if ('field' in job) throw new ApiRefusal('bad-request', { field: job.field }, null)
    try {
      return convertedOf(await engine(job, asker), lang)
    } catch (error) {
      throw error instanceof EngineError ? refusalOf(c, error, lang) : error
    }
  }
}

const drawSecret = (): string => randomBytes(SECRET_BYTES).toString('hex')

/** What a result says, or the refusal that says why there is none. */
function convertedOf(output: EngineOutput, lang: Lang): Converted {
  if ('field' in output) {
    const { field, refused } = output
    const words = refused && recipeMessage(refused.code, lang, { place: refused.place })
    throw new ApiRefusal('bad-request', { field }, words ?? null)
  }
  const { to } = output
  const context = { client: to, unsupported: outputFacts(to).defaultExcludes }
  if ('text' in output) return { text: output.text, report: reportAnswer(output.report, lang, context) }
  const { error: reason, args, report } = output
  if (reason === 'too-many-nodes') throw new ApiRefusal(reason, {}, apiErrorMessage(reason, lang))
  const more = { reason, ...(report ? { report: reportAnswer(report, lang, context) } : {}) }
  throw new ApiRefusal('not-convertible', more, errorMessage(reason, lang, args))
}

function refusalOf(c: Context, error: EngineError, lang: Lang): Error {
  switch (error.reason) {
    case 'timeout':
    case 'memory':
      return new ApiRefusal('too-much-work', {}, apiErrorMessage('too-much-work', lang))
    case 'busy':
    case 'stopped':
    case 'cancelled':
      c.header('Retry-After', '5')
      return new ApiRefusal('unavailable', {}, apiErrorMessage('unavailable', lang))
    case 'crashed':
      // A bug: the error page and the log say so.
      return error
  }
}
