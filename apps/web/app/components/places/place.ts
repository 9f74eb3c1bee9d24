import type {
  CommitDetail,
  CommitRequest,
  FileContent,
  FileEntry,
  FileTree,
  GitCommit,
  GitHost,
  ListPart,
  Paging,
  WrittenCommit,
} from '@switchyard/git-hosts'
import type { StorageClient } from '../storage/storage-client.ts'

/** Where one file stands: what an address of a screen, a draft and a position say of it. No token, no content. */
export interface FileAddress {
  /** The id of a place. */
  place: string
  /** The repository of a Git host, the bucket of a storage service; '' where a place is one root. */
  root: string
  /** The branch; '' where a place has none. */
  ref: string
  /** From the root, with `/`. */
  path: string
}

/** Somewhere that keeps files: an account at a Git host, a storage service, this device. Failures are `GitHostError`s, whatever the place. */
export interface Place {
  /** `device`; `storage` on our own server; `git.` or `storage.` and the id of the account. It stands in addresses. */
  id: string
  kind: 'device' | 'git' | 'storage'
  /** As the person calls it. */
  name: string
  /** Repositories and branches, where the place has them. */
  host?: GitHost
  /** Buckets and shares, where the place has them. */
  storage?: () => Promise<StorageClient>
  space(root: string, ref: string): FileSpace
}

export interface PlaceUpload {
  replaces?: string | undefined
  signal?: AbortSignal
  /** How much of it is sent, from 0 to 1. */
  onProgress?: (sent: number) => void
}

/** What stands in a folder of a place; some say more of it. */
export interface PlaceEntry extends FileEntry {
  /** ISO 8601. */
  changedAt?: string
  /** Somebody can read it by a share. */
  isShared?: boolean
}

/** The files below one root: a branch of a repository, a bucket, or this device. */
export interface FileSpace {
  list(folder: string, paging?: Paging): Promise<ListPart<PlaceEntry>>
  tree(): Promise<FileTree>
  read(path: string): Promise<FileContent>
  /** All changes or none; a file that has another version than its change expects is a `conflict`. Several changes of a storage service are made one by one. */
  write(request: CommitRequest): Promise<WrittenCommit>
  /** Newest first; of one path where it is given. Absent where a place keeps no versions. */
  history?(options?: Paging & { path?: string }): Promise<ListPart<GitCommit>>
  commit?(id: string): Promise<CommitDetail>
  /** A file as it was at a commit. */
  readAt?(commit: string, path: string): Promise<FileContent>
  /** Where clients load the file from, if it is public. */
  address?(path: string): string
  /** A file of any size, without reading it whole; where there is one already `replaces` has its version. */
  upload?(path: string, file: Blob, options?: PlaceUpload): Promise<void>
  /** Folders that are there without a file in them. Absent: a folder is there as long as a file is. */
  folders?: {
    make(path: string): Promise<void>
    /** With all that is in it. */
    remove(path: string): Promise<void>
    move(from: string, to: string): Promise<void>
  }
}
