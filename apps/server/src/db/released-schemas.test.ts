import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../test/databases.ts'
import { fillReleased, RELEASED, RELEASED_KEY } from '../../test/released-rows.ts'
import { findApiToken } from '../accounts/api-tokens.ts'
import { isPassword } from '../accounts/passwords.ts'
import { findSession } from '../accounts/sessions.ts'
import { findPasswordHash, findProviderUser } from '../accounts/sign-in-methods.ts'
import { findUserByEmail } from '../accounts/users.ts'
import { BucketStore } from '../features/storage/buckets.ts'
import { FileStore } from '../features/storage/file-store.ts'
import { ShareStore } from '../features/storage/share-store.ts'
import { ItemStore } from '../items/item-store.ts'
import { OutputStore } from '../outputs/output-store.ts'
import { listPublications } from '../outputs/publication-store.ts'
import { Recorder } from '../outputs/recorder.ts'
import { KeyRing } from './key-ring.ts'
import { migrate, schemaState } from './migrate.ts'
import { MIGRATIONS } from './migrations/index.ts'
import type { ServerStore } from './open-store.ts'

/** What opens what these rows hold: it was drawn for them and opens nothing else. */
const secrets = {
  key: RELEASED_KEY,
  session: '5dJc6d6r2FmVMqZyHgTYGtGLHBQ1IqrjkAe28bU7Rld',
  apiToken: 'switchyard_mjw5mBny34RuQwCw07ufQivOsKK',
  subToken: 'dDUmC3GKAMrxO1abYnwVbqAMmuP',
  share: 'Qf7dKz2Rw9VxSj4nHy6BtCuGoIp',
  bucket: 'uN3sXbq0ZJk1vYh8rTg5WcPaLmE',
}
const WHEN = Date.UTC(2026, 10, 23) + 1000

test('every schema has its rows here', () => {
  expect(RELEASED).toEqual(Object.keys(MIGRATIONS))
})

describeOnEachDatabase('rows of an earlier release', ({ empty }) => {
  const opened = async (schema: string): Promise<ServerStore> => {
    const database = await empty()
    await fillReleased(database, schema)
    await migrate(database)
    expect(await schemaState(database)).toEqual({ pending: [], last: RELEASED.at(-1) })
    return { database, keys: new KeyRing([secrets.key]) }
  }

  test.each(RELEASED)(
    '%s are brought to this one: people come in as before, and what they keep opens',
    async (schema) => {
      const store = await opened(schema)
      if (schema >= '002') await peopleComeIn(store)
      if (schema >= '003') await itemsAndOutputsOpen(store)
      if (schema >= '009') await textsOpen(store)
      if (schema >= '010') await sharesOpen(store)
    },
  )
})

async function peopleComeIn({ database: { query } }: ServerStore): Promise<void> {
  const ann = await findUserByEmail(query, 'Ann@example.com')
  expect(ann).toMatchObject({ name: 'ann', role: 'owner', language: 'en-US' })
  expect(await isPassword(await findPasswordHash(query, ann!.id), 'correct horse battery')).toBe(true)
  expect((await findSession(query, secrets.session, WHEN))?.user.id).toBe(ann!.id)
  expect(await findApiToken(query, secrets.apiToken, WHEN)).toMatchObject({ scopes: ['read', 'write'] })
  const bob = await findUserByEmail(query, 'bob@example.com')
  expect(await findProviderUser(query, 'github', '42')).toBe(bob!.id)
}

async function itemsAndOutputsOpen(store: ServerStore): Promise<void> {
  const { id: ann } = (await findUserByEmail(store.database.query, 'ann@example.com'))!
  const [items, outputs] = [new ItemStore(store), new OutputStore(store)]
  const [airport, own] = await items.list(ann)
  expect(await items.find(ann, airport!.id)).toMatchObject({
    body: 'https://sub.example.com/x?token=t',
    goodText: 'trojan://p@b.example.com:443#Two',
    prefix: 'Air ',
    userAgent: 'mihomo',
  })
  expect(await items.heldText(ann, airport!.id)).toBe('<html>')
  expect(await items.find(ann, own!.id)).toMatchObject({ kind: 'links', body: 'trojan://p@a.example.com:443#One' })
  const found = await outputs.findByToken(secrets.subToken, WHEN)
  const id = found!.outputId
  expect(found).toMatchObject({ userId: ann, name: 'Home', revision: 0 })
  expect(await outputs.find(ann, id)).toMatchObject({
    name: 'Home',
    client: 'mihomo',
    lang: 'zh-CN',
    content: { kind: 'recipe', items: { a: airport!.id } },
  })
  expect((await listPublications(store.database.query, ann)).at(-1)).toMatchObject({
    name: 'Home',
    client: 'mihomo',
    cause: 'edit',
    number: 1,
    nodes: 2,
    result: 'done',
    output: id,
  })
  expect(await outputs.version(ann, id, 1)).toMatchObject({
    kind: 'recipe',
    names: ['Two', 'One'],
    drawnSecret: 's',
  })
  expect(await outputs.render(ann, id, 'mihomo::')).toMatchObject({ text: 'proxies: []\n', etag: '"e"' })
  expect((await new Recorder(store).read(ann, id)).days).toMatchObject([{ client: 'Clash Verge', requests: 1 }])
}

async function sharesOpen(store: ServerStore): Promise<void> {
  const { id: ann } = (await findUserByEmail(store.database.query, 'ann@example.com'))!
  const place = { userId: ann, bucket: 'default', path: '配置/a.yaml' }
  const file = await new FileStore(store).file(place)
  const shares = new ShareStore(store)
  expect(await shares.open(secrets.share, WHEN)).toMatchObject({ kind: 'file', file: { key: file.key, size: 2 } })
  expect(await shares.list(ann, 'https://a.example', WHEN)).toMatchObject([
    { path: place.path, url: `https://a.example/f/${secrets.share}` },
  ])
  const [bucket] = await new BucketStore(store).list(ann, 'https://a.example')
  expect(bucket).toMatchObject({ permission: 'public-read', url: `https://a.example/f/${secrets.bucket}`, files: 1 })
}

async function textsOpen(store: ServerStore): Promise<void> {
  const { id: ann } = (await findUserByEmail(store.database.query, 'ann@example.com'))!
  const outputs = new OutputStore(store)
  const { id } = (await outputs.list(ann)).find(({ kind }) => kind === 'text')!
  const text = expect.stringMatching(/^# mine\nport: 7890\n/) as string
  expect(await outputs.require(ann, id)).toMatchObject({ name: 'Config', client: 'mihomo', text, nodes: 1 })
  expect(await outputs.version(ann, id, 1)).toEqual({ kind: 'text', client: 'mihomo', text, names: ['Own'] })
}
