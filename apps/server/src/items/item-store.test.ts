import { expect, test } from 'vitest'
import { addUser } from '../../test/accounts.ts'
import { countingRows, describeOnEachDatabase, type TestDatabase } from '../../test/databases.ts'
import { KeyRing } from '../db/key-ring.ts'
import type { ServerStore } from '../db/open-store.ts'
import { ApiRefusal } from '../api-refusal.ts'
import { ItemStore } from './item-store.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const CANARY = 'canary-of-the-token'

const item = (name: string, body = `https://example.com/sub?token=${CANARY}`) => ({
  name,
  body,
  intervalS: 43_200,
  fromServer: true,
})

async function start({ migrated }: TestDatabase) {
  const store: ServerStore = { database: await migrated(), keys: new KeyRing(['x'.repeat(32)]) }
  const ann = await addUser(store, 'ann')
  const bob = await addUser(store, 'bob')
  return { store, items: new ItemStore(store), ann: ann.id, bob: bob.id }
}

const refusalOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof ApiRefusal ? error.code : String(error)),
  )

describeOnEachDatabase('subscription items', (database) => {
  test('are listed in the order of their making, without their bodies', async () => {
    const { items, ann, bob } = await start(database)
    await items.create(ann, item('one'), 1)
    await items.create(ann, item('two', 'trojan://password@a.example.com:443'), 2)
    const list = await items.list(ann)
    expect(list.map(({ name, kind, host }) => [name, kind, host])).toEqual([
      ['one', 'address', 'example.com'],
      ['two', 'links', undefined],
    ])
    expect(JSON.stringify(list)).not.toContain(CANARY)
    expect(await items.list(bob)).toEqual([])
  })

  test('are not listed to give one of them', async () => {
    const { store, items, ann } = await start(database)
    const { id } = await items.create(ann, item('one'), 1)
    await items.create(ann, item('two'), 1)
    const counting = countingRows(store)
    expect((await new ItemStore(counting.store).require(ann, id)).name).toBe('one')
    expect(counting.rows()).toBe(1)
  })

  test('of one person are nothing to another one', async () => {
    const { items, ann, bob } = await start(database)
    const { id } = await items.create(ann, item('one'), 1)
    expect(await items.find(bob, id)).toBeUndefined()
    expect(await refusalOf(items.change(bob, id, { revision: 0, name: 'mine' }, 2))).toBe('not-found')
    expect(await refusalOf(items.remove(bob, id))).toBe('not-found')
    expect(await items.claim(bob, id, 5, 1)).toBe(false)
    expect((await items.require(ann, id)).name).toBe('one')
  })

  test('stand in the database without anything that opens a door', async () => {
    const { store, items, ann } = await start(database)
    const { id } = await items.create(ann, item('one'), 1)
    const stored = (await items.find(ann, id))!
    await items.keep(stored, { state: {}, nextAt: 5, goodText: CANARY.repeat(9), heldText: CANARY }, 2)
    const rows = JSON.stringify(await store.database.query.selectFrom('subscription_item').selectAll().execute())
    expect(rows).not.toContain(CANARY)
    expect(await items.find(ann, id)).toMatchObject({ goodText: CANARY.repeat(9), body: item('').body })
    expect(await items.heldText(ann, id)).toBe(CANARY)
  })

  test('do not open in the place of another one, nor in another column', async () => {
    const { store, items, ann, bob } = await start(database)
    const { id: first } = await items.create(ann, item('one'), 1)
    const { id: second } = await items.create(bob, item('one', 'https://b.example.com/'), 1)
    const { query } = store.database
    const { body } = await query
      .selectFrom('subscription_item')
      .select('body')
      .where('id', '=', first)
      .executeTakeFirstOrThrow()
    await query.updateTable('subscription_item').set({ body }).where('id', '=', second).execute()
    await expect(items.list(bob)).rejects.toThrow('changed or moved')
    await query.updateTable('subscription_item').set({ good_text: body }).where('id', '=', first).execute()
    await expect(items.find(ann, first)).rejects.toThrow('changed or moved')
  })

  test('have names of their own, for each person', async () => {
    const { items, ann, bob } = await start(database)
    await items.create(ann, item('one'), 1)
    const { id } = await items.create(ann, item('two'), 1)
    expect(await refusalOf(items.create(ann, item('one'), 1))).toBe('name-taken')
    expect(await refusalOf(items.change(ann, id, { revision: 0, name: 'one' }, 1))).toBe('name-taken')
    expect(await refusalOf(items.create(bob, item('one'), 1))).toBe('done')
  })

  test('an edit made in two tabs is a conflict that shows the other one', async () => {
    const { items, ann } = await start(database)
    const { id } = await items.create(ann, item('one'), 1)
    await items.change(ann, id, { revision: 0, name: 'from the first tab' }, 2)
    const late = items.change(ann, id, { revision: 0, name: 'from the second tab' }, 3)
    await expect(late).rejects.toMatchObject({
      code: 'conflict',
      more: { current: { name: 'from the first tab', revision: 1 } },
    })
    expect((await items.require(ann, id)).name).toBe('from the first tab')
  })

  test('of two edits at once one is made', async () => {
    const { items, ann } = await start(database)
    const { id } = await items.create(ann, item('one'), 1)
    const edits = ['a', 'b', 'c'].map((name) => refusalOf(items.change(ann, id, { revision: 0, name }, 2)))
    expect((await Promise.all(edits)).sort()).toEqual(['conflict', 'conflict', 'done'])
  })

  test('are fifty at most, however many are made at once', async () => {
    const { items, ann } = await start(database)
    const made = Array.from({ length: 55 }, (_, at) => refusalOf(items.create(ann, item(`item ${at}`), at)))
    const results = await Promise.all(made)
    expect(results.filter((result) => result === 'done')).toHaveLength(50)
    expect(results.filter((result) => result === 'quota-reached')).toHaveLength(5)
  })

  test('stand in the order that a person gave them', async () => {
    const { items, ann } = await start(database)
    const ids = []
    for (const name of ['one', 'two', 'three']) ids.push((await items.create(ann, item(name), 1)).id)
    await items.reorder(ann, [ids[2]!, 'of nobody', ids[0]!])
    expect((await items.list(ann)).map(({ name }) => name)).toEqual(['three', 'one', 'two'])
  })

  test('one of several servers gets to ask, and nobody again before the time is over', async () => {
    const { items, ann } = await start(database)
    const { id } = await items.create(ann, item('one'), 1)
    const claims = await Promise.all(Array.from({ length: 5 }, () => items.claim(ann, id, HOUR, 600_000)))
    expect(claims.filter(Boolean)).toHaveLength(1)
    expect(await items.claim(ann, id, HOUR + 599_999, 600_000)).toBe(false)
    expect(await items.claim(ann, id, HOUR + 600_000, 600_000)).toBe(true)
  })

  test('are asked again after the clock was set back, and not for clocks that are a little apart', async () => {
    const { items, ann } = await start(database)
    const now = 100 * DAY
    const { id } = await items.create(ann, item('one'), now)
    expect(await items.claim(ann, id, now, HOUR)).toBe(true)
    expect(await items.claim(ann, id, now - 30_000, HOUR)).toBe(false)
    await items.forgetFuture(now - 30_000)
    expect(await items.due(now - 1, 10)).toEqual([])
    expect(await items.claim(ann, id, now - DAY, HOUR)).toBe(true)
    await items.create(ann, item('two'), now)
    await items.forgetFuture(now - 2 * DAY)
    expect(await items.due(now - 2 * DAY, 10)).toHaveLength(2)
  })

  test('are due when their time has come, and those of a disabled person never', async () => {
    const { store, items, ann, bob } = await start(database)
    const { id } = await items.create(ann, item('one'), HOUR)
    await items.create(ann, item('links', 'trojan://password@a.example.com:443'), 1)
    const mine = await items.create(ann, item('by the page alone'), 1)
    await items.change(ann, mine.id, { revision: 0, fromServer: false }, 1)
    await items.create(bob, item('one'), 1)
    await store.database.query.updateTable('user_account').set({ disabled_at: 1 }).where('id', '=', bob).execute()
    expect(await items.due(HOUR - 1, 10)).toEqual([])
    expect(await items.due(HOUR, 10)).toEqual([{ id, userId: ann }])
  })

  test('the most nodes of seven days are what was served', async () => {
    const { items, ann } = await start(database)
    const { id } = await items.create(ann, item('one'), 1)
    const serve = async (nodes: number, day: number) => {
      const state = { good: { at: 1, nodes, skipped: 0, digest: '' } }
      await items.keep((await items.find(ann, id))!, { state, nextAt: 1, goodText: 'text' }, day * DAY)
    }
    const most = async (day: number) => items.mostNodes(id, {}, day * DAY)
    await serve(40, 1)
    await serve(30, 1)
    await serve(20, 2)
    expect([await most(1), await most(7), await most(8), await most(9)]).toEqual([40, 40, 20, 0])
    expect(await items.mostNodes(id, { good: { at: 1, nodes: 9, skipped: 0, digest: '' } }, 9 * DAY)).toBe(9)
  })

  test('what was fetched from an address that is another one now is not kept', async () => {
    const { items, ann } = await start(database)
    const { id } = await items.create(ann, item('one'), 1)
    const before = (await items.find(ann, id))!
    await items.change(ann, id, { revision: 0, body: 'https://other.example.com/' }, 2)
    expect(await items.keep(before, { state: {}, nextAt: 1, goodText: 'of the old one' }, 3)).toBe(false)
    expect((await items.find(ann, id))?.goodText).toBeUndefined()
  })

  test('go with their person', async () => {
    const { store, items, ann, bob } = await start(database)
    const { id } = await items.create(ann, item('one'), 1)
    await items.keep(
      (await items.find(ann, id))!,
      { state: { good: { at: 1, nodes: 1, skipped: 0, digest: '' } }, nextAt: 1, goodText: 'x' },
      1,
    )
    await items.create(bob, item('one'), 1)
    await store.database.query.deleteFrom('user_account').where('id', '=', ann).execute()
    const { query } = store.database
    expect(await query.selectFrom('subscription_item').select('user_id').execute()).toEqual([{ user_id: bob }])
    expect(await query.selectFrom('subscription_item_day').selectAll().execute()).toEqual([])
  })
})
