import type { BucketPermission } from '@switchyard/contract'
import { table } from './table.ts'

/** Files of people, and who else may read them. Their bytes are in the storage, under keys of ours. Times are milliseconds since 1970. */
export const STORAGE_TABLES = {
  storage_bucket: table<{
    id: string
    user_id: string
    name: string
    permission: BucketPermission
    /** Tokens of the bucket are made with it: another one ends them all. */
    generation: number
    created_at: number
    /** Of the address of a bucket that everybody may read. */
    token_hash: string | null
    token: string | null
  }>({
    since: '010-storage',
    key: ['id'],
    owner: 'user_id',
    exported: 'buckets',
    sealed: ['token'],
    quota: { bytes: ['token'], rows: 20 },
  }),
  /** A file or a folder. */
  storage_entry: table<{
    id: string
    user_id: string
    bucket_id: string
    /** The folder that it is in; empty: the root of its bucket. */
    parent_id: string
    name: string
    /** Of a file: where its bytes are. A folder has none, and nothing of what follows. */
    key: string | null
    size: number
    sha: string | null
    /** What its first bytes say that it is; null: no picture. */
    picture: string | null
    changed_at: number
  }>({
    since: '010-storage',
    key: ['id'],
    owner: 'user_id',
    exported: 'files',
    quota: { sizes: ['size'], rows: 2000 },
  }),
  file_share: table<{
    id: string
    user_id: string
    entry_id: string
    revision: number
    token_hash: string
    token: string
    password_hash: string | null
    created_at: number
    expires_at: number | null
  }>({
    since: '010-storage',
    key: ['id'],
    owner: 'user_id',
    exported: 'fileShares',
    sealed: ['token'],
    quota: { bytes: ['token'], rows: 500 },
  }),
  /** Keys of the storage that no file has: bytes that are on their way, or to be removed. The person may be gone. */
  storage_key: table<{
    key: string
    user_id: string
    /** What is on its way counts to what its person may keep. */
    bytes: number
    /** 1: its bytes are to be removed; no file may take it any more. */
    is_waste: number
    /** When a key that is still on its way was given up. */
    due_at: number
  }>({ since: '010-storage', key: ['key'], owner: 'server', quota: { sizes: ['bytes'] } }),
}
