import { connect, type AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HttpServer } from './http-server.ts'
import { answerMalformed } from './malformed.ts'

const log = pino({ level: 'silent' })
const http = new HttpServer({ headerBytes: 1024 })
const server = http.node

beforeAll(async () => {
  const app = new Hono().get('/', (c) => c.text('here'))
  const answer = getRequestListener(app.fetch, { errorHandler: (error) => answerMalformed(error, log) })
  http.serve(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => void server.close())

test.each([
  ['a Host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n', 400],
  ['no Host', 'GET / HTTP/1.0\r\n\r\n', 400],
  ['no Host in HTTP/1.1', 'GET / HTTP/1.1\r\n\r\n', 400],
  ['no address', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
  ['no HTTP', 'hello\r\n\r\n', 400],
  ['headers that are too large', `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'a'.repeat(2000)}\r\n\r\n`, 431],
])('%s is refused, with the headers that every answer has', async (_, text, status) => {
  const answer = await send(text)
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  for (const header of ['content-security-policy', 'strict-transport-security', 'x-content-type-options: nosniff'])
    expect(answer.toLowerCase()).toContain(header)
})

test('an error that nobody foresaw is a 500 that tells nothing of itself', async () => {
  const answer = answerMalformed(new Error('secret'), log)
  expect([answer.status, await answer.text()]).toEqual([500, 'Internal Server Error\n'])
})

function send(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(text))
    socket.setEncoding('utf8').on('data', (part: string) => {
      answer += part
      socket.end()
    })
    socket.on('close', () => resolve(answer)).on('error', reject)
  })
}
