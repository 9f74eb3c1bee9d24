import { createAsk } from './ask.ts'
import type { Dialect } from './dialect.ts'
import { type GitFailureCode, GitHostError } from './failure.ts'
import type { CommitRequest, FileTree, GitCommit, GitHost, ListPart, Paging, WrittenCommit } from './git-host.ts'
import { settleWrite } from './settle-write.ts'
import { versionsAfter } from './standing.ts'
import { createWriteQueue } from './write-queue.ts'

export interface GitHostOptions {
  /** Of the API, without `/` at its end. */
  base: string
  token: string
  fetch: typeof fetch
  now?: () => number
  wait?: (ms: number) => Promise<void>
  timeoutMs?: number
}

const TIMEOUT_MS = 60_000

/** A host that speaks a dialect, with what holds for all of them: which 404 it is, writes in turn, lost answers. */
export function createGitHost(dialect: Dialect, options: GitHostOptions): GitHost {
  const ask = createAsk({
    now: Date.now,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    timeoutMs: TIMEOUT_MS,
    ...options,
    authorize: dialect.authorize,
    classify: dialect.classify,
  })
  const does = dialect.operations(ask, options.base)
  const inTurn = createWriteQueue()

  return {
    ...does,
    facts: dialect.facts,
    repository,
    branches: (path, paging) => within(path, does.branches(path, paging)),
    createBranch: (path, name, from) => within(path, does.createBranch(path, name, from)),
    deleteBranch: (path, name) => within(path, does.deleteBranch(path, name)),
    protectBranch: (path, name, isProtected) => within(path, does.protectBranch(path, name, isProtected)),
    list,
    tree,
    readFile: (path, ref, file) => within(path, does.readFile(path, ref, file)),
    lastCommit,
    history,
    commit: (path, id) => within(path, does.commit(path, id)),
    compare: (path, older, newer) => within(path, does.compare(path, older, newer)),
    write: (path, branch, request) => inTurn(`${path}\n${branch}`, () => write(path, branch, request)),
  }

  function repository(path: string) {
    return does.repository(path).catch((error: unknown) => {
      throw isFailure(error, 'not-found') ? new GitHostError({ ...error.failure, code: 'repository-not-found' }) : error
    })
  }

  /** Hosts say 404 to a missing file and to a missing repository alike. */
  async function within<T>(path: string, asked: Promise<T>): Promise<T> {
    try {
      return await asked
    } catch (error) {
      if (isFailure(error, 'not-found')) await repository(path)
      throw error
    }
  }

  function list(path: string, ref: string, folder: string, paging?: Paging) {
    const listed = within(path, does.list(path, ref, folder, paging))
    return folder === '' ? emptyAtFirst(path, listed) : listed
  }

  function history(path: string, ref: string, options?: Parameters<GitHost['history']>[2]) {
    return emptyAtFirst(path, within(path, does.history(path, ref, options)))
  }

  async function tree(path: string, ref: string): Promise<FileTree> {
    const part = async () => ({ items: [await does.tree(path, ref)] })
    return (await emptyAtFirst(path, within(path, part()))).items[0] ?? { entries: [], isTruncated: false }
  }

  /** Of a path that is not there some hosts say that it is not, some that nobody touched it. */
  async function lastCommit(path: string, ref: string, file: string): Promise<GitCommit | undefined> {
    try {
      return await within(path, does.lastCommit(path, ref, file))
    } catch (error) {
      if (isFailure(error, 'not-found')) return undefined
      throw error
    }
  }

  /** A repository without commits has no branch, so neither a root nor a history. */
  async function emptyAtFirst<T>(path: string, asked: Promise<ListPart<T>>): Promise<ListPart<T>> {
    try {
      return await asked
    } catch (error) {
      const isEmpty = isFailure(error, 'not-found') && (await does.branches(path)).items.length === 0
      if (isEmpty) return { items: [] }
      throw error
    }
  }

  async function newestCommit(path: string, ref: string, file: string): Promise<string> {
    const touched = await lastCommit(path, ref, file)
    return (touched ?? (await history(path, ref)).items[0])?.id ?? ''
  }

  async function write(path: string, branch: string, request: CommitRequest): Promise<WrittenCommit> {
    if (request.changes.length === 0) throw new Error('A commit without changes is none.')
    const commit = await settleWrite(request, {
      write: (changes) => does.write(path, branch, { ...request, changes }),
      list: (folder, page) => list(path, branch, folder, { page }),
      lastCommit: (file) => newestCommit(path, branch, file),
    })
    return { commit, versions: await versionsAfter(request.changes, commit) }
  }
}

function isFailure(error: unknown, code: GitFailureCode): error is GitHostError {
  return error instanceof GitHostError && error.failure.code === code
}
