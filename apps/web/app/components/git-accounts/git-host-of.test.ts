import { beforeEach, expect, test, vi } from 'vitest'
import type { RelayedAnswer } from '@switchyard/git-hosts'
import { clearRequestLog, requestLog } from '../../lib/request-log.ts'
import type { BytesRequest, FetchedBytes } from '../../workers/fetch-worker.ts'
import type { GitAccount } from './git-account.ts'

const TOKEN = 'canary0token'
/** What was asked of the worker, and of our server. */
const asked = vi.hoisted(() => ({ worker: [] as BytesRequest[], server: [] as string[] }))
const answers = vi.hoisted(() => ({ worker: undefined as FetchedBytes | undefined }))

vi.mock('../engine/worker-client.ts', () => ({
  WorkerClient: class {
    ask(question: (api: object) => unknown) {
      return question({
        bytes: async (_: string, request: BytesRequest) => {
          asked.worker.push(request)
          return answers.worker
        },
      })
    }
  },
}))
vi.mock('../../lib/api.ts', () => ({
  call: async (name: string, { body }: { body: object }): Promise<RelayedAnswer> => {
    asked.server.push(`${name} ${JSON.stringify(body)}`)
    return { status: 200, headers: {}, body: btoa('{"login":"ana"}') }
  },
}))
vi.mock('../../lib/session.ts', () => ({ onSessionEnd: () => {} }))
vi.mock('./browser-git-accounts.ts', () => ({
  gitAccounts: { state: { get: () => undefined }, tokenOf: ({ id }: GitAccount) => tokens.get(id) },
}))

const tokens = new Map<string, string>()
const { gitHostOf } = await import('./git-host-of.ts')

const account = (more: Partial<GitAccount> = {}): GitAccount => ({
  id: 'one', host: 'github', base: 'https://api.github.com', name: 'mine', tokenIsKept: false, isRelayed: false, ...more,
}) // oxfmt-ignore
const json = (value: unknown, status = 200): FetchedBytes => ({
  status,
  headers: {},
  bytes: new TextEncoder().encode(JSON.stringify(value)).buffer,
})

beforeEach(() => {
  asked.worker.length = asked.server.length = 0
  answers.worker = json({ login: 'ana', username: 'ana' })
  tokens.clear()
  tokens.set('one', TOKEN)
  clearRequestLog()
})

test.each([
  ['github', 'https://api.github.com', { authorization: `Bearer ${TOKEN}` }],
  ['gitlab', 'https://gitlab.com/api/v4', { 'private-token': TOKEN }],
  ['gitee', 'https://gitee.com/api/v5', {}],
  ['gitea', 'https://gitea.example/api/v1', { authorization: `token ${TOKEN}` }],
])('%s is asked by the worker; our server sees nothing, and the log no token', async (host, base, headers) => {
  expect((await gitHostOf(account({ host, base })).me()).login).toBe('ana')
  expect(asked.worker[0]).toMatchObject({ method: 'GET', headers })
  expect(new URL(asked.worker[0]!.address).href.startsWith(`${base}/`)).toBe(true)
  expect(asked.server).toEqual([])
  expect(requestLog.get().length).toBeGreaterThan(0)
  expect(JSON.stringify(requestLog.get())).not.toContain(TOKEN)
})

test('a host that refuses browsers is not asked through our server by itself', async () => {
  const base = 'https://silent.example/api/v1'
  answers.worker = { error: 'refused' }
  await expect(gitHostOf(account({ host: 'gitea', base })).me()).rejects.toMatchObject({
    failure: { code: 'host-unreachable' },
  })
  expect(asked.server).toEqual([])
  expect(asked.worker.at(-1)).toMatchObject({ address: base, isLook: true, headers: {} })
})

test('with consent every request goes through our server, and the worker has nothing to do', async () => {
  const base = 'https://gitea.example/api/v1'
  expect((await gitHostOf(account({ host: 'gitea', base, isRelayed: true })).me()).login).toBe('ana')
  expect(asked.worker).toEqual([])
  expect(asked.server[0]).toContain(`POST /api/relay/git {"base":"${base}"`)
})

test('without a token nobody is asked', async () => {
  tokens.clear()
  await expect(gitHostOf(account()).me()).rejects.toMatchObject({ failure: { code: 'token-invalid' } })
  expect([asked.worker, asked.server]).toEqual([[], []])
})

test('an account has one host for as long as its token is the same: writes wait for each other in it', () => {
  const host = gitHostOf(account())
  expect(gitHostOf(account({ name: 'renamed' }))).toBe(host)
  tokens.set('one', 'another')
  expect(gitHostOf(account())).not.toBe(host)
})

test('a redirect is not followed, and an answer that is too long says so', async () => {
  answers.worker = { status: 0, headers: {}, bytes: new ArrayBuffer(0) }
  await expect(gitHostOf(account()).me()).rejects.toMatchObject({ failure: { code: 'repository-not-found' } })
  answers.worker = { error: 'too-large' }
  await expect(gitHostOf(account()).me()).rejects.toMatchObject({ failure: { code: 'too-large' } })
})
