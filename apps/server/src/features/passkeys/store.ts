import { randomUUID } from 'node:crypto'
import type { Database } from '../../db/database.ts'
import { requireAnother } from '../../db/quota.ts'
import { changeOfUser } from '../../db/row-rules.ts'
import type { Rows } from '../../db/rows.ts'

/** What a passkey is checked with. */
export interface KnownPasskey {
  /** How its authenticator calls it. */
  credential: string
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
  transports: readonly string[]
}

/** Keeps a new passkey of a user; false where it is somebody's already. Throws the refusal `quota-reached`. */
export async function savePasskey(
  database: Database,
  userId: string,
  { credential, publicKey, counter, transports, label }: KnownPasskey & { label: string },
  now: number,
): Promise<boolean> {
  return changeOfUser(database, userId, async (rows) => {
    await requireAnother(rows, 'passkey', userId)
    const { numInsertedOrUpdatedRows } = await rows
      .insertInto('passkey')
      .values({
        id: randomUUID(),
        user_id: userId,
        credential,
        public_key: Buffer.from(publicKey).toString('base64url'),
        counter,
        transports: transports.join(','),
        label,
        created_at: now,
        used_at: null,
      })
      .onConflict((conflict) => conflict.column('credential').doNothing())
      .executeTakeFirst()
    return Boolean(numInsertedOrUpdatedRows)
  })
}

/** A passkey and whose it is, by the name that its authenticator gives it. */
export async function findPasskey(
  rows: Rows,
  credential: string,
): Promise<(KnownPasskey & { userId: string }) | undefined> {
  const found = await rows.selectFrom('passkey').selectAll().where('credential', '=', credential).executeTakeFirst()
  return found && { ...passkeyOf(found), userId: found.user_id }
}

/** The passkeys of a user. */
export async function listPasskeys(rows: Rows, userId: string): Promise<KnownPasskey[]> {
  return (await rows.selectFrom('passkey').selectAll().where('user_id', '=', userId).execute()).map(passkeyOf)
}

/** Notes a use: a counter that goes back tells of a copy. */
export async function notePasskeyUsed(rows: Rows, credential: string, counter: number, now: number): Promise<void> {
  await rows.updateTable('passkey').set({ counter, used_at: now }).where('credential', '=', credential).execute()
}

function passkeyOf(row: { credential: string; public_key: string; counter: number; transports: string }): KnownPasskey {
  return {
    credential: row.credential,
    publicKey: new Uint8Array(Buffer.from(row.public_key, 'base64url')),
    counter: row.counter,
    transports: row.transports === '' ? [] : row.transports.split(','),
  }
}
