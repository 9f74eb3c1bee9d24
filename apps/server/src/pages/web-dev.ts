import type { Server } from 'node:http'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { HttpBindings } from '@hono/node-server'
import { join } from 'node:path'
import type { MiddlewareHandler } from 'hono'
import type { WebApp } from './web-app.ts'
import { WEB_FOLDER, type WebBuild } from './web-build.ts'

/** The web app straight from its sources: an edit is seen at once, without a reload. */
export async function startWebDev(server: Server): Promise<WebBuild> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    configFile: join(WEB_FOLDER, 'vite.config.ts'),
    mode: 'development',
    server: { middlewareMode: true, hmr: { server } },
  })

  const middleware: MiddlewareHandler<{ Bindings: HttpBindings }> = (c, next) => {
    const { incoming, outgoing } = c.env
    return new Promise((resolve, reject) => {
      const sent = () => resolve(RESPONSE_ALREADY_SENT)
      outgoing.once('finish', sent)
      vite.middlewares(incoming, outgoing, (error?: unknown) => {
        outgoing.off('finish', sent)
        if (error) reject(error instanceof Error ? error : new Error('Vite failed', { cause: error }))
        else next().then(() => resolve(undefined), reject)
      })
    })
  }

  return {
    id: 'development',
    load: async () => {
      // The module's own default: Vite knows no types of it.
      const { default: web } = (await vite.ssrLoadModule('/app/entry.server.tsx')) as { default: WebApp }
      return web
    },
    assets: {
      scripts: ['/@vite/client', '/app/entry.client.tsx'],
      styles: ['/app/app.css'],
      modulesOf: () => [],
    },
    // Our server runs on Node: what it asks of the bindings is there.
    middleware: middleware as MiddlewareHandler,
    fixStack: (error) => vite.ssrFixStacktrace(error),
    close: () => vite.close(),
  }
}
