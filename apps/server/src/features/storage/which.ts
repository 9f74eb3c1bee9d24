import { BUCKET_NAME, DEFAULT_BUCKET, storedPath } from '@switchyard/contract'
import type { Context } from 'hono'
import { z } from 'zod'
import { ApiRefusal } from '../../api-refusal.ts'
import { boundBucket } from '../../http/visitor.ts'

/** What stands behind the `?` of an address that is about one file or folder. */
export const PATH_QUERY = { path: z.string().optional(), bucket: z.string().optional() }

/** The bucket that is meant, where none is said: the one that the token is for, else the one that everybody has. */
export function bucketOf(c: Context, named = c.req.query('bucket')): string {
  const bound = boundBucket(c)
  const bucket = named ?? bound ?? DEFAULT_BUCKET
  if (!BUCKET_NAME.test(bucket)) throw new ApiRefusal('bad-request', { field: 'bucket' })
  if (bound !== undefined && bucket !== bound) throw new ApiRefusal('forbidden')
  return bucket
}

/** The path that is meant, which may be the root. Throws the refusal `bad-request`. */
export function anyPath(text: string | undefined, field = 'path'): string {
  const path = storedPath(text ?? '')
  if (path === undefined) throw new ApiRefusal('bad-request', { field })
  return path
}

/** The path of one file or folder. Throws the refusal `bad-request`. */
export function onePath(text: string | undefined, field = 'path'): string {
  const path = anyPath(text, field)
  if (path === '') throw new ApiRefusal('bad-request', { field })
  return path
}

const SHA = /^[0-9a-f]{40}$/

/** What `?sha=` expects; undefined: nothing. */
export function expectedSha(text: string | undefined): string | undefined {
  if (text !== undefined && !SHA.test(text)) throw new ApiRefusal('bad-request', { field: 'sha' })
  return text
}
