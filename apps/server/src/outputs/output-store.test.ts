import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { VersionCause } from '@switchyard/contract'
import { expect, onTestFinished, test } from 'vitest'
import { addUser } from '../../test/accounts.ts'
import { countingRows, describeOnEachDatabase, type TestDatabase } from '../../test/databases.ts'
import { backUp } from '../db/backup.ts'
import { verifyBackup } from '../db/backup-lines.ts'
import { restore } from '../db/restore.ts'
import { checkKeys } from '../db/check-keys.ts'
import { KeyRing } from '../db/key-ring.ts'
import type { ServerStore } from '../db/open-store.ts'
import { ApiRefusal } from '../api-refusal.ts'
import { ItemStore } from '../items/item-store.ts'
import { packedNow, textOf } from '../shared/kept-text.ts'
import { Recorder } from './recorder.ts'
import { type NewVersion, OutputStore, type VersionContent } from './output-store.ts'
import { listPublications, notePublication } from './publication-store.ts'

const DAY = 86_400_000

async function start({ migrated }: TestDatabase) {
  const store: ServerStore = { database: await migrated(), keys: new KeyRing(['x'.repeat(32)]) }
  const ann = (await addUser(store, 'ann')).id
  const bob = (await addUser(store, 'bob')).id
  const outputs = new OutputStore(store)
  const add = (userId: string, name: string, items: Record<string, string> = {}) =>
    outputs.create(
      userId,
      { name, recipe: 'canary-recipe', items, client: 'mihomo', intervalS: 3600, keepsRecord: true },
      'en-US',
      1,
    )
  return { store, outputs, ann, bob, add, id: await add(ann, 'one') }
}

const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof ApiRefusal ? error.code : String(error)),
  )

const content = (names: string[]): VersionContent => ({
  kind: 'recipe',
  recipe: 'canary-recipe',
  items: {},
  drawnSecret: 'canary-secret',
  texts: { a: 'canary-text' },
  names,
})

const version = (digest: string, cause: VersionCause, names: string[]): NewVersion => ({
  digest,
  cause,
  content: content(names),
  skipped: 3,
})

