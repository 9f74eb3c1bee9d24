import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ask, call, placeOf } from './api.ts'
import { HttpError } from './request.ts'

const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('location', new URL('https://switchyard.example/convert'))
  vi.stubGlobal('document', { documentElement: { lang: 'en-US' } })
})

afterEach(() => {
  vi.unstubAllGlobals()
  fetched.mockReset()
})

const json = (value: unknown, status = 200) =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json' } })

test('the name of an endpoint is its method and its path', () => {
  expect(placeOf('POST /api/things/:id/parts', { id: 'a/b c' })).toEqual({
    method: 'POST',
    path: '/api/things/a%2Fb%20c/parts',
  })
})

test('a call sends JSON and gives what is in the envelope', async () => {
  fetched.mockResolvedValueOnce(json({ code: 200, message: 'OK', data: { text: 'x', report: {} } }))
  const body = { sources: [{ text: 'a' }], client: 'mihomo' }
  expect(await call('POST /api/convert', { body, quiet: true })).toEqual({ text: 'x', report: {} })
  const [address, sent] = fetched.mock.calls[0]!
  expect([address, sent!.method, sent!.body]).toEqual(['/api/convert', 'POST', JSON.stringify(body)])
  const headers = new Headers(sent!.headers)
  expect(headers.get('content-type')).toBe('application/json')
  expect(headers.get('x-switchyard-language'), 'that of the page').toBe('en-US')
})

test('a call that fails throws its status', async () => {
  fetched.mockResolvedValueOnce(json({ code: 422, message: 'no', data: { error: 'not-convertible' } }, 422))
  const failed = call('POST /api/convert', { body: { sources: [], client: 'mihomo' }, quiet: true })
  await expect(failed).rejects.toBeInstanceOf(HttpError)
})

test('an answer with a shape of its own comes as it is', async () => {
  fetched.mockResolvedValueOnce(json({ id: 'abc' }))
  expect(await ask('GET /_build', { quiet: true })).toEqual({ id: 'abc' })
})
