import { readFileSync } from 'node:fs'
import { LANGS } from '@switchyard/convert/languages'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { signIn } from '../test/accounts.ts'
import { fillReleased, RELEASED, RELEASED_KEY } from '../test/released-rows.ts'
import { findUserByEmail, userOf } from './accounts/users.ts'
import { openDatabase } from './db/database.ts'
import { KeyRing } from './db/key-ring.ts'
import type { ServerStore } from './db/open-store.ts'
import { type NamedTable, TABLES } from './db/tables.ts'
import { app } from './test-app.ts'

const ORIGIN = 'http://localhost:3000'
/** A second after the rows were made. */
const NOW = Date.UTC(2026, 10, 23) + 1000

/** A server with a row in every table, most of them Ann's. What Ann asks of it, and how many rows there are. */
async function start() {
  const store: ServerStore = { database: openDatabase({ file: ':memory:' }), keys: new KeyRing([RELEASED_KEY]) }
  await fillReleased(store.database, RELEASED.at(-1)!)
  const { query } = store.database
  // Somebody else owns the server as well: so Ann may go.
  await query.updateTable('user_account').set({ role: 'owner' }).execute()
  const ann = userOf((await findUserByEmail(query, 'ann@example.com'))!)
  const cookie = `sid=${await signIn(store, ann, NOW)}`
  const asked = app({}, { store, now: () => NOW })
  const ask = (method: string, path: string, body?: unknown) =>
    asked(
      path,
      { cookie, origin: ORIGIN, 'content-type': 'application/json' },
      { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
    )
  const count = async ({ name }: NamedTable, condition = sql`1 = 1`): Promise<number> => {
    const counted = sql<{ n: number }>`select count(*) as n from ${sql.table(name)} where ${condition}`
    return (await counted.execute(query)).rows[0]!.n
  }
  const ofAnn = ({ owner }: NamedTable) => {
    if (owner === 'server') return sql`1 = 0`
    if (owner === 'user') return sql`id = ${ann.id}`
    if (owner === 'user_id') return sql`user_id = ${ann.id}`
    return sql`${sql.ref(owner.by)} in (select id from ${sql.table(owner.of)} where user_id = ${ann.id})`
  }
  const rowsOf = async (name: string) =>
    (await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(query)).rows
  return { ask, count, rowsOf, countOfAnn: (table: NamedTable) => count(table, ofAnn(table)) }
}

const OF_PEOPLE = TABLES.filter(({ owner }) => owner !== 'server')

test('the rows of this test are in every table', async () => {
  const { countOfAnn } = await start()
  for (const table of OF_PEOPLE) expect([table.name, (await countOfAnn(table)) > 0]).toEqual([table.name, true])
})

/** What stands at a place of the export: `outputs.addresses` are the addresses of all outputs. */
function at(all: unknown, place: string): unknown[] {
  return place
    .split('.')
    .reduce<unknown[]>((found, key) => found.flatMap((each) => (each as Record<string, unknown>)[key] ?? []), [all])
}

test('an export holds every row of its person where the table says, and leaves out what it says for a reason', async () => {
  const { ask, countOfAnn } = await start()
  const { data: all } = (await (await ask('GET', '/api/profile/export')).json()) as { data: unknown }
  const rowsAt = new Map<string, number>()
  const leftOut: string[] = []
  for (const table of OF_PEOPLE) {
    const { exported } = table
    if (typeof exported === 'object') leftOut.push(table.name)
    else rowsAt.set(exported, (rowsAt.get(exported) ?? 0) + (await countOfAnn(table)))
  }
  const found = Array.from(rowsAt.keys(), (place) => [place, at(all, place).length] as const)
  expect(new Map(found)).toEqual(rowsAt)
  expect(leftOut.toSorted()).toEqual(['account_link', 'output_render', 'subscription_item_day'])
})

test('a person who goes takes every row along, and no other one', async () => {
  const { ask, count, countOfAnn } = await start()
  const left = new Map<string, number>()
  for (const table of TABLES) left.set(table.name, (await count(table)) - (await countOfAnn(table)))
  expect((await ask('DELETE', '/api/profile', { email: 'ann@example.com' })).status).toBe(200)
  for (const table of TABLES) expect([table.name, await count(table)]).toEqual([table.name, left.get(table.name)])
})

test('a column that holds sealed text says so: else a new key would lose it', async () => {
  const { rowsOf } = await start()
  const found = new Set<string>()
  for (const { name } of TABLES)
    for (const row of await rowsOf(name))
      for (const [column, value] of Object.entries(row)) if (isSealed(value)) found.add(`${name}.${column}`)
  const declared = TABLES.flatMap(({ name, sealed }) => sealed.map((column) => `${name}.${column}`))
  expect([...found].toSorted()).toEqual(declared.toSorted())
})

const isSealed = (value: unknown): boolean =>
  typeof value === 'string' && /^v1(?:\+\d{10})?\.[0-9a-f]{12}\./.test(value)

test('who deletes an account is told of every table beforehand, in words of every language', () => {
  const web = new URL('../../web/app/', import.meta.url)
  const listed = readFileSync(new URL('features/account/delete-account.tsx', web), 'utf8')
  const counted = TABLES.filter(({ owner }) => owner === 'user_id').map(({ name }) => name)
  expect(counted.filter((name) => !listed.includes(`'${name}'`))).toEqual([])
  for (const lang of LANGS) {
    const words = readFileSync(new URL(`messages/account/${lang}.json`, web), 'utf8')
    const { account } = JSON.parse(words) as { account: { kept: Record<string, string> } }
    expect([lang, Object.keys(account.kept).toSorted()]).toEqual([lang, counted.toSorted()])
  }
})

/** Sealed texts that do not count to what a person may keep: by hand, each for its reason. */
const UNCOUNTED = [
  // As long as every other one.
  'output_address.token',
]

test('what people keep sealed counts to what they may keep', () => {
  const uncounted = OF_PEOPLE.flatMap(({ name, sealed, quota }) =>
    sealed.filter((column) => !quota.bytes.includes(column)).map((column) => `${name}.${column}`),
  )
  expect(uncounted).toEqual(UNCOUNTED)
})
