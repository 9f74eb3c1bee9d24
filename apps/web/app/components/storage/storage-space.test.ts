import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GitHostError } from '@switchyard/git-hosts/writes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ServerStore } from '../../../../server/src/db/open-store.ts'
import { createApp } from '../../../../server/src/app.ts'
import { FolderStorage } from '../../../../server/src/storage/folder.ts'
import { depsOf } from '../../../../server/src/test-app.ts'
import { addApiToken, addUser, emptyStore, signIn } from '../../../../server/test/accounts.ts'
import { expectFailure, placeContract } from '../places/place-contract.ts'
import { createStorageClient, type StorageClient, type StorageFetch } from './storage-client.ts'
import { storageSpace } from './storage-space.ts'

const SITE = 'http://localhost:3000'
const blob = (text: string) => new Blob([text])

let folder: string
let store: ServerStore
let app: ReturnType<typeof createApp>
let people = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storage-space-'))
  store = await emptyStore()
  app = createApp({ ...depsOf({}), store, storage: new FolderStorage(folder) })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The server is asked with these headers of its own. */
function clientWith(own: Record<string, string>): StorageClient {
  const ask: StorageFetch = async (path, { method, headers, body }) => {
    const sent = body instanceof Blob ? await body.arrayBuffer() : body
    const all = new Headers({ host: 'localhost:3000', ...headers, ...own })
    if (sent !== undefined) all.set('content-length', String(new Blob([sent]).size))
    return app.request(SITE + path, { method, headers: all, ...(sent !== undefined && { body: sent }) })
  }
  return createStorageClient(ask)
}

/** Each test is somebody else's: there is room for so many buckets of one person. */
const newPerson = () => addUser(store, `ana${++people}`)
const bySession = async () =>
  clientWith({ cookie: `sid=${await signIn(store, await newPerson())}`, origin: SITE, 'sec-fetch-site': 'same-origin' })
const withToken = (token: string) => clientWith({ authorization: `Bearer ${token}` })
const byToken = async () => withToken(await addApiToken(store, await newPerson(), ['read', 'write']))

async function newSpace(client: StorageClient) {
  const { name } = await client.makeBucket('files')
  return storageSpace(client, name)
}

describe('our own server, by the session', () => placeContract(async () => newSpace(await bySession()), "'.md"))

describe('another server, by a token', () => placeContract(async () => newSpace(await byToken()), "'.md"))

test('a name that holds an encoded slash is refused, and nothing is written', async () => {
  const space = await newSpace(await bySession())
  await expectFailure(space.upload!('a%2Fb', blob('1')), { code: 'bad-answer', status: 400 })
  expect((await space.tree()).entries).toEqual([])
})

test('an upload takes the place of what was seen alone; folders are made, moved and removed by themselves', async () => {
  const space = await newSpace(await bySession())
  await space.upload!('深/a.bin', blob('1'))
  const { version } = await space.read('深/a.bin')
  await expectFailure(space.upload!('深/a.bin', blob('2')), {
    code: 'exists',
    changed: [{ path: '深/a.bin', version }],
  })
  await space.upload!('深/a.bin', blob('2'), { replaces: version })
  await expectFailure(space.upload!('深/a.bin', blob('3'), { replaces: version }), { code: 'conflict' })
  const { folders } = space
  await folders!.make('空')
  expect((await space.list('空')).items).toEqual([])
  await folders!.move('深', '空/深')
  expect((await space.list('空/深')).items).toMatchObject([{ path: '空/深/a.bin', changedAt: expect.any(String) }])
  await folders!.remove('空')
  expect((await space.tree()).entries).toEqual([])
})

test('buckets, permissions, shares and tokens are there and gone again', async () => {
  const client = await bySession()
  const { name } = await client.makeBucket('all-of-it')
  await client.put(name, '家.yaml', blob('a: 1\n'), null)
  const address = await client.addressOf(name, '家.yaml')
  expect(address).toMatch(/\/f\/\w+$/)
  expect(await client.addressOf(name, '家.yaml')).toBe(address)
  const share = await client.share({ bucket: name, path: '家.yaml', password: 'geheim' })
  expect(share).toMatchObject({ hasPassword: true, answers: true })
  const open = await client.changeShare(share.id, { revision: share.revision, password: null })
  expect(open).toMatchObject({ hasPassword: false })
  expect((await client.list(name, '')).entries).toMatchObject([{ name: '家.yaml', share: true }])
  for (const { id } of await client.shares()) await client.removeShare(id)
  expect(await client.shares()).toEqual([])
  await client.setPermission(name, 'private')
  await expectFailure(client.share({ bucket: name, path: '家.yaml' }), { code: 'protected' })
  await client.setPermission(name, 'public-read')
  const { buckets } = await client.state()
  expect(buckets.find((one) => one.name === name)).toMatchObject({ files: 1, bytes: 5, url: expect.any(String) })

  const bound = withToken(await client.token(name))
  expect((await bound.state()).buckets.map((one) => one.name)).toEqual([name])
  expect((await bound.read(name, '家.yaml')).bytes).toHaveLength(5)
  await expectFailure(bound.list('default', ''), { code: 'scope-missing' })
  await client.endTokens(name)
  await expectFailure(bound.state(), { code: 'token-invalid' })
  await expectFailure((await byToken()).read(name, '家.yaml'), { code: 'not-found' })
  await client.removeBucket(name)
  await expectFailure(client.list(name, ''), { code: 'not-found' })
})

test('who is not signed in is told so', async () => {
  const failure: unknown = await clientWith({ origin: SITE })
    .state()
    .catch((error: unknown) => error)
  expect(failure instanceof GitHostError && failure.failure.code).toBe('token-invalid')
})
