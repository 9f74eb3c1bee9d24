import type { Context } from 'hono'
import { writeCheck } from '../../db/write-check.ts'
import type { Deps } from '../../deps.ts'
import { answerJson } from '../../http/answer-json.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'

/** Alive, and ready to be sent visitors: pages can be rendered, and the database takes a row. */
export function health({ web, store, now, isReady }: Deps): Endpoint[] {
  const canWrite = writeCheck(store.database, now)
  return [
    endpoint('GET /healthz', { who: 'visitor', statuses: [200] }, ({ c }) => answer(c, true)),
    endpoint('GET /readyz', { who: 'visitor', statuses: [200, 503] }, async ({ c }) =>
      answer(c, isReady() && (await canRender()) && (await canWrite())),
    ),
  ]

  async function canRender(): Promise<boolean> {
    try {
      return (await web.load()).locales.length > 0
    } catch {
      return false
    }
  }
}

function answer(c: Context, ok: boolean): Response {
  c.header('Cache-Control', 'no-store')
  return answerJson(c, { ok }, ok ? 200 : 503)
}
