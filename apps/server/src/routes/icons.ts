import { Hono } from 'hono'
import type { Deps } from '../app.ts'
import { answerNotFound } from '../failures.ts'
import { carriedIcons, fallbackIcons } from '../icons.ts'
import { revalidated } from '../revalidation.ts'

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/
const MAX_NAMES = 50
const CACHE = 'public, max-age=604800'

/** Icons by name, as Iconify writes them. 404 when none of them exists: whoever asks need not ask again. */
export function icons({ settings, safeFetch }: Pick<Deps, 'settings' | 'safeFetch'>): Hono {
  return new Hono().get('/api/_nuxt_icon/:file{[^/]+\\.json}', revalidated(), async (c) => {
    const prefix = c.req.param('file').replace(/\.json$/, '')
    const names = [...new Set((c.req.query('icons') ?? '').split(',').filter(Boolean))]
    if (![prefix, ...names].every((name) => NAME.test(name)) || names.length === 0 || names.length > MAX_NAMES)
      return answerNotFound(c)

    const carried = await carriedIcons(prefix, names)
    const missing = names.filter((name) => !carried || !Object.hasOwn(carried.icons, name))
    const others = missing.length > 0 ? await fallbackIcons(prefix, missing, settings.ICON_FALLBACK_URL, safeFetch) : {}
    const icons = { ...carried?.icons, ...others }
    if (Object.keys(icons).length === 0) return answerNotFound(c)
    const notFound = names.filter((name) => !Object.hasOwn(icons, name))
    return c.json({ ...carried, prefix, icons, ...(notFound.length > 0 ? { not_found: notFound } : {}) }, 200, {
      'Cache-Control': CACHE,
    })
  })
}
