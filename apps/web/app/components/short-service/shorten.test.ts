import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import type { FetchedBytes } from '../../workers/fetch-worker.ts'
import { gitAccounts, loadGitAccounts } from '../git-accounts/browser-git-accounts.ts'
import { changeUiSettings } from '../kept-settings/ui-settings.ts'
import { keepShortServices, shortTokens } from './chosen-service.ts'
import { forgetKey, keepKey } from './kept-keys.ts'
import { newService } from './sample-services.ts'
import { shorten, ShortenError } from './shorten.ts'

const ADDRESS = 'https://switchyard.example/sub/token'
const asked = vi.hoisted(() => ({ server: vi.fn(), service: vi.fn() }))
vi.mock('../../lib/api.ts', () => ({ call: asked.server }))
vi.mock('../engine/fetch-client.ts', () => ({ fetchBytes: asked.service }))
vi.stubGlobal('document', {
  documentElement: { dataset: {}, style: { setProperty: vi.fn(), removeProperty: vi.fn() } },
})

const answer = (status: number, body: unknown): FetchedBytes => ({
  status,
  headers: {},
  bytes: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)).buffer,
})

beforeEach(() => {
  vi.resetAllMocks()
  changeUiSettings({ shortLinks: {} })
  shortTokens.set({})
})

test('without a service of somebody else this server is asked, and no other site', async () => {
  asked.server.mockResolvedValue({ url: 'https://switchyard.example/s/abc' })
  expect(await shorten({ url: ADDRESS })).toBe('https://switchyard.example/s/abc')
  expect(asked.server).toHaveBeenCalledWith('POST /api/short-links', { body: { target: ADDRESS }, quiet: true })
  expect(asked.service).not.toHaveBeenCalled()
})

test('what fails is tried again for the same address', async () => {
  asked.server.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  asked.server.mockResolvedValue({ url: 'https://switchyard.example/s/abc' })
  await expect(shorten({ url: ADDRESS })).rejects.toThrow('Failed to fetch')
  expect(await shorten({ url: ADDRESS })).toBe('https://switchyard.example/s/abc')
})

test('the service that was chosen is asked with its key, and this server is not', async () => {
  const service = newService('shlink')
  keepShortServices({ services: [service], chosen: service })
  shortTokens.set({ [service.id]: 'key' })
  asked.service.mockResolvedValue(answer(200, { shortUrl: 'https://s.example/abc' }))
  expect(await shorten({ url: ADDRESS, code: 'home' })).toBe('https://s.example/abc')
  expect(asked.service.mock.calls[0]?.[0]).toMatchObject({ headers: { 'X-Api-Key': 'key' } })
  expect(asked.server).not.toHaveBeenCalled()
})

test.each<[string, FetchedBytes, string, number?]>([
  ['the browser may not read the answer', { error: 'refused' }, 'refused'],
  ['the service sends elsewhere', { status: 0, headers: {}, bytes: new ArrayBuffer(0) }, 'redirected'],
  ['the answer is too large', { error: 'too-large' }, 'too-large'],
  ['the service refuses', answer(401, { title: 'Invalid API key' }), 'status', 401],
  ['the answer is a page', answer(200, '<html>'), 'not-json'],
  ['the link stands elsewhere', answer(200, { short: 'https://s.example/abc' }), 'no-such-path'],
  ['what stands there is no address', answer(200, { shortUrl: 'abc' }), 'not-an-address'],
])('%s', async (_, answered, why, status = 0) => {
  const service = newService('shlink')
  keepShortServices({ services: [service], chosen: service })
  shortTokens.set({ [service.id]: 'key' })
  asked.service.mockResolvedValue(answered)
  const error = await shorten({ url: ADDRESS }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ShortenError)
  expect(error).toMatchObject({ why, status })
})

test('nothing is sent where the key is not in this tab', async () => {
  const service = newService('shlink')
  keepShortServices({ services: [service], chosen: service })
  await expect(shorten({ url: ADDRESS })).rejects.toMatchObject({ why: 'token' })
  expect(asked.service).not.toHaveBeenCalled()
})

test('a key that this device keeps is used once its passphrase was typed, at its own address alone', async () => {
  const service = { ...newService('shlink'), url: 'https://short.example/rest/v3/short-urls' }
  keepShortServices({ services: [service], chosen: service })
  asked.service.mockResolvedValue(answer(200, { shortUrl: 'https://s.example/abc' }))
  await loadGitAccounts()
  await gitAccounts.setPassphrase('correct horse battery')
  await keepKey(service, 'kept')
  // It is no account at a Git host.
  expect(gitAccounts.state.get()).toMatchObject({ accounts: [], storages: [] })

  await gitAccounts.forgetInTab()
  await expect(shorten({ url: ADDRESS })).rejects.toMatchObject({ why: 'locked' })
  expect(asked.service).not.toHaveBeenCalled()
  await gitAccounts.unlock('correct horse battery')
  expect(await shorten({ url: ADDRESS })).toBe('https://s.example/abc')
  expect(asked.service.mock.calls[0]?.[0]).toMatchObject({ headers: { 'X-Api-Key': 'kept' } })

  const moved = { ...service, url: 'https://other.example/' }
  keepShortServices({ services: [moved], chosen: moved })
  await expect(shorten({ url: ADDRESS })).rejects.toMatchObject({ why: 'token' })
  await forgetKey(service)
  keepShortServices({ services: [service], chosen: service })
  await expect(shorten({ url: ADDRESS })).rejects.toMatchObject({ why: 'token' })
})
