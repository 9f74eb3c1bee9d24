import { beforeEach, expect, test, vi } from 'vitest'
import { clearRequestLog, requestLog } from '../../lib/request-log.ts'
import type { BytesRequest, FetchedBytes } from '../../workers/fetch-worker.ts'
import type { GitAccount } from '../git-accounts/git-account.ts'

const TOKEN = 'canary0token'
const asked = vi.hoisted(() => ({ worker: [] as BytesRequest[], answers: [] as FetchedBytes[] }))

vi.mock('../engine/worker-client.ts', () => ({
  WorkerClient: class {
    ask(question: (api: object) => unknown) {
      return question({
        bytes: async (_: string, request: BytesRequest) => {
          asked.worker.push(request)
          return asked.answers.shift()
        },
        stop: async () => {},
      })
    }
  },
}))
vi.mock('../git-accounts/browser-git-accounts.ts', () => ({
  gitAccounts: { state: { get: () => undefined }, tokenOf: ({ id }: GitAccount) => (id === 'one' ? TOKEN : undefined) },
}))
const signIn = vi.hoisted(() => ({ answers: [] as boolean[] }))
vi.mock('../../lib/sign-in-request.ts', () => ({ askToSignIn: async () => signIn.answers.shift() ?? false }))
const ours = vi.spyOn(globalThis, 'fetch')
const { ownStorage, storageOf } = await import('./storage-of.ts')

const account: GitAccount = {
  id: 'one', host: 'storage', base: 'https://files.example', name: 'NAS', tokenIsKept: false, isRelayed: false,
} // oxfmt-ignore
const json = (value: unknown, status = 200): FetchedBytes => ({
  status,
  headers: { 'content-type': 'application/json' },
  bytes: new TextEncoder().encode(JSON.stringify(value)).buffer,
})

beforeEach(() => {
  asked.worker.length = asked.answers.length = 0
  ours.mockReset()
  clearRequestLog()
})

test('another server is asked by the worker with its token; ours sees nothing, and the log no token', async () => {
  asked.answers.push(json({ success: true, data: { share: null, path: 'a', sha: 'f'.repeat(40) } }))
  await storageOf(account).put('default', '家 1.yaml', new Blob(['x']), null)
  expect(asked.worker).toMatchObject([
    {
      address: 'https://files.example/api/minio/file?bucket=default&path=%E5%AE%B6+1.yaml',
      method: 'PUT',
      headers: { authorization: `Bearer ${TOKEN}`, 'if-none-match': '*' },
      isLook: false,
    },
  ])
  expect(asked.worker[0]!.body).toBeInstanceOf(Blob)
  expect(ours).not.toHaveBeenCalled()
  expect(requestLog.get()).toHaveLength(1)
  expect(JSON.stringify(requestLog.get())).not.toContain(TOKEN)
})

test('without its token another server is not asked', async () => {
  await expect(storageOf({ ...account, id: 'two' }).state()).rejects.toMatchObject({
    failure: { code: 'token-invalid' },
  })
  expect([asked.worker.length, ours.mock.calls.length]).toEqual([0, 0])
})

test.each([
  [{ error: 'refused' } as const, 'host-unreachable'],
  [json({}), 'host-refuses-browsers'],
])('a server that gives nothing is looked at without the token: %#', async (look, code) => {
  asked.answers.push({ error: 'refused' }, look)
  await expect(storageOf(account).state()).rejects.toMatchObject({ failure: { code } })
  expect(asked.worker[1]).toMatchObject({ isLook: true, headers: {} })
  expect(ours).not.toHaveBeenCalled()
})

test('our own server is asked by the page, without any token; one that does not answer says so', async () => {
  ours.mockResolvedValueOnce(Response.json({ code: 200, message: 'OK', data: { buckets: [] } }))
  expect(await ownStorage.state()).toEqual({ buckets: [] })
  const [address, init] = ours.mock.calls[0]!
  expect([address, new Headers(init?.headers).has('authorization')]).toEqual(['/api/storage', false])
  ours.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(ownStorage.state()).rejects.toMatchObject({ failure: { code: 'host-unreachable' } })
  expect(asked.worker).toEqual([])
})

test('who is not signed in is asked to once, and what was asked for is done after that', async () => {
  const refused = () => Response.json({ code: 401, message: 'no', data: { error: 'not-signed-in' } }, { status: 401 })
  ours.mockImplementation(async () => refused())
  await expect(ownStorage.state()).rejects.toMatchObject({ failure: { code: 'token-invalid' } })
  expect(ours).toHaveBeenCalledTimes(1)
  signIn.answers.push(true)
  ours.mockResolvedValueOnce(refused()).mockResolvedValueOnce(Response.json({ code: 200, data: { buckets: [] } }))
  expect(await ownStorage.state()).toEqual({ buckets: [] })
  expect(ours).toHaveBeenCalledTimes(3)
})
