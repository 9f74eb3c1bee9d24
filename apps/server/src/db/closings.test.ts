import { expect, test } from 'vitest'
import { addUser } from '../../test/accounts.ts'
import { describeOnEachDatabase } from '../../test/databases.ts'
import { twoNotices } from '../../test/notices.ts'

describeOnEachDatabase('what may close an address', ({ migrated }) => {
  test('is known to the other copies of the server once it is committed', async () => {
    const [here, there] = [await migrated(), await migrated()]
    const { copies, hearing } = twoNotices()
    here.closings.share(copies[0])
    there.closings.share(copies[1])
    const anna = await addUser({ database: here }, 'anna')
    const before = there.closings.count
    expect(there.closings.count).toBe(before)
    const disable = { disabled_at: 1 }
    await here.query.transaction().execute(async (rows) => {
      await rows.updateTable('user_account').set(disable).where('id', '=', anna.id).execute()
    })
    const after = there.closings.count
    // Once for the row, and once for the commit: what is read in between is of the time before it.
    expect(after - before).toBeGreaterThan(1)
    await here.query.selectFrom('user_account').selectAll().execute()
    await here.query.transaction().execute(async (rows) => {
      await rows.selectFrom('user_account').selectAll().execute()
    })
    expect(there.closings.count).toBe(after)

    hearing.is = false
    expect(there.closings.count).not.toBe(there.closings.count)
  })
})
