import type { Deps } from '../deps.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { answerNotFound } from '../http/failures.ts'
import { revalidated } from '../http/revalidation.ts'

const CACHE_S = 24 * 60 * 60

/**
 * The words of a language, in parts; those of a page come joined by `+`. Those of this very build may be kept for a day, any
 * other answer is asked for anew.
 */
export function messages({ web }: Deps): Endpoint {
  const rule = { who: 'visitor', params: { file: '[\\w+-]+\\.json' }, through: revalidated() } as const
  return endpoint('GET /_i18n/:build/:locale/:file', rule, async ({ c }) => {
    const locale = c.req.param('locale')
    const part = c.req.param('file').replace(/\.json$/, '')
    const words = (await web.load()).messages(locale, part)
    if (!words) return answerNotFound(c)
    const cacheable = c.req.param('build') === web.id && !web.middleware
    c.header('Cache-Control', cacheable ? `public, max-age=${CACHE_S}` : 'no-cache')
    return c.json({ [locale]: words })
  })
}
