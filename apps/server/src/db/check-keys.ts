import type { Database } from './database.ts'
import { keyIdOf, type KeyRing, type SealedPlace } from './key-ring.ts'
import type { Tables } from './tables.ts'

const WORD = 'switchyard'

/** The keys do not fit what is kept: starting with them would seal new rows with one key and lose the old ones. */
export class KeysDoNotFit extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'KeysDoNotFit'
  }
}

type KeyRow = Tables['key_check']

/** The rows that say which keys something may be sealed with. */
export function keyRows({ query }: Database): Promise<KeyRow[]> {
  return query.selectFrom('key_check').selectAll().execute()
}

/** Throws `KeysDoNotFit` where something may be sealed with a key that is not at hand. */
export function requireKeys(known: readonly KeyRow[], keys: KeyRing): void {
  const missing = known.filter(({ key_id, sealed }) => keyIdOf(sealed) !== key_id || !opens(keys, key_id, sealed))
  if (missing.length > 0)
    throw new KeysDoNotFit(
      `SECRET does not open what is kept: ${missing.length} of ${known.length} keys in use are missing. ` +
        'Put the secret that was used before behind the new one, with a comma between them (SECRET=new,old).',
    )
}

/** Sees that the keys fit, and notes the newest one. Gives back the ids of keys that open nothing, besides the newest. Throws `KeysDoNotFit`. */
export async function checkKeys(database: Database, keys: KeyRing): Promise<readonly string[]> {
  const known = await keyRows(database)
  requireKeys(known, keys)
  await database.query
    .insertInto('key_check')
    .values({ key_id: keys.newest, sealed: keys.seal(placeOf(keys.newest), WORD) })
    .onConflict((conflict) => conflict.column('key_id').doNothing())
    .execute()
  return idleKeys(known, keys)
}

/** The ids of keys that open nothing, besides the newest: they can be left out. */
export function idleKeys(known: readonly KeyRow[], keys: KeyRing): readonly string[] {
  const inUse = new Set(known.map(({ key_id }) => key_id))
  return keys.keyIds.filter((id) => id !== keys.newest && !inUse.has(id))
}

/** Whether something may still be sealed with an older key than the newest. */
export function needsOlderKeys(known: readonly KeyRow[], keys: KeyRing): boolean {
  return known.some(({ key_id }) => key_id !== keys.newest)
}

function opens(keys: KeyRing, id: string, sealed: string): boolean {
  try {
    return keys.open(placeOf(id), sealed).toString() === WORD
  } catch {
    return false
  }
}

function placeOf(id: string): SealedPlace {
  return { table: 'key_check', row: id, user: '' }
}
