import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const fetched = vi.fn<typeof fetch>()
const USER = { id: 'a', name: 'A', email: 'a@example.com', role: 'owner' }
const answer = (value: unknown) =>
  new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' } })

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('location', new URL('https://switchyard.example/convert'))
  vi.stubGlobal('document', { documentElement: { lang: 'en-US' } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  fetched.mockReset()
})

test('the first call that is refused tells the page that its session ended elsewhere', async () => {
  const { request } = await import('./request.ts')
  const { session, takeUser } = await import('./session.ts')
  takeUser({ ...USER, role: 'member', language: 'en-US' })
  fetched.mockImplementation((address) =>
    Promise.resolve(
      address === '/api/_auth/session'
        ? new Response('{}', { headers: { 'content-type': 'application/json' } })
        : new Response('{}', { status: 401 }),
    ),
  )
  await expect(request('/api/outputs', { quiet: true })).rejects.toThrow('401')
  await expect.poll(() => session.get()).toEqual({})
  // Nobody is signed in any more: a second refusal asks nothing.
  const asked = fetched.mock.calls.length
  await expect(request('/api/outputs', { quiet: true })).rejects.toThrow('401')
  expect(fetched.mock.calls).toHaveLength(asked + 1)
})

test.each<[string, () => Promise<Response>, number]>([
  ['nobody is signed in any more', async () => answer({}), 1],
  ['somebody else is', async () => answer({ user: { ...USER, id: 'b' } }), 1],
  ['the same person is', async () => answer({ user: { ...USER, name: 'B' } }), 0],
  ['the server does not answer', () => Promise.reject(new TypeError('No network')), 0],
])('a session ends on the page when %s', async (_, next, times) => {
  const { onSessionEnd, refreshSession } = await import('./session.ts')
  const end = vi.fn()
  onSessionEnd(end)
  fetched.mockResolvedValueOnce(answer({ user: USER }))
  await refreshSession()
  expect(end).not.toHaveBeenCalled()
  fetched.mockImplementationOnce(next)
  await refreshSession()
  expect(end).toHaveBeenCalledTimes(times)
})

test('nobody who was never signed in is signed out', async () => {
  const { isSignedOut, onSessionEnd, refreshSession } = await import('./session.ts')
  const end = vi.fn()
  onSessionEnd(end)
  fetched.mockResolvedValueOnce(answer({}))
  await refreshSession()
  expect(end).not.toHaveBeenCalled()
  fetched.mockResolvedValueOnce(answer({}))
  expect(await isSignedOut()).toBe(true)
  fetched.mockRejectedValueOnce(new TypeError('No network'))
  expect(await isSignedOut(), 'without an answer nobody knows').toBe(false)
})
