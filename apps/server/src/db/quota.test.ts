import { expect, test } from 'vitest'
import { addUser } from '../../test/accounts.ts'
import { describeOnEachDatabase } from '../../test/databases.ts'
import { KeyRing } from './key-ring.ts'
import { ApiRefusal } from '../api-refusal.ts'
import { ItemStore } from '../items/item-store.ts'
import { OutputStore } from '../outputs/output-store.ts'
import { countKept } from './quota.ts'

const KIB = 1024

describeOnEachDatabase('what a person may keep', ({ migrated }) => {
  const start = async (quota: number | null) => {
    const store = { database: await migrated(), keys: new KeyRing(['x'.repeat(32)]) }
    const { query } = store.database
    const { id: ann } = await addUser(store, 'ann')
    await query.updateTable('user_account').set({ quota_bytes: quota }).where('id', '=', ann).execute()
    const outputs = new OutputStore(store)
    const addOutput = (name: string, recipe: string) =>
      outputs.create(ann, { name, recipe, items: {}, client: 'mihomo', intervalS: 3600, keepsRecord: true }, 'en-US', 1)
    return { store, ann, items: new ItemStore(store), outputs, addOutput, kept: () => countKept(query, ann) }
  }
  const item = (name: string, body: string) => ({ name, body, intervalS: 3600, fromServer: false })
  const refused = new ApiRefusal('quota-reached')

  test('is 200 MiB, and what the owner says', async () => {
    expect(await (await start(null)).kept()).toEqual({ keptBytes: 0, quotaBytes: 200 * KIB * KIB })
    expect(await (await start(5)).kept()).toEqual({ keptBytes: 0, quotaBytes: 5 })
  })

  test('is counted in bytes of what is sealed, of that person alone', async () => {
    const { store, ann, items, kept } = await start(null)
    const bob = await addUser(store, 'bob')
    await items.create(bob.id, item('one', 'x'.repeat(9 * KIB)), 1)
    await items.create(ann, item('one', '节'.repeat(KIB)), 1)
    const { keptBytes } = await kept()
    // Three bytes a sign, four letters for three bytes, and what stands around them.
    expect(keptBytes).toBeGreaterThan(4 * KIB)
    expect(keptBytes).toBeLessThan(4 * KIB + 200)
  })

  test('refuses a write that does not fit, and keeps nothing of it', async () => {
    const { ann, items, outputs, addOutput, kept } = await start(4 * KIB)
    const { id, revision } = await items.create(ann, item('one', 'https://example.com/a'), 1)
    const before = await kept()
    const long = `trojan://${Array.from({ length: 5 * KIB }, (_, at) => at % 7).join('')}`
    await expect(items.create(ann, item('two', long), 1)).rejects.toEqual(refused)
    await expect(items.change(ann, id, { revision, body: long }, 1)).rejects.toEqual(refused)
    // A recipe is packed before it is sealed: this one cannot be.
    const recipe = Array.from({ length: 2000 }, (_, at) => ((at * 7919) % 104_729).toString(36)).join()
    await expect(addOutput('one', recipe)).rejects.toEqual(refused)
    expect(await kept()).toEqual(before)
    expect([(await items.list(ann)).length, (await outputs.list(ann)).length]).toEqual([1, 0])
  })

  test('counts what is packed as many bytes as it has unpacked, whoever kept it', async () => {
    const { ann, items, outputs, addOutput, kept } = await start(null)
    const long = 'a'.repeat(100 * KIB)
    const { id: itemId } = await items.create(ann, item('one', 'https://example.com/a'), 1)
    const before = (await kept()).keptBytes
    const stored = (await items.find(ann, itemId))!
    await items.keep(stored, { state: {}, nextAt: 1, goodText: long, heldText: long }, 1)
    expect((await kept()).keptBytes - before).toBe(200 * KIB)
    expect(await items.bytesToOpen(ann, itemId)).toBe(200 * KIB)
    const id = await addOutput('one', long)
    await outputs.keepRender(ann, id, 'mihomo', { state: '', etag: '', at: 1, text: long })
    const { content } = await outputs.bytesToOpen(ann, id)
    expect(content).toBeGreaterThan(100 * KIB)
    expect((await kept()).keptBytes - before).toBe(300 * KIB + content)
  })

  test('refuses a text that a person sends and that does not fit, whether it is served or waits', async () => {
    const { ann, items, kept } = await start(100 * KIB)
    const { id } = await items.create(ann, item('one', 'https://example.com/a'), 1)
    const stored = (await items.find(ann, id))!
    const before = await kept()
    for (const text of [{ goodText: 'a'.repeat(101 * KIB) }, { heldText: 'a'.repeat(101 * KIB) }]) {
      const sent = { state: {}, nextAt: 1, ...text, needsRoom: true } as const
      await expect(items.keep(stored, sent, 1)).rejects.toEqual(refused)
    }
    expect(await kept()).toEqual(before)
  })

  test('takes results away before it refuses anything', async () => {
    const { ann, items, outputs, addOutput } = await start(100 * KIB)
    const id = await addOutput('one', 'recipe')
    const render = { state: '', etag: '', at: 1, text: 'a'.repeat(40 * KIB) }
    for (const [at, variant] of ['old', 'new'].entries()) await outputs.keepRender(ann, id, variant, { ...render, at })
    await items.create(ann, item('one', 'x'.repeat(30 * KIB)), 1)
    const left = await Promise.all(['old', 'new'].map(async (each) => (await outputs.render(ann, id, each))?.at))
    expect(left).toEqual([undefined, 1])
  })

  test('never refuses what is fetched: the oldest versions go for it', async () => {
    const { store, ann, items, outputs, addOutput, kept } = await start(null)
    const { id: itemId } = await items.create(ann, item('one', 'https://example.com/a'), 1)
    const id = await addOutput('one', 'recipe')
    const version = {
    kind: 'recipe' as const, recipe: 'recipe', items: {}, drawnSecret: 's', texts: { a: 'text' }, names: ['a'],
  } // oxfmt-ignore
    const add = async (at: number) =>
      outputs.addVersion(
        (await outputs.find(ann, id))!,
        { digest: `${at}`, cause: 'refresh', content: version, skipped: 0 },
        at,
      )
    for (let at = 1; at <= 5; at++) await add(at)
    const { keptBytes } = await kept()
    await store.database.query
      .updateTable('user_account')
      .set({ quota_bytes: keptBytes })
      .where('id', '=', ann)
      .execute()

    await items.keep((await items.find(ann, itemId))!, { state: {}, nextAt: 1, goodText: 'x' }, 1)
    expect((await items.find(ann, itemId))!.goodText).toBe('x')
    expect(await add(6)).toBe(6)
    expect((await outputs.versions(ann, id)).map(({ number }) => number)).toEqual([6, 5, 4, 3])
    expect((await kept()).keptBytes).toBeLessThanOrEqual(keptBytes)

    await store.database.query.updateTable('user_account').set({ quota_bytes: 1 }).where('id', '=', ann).execute()
    expect(await add(7)).toBe(7)
    expect((await outputs.versions(ann, id)).map(({ number }) => number)).toEqual([7])
  })
})
