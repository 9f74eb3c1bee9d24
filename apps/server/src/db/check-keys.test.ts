import { expect, test } from 'vitest'
import { checkKeys, KeysDoNotFit } from './check-keys.ts'
import { KeyRing } from './key-ring.ts'
import { describeOnEachDatabase } from '../../test/databases.ts'

const [FIRST, SECOND, OTHER] = ['1', '2', '3'].map((letter) => letter.repeat(32)) as [string, string, string]

describeOnEachDatabase('the keys of a start', ({ migrated }) => {
  test('are noted at the first one, and fit at the next', async () => {
    const database = await migrated()
    expect(await checkKeys(database, new KeyRing([FIRST]))).toEqual([])
    expect(await checkKeys(database, new KeyRing([FIRST]))).toEqual([])
  })

  test('may get a newer one before the old', async () => {
    const database = await migrated()
    await checkKeys(database, new KeyRing([FIRST]))
    expect(await checkKeys(database, new KeyRing([SECOND, FIRST]))).toEqual([])
    expect(await checkKeys(database, new KeyRing([SECOND, FIRST]))).toEqual([])
  })

  test.each([
    { name: 'another one', secrets: [OTHER] },
    { name: 'a new one without the old', secrets: [SECOND] },
  ])('stop it where there is $name', async ({ secrets }) => {
    const database = await migrated()
    await checkKeys(database, new KeyRing([FIRST]))
    await expect(checkKeys(database, new KeyRing(secrets as [string]))).rejects.toThrow(KeysDoNotFit)
    // And leave nothing behind.
    expect(await checkKeys(database, new KeyRing([FIRST]))).toEqual([])
  })

  test('that open nothing are named', async () => {
    const database = await migrated()
    await checkKeys(database, new KeyRing([FIRST]))
    const keys = new KeyRing([FIRST, OTHER])
    expect(await checkKeys(database, keys)).toEqual([keys.keyIds[1]])
  })
})
