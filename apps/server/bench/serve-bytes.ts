// A bare Hono route on the web server of the product, that sends so many bytes: `node serve-bytes.ts BYTES`. It has a text of
// its own for each address, as the server of the product does.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'

const bytes = Number(process.argv[2])
const texts = new Map<string, string>()
const app = new Hono()
app.get('/sub/:token', (c) => {
  const token = c.req.param('token')
  const text = texts.get(token) ?? `${token}${'x'.repeat(bytes - token.length)}`.replace('x', 'y')
  texts.set(token, text)
  return c.text(text)
})
const answer = getRequestListener(app.fetch)
const server = createServer((incoming, outgoing) => void answer(incoming, outgoing))
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
