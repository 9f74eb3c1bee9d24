import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { addUser } from '../../test/accounts.ts'
import { describeOnEachDatabase } from '../../test/databases.ts'
import type { Database } from '../db/database.ts'
import { KeyRing } from '../db/key-ring.ts'
import { makeLink, useLink } from './account-links.ts'
import { beginAttempt, endAttempt } from './attempts.ts'
import { countOwned } from './deletion.ts'
import { forgetOldDoors } from './forget-old.ts'
import { listInvites, makeInvite, useInvite, withdrawInvite } from './invites.ts'
import { listEvents, noteEvent } from './security-events.ts'
import { needsSetup, prepareSetupCode, useSetupCode } from './setup-code.ts'
import {
  addProvider,
  findPasswordHash,
  findProviderUser,
  hasBeenIn,
  listMethods,
  noteProviderUsed,
  notePasswordUsed,
  removeMethod,
  savePassword,
} from './sign-in-methods.ts'
import { confirmEmail, findUserById, listPeople, requireOtherOwner } from './users.ts'

const DAY_MS = 86_400_000

/** What both of two transactions say that run at once. */
async function twice<T>(
  { query }: Database,
  work: (rows: Database['query'], turn: number) => Promise<T>,
): Promise<T[]> {
  return Promise.all([1, 2].map((turn) => query.transaction().execute((rows) => work(rows, turn))))
}

