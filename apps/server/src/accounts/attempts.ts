import { randomUUID } from 'node:crypto'
import { SECOND_MS } from '@switchyard/sources/spans'
import type { z } from 'zod'
import { ApiRefusal } from '../api-refusal.ts'
import { drawToken, hashToken } from '../db/secret-token.ts'
import type { ServerStore } from '../db/open-store.ts'
import { isOn } from '../shared/clocks.ts'
import { columnPlace } from '../db/sealed-text.ts'

const LIFE_MS = 10 * 60 * 1000
const STATE_BITS = 256
/** docs/security.md, "Rates" */
const MOST_UNDER_WAY = 20_000

/**
 * Begins a way to sign in that comes back later; gives back the state that it comes back with, once, within ten minutes.
 * Throws the refusal `too-many-requests` where that many are under way.
 */
export async function beginAttempt(
  { database, keys }: ServerStore,
  kind: string,
  content: object,
  now: number,
  state = drawToken(STATE_BITS),
): Promise<string> {
  const { count } = await database.query
    .selectFrom('sign_in_attempt')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  if (count >= MOST_UNDER_WAY) throw new ApiRefusal('too-many-requests', { retryAfterS: LIFE_MS / SECOND_MS })
  const id = randomUUID()
  const sealed = keys.seal(placeOf(id), JSON.stringify(content))
  await database.query
    .insertInto('sign_in_attempt')
    .values({ id, kind, hash: hashToken(state), sealed, expires_at: now + LIFE_MS })
    .execute()
  return state
}

/** What was begun with a state; undefined for one that was used, has expired or never was. It is gone then. */
export async function endAttempt<Schema extends z.ZodType>(
  { database, keys }: ServerStore,
  kind: string,
  schema: Schema,
  state: string,
  now: number,
): Promise<z.output<Schema> | undefined> {
  const found = await database.query
    .deleteFrom('sign_in_attempt')
    .where('hash', '=', hashToken(state))
    .where('kind', '=', kind)
    .returning(['id', 'sealed', 'expires_at'])
    .executeTakeFirst()
  if (!found || !isOn(found.expires_at, LIFE_MS, now)) return undefined
  const opened = keys.open(placeOf(found.id), found.sealed)
  return schema.parse(JSON.parse(opened.toString()))
}

function placeOf(id: string) {
  return columnPlace('sign_in_attempt', id, 'sealed', '')
}
