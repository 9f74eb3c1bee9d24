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

/** The page of somebody whose session ran out, after a call was refused. */
async function expired() {
  const { request } = await import('./request.ts')
  const { onSessionEnd, session, takeUser } = await import('./session.ts')
  const { signInRequest } = await import('./sign-in-request.ts')
  const end = vi.fn()
  onSessionEnd(end)
  takeUser({ ...USER, role: 'member', language: 'en-US' })
  fetched.mockImplementation((address) =>
    Promise.resolve(address === '/api/_auth/session' ? answer({}) : new Response('{}', { status: 401 })),
  )
  const refused = () => expect(request('/api/outputs', { quiet: true })).rejects.toThrow('401')
  await refused()
  await expect.poll(() => signInRequest.get()).toBeDefined()
  return { end, session, takeUser, refused, request: signInRequest }
}

test('the first call that is refused asks to sign in over the page, which stays as it is until then', async () => {
  const { end, session, refused, request } = await expired()
  expect(session.get()?.user).toBeDefined()
  expect(end).not.toHaveBeenCalled()
  request.get()!.answer(false)
  await expect.poll(() => session.get()).toEqual({})
  expect(end.mock.calls).toEqual([['expired']])
  // Nobody is signed in any more: a second refusal asks nothing.
  const asked = fetched.mock.calls.length
  await refused()
  expect(fetched.mock.calls).toHaveLength(asked + 1)
})

test('who signs in again goes on, and another person gets nothing of the first one', async () => {
  const { end, takeUser, request } = await expired()
  takeUser({ ...USER, role: 'member', language: 'en-US' })
  request.get()!.answer(true)
  expect(end).not.toHaveBeenCalled()
  takeUser({ ...USER, id: 'b', role: 'member', language: 'en-US' })
  expect(end.mock.calls).toEqual([['left']])
})

test('calls that are refused at the same time ask once, and so does what asks by itself', async () => {
  const { refused, request } = await expired()
  const { askToSignIn } = await import('./sign-in-request.ts')
  const open = request.get()
  const own = askToSignIn()
  await refused()
  expect(request.get()).toBe(open)
  open!.answer(true)
  expect(await own).toBe(true)
})

test('who signs out has left', async () => {
  const { forgetUser, onSessionEnd, takeUser } = await import('./session.ts')
  const end = vi.fn()
  onSessionEnd(end)
  takeUser({ ...USER, role: 'member', language: 'en-US' })
  forgetUser()
  expect(end.mock.calls).toEqual([['left']])
})

test.each<[string, () => Promise<Response>, string[][]]>([
  ['nobody is signed in any more', async () => answer({}), [['expired']]],
  ['somebody else is', async () => answer({ user: { ...USER, id: 'b' } }), [['left']]],
  ['the same person is', async () => answer({ user: { ...USER, name: 'B' } }), []],
  ['the server does not answer', () => Promise.reject(new TypeError('No network')), []],
])('a session ends on the page when %s', async (_, next, ends) => {
  const { onSessionEnd, refreshSession } = await import('./session.ts')
  const end = vi.fn()
  onSessionEnd(end)
  fetched.mockResolvedValueOnce(answer({ user: USER }))
  await refreshSession()
  expect(end).not.toHaveBeenCalled()
  fetched.mockImplementationOnce(next)
  await refreshSession()
  expect(end.mock.calls).toEqual(ends)
})

test('nobody who was never signed in is signed out', async () => {
  const { onSessionEnd, refreshSession } = await import('./session.ts')
  const end = vi.fn()
  onSessionEnd(end)
  fetched.mockResolvedValueOnce(answer({}))
  await refreshSession()
  expect(end).not.toHaveBeenCalled()
})

test.each<[string, () => Promise<Response>, string | undefined]>([
  ['nobody is signed in', async () => answer({}), 'expired'],
  ['somebody else is', async () => answer({ user: { ...USER, id: 'b' } }), 'left'],
  ['the same person is', async () => answer({ user: USER }), undefined],
  ['the server does not answer', () => Promise.reject(new TypeError('No network')), undefined],
])('the session that a draft is of: %s', async (_, next, end) => {
  const { endOfSession } = await import('./session.ts')
  fetched.mockImplementationOnce(next)
  expect(await endOfSession(USER.id)).toBe(end)
})
