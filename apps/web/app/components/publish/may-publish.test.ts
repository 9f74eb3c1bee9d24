import { beforeEach, expect, test, vi } from 'vitest'
import { mayPublish } from './may-publish.ts'

const given = vi.hoisted(() => ({
  user: undefined as object | undefined,
  accounts: [] as object[],
  storages: [] as object[],
  asked: [] as unknown[],
}))
vi.mock('../../lib/session.ts', () => ({ session: { get: () => ({ user: given.user }) } }))
vi.mock('../../lib/sign-in-request.ts', () => ({
  askToSignIn: async (instead: unknown) => given.asked.push(instead) > 1,
}))
vi.mock('../git-accounts/browser-git-accounts.ts', () => ({
  loadGitAccounts: async () => undefined,
  gitAccounts: { state: { get: () => given } },
}))

beforeEach(() => Object.assign(given, { user: undefined, accounts: [], storages: [], asked: [] }))

test('a person who is signed in, or has a repository or storage connected, publishes without a question', async () => {
  given.user = {}
  expect(await mayPublish()).toBe(true)
  Object.assign(given, { user: undefined, accounts: [{}] })
  expect(await mayPublish()).toBe(true)
  Object.assign(given, { accounts: [], storages: [{}] })
  expect(await mayPublish()).toBe(true)
  expect(given.asked).toEqual([])
})

test('everybody else is asked to sign in, and told that a repository of their own needs no account', async () => {
  expect(await mayPublish()).toBe(false)
  expect(given.asked).toEqual(['publish'])
})
