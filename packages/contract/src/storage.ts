import { z } from 'zod'
import type { Slice } from './endpoint.ts'
import { Count, Done, Revision, Time } from './fields.ts'
import { BUCKET_NAME } from './storage-paths.ts'

const MOST_PASSWORD = 128
/** In letters; how long a path may be is counted in bytes. */
const MOST_PATH = 1024

/** From the root of a bucket, with `/` between its segments. */
const StoredPath = z.string().max(MOST_PATH)
const BucketName = z.string().regex(BUCKET_NAME)
/** The blob id that Git gives to these bytes. */
const Sha = z.string().regex(/^[0-9a-f]{40}$/)

/** Who may read what is in a bucket besides its person: everybody, nobody, who has a share. */
export const BUCKET_PERMISSIONS = ['public-read', 'private', 'share-only'] as const
const Permission = z.enum(BUCKET_PERMISSIONS)

const file = {
  path: z.string(),
  size: Count,
  sha: Sha,
  /** As it is served: a type of the short list of docs/security.md, "Stored files". */
  type: z.string(),
  changedAt: Time,
}

/** A file or a folder. Folders have neither size nor sha nor type. */
export const StorageEntry = z
  .strictObject({
    ...z.object(file).partial().shape,
    path: z.string(),
    name: z.string(),
    kind: z.enum(['file', 'folder']),
    /** Somebody can read it by a share. */
    share: z.boolean().optional(),
  })
  .meta({ id: 'StorageEntry' })

/** One page of a folder in the order of names. `next`: what `after` has to be for the next one. */
const StoragePage = z.strictObject({ entries: z.array(StorageEntry), next: z.string().optional() })

/** `share`: where others read it; null where nobody does. */
const Uploaded = z.strictObject({ share: z.string().nullable(), path: z.string(), sha: Sha }).meta({ id: 'Uploaded' })

/** `sha`: of the file that it replaces; null: it replaces none. Without it: whatever was there is replaced. */
const TextUpload = z.strictObject({
  text: z.string(),
  path: StoredPath,
  sha: Sha.nullable().optional(),
  bucket: BucketName.optional(),
})

const Bucket = z
  .strictObject({
    name: z.string(),
    permission: Permission,
    createdAt: Time,
    files: Count,
    bytes: Count,
    /** Of a public one: its files are at this address, with `/` and their path behind it. */
    url: z.string().optional(),
  })
  .meta({ id: 'Bucket' })

const PermissionOf = z.strictObject({ bucket: z.string(), type: Permission })

/** `userId`: who asks, where it is absent. */
const StorageUser = z.strictObject({ userId: z.string().min(1).max(100).optional() })
const Removed = z.strictObject({ removed: Count })

const share = {
  id: z.string(),
  revision: Revision,
  bucket: z.string(),
  path: z.string(),
  /** Where it is read. */
  url: z.string(),
  createdAt: Time,
  expiresAt: Time.optional(),
  hasPassword: z.boolean(),
  /** False where its bucket is private, or its time is over: its address answers 404. */
  answers: z.boolean(),
}
export const FileShare = z.strictObject(share).meta({ id: 'FileShare' })

const SharePassword = z.string().min(1).max(MOST_PASSWORD)

const NewShare = z.strictObject({
  path: StoredPath,
  bucket: BucketName.optional(),
  expiresAt: Time.optional(),
  password: SharePassword.optional(),
})

/** What is absent stays, null takes it away. */
const ShareChange = z.strictObject({
  revision: Revision,
  expiresAt: Time.nullable().optional(),
  password: SharePassword.nullable().optional(),
})

/** What a person keeps in all buckets, and what there is room for. */
const StorageState = z.strictObject({
  userId: z.string(),
  buckets: z.array(Bucket),
  /** Of everything that the person keeps, files among it. */
  keptBytes: Count,
  quotaBytes: Count,
  /** Files and folders of all buckets, and how many there may be. */
  entries: Count,
  mostEntries: Count,
})

/** Everything in a bucket, in no order. */
const StorageTree = z.strictObject({ entries: z.array(StorageEntry), isTruncated: z.boolean() })

/** `sha`: of the file that is moved, as it was seen. `to` replaces nothing. */
const Move = z.strictObject({
  from: StoredPath,
  to: StoredPath,
  bucket: BucketName.optional(),
  sha: Sha.optional(),
})

/** What the export of an account holds of it; the bytes of a file are at `GET /api/minio/file`. */
export const STORAGE_EXPORT = {
  buckets: z.array(z.strictObject({ name: z.string(), permission: Permission, createdAt: Time })),
  files: z.array(z.strictObject({ bucket: z.string(), kind: z.enum(['file', 'folder']), ...z.object(file).partial().shape, path: z.string() })), // oxfmt-ignore
  fileShares: z.array(z.strictObject({ ...share })),
}

/**
 * The storage service as other programs know it: answers are `{success, data}`. Which bucket is meant stands in `?bucket=`;
 * without it: the one that everybody has. The bytes of a file are read at `GET /api/minio/file?path=`.
 */
const STORAGE_SERVICE = {
  'GET /api/minio/list': { data: StoragePage },
  'PUT /api/minio/file': { data: Uploaded },
  'POST /api/minio/upload/text': { body: TextUpload, data: Uploaded },
  'GET /api/minio/share': { data: z.string() },
  'DELETE /api/minio/remove': { data: Removed },
  'GET /api/minio/bucket': { data: z.array(Bucket) },
  'POST /api/minio/bucket': { data: Bucket },
  'DELETE /api/minio/bucket': { data: Removed },
  'GET /api/minio/permission': { data: PermissionOf },
  'PUT /api/minio/permission': { data: PermissionOf },
  'POST /api/user/create': { body: StorageUser, data: z.strictObject({ userId: z.string(), bucket: z.string() }) },
  'GET /api/user/token': { data: z.string() },
  /** Every token of a bucket ends. */
  'DELETE /api/user/token': { data: Done },
  'POST /api/text/upload': { body: z.strictObject({ text: z.string() }), data: Uploaded },
  'DELETE /api/text/remove': { data: Removed },
} as const satisfies Slice

export const STORAGE = {
  ...STORAGE_SERVICE,
  'GET /api/storage': { data: StorageState },
  'GET /api/storage/tree': { data: StorageTree },
  'POST /api/storage/move': { body: Move, data: StorageEntry },
  'GET /api/shares': { data: z.strictObject({ shares: z.array(FileShare) }) },
  'POST /api/shares': { body: NewShare, data: FileShare },
  'PATCH /api/shares/:share': { body: ShareChange, data: FileShare },
  'DELETE /api/shares/:share': { data: Done },
} as const satisfies Slice

/** Whether what is at a path answers `{success, data}`. */
export const isStorageService = (path: string): boolean => /^\/api\/(minio|user|text)\//.test(path)

export type BucketPermission = z.infer<typeof Permission>
export type StorageEntry = z.infer<typeof StorageEntry>
export type StoragePage = z.infer<typeof StoragePage>
export type Uploaded = z.infer<typeof Uploaded>
export type Bucket = z.infer<typeof Bucket>
export type FileShare = z.infer<typeof FileShare>
export type NewShare = z.output<typeof NewShare>
export type ShareChange = z.output<typeof ShareChange>
