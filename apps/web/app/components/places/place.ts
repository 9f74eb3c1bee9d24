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

/** Where one file stands: what an address of a screen, a draft and a position say of it. No token, no content. */
export interface FileAddress {
  /** The id of a place. */
  place: string
  /** The repository of a Git host; '' where a place is one root. */
  root: string
  /** The branch; '' where a place has none. */
  ref: string
  /** From the root, with `/`. */
  path: string
}

/** Somewhere that keeps files: an account at a Git host, this device. Failures are `GitHostError`s, whatever the place. */
export interface Place {
  /** `device`, or `git.` and the id of the account. It stands in addresses. */
  id: string
  kind: 'device' | 'git'
  /** As the person calls it. */
  name: string
  /** Repositories and branches, where the place has them. */
  host?: GitHost
  space(root: string, ref: string): FileSpace
}

/** The files below one root: a branch of a repository, or this device. */
export interface FileSpace {
  list(folder: string, paging?: Paging): Promise<ListPart<FileEntry>>
  tree(): Promise<FileTree>
  read(path: string): Promise<FileContent>
  /** All changes or none; a file that has another version than its change expects is a `conflict`. */
  write(request: CommitRequest): Promise<WrittenCommit>
  /** Newest first; of one path where it is given. Absent where a place keeps no versions. */
  history?(options?: Paging & { path?: string }): Promise<ListPart<GitCommit>>
  commit?(id: string): Promise<CommitDetail>
  /** A file as it was at a commit. */
  readAt?(commit: string, path: string): Promise<FileContent>
  /** Where clients load the file from, if it is public. */
  address?(path: string): string
}