describeOnEachDatabase('the setup code', ({ migrated }) => {
  test('is used once, also by two at once, and never again', async () => {
    const database = await migrated()
    const { query } = database
    const folder = mkdtempSync(join(tmpdir(), 'switchyard-setup-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    expect(await needsSetup(query)).toBe(true)
    const code = (await prepareSetupCode(query, folder))!
    expect(JSON.stringify(await query.selectFrom('setup_state').selectAll().execute())).not.toContain(code)
    expect(await useSetupCode(query, 'other', 5)).toBe(false)
    expect(new Set(await twice(database, (rows) => useSetupCode(rows, code, 5)))).toEqual(new Set([true, false]))
    expect(await needsSetup(query)).toBe(false)
    expect(await prepareSetupCode(query, folder)).toBeUndefined()
  })

  test('of a folder that was lost is replaced by a new one', async () => {
    const { query } = await migrated()
    const folder = mkdtempSync(join(tmpdir(), 'switchyard-setup-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const first = (await prepareSetupCode(query, folder))!
    rmSync(join(folder, 'setup-code'))
    const second = (await prepareSetupCode(query, folder))!
    expect([await useSetupCode(query, first, 5), await useSetupCode(query, second, 5)]).toEqual([false, true])
  })
})

describeOnEachDatabase('an invitation', ({ migrated }) => {
  test('is used once in seven days, and listed until then', async () => {
    const database = await migrated()
    const { query } = database
    const owner = await addUser({ database }, 'owner', 'owner')
    const invite = async (label: string) => (await makeInvite(query, { ownerId: owner.id, label }, 0)).token
    const [one, two] = [await invite('one'), await invite('two')]
    expect(new Set(await twice(database, (rows) => useInvite(rows, one, 1)))).toEqual(new Set([true, false]))
    expect((await listInvites(query, 1)).map(({ label }) => label)).toEqual(['two'])
    expect(await useInvite(query, two, 7 * DAY_MS)).toBe(false)
    expect(await listInvites(query, 7 * DAY_MS)).toEqual([])
    const early = (await makeInvite(query, { ownerId: owner.id, label: 'early' }, 30 * DAY_MS)).token
    expect(
      [await useInvite(query, early, 1), (await listInvites(query, 1)).length],
      'of a clock since set back',
    ).toEqual([false, 1])
    const [left] = await listInvites(query, 1)
    expect([await withdrawInvite(query, left!.id), await withdrawInvite(query, left!.id)]).toEqual([true, false])
  })
})

describeOnEachDatabase('a link of an account', ({ migrated }) => {
  test('works once, for its purpose, and a new one ends the one before', async () => {
    const database = await migrated()
    const { query } = database
    const anna = await addUser({ database }, 'anna')
    const link = { userId: anna.id, purpose: 'reset', email: anna.email } as const
    const [first, second] = [await makeLink(query, link, 0), await makeLink(query, link, 0)]
    expect(await useLink(query, 'reset', first.token, 1)).toBeUndefined()
    expect(await useLink(query, 'confirm', second.token, 1)).toBeUndefined()
    const uses = await twice(database, (rows) => useLink(rows, 'reset', second.token, 1))
    expect(uses.filter((use) => use !== undefined)).toEqual([link])
    const late = await makeLink(query, link, 0)
    expect(await useLink(query, 'reset', late.token, late.expiresAt)).toBeUndefined()
    const early = await makeLink(query, link, DAY_MS)
    expect(await useLink(query, 'reset', early.token, 1), 'of a clock that was set back since').toBeUndefined()
  })

  test('confirms an address that nobody else has', async () => {
    const database = await migrated()
    const { query } = database
    const [anna, bert] = [await addUser({ database }, 'anna'), await addUser({ database }, 'bert')]
    expect(await confirmEmail(query, { userId: anna.id, email: 'BERT@example.com' }, 5)).toBe(false)
    expect(await confirmEmail(query, { userId: anna.id, email: 'New@example.com' }, 5)).toBe(true)
    expect(await findUserById(query, anna.id)).toMatchObject({ email: 'new@example.com', email_confirmed_at: 5 })
    expect(await findUserById(query, bert.id)).toMatchObject({ email_confirmed_at: null })
  })
})

describeOnEachDatabase('ways to sign in', ({ migrated }) => {
  test('belong to one user each, and the last one stays, also when two go at once', async () => {
    const database = await migrated()
    const { query } = database
    const [anna, bert] = [await addUser({ database }, 'anna'), await addUser({ database }, 'bert')]
    await savePassword(query, anna.id, 'first', 1)
    await savePassword(query, anna.id, 'second', 2)
    expect(await findPasswordHash(query, anna.id)).toBe('second')
    expect(await hasBeenIn(query, anna.id)).toBe(false)
    await notePasswordUsed(query, anna.id, 3)
    expect(await hasBeenIn(query, anna.id)).toBe(true)
    const github = { kind: 'github', subject: '7', label: 'anna' } as const
    expect(await addProvider(query, anna.id, github, 4)).toBe(true)
    expect(await addProvider(query, bert.id, github, 4)).toBe(false)
    expect(await findProviderUser(query, 'github', '7')).toBe(anna.id)
    expect(await findProviderUser(query, 'gitlab', '7')).toBeUndefined()
    await noteProviderUsed(query, 'github', '7', 9)
    const methods = await listMethods(query, anna.id)
    expect(methods.map(({ kind, label, usedAt }) => [kind, label, usedAt])).toEqual([
      ['password', '', 3],
      ['github', 'anna', 9],
    ])
    await expect(removeMethod(query, bert.id, methods[0]!.id)).rejects.toThrow('not-found')
    const removals = await Promise.allSettled(methods.map(({ id }) => removeMethod(query, anna.id, id)))
    expect(removals.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await listMethods(query, anna.id)).toHaveLength(1)
  })
})

describeOnEachDatabase('a way to a provider', ({ migrated }) => {
  test('comes back once, within ten minutes, to what was begun', async () => {
    const database = await migrated()
    const store = { database, keys: new KeyRing(['x'.repeat(32)]) }
    const Content = z.object({ verifier: z.string() })
    const end = (state: string, now: number, kind = 'oauth') => endAttempt(store, kind, Content, state, now)
    const state = await beginAttempt(store, 'oauth', { verifier: 'canary-verifier' }, 0)
    const rows = JSON.stringify(await database.query.selectFrom('sign_in_attempt').selectAll().execute())
    expect([rows.includes('canary'), rows.includes(state)]).toEqual([false, false])
    expect(await end(state, 1, 'passkey')).toBeUndefined()
    expect(await end(state, 1)).toEqual({ verifier: 'canary-verifier' })
    expect(await end(state, 1)).toBeUndefined()
    const late = await beginAttempt(store, 'oauth', { verifier: 'x' }, 0)
    expect(await end(late, 600_000)).toBeUndefined()
    const early = await beginAttempt(store, 'oauth', { verifier: 'x' }, DAY_MS)
    expect(await end(early, 1), 'of a clock that was set back since').toBeUndefined()
  })
})

describeOnEachDatabase('the last owner', ({ migrated }) => {
  test('is left, also when two put each other out at once', async () => {
    const database = await migrated()
    const { query } = database
    await query.insertInto('setup_state').values({ id: 1, code_hash: '', done_at: 0 }).execute()
    const owners = [await addUser({ database }, 'one', 'owner'), await addUser({ database }, 'two', 'owner')]
    const outcomes = await Promise.allSettled(
      owners.map(({ id }) =>
        query.transaction().execute(async (rows) => {
          await requireOtherOwner(rows, id)
          await rows.updateTable('user_account').set({ disabled_at: 1 }).where('id', '=', id).execute()
        }),
      ),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const people = await listPeople(query)
    expect(people.filter(({ disabledAt }) => disabledAt === null)).toHaveLength(1)
  })
})

describeOnEachDatabase('what has ended by itself', ({ migrated }) => {
  test('is removed, events after ninety days', async () => {
    const database = await migrated()
    const { query } = database
    const anna = await addUser({ database }, 'anna')
    const store = { database, keys: new KeyRing(['x'.repeat(32)]) }
    await makeInvite(query, { ownerId: anna.id, label: '' }, 0)
    await makeLink(query, { userId: anna.id, purpose: 'confirm', email: anna.email }, 0)
    await noteEvent(query, anna.id, { what: 'registered', network: '192.0.2.0/24' }, 1)
    await noteEvent(query, anna.id, { what: 'signed-in', network: '' }, 2)
    await beginAttempt(store, 'oauth', {}, 0)
    expect((await listEvents(query, anna.id, 3)).map(({ what }) => what)).toEqual(['signed-in', 'registered'])
    await forgetOldDoors(query, 7 * DAY_MS)
    expect(await countOwned(query, anna.id)).toEqual({ security_event: 2 })
    expect(await query.selectFrom('sign_in_attempt').selectAll().execute()).toEqual([])
    await forgetOldDoors(query, 90 * DAY_MS + 1)
    expect(await countOwned(query, anna.id)).toEqual({ security_event: 1 })
  })
})
