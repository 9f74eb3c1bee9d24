import type { ApiScope } from '@switchyard/contract'
import { makeApiToken } from '../src/accounts/api-tokens.ts'
import { beginSession } from '../src/accounts/sessions.ts'
import { insertUser } from '../src/accounts/users.ts'
import { KeyRing } from '../src/db/key-ring.ts'
import type { ServerStore } from '../src/db/open-store.ts'
import type { User } from '../src/http/visitor.ts'
import { filledInMemory, filledSqlite, MIGRATED } from '../src/filled-database.ts'

/** An empty store in memory, with the tables of this release. */
export async function emptyStore(file?: string): Promise<ServerStore> {
  const database = await (file === undefined ? filledInMemory(MIGRATED) : filledSqlite(MIGRATED, file))
  return { database, keys: new KeyRing(['x'.repeat(32)]) }
}

/** A user of a test. */
export async function addUser(
  { database }: Pick<ServerStore, 'database'>,
  name: string,
  role: User['role'] = 'member',
): Promise<User> {
  const made = await insertUser(database.query, { name, role, email: `${name}@example.com`, language: 'en-US' }, 0)
  if (made === undefined) throw new Error(`There is a ${name} already`)
  return made
}

/** The token of a new session, as a cookie holds it. */
export function signIn({ database }: Pick<ServerStore, 'database'>, user: User, now = 0): Promise<string> {
  return beginSession(database.query, user.id, { device: '', network: '' }, now)
}

/** A new API token. */
export async function addApiToken(
  { database }: Pick<ServerStore, 'database'>,
  user: User,
  scopes: readonly ApiScope[],
): Promise<string> {
  return (await makeApiToken(database, user.id, { name: 'test', scopes }, 0)).token
}
