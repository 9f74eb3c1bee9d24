import { Hono } from 'hono'
import { writeCheck } from '../../db/write-check.ts'
import type { Deps } from '../../deps.ts'

/** Alive, and ready to be sent visitors: pages can be rendered, and the database takes a row. */
export function health({ web, store, now, isReady }: Deps): Hono {
  const canWrite = writeCheck(store.database, now)
  const routes = new Hono()
  routes.use('/healthz', noStore).use('/readyz', noStore)
  routes.get('/healthz', (c) => c.json({ ok: true }))
  routes.get('/readyz', async (c) => {
    const ready = isReady() && (await canRender()) && (await canWrite())
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
