import { Readable } from 'node:stream'
import { BUCKET_NAME, BUCKET_PERMISSIONS, type BucketPermission, DEFAULT_BUCKET } from '@switchyard/contract'
import type { Context } from 'hono'
import { z } from 'zod'
import { bucketToken } from '../../accounts/bucket-tokens.ts'
import { identify } from '../../accounts/identify.ts'
import { findUserById } from '../../accounts/users.ts'
import { ApiRefusal } from '../../api-refusal.ts'
import { factsOf } from '../../db/tables.ts'
import type { Deps } from '../../deps.ts'
import { TEXTS_BODY_BYTES } from '../../http/body-limit.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { boundBucket } from '../../http/visitor.ts'
import { drawToken } from '../../db/secret-token.ts'
import { BucketStore, findBucket } from './buckets.ts'
import { answerFile, FILE_STATUSES } from './file-answer.ts'
import { type Expected, FileStore, type StoredPlace } from './file-store.ts'
import { filesAddress } from './files-address.ts'
import { removeWaste } from '../../storage/keys.ts'
import { ShareStore } from './share-store.ts'
import { encodedPath, type Incoming, refusalOfStorage, upload, uploadedAnswer } from './uploads.ts'
import { anyPath, bucketOf, expectedSha, onePath, PATH_QUERY } from './which.ts'

const NAME_QUERY = { bucketName: z.string().optional() }
/** Texts that are sent without a path stand here. */
const TEXTS = 'texts'
const TEXT_NAME_BITS = 80

type StorageDeps = Pick<Deps, 'store' | 'storage' | 'settings' | 'now' | 'log'>

/** The bytes of files, as they come and go: before anything of them is packed or held. */
export function fileBytes(deps: StorageDeps): Endpoint[] {
  const { store, storage, settings } = deps
  const files = new FileStore(store)
  return [
    endpoint(
      'GET /api/minio/file',
      {
        who: 'member',
        scope: 'read',
        isOfBuckets: true,
        query: PATH_QUERY,
        statuses: FILE_STATUSES,
        through: identify(deps),
      },
      async ({ c, user }) => {
        const file = await files.file(placeOf(c, user.id))
        return withStorage(deps, () => answerFile(c, storage, file, false))
      },
    ),
    endpoint(
      'PUT /api/minio/file',
      {
        who: 'member',
        scope: 'write',
        isOfBuckets: true,
        query: PATH_QUERY,
        takesBytes: true,
        through: identify(deps),
      },
      async ({ c, user }) => {
        const place = placeOf(c, user.id)
        const made = await upload(deps, place, incomingBytes(c), expectedOf(c))
        return uploadedAnswer(deps, place, made, filesAddress(c, settings))
      },
    ),
  ]
}

