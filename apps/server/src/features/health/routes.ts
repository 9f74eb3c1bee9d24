import { writeCheck } from '../../db/write-check.ts'
import type { Deps } from '../../deps.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'

const NO_STORE = { 'Cache-Control': 'no-store' }

/** Alive, and ready to be sent visitors: pages can be rendered, and the database takes a row. */
export function health({ web, store, now, isReady }: Deps): Endpoint[] {
  const canWrite = writeCheck(store.database, now)
  return [
    endpoint('GET /healthz', { who: 'visitor', statuses: [200] }, ({ c }) => c.json({ ok: true }, 200, NO_STORE)),
    endpoint('GET /readyz', { who: 'visitor', statuses: [200, 503] }, async ({ c }) => {
      const ready = isReady() && (await canRender()) && (await canWrite())
      return c.json({ ok: ready }, ready ? 200 : 503, NO_STORE)
    }),
  ]

  async function canRender(): Promise<boolean> {
    try {
      return (await web.load()).locales.length > 0
    } catch {
      return false
    }
  }
}
