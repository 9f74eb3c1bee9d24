import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { addUser } from '../../test/accounts.ts'
import { describeOnEachDatabase } from '../../test/databases.ts'
import { fillReleased, RELEASED, RELEASED_KEY } from '../../test/released-rows.ts'
import { beginAttempt, endAttempt } from '../accounts/attempts.ts'
import { ItemStore } from '../items/item-store.ts'
import { OutputStore } from '../outputs/output-store.ts'
import { checkKeys } from './check-keys.ts'
import { KeyRing, SealBroken } from './key-ring.ts'
import type { ServerStore } from './open-store.ts'
import { reseal } from './reseal.ts'
import { columnPlace } from './sealed-text.ts'
import { TABLES } from './tables.ts'

const OLD = 'o'.repeat(32)
const NEW = 'n'.repeat(32)
const MORE_THAN_A_PAGE = 60

/** A text in every sealed column, and how to read them all with other keys. */
async function filled({ database, keys }: ServerStore) {
  const store = { database, keys }
  await checkKeys(database, keys)
  const user = (await addUser(store, 'ann')).id
  const items = new ItemStore(store)
  const item = { name: 'one', body: 'https://example.com/a', intervalS: 3600, fromServer: true }
  const { id: itemId } = await items.create(user, item, 1)
  await items.keep((await items.find(user, itemId))!, { state: {}, nextAt: 5, goodText: 'good', heldText: 'held' }, 1)
  const outputs = new OutputStore(store)
  const id = await outputs.create(
    user,
    { name: 'one', recipe: 'recipe', items: {}, client: 'mihomo', intervalS: 3600, keepsRecord: true },
    'en-US',
    1,
  )
  const version = {
    kind: 'recipe' as const, recipe: 'recipe', items: {}, drawnSecret: 's', texts: { a: 'text' }, names: ['a'],
  } // oxfmt-ignore
  for (let at = 1; at <= MORE_THAN_A_PAGE; at++)
    await outputs.addVersion(
      (await outputs.find(user, id))!,
      { digest: `d${at}`, cause: 'edit', content: version, skipped: 0 },
      at,
    )
  await outputs.keepRender(user, id, 'mihomo::', { text: 'rendered', state: 's', etag: 'e', at: 1 })
  const address = (await outputs.require(user, id)).addresses[0]!.id
  const state = await beginAttempt(store, 'github', { verifier: 'v' }, 1)
  const readWith = async (keys: KeyRing) => {
    const other = { database, keys }
    const [read, kept] = [new ItemStore(other), new OutputStore(other)]
    return {
      item: await read.find(user, itemId),
      held: await read.heldText(user, itemId),
      output: await kept.find(user, id),
      token: await kept.token(user, id, address),
      first: await kept.version(user, id, 1),
      last: await kept.version(user, id, MORE_THAN_A_PAGE),
      render: await kept.render(user, id, 'mihomo::'),
    }
  }
  return { readWith, endAttempt: (keys: KeyRing) => endAttempt({ database, keys }, 'github', z.any(), state, 2) }
}

const bothKeys = new KeyRing([NEW, OLD])
const newKey = new KeyRing([NEW])

describeOnEachDatabase('what is kept sealed', ({ empty, migrated }) => {
  test('opens with the new key alone after it was sealed anew', async () => {
    const store = { database: await migrated(), keys: new KeyRing([OLD]) }
    const { readWith, endAttempt } = await filled(store)
    const before = await readWith(store.keys)
    await expect(readWith(newKey)).rejects.toThrow(SealBroken)
    await checkKeys(store.database, bothKeys)

    const told: number[] = []
    const count = await reseal({ ...store, keys: bothKeys }, (done) => told.push(done))
    expect(count).toBe(MORE_THAN_A_PAGE + 7)
    expect(told.at(-1)).toBe(count)
    expect(await readWith(newKey)).toEqual(before)
    expect(await endAttempt(newKey)).toEqual({ verifier: 'v' })
    // The old key opens nothing, and may go.
    expect(await checkKeys(store.database, bothKeys)).toEqual(new KeyRing([OLD]).keyIds)
    expect(await checkKeys(store.database, newKey)).toEqual([])
    expect(await reseal({ ...store, keys: newKey })).toBe(0)
  })

  test('is half old and half new when that is broken off, opens with both keys, and is finished by another run', async () => {
    const store = { database: await migrated(), keys: new KeyRing([OLD]) }
    const { readWith } = await filled(store)
    const before = await readWith(store.keys)
    const brokenOff = reseal({ ...store, keys: bothKeys }, () => {
      throw new Error('broken off')
    })
    await expect(brokenOff).rejects.toThrow('broken off')
    expect(await readWith(bothKeys)).toEqual(before)
    await expect(readWith(newKey)).rejects.toThrow(SealBroken)
    await reseal({ ...store, keys: bothKeys })
    expect(await readWith(newKey)).toEqual(before)
  })

  test('of every table that says so opens with the new key alone', async () => {
    const database = await empty()
    await fillReleased(database, RELEASED.at(-1)!)
    const [old, both] = [new KeyRing([RELEASED_KEY]), new KeyRing([NEW, RELEASED_KEY])]
    const opened = async (keys: KeyRing) => {
      const texts: Record<string, string[]> = {}
      for (const { name, key, sealed } of TABLES.filter((table) => table.name !== 'key_check'))
        for (const column of sealed) {
          const { rows } = await sql<Record<string, string | null>>`select * from ${sql.table(name)}`.execute(
            database.query,
          )
          const placeOf = (row: Record<string, string | null>) =>
            columnPlace(name, key.map((part) => row[part]).join(' '), column, row['user_id'] ?? '')
          texts[`${name}.${column}`] = rows.flatMap((row) =>
            row[column] === null ? [] : [keys.open(placeOf(row), row[column]!).toString('base64')],
          )
        }
      return texts
    }
    const before = await opened(old)
    expect(Object.entries(before).filter(([, texts]) => texts.length === 0)).toEqual([])
    await checkKeys(database, both)
    await reseal({ database, keys: both })
    expect(await opened(newKey)).toEqual(before)
  })
})