/** The storage service: what other programs know by these names, and what is ours. */
export function storageService(deps: StorageDeps): Endpoint[] {
  const { store, storage, settings, now, log } = deps
  const files = new FileStore(store)
  const buckets = new BucketStore(store)
  const shares = new ShareStore(store)
  const reads = { who: 'member', scope: 'read', isOfBuckets: true } as const
  const writes = { who: 'member', scope: 'write', isOfBuckets: true } as const
  const drop = (keys: readonly string[]) => removeWaste({ database: store.database, storage, log }, keys)

  return [
    endpoint('GET /api/minio/list', { ...reads, query: { ...PATH_QUERY, after: z.string().optional() } }, ({ c, user }) => {
      const place = { userId: user.id, bucket: bucketOf(c), path: anyPath(c.req.query('path')) }
      return files.list(place, c.req.query('after') ?? '')
    }), // oxfmt-ignore
    endpoint(
      'POST /api/minio/upload/text',
      { ...writes, bodyBytes: TEXTS_BODY_BYTES },
      async ({ c, user, body: { text, path, sha, bucket } }) => {
        const place = { userId: user.id, bucket: bucketOf(c, bucket), path: onePath(path) }
        const made = await upload(deps, place, textBytes(text), sha)
        return uploadedAnswer(deps, place, made, filesAddress(c, settings))
      },
    ),
    endpoint('GET /api/minio/share', { ...writes, query: PATH_QUERY }, async ({ c, user }) => {
      const place = placeOf(c, user.id)
      const filesAt = filesAddress(c, settings)
      const file = await files.file(place)
      const row = await findBucket(store.database.query, user.id, place.bucket)
      const address = row && buckets.publicAddress(row, filesAt)
      if (address !== undefined) return `${address}/${encodedPath(place.path)}`
      if (row?.permission === 'private') throw new ApiRefusal('bucket-private')
      const known = await shares.findOpen(user.id, file.id, filesAt, now())
      if (known !== undefined) return known
      // A GET that makes something is taken from a page of ours or a program alone: docs/security.md, "Changes of state".
      if (!isMeant(c)) throw new ApiRefusal('forbidden-origin')
      return (await shares.create(place, {}, filesAt, now())).url
    }),
    endpoint(
      'DELETE /api/minio/remove',
      { ...writes, query: { ...PATH_QUERY, sha: z.string().optional() } },
      async ({ c, user }) => {
        const { removed, keys } = await files.remove(placeOf(c, user.id), expectedSha(c.req.query('sha')))
        await drop(keys)
        return { removed }
      },
    ),
    endpoint('GET /api/minio/bucket', { ...reads, query: NAME_QUERY }, ({ c, user }) => {
      const name = c.req.query('bucketName') ?? boundBucket(c)
      return buckets.list(user.id, filesAddress(c, settings), name === undefined ? undefined : bucketOf(c, name))
    }),
    endpoint('POST /api/minio/bucket', { who: 'member', scope: 'write', query: NAME_QUERY }, ({ c, user }) =>
      buckets.create(user.id, newName(c), filesAddress(c, settings), now()),
    ),
    endpoint('DELETE /api/minio/bucket', { who: 'member', scope: 'write', query: NAME_QUERY }, async ({ c, user }) => {
      const { removed, keys } = await buckets.remove(user.id, newName(c))
      await drop(keys)
      return { removed }
    }),
    endpoint('GET /api/minio/permission', { ...reads, query: { bucket: z.string().optional() } }, ({ c, user }) =>
      permissionOf(user.id, bucketOf(c)),
    ),
    endpoint(
      'PUT /api/minio/permission',
      { ...writes, query: { bucket: z.string().optional(), type: z.enum(BUCKET_PERMISSIONS).optional() } },
      async ({ c, user }) => {
        const bucket = bucketOf(c)
        await buckets.permit(user.id, bucket, permissionIn(c), now())
        return permissionOf(user.id, bucket)
      },
    ),
    endpoint('POST /api/user/create', { who: 'member', scope: 'write' }, async ({ user, body: { userId = user.id } }) => {
      if (userId !== user.id && user.role !== 'owner') throw new ApiRefusal('forbidden')
      if (!(await findUserById(store.database.query, userId))) throw new ApiRefusal('not-found')
      await buckets.ensureDefault(userId, now())
      return { userId, bucket: DEFAULT_BUCKET }
    }), // oxfmt-ignore
    endpoint(
      'GET /api/user/token',
      { who: 'member', scope: 'write', query: { userId: z.string().optional(), bucket: z.string().optional() } },
      async ({ c, user }) => {
        // It opens files: nobody gets that of another one, the owner of the server neither.
        const { userId = user.id } = c.req.query()
        if (userId !== user.id) throw new ApiRefusal('forbidden')
        const bucket = bucketOf(c)
        await buckets.list(user.id, '', bucket)
        return bucketToken(store, user.id, bucket)
      },
    ),
    endpoint(
      'DELETE /api/user/token',
      { who: 'member', scope: 'write', query: { bucket: z.string().optional() } },
      async ({ c, user }) => {
        await buckets.endTokens(user.id, bucketOf(c), now())
        return {}
      },
    ),
    endpoint('POST /api/text/upload', { ...writes, bodyBytes: TEXTS_BODY_BYTES }, async ({ c, user, body: { text } }) => {
      const path = `${TEXTS}/${drawToken(TEXT_NAME_BITS)}.txt`
      const place = { userId: user.id, bucket: bucketOf(c), path }
      const made = await upload(deps, place, textBytes(text), null)
      const filesAt = filesAddress(c, settings)
      const row = await findBucket(store.database.query, user.id, place.bucket)
      if (row?.permission === 'share-only') await shares.create(place, {}, filesAt, now())
      return uploadedAnswer(deps, place, made, filesAt)
    }), // oxfmt-ignore
    endpoint('DELETE /api/text/remove', { ...writes, query: PATH_QUERY }, async ({ c, user }) => {
      const place = placeOf(c, user.id)
      if (!place.path.startsWith(`${TEXTS}/`)) throw new ApiRefusal('not-found')
      const { removed, keys } = await files.remove(place, undefined)
      await drop(keys)
      return { removed }
    }),
    endpoint('GET /api/storage', reads, async ({ c, user }) => ({
      userId: user.id,
      buckets: await buckets.list(user.id, filesAddress(c, settings), boundBucket(c)),
      ...(await files.kept(user.id)),
      entries: await files.count(user.id),
      mostEntries: factsOf('storage_entry').quota.rows,
    })),
    endpoint('GET /api/storage/tree', { ...reads, query: { bucket: z.string().optional() } }, ({ c, user }) =>
      files.tree({ userId: user.id, bucket: bucketOf(c) }),
    ),
    endpoint('POST /api/storage/move', writes, ({ c, user, body: { from, to, bucket, sha } }) => {
      const place = { userId: user.id, bucket: bucketOf(c, bucket), path: onePath(from, 'from') }
      return files.move(place, onePath(to, 'to'), sha, now())
    }),
    endpoint('GET /api/shares', reads, async ({ c, user }) => ({
      shares: await shares.list(user.id, filesAddress(c, settings), now(), boundBucket(c)),
    })),
    endpoint('POST /api/shares', writes, ({ c, user, body: { path, bucket, ...wanted } }) => {
      requireFuture(wanted.expiresAt)
      const place = { userId: user.id, bucket: bucketOf(c, bucket), path: onePath(path) }
      return shares.create(place, wanted, filesAddress(c, settings), now())
    }),
    endpoint('PATCH /api/shares/:share', writes, ({ c, user, body }) => {
      requireFuture(body.expiresAt ?? undefined)
      const at = { filesAt: filesAddress(c, settings), now: now(), bucket: boundBucket(c) }
      return shares.change(user.id, c.req.param('share'), body, at)
    }),
    endpoint('DELETE /api/shares/:share', writes, async ({ c, user }) => {
      await shares.remove(user.id, c.req.param('share'), boundBucket(c))
      return {}
    }),
  ]

  async function permissionOf(userId: string, bucket: string) {
    const [found] = await buckets.list(userId, '', bucket)
    return { bucket, type: found!.permission }
  }

  function requireFuture(expiresAt: number | undefined): void {
    if (expiresAt !== undefined && expiresAt <= now()) throw new ApiRefusal('bad-request', { field: 'expiresAt' })
  }
}

