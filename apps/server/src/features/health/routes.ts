import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'

/** Alive, and ready to be sent visitors: pages can be rendered. */
export function health({ web, isReady }: Deps): Hono {
  const routes = new Hono()
  routes.use('/healthz', noStore).use('/readyz', noStore)
  routes.get('/healthz', (c) => c.json({ ok: true }))
  routes.get('/readyz', async (c) => {
    const ready = isReady() && (await canRender())
    return c.json({ ok: ready }, ready ? 200 : 503)
  })
  return routes

  async function canRender(): Promise<boolean> {
    try {
      return (await web.load()).locales.length > 0
    } catch {
      return false
    }
  }
}

async function noStore(c: { header: (name: string, value: string) => void }, next: () => Promise<void>) {
  c.header('Cache-Control', 'no-store')
  await next()
}
