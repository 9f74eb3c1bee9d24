import type { HostFacts } from './host-facts.ts'

/** A part of a list, and what asks for the next part; without `next` there is no more. */
export interface ListPart<T> {
  items: T[]
  next?: string
}

export interface HostUser {
  login: string
  name?: string
  /** What the token may do, where the host says it. */
  scopes?: string[]
  /** Calls that are left in this window, where the host says it. */
  callsLeft?: number
}

export interface GitRepository {
  /** By which every other call names it: `owner/name`; on GitLab groups may stand inside groups. */
  path: string
  /** Absent while the repository has no branch. */
  defaultBranch?: string
  isPrivate: boolean
  /** Whether the token's person may write; absent where the host does not say. */
  canWrite?: boolean
  description?: string
  webAddress: string
}

export interface GitBranch {
  name: string
  /** Its newest commit. */
  commit: string
  isProtected: boolean
}

export interface FileEntry {
  name: string
  /** From the root of the repository, with `/`. */
  path: string
  kind: 'file' | 'folder' | 'link' | 'submodule'
  /** The id that git gives to the content: equal content, equal version. */
  version: string
  /** In bytes, of files, where the host says it. */
  size?: number
}

export interface FileTree {
  entries: FileEntry[]
  /** The repository holds more than the host lists. */
  isTruncated: boolean
}

export interface FileContent {
  bytes: Uint8Array<ArrayBuffer>
  version: string
}

export interface GitCommit {
  id: string
  message: string
  author: string
  /** ISO 8601. */
  date: string
}

export interface FileDifference {
  path: string
  /** The path before a move. */
  previousPath?: string
  change: 'added' | 'changed' | 'removed' | 'moved'
  /** Hunks of a unified diff, without a head; absent for binary and very large files. */
  patch?: string
}

export interface CommitDetail extends GitCommit {
  files: FileDifference[]
}

export interface RefComparison {
  /** Those that the newer one has and the older one has not; the oldest first. */
  commits: GitCommit[]
  files: FileDifference[]
}

/** One change of one file. Content is bytes; `version` is what the person saw before the edit. */
export type FileChange =
  | { kind: 'create'; path: string; bytes: Uint8Array<ArrayBuffer> }
  | {
      kind: 'update'
      path: string
      bytes: Uint8Array<ArrayBuffer>
      version: string
      /** A file that is gone is created. */
      orCreate?: boolean
    }
  | { kind: 'delete'; path: string; version: string }
  | { kind: 'move'; from: string; path: string; version: string }

export interface CommitRequest {
  message: string
  changes: readonly FileChange[]
}

export interface WrittenCommit {
  commit: string
  /** The version of every file that is there now, by path. */
  versions: Record<string, string>
}

/** Which part of a list is asked for: `next` of the part before. */
export interface Paging {
  page?: string
}

/**
 * Files in repositories of one host. Every call throws a `GitHostError` when the host says no. Paths and branches are
 * plain text here; a dialect encodes them.
 */
export interface GitHost {
  facts: HostFacts
  me(): Promise<HostUser>
  repositories(paging?: Paging): Promise<ListPart<GitRepository>>
  repository(repository: string): Promise<GitRepository>
  branches(repository: string, paging?: Paging): Promise<ListPart<GitBranch>>
  createBranch(repository: string, name: string, from: string): Promise<void>
  deleteBranch(repository: string, name: string): Promise<void>
  protectBranch(repository: string, name: string, isProtected: boolean): Promise<void>
  /** What stands in a folder directly; '' is the root. A repository without commits has none. */
  list(repository: string, ref: string, folder: string, paging?: Paging): Promise<ListPart<FileEntry>>
  /** Everything in the repository. */
  tree(repository: string, ref: string): Promise<FileTree>
  readFile(repository: string, ref: string, path: string): Promise<FileContent>
  /** The newest commit that touched a path. */
  lastCommit(repository: string, ref: string, path: string): Promise<GitCommit | undefined>
  /** The newest commit first; of one path when it is given. */
  history(repository: string, ref: string, options?: Paging & { path?: string }): Promise<ListPart<GitCommit>>
  commit(repository: string, id: string): Promise<CommitDetail>
  compare(repository: string, older: string, newer: string): Promise<RefComparison>
  /**
   * One commit of all changes, or none. A file that has another version than its change expects is a `conflict`, and nothing
   * is written. Writes on one branch wait for each other.
   */
  write(repository: string, branch: string, request: CommitRequest): Promise<WrittenCommit>
  /** Where clients load a file of a public repository from. */
  rawAddress(repository: string, branch: string, path: string): string
}
