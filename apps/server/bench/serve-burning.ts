// A bare Hono route on the web server of the product, `/healthz`, and `/burn/MS/PERSON`, which keeps a thread of the product's
// pool busy for so long.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { WorkerPool } from '../src/engine/worker-pool.ts'

const pool = new WorkerPool<number, null>(new URL('burn-worker.ts', import.meta.url))
const app = new Hono()
app.get('/healthz', (c) => c.json({ ok: true }))
app.get('/burn/:ms/:person', async (c) => {
  const { ms, person } = c.req.param()
  return c.json(await pool.run(Number(ms), { person }))
})
const answer = getRequestListener(app.fetch)
const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
