import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { answerNotFound } from '../http/failures.ts'
import { revalidated } from '../http/revalidation.ts'
import { scriptPolicy } from '../http/security-headers.ts'
import type { WebBuild } from './web-build.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
const A_DAY = 'public, max-age=86400'

/** The files of the build. Their names under /assets/ carry a hash of what is in them. */
export function assets({ clientFolder }: WebBuild): Hono {
  const routes = new Hono()
  if (!clientFolder) return routes

  const tags = new Map<string, string>()
  const tagOf = (file: string): string => {
    const tag = tags.get(file) ?? `"${createHash('sha256').update(readFileSync(file)).digest('base64url')}"`
    tags.set(file, tag)
    return tag
  }

  const files = serveStatic({
    root: clientFolder,
    precompressed: true,
    onFound(file, c) {
      const { path } = c.req
      c.header('Cache-Control', path.startsWith('/assets/') ? FOR_EVER : path === '/sw.js' ? 'no-cache' : A_DAY)
      if (path.endsWith('.js')) c.header('Content-Security-Policy', scriptPolicy(path))
      if (!path.startsWith('/assets/')) c.header('ETag', tagOf(file))
      if (path.endsWith('.webmanifest')) c.header('Content-Type', 'application/manifest+json')
    },
  })
  // What never changes need not be asked about.
  routes.on(['GET', 'HEAD'], '/assets/*', files)
  routes.on(['GET', 'HEAD'], '/:file{[\\w.-]+\\.\\w+}', revalidated(), files)
  routes.all('/assets/*', (c) => answerNotFound(c))
  return routes
}
