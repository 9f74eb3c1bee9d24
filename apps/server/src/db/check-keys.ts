import type { Database } from './database.ts'
import { keyIdOf, type KeyRing, type SealedPlace } from './key-ring.ts'

const WORD = 'switchyard'

/** The keys do not fit what is kept: starting with them would seal new rows with one key and lose the old ones. */
export class KeysDoNotFit extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'KeysDoNotFit'
  }
}

/**
 * Notes the newest key, and throws `KeysDoNotFit` where something may be sealed with a key that is not at hand. Gives
 * back the ids of keys that open nothing any more, besides the newest one.
 */
export async function checkKeys({ query }: Database, keys: KeyRing): Promise<readonly string[]> {
  const known = await query.selectFrom('key_check').selectAll().execute()
  const missing = known.filter(({ key_id, sealed }) => keyIdOf(sealed) !== key_id || !opens(keys, key_id, sealed))
  if (missing.length > 0)
    throw new KeysDoNotFit(
      `SECRET does not open what is kept: ${missing.length} of ${known.length} keys in use are missing. ` +
        'Put the secret that was used before behind the new one, with a comma between them (SECRET=new,old).',
    )
  await query
    .insertInto('key_check')
    .values({ key_id: keys.newest, sealed: keys.seal(placeOf(keys.newest), WORD) })
    .onConflict((conflict) => conflict.column('key_id').doNothing())
    .execute()
  const inUse = new Set(known.map(({ key_id }) => key_id))
  return keys.keyIds.filter((id) => id !== keys.newest && !inUse.has(id))
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
