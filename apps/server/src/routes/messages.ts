import { Hono } from 'hono'
import type { Deps } from '../app.ts'
import { answerNotFound } from '../failures.ts'

const CACHE_S = 24 * 60 * 60

/** The words of a language. Those of this very build may be kept for a day, any other answer is asked for anew. */
export function messages({ web }: Deps): Hono {
  return new Hono().get('/_i18n/:build/:locale/messages.json', async (c) => {
    const locale = c.req.param('locale')
    const words = (await web.load()).messages(locale)
    if (!words) return answerNotFound(c)
    const cacheable = c.req.param('build') === web.id && !web.middleware
    c.header('Cache-Control', cacheable ? `public, max-age=${CACHE_S}` : 'no-cache')
    return c.json({ [locale]: words })
  })
}
