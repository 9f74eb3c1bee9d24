// A bare Hono route on the web server of the product, that sends so many bytes: `node serve-bytes.ts BYTES`.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'

const text = 'x'.repeat(Number(process.argv[2]))
const app = new Hono()
app.get('/sub/:token', (c) => c.text(text))
const answer = getRequestListener(app.fetch)
const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
