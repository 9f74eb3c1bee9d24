import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addUser } from '../../test/accounts.ts'
import { describeOnEachDatabase } from '../../test/databases.ts'
import { TABLES } from '../db/tables.ts'
import { findApiToken, listApiTokens, makeApiToken, revokeApiToken } from './api-tokens.ts'
import { beginSession, endSession, endSessions, findSession, forgetOldSessions, listSessions } from './sessions.ts'
import { findUserByEmail, findUserById, insertUser } from './users.ts'

const DAY_MS = 86_400_000
const PLACE = { device: 'Firefox · Windows', network: '192.0.2.0/24' }

describeOnEachDatabase('users', ({ migrated }) => {
  test('have an address in small letters, which is taken however it is typed', async () => {
    const { query } = await migrated()
    const anna = { name: 'Anna', email: 'Anna@Example.com', role: 'member', language: 'zh-CN' } as const
    const made = await insertUser(query, anna, 5)
    expect(made).toMatchObject({ email: 'anna@example.com', name: 'Anna', language: 'zh-CN' })
    expect(await insertUser(query, { ...anna, email: ' ANNA@example.COM' }, 6)).toBeUndefined()
    expect(await findUserByEmail(query, 'aNNa@example.com')).toMatchObject({ id: made!.id, created_at: 5 })
    expect(await findUserById(query, made!.id)).toMatchObject({ role: 'member', disabled_at: null })
  })
})

describeOnEachDatabase('a session', ({ migrated }) => {
  test('opens with its token alone, for its own user', async () => {
    const database = await migrated()
    const anna = await addUser({ database }, 'anna')
    await addUser({ database }, 'bert')
    const token = await beginSession(database.query, anna.id, PLACE, 0)
    expect(await findSession(database.query, token, 1)).toEqual({
      user: anna,
      session: { id: expect.any(String), provedAt: 0 },
    })
    expect(await findSession(database.query, `${token}x`, 1)).toBeUndefined()
    expect(await findSession(database.query, '', 1)).toBeUndefined()
  })

  test('ends after seven days without use', async () => {
    const database = await migrated()
    const { query } = database
    const anna = await addUser({ database }, 'anna')
    const token = await beginSession(query, anna.id, PLACE, 0)
    expect(await findSession(query, token, 7 * DAY_MS - 1)).toBeDefined()
    expect(await findSession(query, token, 13 * DAY_MS)).toBeDefined()
    expect(await findSession(query, token, 20 * DAY_MS)).toBeUndefined()
  })

  test('ends after thirty days of use', async () => {
    const database = await migrated()
    const { query } = database
    const anna = await addUser({ database }, 'anna')
    const token = await beginSession(query, anna.id, PLACE, 0)
    for (let day = 1; day < 30; day++) expect(await findSession(query, token, day * DAY_MS)).toBeDefined()
    expect(await findSession(query, token, 30 * DAY_MS)).toBeUndefined()
    await forgetOldSessions(query, 30 * DAY_MS)
    expect(await query.selectFrom('session').selectAll().execute()).toEqual([])
  })

  test('that began by a clock of years ahead ends thirty days after that clock was set back', async () => {
    const database = await migrated()
    const { query } = database
    const anna = await addUser({ database }, 'anna')
    const token = await beginSession(query, anna.id, PLACE, 1000 * DAY_MS)
    for (let day = 1; day < 31; day++) expect(await findSession(query, token, day * DAY_MS)).toBeDefined()
    expect(await findSession(query, token, 32 * DAY_MS)).toBeUndefined()
  })

  test('of a user who is disabled opens nothing', async () => {
    const database = await migrated()
    const anna = await addUser({ database }, 'anna')
    const token = await beginSession(database.query, anna.id, PLACE, 0)
    await database.query.updateTable('user_account').set({ disabled_at: 1 }).execute()
    expect(await findSession(database.query, token, 2)).toBeUndefined()
  })

  test('is ended by its own user only, alone or with the others', async () => {
    const database = await migrated()
    const { query } = database
    const [anna, bert] = [await addUser({ database }, 'anna'), await addUser({ database }, 'bert')]
    const tokens = [
      await beginSession(query, anna.id, PLACE, 0),
      await beginSession(query, anna.id, PLACE, 1),
      await beginSession(query, anna.id, PLACE, 2),
    ]
    const live = async () =>
      (await Promise.all(tokens.map((token) => findSession(query, token, 3)))).map((found) => found !== undefined)
    const [third, second] = await listSessions(query, anna.id, 3)
    expect(third).toMatchObject({ seenAt: 2, ...PLACE })
    expect(await endSession(query, bert.id, second!.id)).toBe(false)
    expect(await endSession(query, anna.id, second!.id)).toBe(true)
    expect(await live()).toEqual([true, false, true])
    await endSessions(query, bert.id)
    await endSessions(query, anna.id, third!.id)
    expect(await live()).toEqual([false, false, true])
    await endSessions(query, anna.id)
    expect(await live()).toEqual([false, false, false])
  })
})

describeOnEachDatabase('an API token', ({ migrated }) => {
  test('does what its scopes say until it expires or is revoked', async () => {
    const database = await migrated()
    const { query } = database
    const [anna, bert] = [await addUser({ database }, 'anna'), await addUser({ database }, 'bert')]
    const { token, id } = await makeApiToken(
      database,
      anna.id,
      { name: 'ci', scopes: ['convert', 'read'], expiresAt: 100 },
      0,
    )
    expect(await findApiToken(query, token, 99)).toEqual({ user: anna, scopes: ['read', 'convert'] })
    expect(await findApiToken(query, token, 100)).toBeUndefined()
    expect(await listApiTokens(query, anna.id)).toEqual([
      {
        id,
        name: 'ci',
        tail: token.slice(-4),
        scopes: ['read', 'convert'],
        createdAt: 0,
        expiresAt: 100,
        usedAt: 99,
      },
    ])
    expect(await revokeApiToken(query, bert.id, id)).toBe(false)
    expect(await revokeApiToken(query, anna.id, id)).toBe(true)
    expect(await findApiToken(query, token, 50)).toBeUndefined()
  })
})

describeOnEachDatabase('what opens a door', ({ migrated }) => {
  test('stands in no row as it is', async () => {
    const database = await migrated()
    const anna = await addUser({ database }, 'anna')
    const tokens = [
      await beginSession(database.query, anna.id, PLACE, 0),
      (await makeApiToken(database, anna.id, { name: 'ci', scopes: ['read'] }, 0)).token,
    ]
    let text = ''
    for (const { name } of TABLES)
      text += JSON.stringify((await sql`select * from ${sql.table(name)}`.execute(database.query)).rows)
    expect(text).toContain('anna@example.com')
    for (const token of tokens) expect(text).not.toContain(token)
  })

  test('goes with its user', async () => {
    const database = await migrated()
    const anna = await addUser({ database }, 'anna')
    await beginSession(database.query, anna.id, PLACE, 0)
    await makeApiToken(database, anna.id, { name: 'ci', scopes: ['read'] }, 0)
    await database.query.deleteFrom('user_account').execute()
    expect(await database.query.selectFrom('session').selectAll().execute()).toEqual([])
    expect(await database.query.selectFrom('api_token').selectAll().execute()).toEqual([])
  })
})
