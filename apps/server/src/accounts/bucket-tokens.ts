import { DEFAULT_BUCKET } from '@switchyard/contract'
import type { ServerStore } from '../db/open-store.ts'
import type { User } from '../http/visitor.ts'

/** How one knows a token of a bucket where it turns up. Tokens for programs begin alike. */
const PREFIX = 'switchyard_bucket_'
const TOKEN = /^switchyard_bucket_([\w-]{1,200})_([0-9a-f]{32})$/
/** Neither in the id of a person nor in the name of a bucket. */
const BETWEEN = '/'

export const isBucketToken = (token: string): boolean => token.startsWith(PREFIX)

/**
 * The token of a bucket: nothing of it is kept. It is made of the key of the server, the person, the bucket and the bucket's
 * generation, and is the same until one of them changes.
 */
export async function bucketToken(store: ServerStore, userId: string, bucket: string): Promise<string> {
  const generation = (await generationOf(store, userId, bucket)) ?? 0
  const name = Buffer.from(`${userId}${BETWEEN}${bucket}`).toString('base64url')
  return `${PREFIX}${name}_${store.keys.derived(textOf(userId, bucket, generation))}`
}

/** Whose token it is and for which bucket; undefined for one that never was or is not any more. */
export async function findBucketToken(
  store: ServerStore,
  token: string,
): Promise<{ user: User; scopes: readonly ['read', 'write']; bucket: string } | undefined> {
  const [, named = '', secret = ''] = TOKEN.exec(token) ?? []
  const [userId = '', bucket = ''] = Buffer.from(named, 'base64url').toString().split(BETWEEN)
  if (userId === '' || userId.includes('\0') || bucket.includes('\0')) return undefined
  const generation = await generationOf(store, userId, bucket)
  if (generation === undefined || !store.keys.isDerived(textOf(userId, bucket, generation), secret)) return undefined
  const user = await store.database.query
    .selectFrom('user_account')
    .select(['id', 'name', 'email', 'role', 'language'])
    .where('id', '=', userId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return user && { user, scopes: ['read', 'write'], bucket }
}

/** The bucket that everybody has is there before anything is kept in it. */
async function generationOf({ database }: ServerStore, userId: string, bucket: string): Promise<number | undefined> {
  const found = await database.query
    .selectFrom('storage_bucket')
    .select('generation')
    .where('user_id', '=', userId)
    .where('name', '=', bucket)
    .executeTakeFirst()
  return found?.generation ?? (bucket === DEFAULT_BUCKET ? 0 : undefined)
}

const textOf = (userId: string, bucket: string, generation: number): string =>
  `bucket token ${JSON.stringify([userId, bucket, generation])}`
