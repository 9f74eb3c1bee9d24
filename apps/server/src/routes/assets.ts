import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { answerNotFound } from '../failures.ts'
import { scriptPolicy } from '../security-headers.ts'
import type { WebBuild } from '../web-build.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
const A_DAY = 'public, max-age=86400'

/** The files of the build. Their names under /assets/ carry a hash of what is in them. */
export function assets({ clientFolder }: WebBuild): Hono {
  const routes = new Hono()
  if (!clientFolder) return routes

  routes.use('/manifest.json', (c) => Promise.resolve(answerNotFound(c)))
  routes.on(
    ['GET', 'HEAD'],
    ['/assets/*', '/:file{[\\w.-]+\\.\\w+}'],
    serveStatic({
      root: clientFolder,
      precompressed: true,
      onFound(_path, c) {
        const { path } = c.req
        c.header('Cache-Control', path.startsWith('/assets/') ? FOR_EVER : path === '/sw.js' ? 'no-cache' : A_DAY)
        if (path.endsWith('.js')) c.header('Content-Security-Policy', scriptPolicy(path))
        if (path.endsWith('.webmanifest')) c.header('Content-Type', 'application/manifest+json')
      },
    }),
  )
  routes.all('/assets/*', (c) => answerNotFound(c))
  return routes
}
