import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApiScope, HostedOutput, SubscriptionItem } from '@switchyard/contract'
import { expect, onTestFinished, test } from 'vitest'
import { addApiToken, addUser, emptyStore, signIn } from '../../test/accounts.ts'
import { describeOnEachDatabase, type TestDatabase } from '../../test/databases.ts'
import { beginAttempt } from '../accounts/attempts.ts'
import { createApp } from '../app.ts'
import { backUp } from '../db/backup.ts'
import { checkKeys } from '../db/check-keys.ts'
import { KeyRing } from '../db/key-ring.ts'
import type { ServerStore } from '../db/open-store.ts'
import { restore } from '../db/restore.ts'
import { verifyBackup } from '../db/backup-lines.ts'
import { depsOf } from '../test-app.ts'

const ORIGIN = 'http://localhost:3000'
const NOW = 1_700_000_000_000
const LINK = 'trojan://canary-password@a.example.com:443#One'
const recipeOf = (text: string) =>
  JSON.stringify({ switchyard: 'recipe', version: 1, sources: [{ id: 'a', kind: 'text', text }] })

interface Answered<T> {
  status: number
  text: string
  data: T
}

async function start({ migrated }: TestDatabase) {
  const store: ServerStore = { database: await migrated(), keys: new KeyRing(['x'.repeat(32)]) }
  await checkKeys(store.database, store.keys)
  const app = createApp({ ...depsOf({}), store, now: () => NOW })
  const ann = await addUser(store, 'ann')
  const cookie = `sid=${await signIn(store, ann, NOW)}`
  const asking =
    (headers: Record<string, string>) =>
    async <T>(method: string, path: string, body?: unknown): Promise<Answered<T>> => {
      const answer = await app.request(ORIGIN + path, {
        method,
        headers: { origin: ORIGIN, host: 'localhost:3000', 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      return { status: answer.status, text, data: (JSON.parse(text) as { data: T }).data }
    }
  const api = asking({ cookie })
  const asProgram = async (...scopes: ApiScope[]) =>
    asking({ authorization: `Bearer ${await addApiToken(store, ann, scopes)}` })
  const item = (await api<SubscriptionItem>('POST', '/api/subscriptions', { name: 'one', body: LINK })).data
  const made = { name: 'mine', client: 'base64', recipe: recipeOf(LINK) }
  const output = (await api<HostedOutput>('POST', '/api/outputs', made)).data
  return { store, ann, api, asProgram, item, output }
}

describeOnEachDatabase('a value that a database may not keep', (database) => {
  test('is refused with its field, or names nothing', async () => {
    const { api, item, output } = await start(database)
    const [place, kept] = [`/api/outputs/${output.id}`, `/api/subscriptions/${item.id}`]
    const address = output.addresses[0]!.id
    const asked = await Promise.all([
      api('POST', '/api/subscriptions', { name: 'a\0b', body: LINK }),
      api('POST', '/api/subscriptions', { name: 'b', prefix: 'a\0', body: LINK }),
      api('POST', '/api/outputs', { name: 'a\u0000', client: 'base64', recipe: recipeOf(LINK) }),
      api('POST', '/api/outputs', { name: 'b', client: 'base64', recipe: recipeOf(LINK), items: { a: 'x\0' } }),
      api('PATCH', kept, { revision: 2 ** 31, name: 'two' }),
      api('PATCH', place, { revision: 2 ** 31 - 1, name: 'two' }),
      api('PATCH', place, { revision: Number.MAX_SAFE_INTEGER, name: 'two' }),
      api('POST', `${place}/versions/1/restore`, { revision: 2 ** 31 }),
      api('PATCH', `${place}/addresses/${address}`, { name: 'phone\0' }),
      api('POST', `${place}/addresses`, { name: 'tab\tlet' }),
      api('PATCH', '/api/profile', { name: 'ann\0' }),
      api('POST', '/api/profile/tokens', { name: 'token\0', scopes: ['read'] }),
    ])
    expect(asked.map(({ status }) => status)).toEqual(asked.map(() => 400))
    const odd = ['%00', 'a%00b'].flatMap((id) => [
      api('GET', `/api/outputs/${id}`),
      api('GET', `${place}/addresses/${id}`),
      api('DELETE', `/api/subscriptions/${id}`),
      api('DELETE', `/api/profile/sessions/${id}`),
      api('GET', `${place}/versions/9999999999`),
    ])
    expect((await Promise.all(odd)).map(({ status }) => status)).toEqual(odd.map(() => 404))
    const ordered = await api('PUT', '/api/subscriptions/order', { ids: ['x\0', item.id] })
    expect(ordered.status).toBe(200)
  })

  test.each(['a/b', 'a\\b', 'a\u0001b'])('the name of an output is one that a file may have, not %j', async (name) => {
    const { api, output } = await start(database)
    const made = await api('POST', '/api/outputs', { name, client: 'base64', recipe: recipeOf(LINK) })
    const renamed = await api('PATCH', `/api/outputs/${output.id}`, { revision: 0, name })
    for (const { status, data } of [made, renamed])
      expect([status, data]).toMatchObject([400, { error: 'bad-request', field: 'name' }])
  })
})

describeOnEachDatabase('a program that may write alone', (database) => {
  test('is told what it changed, and reads nothing by that', async () => {
    const { asProgram, api, item, output } = await start(database)
    const write = await asProgram('write')
    const both = await asProgram('read', 'write')
    const [place, kept] = [`/api/outputs/${output.id}`, `/api/subscriptions/${item.id}`]
    const answers = [
      await write('PATCH', place, { revision: 0, name: 'renamed' }),
      await write('PATCH', place, { revision: 0, name: 'again' }),
      await write('PATCH', kept, { revision: 5, name: 'again' }),
      await write('POST', `${place}/refresh`),
      await write('POST', `${place}/follow`),
      await write('POST', `${place}/versions/1/restore`, { revision: 0 }),
      await write('POST', `${place}/addresses`, { name: 'phone' }),
      await write('PUT', '/api/subscriptions/order', { ids: [item.id] }),
      await write('POST', `${kept}/refresh`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 409, 409, 200, 200, 409, 200, 200, 200])
    for (const { text } of answers) expect(text).not.toMatch(/canary|a\.example\.com|renamed/)
    expect(answers[0]!.data).toEqual({ id: output.id, revision: 1 })
    expect(answers[1]!.data).toEqual({ error: 'conflict', current: { id: output.id, revision: 1 } })
    const conflict = await both('PATCH', place, { revision: 0, name: 'again' })
    expect([conflict.status, conflict.text.includes('canary')]).toEqual([409, true])
    expect((await api<HostedOutput>('GET', place)).data.name).toBe('renamed')
  })
})

describeOnEachDatabase('doors', (database) => {
  test('are fifty API tokens at most, and a limited number of ways to sign in at once', async () => {
    const { store, api } = await start(database)
    const tokens = Array.from({ length: 52 }, (_, at) =>
      api('POST', '/api/profile/tokens', { name: `${at}`, scopes: ['read'] }),
    )
    const made = (await Promise.all(tokens)).map(({ status }) => status)
    expect([made.filter((status) => status === 200).length, made.filter((status) => status === 403).length]).toEqual([
      50, 2,
    ])
    const row = { kind: 'passkey', sealed: '', expires_at: NOW + 1 }
    const rows = Array.from({ length: 20_000 }, (_, at) => ({ ...row, id: `${at}`, hash: `${at}` }))
    for (let from = 0; from < rows.length; from += 2000)
      await store.database.query
        .insertInto('sign_in_attempt')
        .values(rows.slice(from, from + 2000))
        .execute()
    await expect(beginAttempt(store, 'passkey', {}, NOW)).rejects.toMatchObject({ code: 'too-many-requests' })
    await beginAttempt(store, 'passkey', {}, NOW + 1)
  })
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-odd-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

describeOnEachDatabase('a backup of a name with a NUL, which an earlier release took', (database) => {
  test('is restored', async () => {
    const old = (await emptyStore(join(newFolder(), 'switchyard.sqlite'))).database
    onTestFinished(() => old.close())
    const { store } = await start({ ...database, migrated: () => Promise.resolve(old) })
    await store.database.query.updateTable('hosted_output').set({ name: 'a\0b' }).execute()
    const file = join(newFolder(), 'all.gz')
    await backUp(store.database, file, store.keys, NOW)
    const other = await database.empty()
    await restore(other, await verifyBackup(file, store.keys))
    expect(await other.query.selectFrom('hosted_output').select('name').execute()).toEqual([{ name: 'a\uFFFDb' }])
  })
})

test('the files of the database are for the user of the server alone', async () => {
  const file = join(newFolder(), 'switchyard.sqlite')
  const store = await emptyStore(file)
  onTestFinished(() => store.database.close())
  await addUser(store, 'ann')
  const modes = ['', '-wal', '-shm'].map((end) => statSync(file + end).mode & 0o777)
  expect(modes).toEqual([0o600, 0o600, 0o600])
})