describeOnEachDatabase('hosted outputs', (database) => {
  test('begin with one address, called after them', async () => {
    const { outputs, ann, bob, id } = await start(database)
    const output = await outputs.require(ann, id)
    expect(output).toMatchObject({ name: 'one', recipe: 'canary-recipe', addresses: [{ name: 'one', paused: false }] })
    expect(await outputs.list(bob)).toEqual([])
    expect(await refusalOf(outputs.require(bob, id))).toBe('not-found')
  })

  test('are not listed to give one of them', async () => {
    const { store, outputs, ann, add, id } = await start(database)
    const two = await add(ann, 'two')
    for (const each of [id, two])
      await outputs.addVersion((await outputs.find(ann, each))!, version('a', 'edit', ['A']), 1)
    const counting = countingRows(store)
    expect(await new OutputStore(counting.store).require(ann, id)).toMatchObject({ name: 'one', nodes: 1 })
    // Itself, its address, its version.
    expect(counting.rows()).toBe(3)
  })

  test('are found by the token of an address, which stands nowhere in clear', async () => {
    const { store, outputs, ann, bob, id } = await start(database)
    const { addresses } = await outputs.require(ann, id)
    const address = addresses[0]!.id
    const token = await outputs.token(ann, id, address)
    expect(token).toMatch(/^[0-9A-Za-z]{27}$/)
    expect((await outputs.findByToken(token, 2))?.outputId).toBe(id)
    expect(await outputs.findByToken(`${token}x`, 2)).toBeUndefined()
    expect(await refusalOf(outputs.token(bob, id, address))).toBe('not-found')
    const rows = JSON.stringify([
      await store.database.query.selectFrom('output_address').selectAll().execute(),
      await store.database.query.selectFrom('hosted_output').selectAll().execute(),
    ])
    expect(rows).not.toContain(token)
    expect(rows).not.toContain('canary')
  })

  test('another person changes none of it', async () => {
    const { outputs, ann, bob, id } = await start(database)
    const address = (await outputs.require(ann, id)).addresses[0]!.id
    const tried = await Promise.all([
      refusalOf(outputs.change(bob, id, { revision: 0, name: 'mine' }, 2)),
      refusalOf(outputs.remove(bob, id)),
      refusalOf(outputs.addAddress(bob, id, { name: 'phone' }, 2)),
      refusalOf(outputs.changeAddress(bob, id, address, { paused: true })),
      refusalOf(outputs.rotate(bob, id, address, { grace: false, tag: 'x' }, 2)),
      refusalOf(outputs.removeAddress(bob, id, address)),
    ])
    expect(new Set(tried)).toEqual(new Set(['not-found']))
    expect(await outputs.require(ann, id)).toMatchObject({ name: 'one', addresses: [{ id: address, paused: false }] })
  })

  test('are made of items that their person has', async () => {
    const { store, outputs, ann, bob, add } = await start(database)
    const items = new ItemStore(store)
    const item = await items.create(
      bob,
      { name: 'one', body: 'https://example.com/', intervalS: 3600, fromServer: true },
      1,
    )
    expect(await refusalOf(add(ann, 'two', { a: item.id }))).toBe('bad-request')
    const id = await add(bob, 'two', { a: item.id, b: item.id })
    expect(await outputs.using(bob, item.id)).toEqual([id])
    expect(await refusalOf(items.remove(bob, item.id))).toBe('in-use')
  })

  test('an edit made in two tabs is a conflict that shows the other one', async () => {
    const { outputs, ann, id } = await start(database)
    await outputs.change(ann, id, { revision: 0, recipe: 'of the first tab' }, 2)
    await expect(outputs.change(ann, id, { revision: 0, recipe: 'of the second' }, 3)).rejects.toMatchObject({
      code: 'conflict',
      more: { current: { revision: 1, recipe: 'of the first tab' } },
    })
  })

  test('are fifty at most, and twenty addresses each', async () => {
    const { outputs, ann, id, add } = await start(database)
    const made = await Promise.all(Array.from({ length: 52 }, (_, at) => refusalOf(add(ann, `output ${at}`))))
    expect(made.filter((result) => result === 'done')).toHaveLength(49)
    const addresses = []
    for (let at = 0; at < 21; at++)
      addresses.push(await refusalOf(outputs.addAddress(ann, id, { name: `device ${at}` }, 2)))
    expect(addresses.slice(-2)).toEqual(['quota-reached', 'quota-reached'])
    expect(await refusalOf(outputs.addAddress(ann, id, { name: 'device 0' }, 2))).toBe('quota-reached')
  })

  test('a version knows what came and went, and opens for its person alone', async () => {
    const { outputs, ann, bob, id } = await start(database)
    await outputs.addVersion((await outputs.find(ann, id))!, version('d1', 'edit', ['a', 'b']), 1)
    await outputs.addVersion((await outputs.find(ann, id))!, version('d2', 'refresh', ['b', 'c', 'd']), 2)
    expect(await outputs.versions(ann, id)).toEqual([
      { number: 2, at: 2, cause: 'refresh', nodes: 3, added: 2, removed: 1 },
      { number: 1, at: 1, cause: 'edit', nodes: 2, added: 2, removed: 0 },
    ])
    expect((await outputs.list(ann))[0], 'the list has the newest').toMatchObject({ version: 2, nodes: 3 })
    expect(await outputs.version(ann, id, 1)).toEqual(content(['a', 'b']))
    expect([await outputs.versions(bob, id), await outputs.version(bob, id, 1)]).toEqual([[], undefined])
  })

  test('what was published is told, and why something was not, though the output is gone', async () => {
    const { store, outputs, ann, bob, id } = await start(database)
    const { query } = store.database
    await outputs.addVersion((await outputs.find(ann, id))!, version('d1', 'edit', ['a', 'b']), 1)
    const output = (await outputs.find(ann, id))!
    for (const at of [2, 3]) await outputs.keepFailure(output, 'too-many-nodes', at)
    const [failed, done] = await listPublications(query, ann)
    const same = { name: 'one', client: 'mihomo', position: 'hosted', output: id }
    expect(failed).toMatchObject({ ...same, at: 2, nodes: 0, result: 'too-many-nodes' })
    expect(done).toMatchObject({ ...same, at: 1, cause: 'edit', number: 1, nodes: 2, skipped: 3, result: 'done' })
    expect(await listPublications(query, ann)).toHaveLength(2)
    expect(await listPublications(query, bob)).toEqual([])
    await outputs.remove(ann, id)
    expect((await listPublications(query, ann)).map(({ name, output }) => [name, output])).toEqual([
      ['one', undefined],
      ['one', undefined],
    ])
  })

  test('what was published is told in the order in which it was, whatever the clock said', async () => {
    const { store, outputs, ann, id } = await start(database)
    const { query } = store.database
    for (const at of [10 * DAY, 11 * DAY, DAY])
      await outputs.addVersion((await outputs.find(ann, id))!, version(`${at}`, 'edit', ['a']), at)
    await outputs.keepFailure((await outputs.find(ann, id))!, 'unavailable', DAY)
    expect((await listPublications(query, ann)).map(({ at, number }) => [at / DAY, number])).toEqual([
      [1, undefined],
      [1, 3],
      [11, 2],
      [10, 1],
    ])
    const row = { user_id: ann, output_id: id, at: DAY, name: 'one', client: 'mihomo', cause: null, number: null, nodes: 0, skipped: null, result: 'done' } // oxfmt-ignore
    const later = { ...row, position: 'hosted' as const }
    await query
      .insertInto('publication')
      .values(Array.from({ length: 498 }, (_, at) => ({ ...later, id: `${at}`, place: at + 5 })))
      .execute()
    await notePublication(query, row)
    expect((await listPublications(query, ann)).at(-1), 'the oldest go').toMatchObject({ result: 'unavailable' })
  })

  test('of a person five hundred publications are told at most, the newest', async () => {
    const { store, outputs, ann, bob, id, add } = await start(database)
    const { query } = store.database
    await outputs.addVersion((await outputs.find(bob, await add(bob, 'his')))!, version('d', 'edit', ['a']), 1)
    const row = { user_id: ann, output_id: id, name: 'one', client: 'mihomo', cause: null, number: null, nodes: 0, skipped: null, result: 'done' } // oxfmt-ignore
    for (let at = 1; at <= 505; at++) await notePublication(query, { ...row, at })
    const told = await listPublications(query, ann)
    expect([told.length, told[0]!.at, told.at(-1)!.at]).toEqual([500, 505, 6])
    await query
      .insertInto('publication')
      .values(
        Array.from({ length: 1100 }, (_, at) => ({
          ...row,
          id: `${at}`,
          position: 'hosted' as const,
          at: 0,
          place: at + 1,
        })),
      )
      .execute()
    expect(await listPublications(query, ann)).toHaveLength(500)
    await notePublication(query, { ...row, at: 506 })
    expect(await query.selectFrom('publication').select('id').where('user_id', '=', ann).execute()).toHaveLength(500)
    expect(await listPublications(query, bob)).toHaveLength(1)
  })

  test('of two versions at once one is kept', async () => {
    const { outputs, ann, id } = await start(database)
    const output = (await outputs.find(ann, id))!
    const numbers = await Promise.all(
      [1, 2, 3].map((at) => outputs.addVersion(output, version(`d${at}`, 'refresh', ['a']), at).catch(() => 'lost')),
    )
    expect(numbers.filter((number) => number === 1)).toHaveLength(1)
    expect(await outputs.versions(ann, id)).toHaveLength(1)
  })

  test('fifty versions are kept, and all of the last ninety days', async () => {
    const { outputs, ann, id } = await start(database)
    const add = async (at: number) =>
      outputs.addVersion((await outputs.find(ann, id))!, version(`${at}`, 'refresh', ['a']), at)
    for (let at = 0; at < 55; at++) await add(at)
    expect(await outputs.versions(ann, id)).toHaveLength(55)
    await add(100 * DAY)
    expect((await outputs.versions(ann, id)).map(({ number }) => number).slice(-1)).toEqual([7])
    expect(await outputs.versions(ann, id)).toHaveLength(50)
  })

  test('the last result of each kind of client is kept', async () => {
    const { store, outputs, ann, bob, id } = await start(database)
    const render = { state: 's', etag: 'e', at: 1, text: 'canary-password' }
    await outputs.keepRender(ann, id, 'mihomo', render)
    await outputs.keepRender(ann, id, 'mihomo', { ...render, etag: 'f' })
    expect(await outputs.render(ann, id, 'mihomo')).toEqual({ ...render, etag: 'f' })
    expect([await outputs.render(bob, id, 'mihomo'), await outputs.render(ann, id, 'clash')]).toEqual([
      undefined,
      undefined,
    ])
    const packed = packedNow(new TextEncoder().encode(`canary ${'é'.repeat(50_000)}`))
    await outputs.keepRender(ann, id, 'singbox', { ...render, text: packed })
    const { text = '' } = (await outputs.render(ann, id, 'singbox')) ?? {}
    expect(await textOf(text)).toBe(`canary ${'é'.repeat(50_000)}`)
    const rows = await store.database.query.selectFrom('output_render').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('canary')
  })

  test('an address is searched for again after a change of the rows, and not after the record was written', async () => {
    const { store, outputs, ann, id } = await start(database)
    const { addresses } = await outputs.require(ann, id)
    const address = addresses[0]!.id
    const token = await outputs.token(ann, id, address)
    const isKnown = () => outputs.knownByToken(token, 2) !== undefined
    expect(isKnown()).toBe(false)
    const found = await outputs.findByToken(token, 2)
    // PostgreSQL cannot say without a search whether anything was changed.
    const canBeKnown = store.database.kind === 'sqlite'
    expect(outputs.knownByToken(token, 2)).toEqual(canBeKnown ? found : undefined)
    const recorder = new Recorder(store)
    recorder.note(id, { at: 1, client: 'mihomo', network: '', address: '' })
    await recorder.write()
    expect(isKnown()).toBe(canBeKnown)
    await outputs.changeAddress(ann, id, address, { name: 'Phone' })
    expect(isKnown()).toBe(false)
    expect(await outputs.findByToken(token, 2)).toMatchObject({ name: 'Phone' })
    await outputs.changeAddress(ann, id, address, { paused: true })
    expect([isKnown(), await outputs.findByToken(token, 2)]).toEqual([false, undefined])
    expect(isKnown()).toBe(false)
  })

  test('the record adds up over several writes', async () => {
    const { store, ann, bob, id } = await start(database)
    const recorder = new Recorder(store)
    for (let write = 0; write < 3; write++) {
      for (let at = 0; at < 9; at++)
        recorder.note(id, {
          at: write * DAY + at,
          client: 'Clash Verge',
          network: '192.0.2.0/24',
          address: 'Phone',
        })
      recorder.note('gone', { at: 1, client: 'mihomo', network: '', address: '' })
      await recorder.write()
    }
    const record = await recorder.read(ann, id)
    expect(record.days).toEqual(
      ['1970-01-03', '1970-01-02', '1970-01-01'].map((day) => ({ day, client: 'Clash Verge', requests: 9 })),
    )
    expect(record.last.map(({ at }) => at).slice(0, 2)).toEqual([2 * DAY + 8, 2 * DAY + 7])
    expect(record.last).toHaveLength(20)
    expect(await recorder.read(bob, id)).toEqual({ days: [], last: [] })
  })

  test('a backup holds them sealed, and restored elsewhere they open and answer as before', async () => {
    const { store, outputs, ann, id } = await start(database)
    const folder = mkdtempSync(join(tmpdir(), 'switchyard-outputs-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    await checkKeys(store.database, store.keys)
    const items = new ItemStore(store)
    const item = await items.create(
      ann,
      { name: 'one', body: 'https://example.com/canary', intervalS: 3600, fromServer: true },
      1,
    )
    await items.keep((await items.find(ann, item.id))!, { state: {}, nextAt: 5, goodText: 'canary-text' }, 1)
    await outputs.addVersion((await outputs.find(ann, id))!, version('d1', 'edit', ['a']), 1)
    const before = await outputs.require(ann, id)
    const token = await outputs.token(ann, id, before.addresses[0]!.id)
    const file = join(folder, 'backup.gz')
    await backUp(store.database, file, store.keys, 5)
    expect(gunzipSync(readFileSync(file)).toString()).not.toContain('canary')

    const other: ServerStore = { database: await database.empty(), keys: store.keys }
    await restore(other.database, await verifyBackup(file, store.keys))
    const restored = new OutputStore(other)
    expect(await restored.require(ann, id)).toEqual(before)
    expect(await restored.version(ann, id, 1)).toEqual(content(['a']))
    expect((await restored.findByToken(token, 2))?.outputId).toBe(id)
    expect(await new ItemStore(other).find(ann, item.id)).toEqual(await items.find(ann, item.id))
  })

  test('go with their person', async () => {
    const { store, outputs, ann, id } = await start(database)
    await outputs.addVersion((await outputs.find(ann, id))!, version('d', 'edit', ['a']), 1)
    await store.database.query.deleteFrom('user_account').where('id', '=', ann).execute()
    for (const table of ['hosted_output', 'output_address', 'output_version', 'publication'] as const)
      expect(await store.database.query.selectFrom(table).selectAll().execute()).toEqual([])
  })
})
