import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { requestCount, requestEnded } from './request-counter.ts'
import { clearRequestLog, requestLog } from './request-log.ts'
import { HttpError, JsonBodyError, onRequestError, request } from './request.ts'
import { toasts } from './toasts.ts'

const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('location', new URL('https://switchyard.example/convert'))
  toasts.set([])
  clearRequestLog()
})

afterEach(() => {
  vi.unstubAllGlobals()
  fetched.mockReset()
})

const json = (value: unknown, init: ResponseInit = {}) =>
  new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' }, ...init })

const shown = () => toasts.get().map(({ kind, text }) => [kind, text])

test('JSON is parsed, an empty body is null, anything else is text', async () => {
  fetched.mockResolvedValueOnce(json({ a: 1 }))
  expect(await request('/a')).toEqual({ a: 1 })
  fetched.mockResolvedValueOnce(new Response('', { headers: { 'content-type': 'application/json' } }))
  expect(await request('/a')).toBeNull()
  fetched.mockResolvedValueOnce(new Response('plain', { headers: { 'content-type': 'text/plain' } }))
  expect(await request('/a')).toBe('plain')
})

test('an object goes as JSON, a form as it is', async () => {
  fetched.mockResolvedValue(json({}))
  await request('/a', { method: 'POST', body: { a: 1 } })
  const [, sent] = fetched.mock.calls[0]!
  expect([sent!.body, new Headers(sent!.headers).get('content-type')]).toEqual(['{"a":1}', 'application/json'])
  fetched.mockResolvedValue(json({}))
  const form = new URLSearchParams('a=1')
  await request('/a', { method: 'POST', body: form })
  expect(fetched.mock.calls[1]![1]!.body).toBe(form)
})

test('a refusal is thrown with status, text and body, toasted, logged, and told to who listens', async () => {
  const heard: unknown[] = []
  const stop = onRequestError((error) => heard.push(error))
  fetched.mockResolvedValueOnce(new Response('it is gone', { status: 410, statusText: 'Gone' }))
  const error = (await request('/a?token=canary').catch((error: unknown) => error)) as HttpError
  stop()
  expect(error).toBeInstanceOf(HttpError)
  expect(error.message).toBe('410 Gone - it is gone')
  expect(heard).toEqual([error])
  expect(shown()).toEqual([['error', '410 Gone - it is gone']])
  expect(requestLog.get()[0]).toMatchObject({
    level: 'error',
    status: 410,
    statusText: 'Gone',
    errorMessage: '410 Gone',
    path: '/a?token=…',
    bytes: 10,
  })
})

test.each([
  [{ msg: '令牌无效', message: 'bad token' }, '令牌无效'],
  [{ message: 'bad token' }, 'bad token'],
  [{ other: 1 }, '400 Bad Request - {"other":1}'],
])('of %o the toast says %s', async (body, text) => {
  fetched.mockResolvedValueOnce(json(body, { status: 400, statusText: 'Bad Request' }))
  await expect(request('/a')).rejects.toThrow('400 Bad Request - ')
  expect(shown()).toEqual([['error', text]])
})

test('a long body is cut in the toast, not in the error', async () => {
  fetched.mockResolvedValueOnce(new Response('x'.repeat(1000), { status: 500, statusText: 'Oh' }))
  await expect(request('/a')).rejects.toThrow('x'.repeat(1000))
  expect(toasts.get()[0]!.text).toBe(`500 Oh - ${'x'.repeat(300)}`)
})

test('a message for a person is toasted, code 200 as success', async () => {
  for (const code of [200, 500]) {
    fetched.mockResolvedValueOnce(json({ code, msg: `code ${code}` }))
    await request('/a')
  }
  expect(shown()).toEqual([
    ['success', 'code 200'],
    ['error', 'code 500'],
  ])
})

test('what the page asks by itself stays quiet', async () => {
  fetched.mockResolvedValueOnce(new Response('no', { status: 500 }))
  await expect(request('/a', { quiet: true })).rejects.toThrow('500')
  expect(shown()).toEqual([])
})

test('a broken JSON body says so, with the words of the parser', async () => {
  fetched.mockResolvedValueOnce(new Response('{', { headers: { 'content-type': 'application/json' } }))
  const error = (await request('/a').catch((error: unknown) => error)) as Error
  expect(error).toBeInstanceOf(JsonBodyError)
  expect(error.message).toMatch(/^Invalid JSON response body: ./)
})

test('the log quotes no body, not even the part that the parser could not read', async () => {
  fetched.mockResolvedValueOnce(new Response('canary', { headers: { 'content-type': 'application/json' } }))
  await expect(request('/a')).rejects.toThrow('canary')
  fetched.mockResolvedValueOnce(new Response('canary', { status: 500 }))
  await expect(request('/a')).rejects.toThrow('canary')
  expect(requestLog.get().map(({ errorMessage }) => errorMessage)).toEqual(['500', 'not-json'])
})

test('the log has a code for what was given up, and for what took too long', async () => {
  for (const name of ['AbortError', 'TimeoutError']) {
    fetched.mockRejectedValueOnce(new DOMException('words of a browser', name))
    await expect(request('/a')).rejects.toThrow('words')
  }
  expect(requestLog.get().map(({ errorMessage }) => errorMessage)).toEqual(['timeout', 'aborted'])
})

test('the counter is above zero while a request runs, and never below it', async () => {
  let answer: (response: Response) => void = () => {}
  fetched.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  const running = request('/a')
  expect(requestCount.get()).toBe(1)
  answer(json({}))
  await running
  expect(requestCount.get()).toBe(0)
  fetched.mockRejectedValueOnce(new TypeError('offline'))
  await expect(request('/a')).rejects.toThrow('offline')
  requestEnded()
  expect(requestCount.get()).toBe(0)
})

test('the log has the newest answer first, and 500 at most', async () => {
  fetched.mockImplementation(() => Promise.resolve(json({})))
  for (let count = 0; count < 505; count++) await request(`/${count}`)
  expect([requestLog.get().length, requestLog.get()[0]!.path]).toEqual([500, '/504'])
})
