import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { request } from './request.ts'
import { session, takeUser } from './session.ts'

const fetched = vi.fn<typeof fetch>()
const user = { id: '1', name: 'A', email: 'a@example.com', role: 'member', language: 'en-US' } as const

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('document', { documentElement: { lang: 'en-US' } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  fetched.mockReset()
})

test('the first call that is refused tells the page that its session ended elsewhere', async () => {
  takeUser(user)
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
