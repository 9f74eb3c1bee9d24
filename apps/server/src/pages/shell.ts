import { createHash } from 'node:crypto'
import type { Deps } from '../deps.ts'
import { type Endpoint, endpoint } from '../http/endpoint.ts'
import { answerNotFound } from '../http/failures.ts'
import { configOf } from './config-of.ts'
import { pagePolicy } from '../http/security-headers.ts'
import { revalidated } from '../http/revalidation.ts'

/** The page that works without network. Nothing in it belongs to a visitor, so a service worker may keep it. */
export function shell({ web, settings }: Deps): Endpoint {
  return endpoint('GET /_shell/:locale', { who: 'visitor', through: revalidated() }, async ({ c }) => {
    const page = (await web.load()).renderShell(c.req.param('locale'), {
      // Without network there are no ads, and who has entered a code is no matter of a page for everybody.
      config: { ...configOf(c, { web, settings }), ads: 'none' },
      assets: web.assets,
    })
    if (!page) return answerNotFound(c)
    const hash = createHash('sha256').update(page.script).digest('base64')
    return c.html(page.html, 200, {
      'Content-Security-Policy': pagePolicy({ script: `sha256-${hash}`, isDevelopment: web.middleware !== undefined }),
      'Cache-Control': 'no-cache',
      'X-Robots-Tag': 'noindex',
    })
  })
}
