import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseRanges } from '@switchyard/outbound'
import { expect, onTestFinished, test } from 'vitest'
import { createLog } from '../log.ts'
import { memoryShared } from '../shared/memory/memory.ts'
import { createAskGitHost } from './ask-git-host.ts'

const TOKEN = 'canary-token'
const ON_LOOPBACK = { privateRanges: parseRanges(['127.0.0.0/8']), ownAddresses: [] }

async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => new Promise((resolve) => server.close(() => resolve())))
  // A server on TCP has an address of this kind.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function asking(network: Parameters<typeof createAskGitHost>[0]['network'] = ON_LOOPBACK) {
  const lines: string[] = []
  const log = createLog('trace', { write: (line: string) => void lines.push(line) })
  const ask = createAskGitHost({ log, shared: memoryShared(), now: () => 0, network })
  const get = (url: string) => ask({ user: 'ann', url, method: 'GET', headers: { authorization: `token ${TOKEN}` } })
  return { ask, get, logged: () => lines.join('') }
}

test('a request arrives as it was made, and its answer comes back with the headers that are read', async () => {
  const seen: { request: IncomingMessage; body: string }[] = []
  const base = await serving((request, answer) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      seen.push({ request, body: Buffer.concat(parts).toString() })
      answer.writeHead(409, { link: '<x>; rel="next"', 'x-gitlab-blob-id': 'abc', 'set-cookie': 'a=b', location: '/c' })
      answer.end('{"message":"no"}')
    })
  })
  const path = '/api/v4/projects/a%2Fb/repository/files/%E8%A7%84%2F%23%3F%25.list?ref=x%2Fy%2B1'
  const { ask, logged } = asking()
  const headers = { 'private-token': TOKEN, 'content-type': 'application/json' }
  const answer = await ask({ user: 'ann', url: base + path, method: 'PUT', headers, body: '{"a":1}' })

  const { request, body } = seen[0]!
  expect([request.method, request.url, request.headers['private-token'], body]).toEqual(['PUT', path, TOKEN, '{"a":1}'])
  expect(answer).toEqual({
    status: 409,
    headers: { link: '<x>; rel="next"', 'x-gitlab-blob-id': 'abc' },
    body: Buffer.from('{"message":"no"}'),
  })
  expect(logged()).not.toContain(TOKEN)
})

test('no redirect is followed: nobody else is sent the token', async () => {
  const elsewhere: string[] = []
  const other = await serving((request, answer) => {
    elsewhere.push(request.url!)
    answer.end()
  })
  const base = await serving((_, answer) => answer.writeHead(302, { location: `${other}/` }).end())
  expect(await asking().get(`${base}/user`)).toMatchObject({ status: 302 })
  expect(elsewhere).toEqual([])
})

test('a private address is asked only where the operator allows it', async () => {
  const base = await serving((_, answer) => answer.end('{}'))
  const { get, logged } = asking({})
  expect(await get(`${base}/user?access_token=${TOKEN}`)).toEqual({ failure: 'refused-address' })
  expect(logged()).toContain('127.0.0.1')
  expect(logged()).not.toContain(TOKEN)
})

test('an answer has its limit', async () => {
  const base = await serving((_, answer) => answer.end(Buffer.alloc(6 * 1024 * 1024)))
  expect(await asking().get(`${base}/user`)).toEqual({ failure: 'too-large' })
})
