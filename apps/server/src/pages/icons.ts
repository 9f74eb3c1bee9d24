import type { Deps } from '../deps.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { answerNotFound, answerUnavailable } from '../http/failures.ts'
import { carriedIcons, fallbackIcons } from './icon-sets.ts'
import { revalidated } from '../http/revalidation.ts'

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/
/** As many as the page puts into an address of 500 characters, and no fewer. */
const MAX_NAMES = 250
const CACHE = 'public, max-age=604800'

/**
 * Icons by name, as Iconify writes them. 404 when none of them exists: whoever asks need not ask again. What a fallback
 * service did not answer for is in neither list, and such an answer is not kept.
 */
export function icons({ settings, safeFetch }: Pick<Deps, 'settings' | 'safeFetch'>): Endpoint {
  const rule = { who: 'visitor', params: { file: '[^/]+\\.json' }, through: revalidated() } as const
  return endpoint('GET /api/_nuxt_icon/:file', rule, async ({ c, address }) => {
    const prefix = c.req.param('file').replace(/\.json$/, '')
    const names = [...new Set((c.req.query('icons') ?? '').split(',').filter(Boolean))]
    if (!NAME.test(prefix) || names.length === 0 || names.length > MAX_NAMES) return answerNotFound(c)

    const carried = await carriedIcons(prefix, names)
    const missing = names.filter((name) => NAME.test(name) && !Object.hasOwn(carried?.icons ?? {}, name))
    const others = await fallbackIcons(prefix, missing, {
      bases: settings.ICON_FALLBACK_URL,
      safeFetch,
      user: address(),
    })
    const icons = { ...carried?.icons, ...others.icons }
    const absent = names.filter((name) => !NAME.test(name) || others.absent.includes(name))
    const isWhole = Object.keys(icons).length + absent.length === names.length
    if (Object.keys(icons).length === 0) return isWhole ? answerNotFound(c) : answerUnavailable(c)
    return c.json({ ...carried, prefix, icons, ...(absent.length > 0 ? { not_found: absent } : {}) }, 200, {
      'Cache-Control': isWhole ? CACHE : 'private, no-store',
    })
  })
}
