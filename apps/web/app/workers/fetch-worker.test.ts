import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { BytesRequest, FetchedBytes, FetchedText, FetchWorkerApi } from './fetch-worker.ts'

const exposed = vi.hoisted(() => ({ api: undefined as FetchWorkerApi | undefined }))
vi.mock('comlink', () => ({
  expose: (api: FetchWorkerApi) => (exposed.api = api),
  transfer: (value: unknown) => value,
}))

const ADDRESS = 'https://sub.example.com/path-token?token=1'
const HERE = { origin: 'https://switchyard.example' }
let violated: (event: { blockedURI: string }) => void

/** What the worker says of an address, where `answer` stands for the network. */
function ask(answer: typeof fetch, address = ADDRESS, explains = true): Promise<FetchedText> {
  vi.stubGlobal('location', HERE)
  vi.stubGlobal('fetch', vi.fn(answer))
  return exposed.api!.text(address, explains)
}

beforeAll(async () => {
  vi.stubGlobal('addEventListener', (_: string, listener: typeof violated) => (violated = listener))
  await import('./fetch-worker.ts')
})

afterEach(() => void vi.unstubAllGlobals())

test.each([
  ['GBK', 'gb18030', [0xcf, 0xe3, 0xb8, 0xdb], '香港'],
  ['UTF-16', 'utf-16le', [0xff, 0xfe, 0x99, 0x99, 0x2f, 0x6e], '香港'],
  ['UTF-8 after a mark', 'utf-8', [0xef, 0xbb, 0xbf, 0xe9, 0xa6, 0x99], '香'],
])('%s from an address is read like a file', async (_, encoding, bytes, text) => {
  expect(await ask(async () => new Response(new Uint8Array(bytes)))).toEqual({ text, encoding, status: 200 })
})

const failed = async (): Promise<Response> => {
  throw new TypeError('Failed to fetch')
}
/** Answers whoever does not want to read it. */
const unreadable: typeof fetch = (_, init) => (init?.mode === 'no-cors' ? Promise.resolve(Response.error()) : failed())

test.each<[string, typeof fetch, FetchedText]>([
  ['a server that says no, with its status', async () => new Response('', { status: 403 }), { error: 'bad-status', status: 403 }],
  ['a server whose limit is reached, with the time', async () => new Response('', { status: 403, headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1795900000' } }), { error: 'bad-status', status: 403, retryAt: 1_795_900_000_000 }],
  ['a server that answers what the browser may not read', unreadable, { error: 'refused' }],
  ['a name that leads nowhere', failed, { error: 'unreachable' }],
  [
    'an address that leads to http',
    () => {
      violated({ blockedURI: 'https://sub.example.com' })
      return failed()
    },
    { error: 'redirected' },
  ],
  [
    'a server that takes too long',
    async () => {
      throw new DOMException('', 'TimeoutError')
    },
    { error: 'timeout' },
  ],
])('%s is told apart', async (_, answer, reported) => expect(await ask(answer)).toEqual(reported)) // oxfmt-ignore

test('who looks into a failure asks for the host alone: the path may be a token', async () => {
  await ask(unreadable)
  expect(vi.mocked(fetch).mock.calls.map(([address]) => address)).toEqual([ADDRESS, 'https://sub.example.com/'])
  await ask(unreadable, ADDRESS, false)
  expect(fetch).toHaveBeenCalledTimes(1)
})

test('nothing is sent over http, but to this site itself', async () => {
  expect(await ask(failed, 'http://sub.example.com/a')).toEqual({ error: 'not-https' })
  expect(fetch).not.toHaveBeenCalled()
})

/** What the worker answers to one request with a token in it. */
function askBytes(answer: typeof fetch, more: Partial<BytesRequest> = {}): Promise<FetchedBytes> {
  vi.stubGlobal('fetch', vi.fn(answer))
  const headers = { authorization: 'Bearer token' }
  return exposed.api!.bytes('1', {
    address: `${HOST}/user`,
    method: 'PUT',
    headers,
    body: '{}',
    isLook: false,
    ...more,
  })
}
const HOST = 'https://git.example/api/v3'

test('bytes are given with status and headers, whatever the status', async () => {
  const said = await askBytes(
    async () => new Response(new Uint8Array([0, 255]), { status: 409, headers: { link: 'x' } }),
  )
  expect(said).toMatchObject({ status: 409, headers: { link: 'x' } })
  expect('bytes' in said && [...new Uint8Array(said.bytes)]).toEqual([0, 255])
  expect(vi.mocked(fetch).mock.calls[0]![1]).toMatchObject({
    method: 'PUT', body: '{}', headers: { authorization: 'Bearer token' }, redirect: 'manual', cache: 'no-store', credentials: 'omit',
  }) // oxfmt-ignore
})

test('a look whether somebody answers carries neither headers nor body', async () => {
  await askBytes(async () => Response.error(), { address: HOST, isLook: true })
  const how = vi.mocked(fetch).mock.calls[0]![1]!
  expect(how).toMatchObject({ mode: 'no-cors' })
  expect(how).not.toHaveProperty('headers')
  expect(how).not.toHaveProperty('body')
})

test('nothing with a token is sent over http', async () => {
  expect(await askBytes(failed, { address: 'http://git.example/api/v3/user' })).toEqual({ error: 'not-https' })
  expect(fetch).not.toHaveBeenCalled()
})

test('an answer without end is left, and why a request failed is not told on', async () => {
  let parts = 0
  const endless = new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array((parts++, 1 << 24))) })
  expect(await askBytes(async () => new Response(endless))).toEqual({ error: 'too-large' })
  expect(parts).toBeLessThan(12)
  expect(await askBytes(failed)).toEqual({ error: 'refused' })
})
