import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { FetchedText, FetchWorkerApi } from './fetch-worker.ts'

const exposed = vi.hoisted(() => ({ api: undefined as FetchWorkerApi | undefined }))
vi.mock('comlink', () => ({ expose: (api: FetchWorkerApi) => (exposed.api = api) }))

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