/** The file or folder that `?path=` and `?bucket=` name. */
function placeOf(c: Context, userId: string): StoredPlace {
  return { userId, bucket: bucketOf(c), path: onePath(c.req.query('path')) }
}

/** A page of ours, or a program with its token: another site could have a browser ask for it. */
function isMeant(c: Context): boolean {
  return c.req.header('authorization') !== undefined || c.req.header('sec-fetch-site') === 'same-origin'
}

function newName(c: Context): string {
  const name = c.req.query('bucketName') ?? ''
  if (!BUCKET_NAME.test(name)) throw new ApiRefusal('bad-request', { field: 'bucketName' })
  return name
}

function permissionIn(c: Context): BucketPermission {
  const type = BUCKET_PERMISSIONS.find((each) => each === c.req.query('type'))
  if (type === undefined) throw new ApiRefusal('bad-request', { field: 'type' })
  return type
}

/** `If-Match: "sha"` or `If-None-Match: *`; undefined: whatever is there. */
function expectedOf(c: Context): Expected {
  if (c.req.header('if-none-match') === '*') return null
  const match = c.req.header('if-match')
  if (match === undefined || match === '*') return undefined
  const sha = /^"([0-9a-f]{40})"$/.exec(match)?.[1]
  if (sha === undefined) throw new ApiRefusal('bad-request', { field: 'if-match' })
  return sha
}

/** The body of a request as it comes. How long it is has to be said: there is room for so much, or there is none. */
function incomingBytes(c: Context): Incoming {
  const length = c.req.header('content-length')
  if (length === undefined || !/^\d{1,15}$/.test(length))
    throw new ApiRefusal('bad-request', { field: 'content-length' })
  const { body, signal } = c.req.raw
  return { bytes: Readable.from(body ?? []), size: Number(length), signal }
}

function textBytes(text: string): Incoming {
  const bytes = Buffer.from(text)
  return { bytes: Readable.from([bytes]), size: bytes.byteLength }
}

async function withStorage<T>(deps: StorageDeps, step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    throw refusalOfStorage(error, deps)
  }
}
