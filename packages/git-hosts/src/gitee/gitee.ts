import {
  commitOf,
  contentsAt,
  filesOf,
  listedEntry,
  repositoryAt,
  repositoryOf,
  type Schemas,
  treeEntry,
} from '../contents/answers.ts'
import type { AnswerPart } from '../host/answer-part.ts'
import type { Ask, HostCall } from '../host/ask.ts'
import { fromBase64, toBase64 } from '../host/bytes.ts'
import type { Dialect, HostOperations } from '../host/dialect.ts'
import { type GitFailureCode, GitHostError } from '../host/failure.ts'
import type { CommitRequest, FileChange, GitRepository } from '../host/git-host.ts'
import { nextPage } from '../host/paging.ts'
import { asWhole, bySegment, folderOf } from '../host/paths.ts'
import { GITEE, webAddressOf } from './facts.ts'

const REPOSITORIES_ON_A_PAGE = 50
const PAGE_SIZE = 100

/** `message`, `messages` or `error`, in English or Chinese. */
const SAYINGS: readonly (readonly [RegExp, GitFailureCode])[] = [
  [/rate limit|too many requests|频繁|频率/i, 'rate-limited'],
  [/(?:not found project|project not found)|仓库不存在/i, 'repository-not-found'],
  [/protected|保护|只读|archived|归档/i, 'protected'],
  [/already exist|已存在/i, 'exists'],
  [/sha is (?:missing|empty)|does not match|has changed|不一致|不匹配/i, 'conflict'],
  [/too large|exceed|过大|超过/i, 'too-large'],
  [/分支不存在/, 'not-found'],
]

/** Gitee reads the token from the body where there is one, else from the address. */
export const gitee: Dialect = {
  facts: GITEE,
  authorize: (call, token) => {
    if (token === '') return call
    return call.body
      ? { ...call, body: { ...call.body, access_token: token } }
      : { ...call, query: { ...call.query, access_token: token } }
  },
  classify: ({ said }) => SAYINGS.find(([saying]) => saying.test(said))?.[1],
  operations,
}

function operations(ask: Ask, base: string): HostOperations {
  const does: HostOperations = {
    async me() {
      const { headers, json } = await ask({ method: 'GET', path: '/user' })
      const user = json<{ login: string; name: string }>()
      const callsLeft = headers.get('x-ratelimit-remaining')
      return {
        login: user.text('login'),
        name: user.maybeText('name'),
        callsLeft: callsLeft === null ? undefined : Number(callsLeft),
      }
    },

    async repositories({ page = '1' } = {}) {
      const query = { page, per_page: REPOSITORIES_ON_A_PAGE, sort: 'pushed' }
      const { headers, json } = await ask({ method: 'GET', path: '/user/repos', query })
      const items = json<GiteeRepository[]>().list().map(giteeRepositoryOf)
      return { items, next: nextPage(headers, page, items.length, REPOSITORIES_ON_A_PAGE) }
    },

    async repository(repository) {
      const { json } = await ask({ method: 'GET', path: repositoryAt(repository) })
      return giteeRepositoryOf(json<GiteeRepository>())
    },

    async branches(repository, { page } = {}) {
      const query = { per_page: PAGE_SIZE, page }
      const { headers, json } = await ask({ method: 'GET', path: repositoryAt(repository, '/branches'), query })
      const items = json<Schemas['short-branch'][]>()
        .list()
        .map((branch) => ({
          name: branch.text('name'),
          commit: branch.at('commit').text('sha'),
          isProtected: branch.maybeFlag('protected') ?? false,
        }))
      return { items, next: nextPage(headers, page, items.length, PAGE_SIZE) }
    },

    async createBranch(repository, name, from) {
      const body = { branch_name: name, refs: from }
      await ask({ method: 'POST', path: repositoryAt(repository, '/branches'), body })
    },

    deleteBranch: () => Promise.reject(new Error('Gitee has no call for it: ask facts.canDeleteBranch.')),

    async protectBranch(repository, name, isProtected) {
      const path = repositoryAt(repository, `/branches/${asWhole(name)}/protection`)
      await ask(isProtected ? { method: 'PUT', path, body: {} } : { method: 'DELETE', path })
    },

    async list(repository, ref, folder) {
      const { json } = await ask({ method: 'GET', path: contentsAt(repository, folder), query: { ref } })
      const listing = json<Schemas['content-directory']>()
      const items = listing.isList ? listing.list().map(listedEntry) : []
      // `[]` is what it says of a path that is not there.
      if (items.length === 0) throw new GitHostError({ code: 'not-found' })
      return { items }
    },

    async tree(repository, ref) {
      const path = repositoryAt(repository, `/git/trees/${asWhole(ref)}`)
      const tree = (await ask({ method: 'GET', path, query: { recursive: 1 } })).json<Schemas['git-tree']>()
      return {
        entries: tree
          .at('tree')
          .list()
          .map((item) => treeEntry(item, '')),
        isTruncated: tree.maybeFlag('truncated') ?? false,
      }
    },

    async readFile(repository, ref, path) {
      const { json } = await ask({ method: 'GET', path: contentsAt(repository, path), query: { ref } })
      const file = json<Schemas['content-file']>()
      if (file.isList) throw new GitHostError({ code: 'not-found' })
      const content = file.maybeText('content') ?? ''
      const isLeftOut = content === '' && file.maybeNumber('size') !== 0
      const bytes = isLeftOut ? await readRaw(repository, ref, path) : fromBase64(content)
      if (!bytes) throw new GitHostError({ code: 'bad-answer', said: 'no base64' })
      return { bytes, version: file.text('sha') }
    },

    async lastCommit(repository, ref, path) {
      const query = { sha: ref, path, per_page: 1 }
      const { json } = await ask({ method: 'GET', path: repositoryAt(repository, '/commits'), query })
      return json<Schemas['commit'][]>().list().map(commitOf)[0]
    },

    async history(repository, ref, { path, page } = {}) {
      const query = { sha: ref, path, per_page: PAGE_SIZE, page }
      const { headers, json } = await ask({ method: 'GET', path: repositoryAt(repository, '/commits'), query })
      const items = json<Schemas['commit'][]>().list().map(commitOf)
      return { items, next: nextPage(headers, page, items.length, PAGE_SIZE) }
    },

    async commit(repository, id) {
      const { json } = await ask({ method: 'GET', path: repositoryAt(repository, `/commits/${asWhole(id)}`) })
      const commit = json<Schemas['commit']>()
      return { ...commitOf(commit), files: filesOf(commit.at('files')) }
    },

    async compare(repository, older, newer) {
      const path = repositoryAt(repository, `/compare/${asWhole(older)}...${asWhole(newer)}`)
      const comparison = (await ask({ method: 'GET', path })).json<Schemas['commit-comparison']>()
      return { commits: comparison.at('commits').list().map(commitOf), files: filesOf(comparison.at('files')) }
    },

    write(repository, branch, request) {
      const [only, ...others] = request.changes
      const isOne = others.length === 0 && only!.kind !== 'move'
      return isOne ? writeOne(repository, branch, request.message, only!) : writeTogether(repository, branch, request)
    },

    rawAddress: (repository, branch, path) =>
      `${webAddressOf(base)}/${bySegment(repository)}/raw/${bySegment(branch)}/${bySegment(path)}`,
  }
  return does

  async function readRaw(repository: string, ref: string, path: string) {
    const call = { path: repositoryAt(repository, `/raw/${bySegment(path)}`), query: { ref }, accept: '*/*' } as const
    return (await ask({ method: 'GET', ...call })).bytes
  }

  /** The version in the call is compared by Gitee. */
  async function writeOne(repository: string, branch: string, message: string, change: FileChange): Promise<string> {
    const path = contentsAt(repository, change.path)
    const call: HostCall =
      change.kind === 'delete'
        ? { method: 'DELETE', path, query: { message, branch, sha: change.version } }
        : { method: change.kind === 'create' ? 'POST' : 'PUT', path, body: { message, branch, ...contentOf(change) } }
    return (await ask(call)).json<Schemas['file-commit']>().at('commit').text('sha')
  }

  /** The versions are compared here, and the last commit of each file, read after them, by Gitee. */
  async function writeTogether(repository: string, branch: string, { message, changes }: CommitRequest) {
    const commits = await Promise.all(changes.map((change) => lastCommitOf(repository, branch, change)))
    const versions = await versionsIn(repository, branch, changes)
    const actions = changes.map((change, at) => {
      const source = change.kind === 'move' ? change.from : change.path
      const expected = change.kind === 'create' ? undefined : change.version
      const isInTheWay = change.kind === 'move' && versions.has(change.path)
      if (versions.get(source) !== expected || isInTheWay) throw new GitHostError({ code: 'conflict' })
      return actionOf(change, commits[at])
    })
    const body = { branch, message, actions }
    const { json } = await ask({ method: 'POST', path: repositoryAt(repository, '/commits'), body })
    return json<{ sha: string }>().text('sha')
  }

  async function lastCommitOf(repository: string, branch: string, change: FileChange): Promise<string | undefined> {
    if (change.kind === 'create') return undefined
    return (await does.lastCommit(repository, branch, change.kind === 'move' ? change.from : change.path))?.id
  }

  async function versionsIn(repository: string, branch: string, changes: readonly FileChange[]) {
    const paths = changes.flatMap((change) => (change.kind === 'move' ? [change.from, change.path] : [change.path]))
    const folders = [...new Set(paths.map(folderOf))]
    const listings = await Promise.all(
      folders.map((folder) =>
        does.list(repository, branch, folder).catch((error: unknown) => {
          if (error instanceof GitHostError && error.failure.code === 'not-found') return { items: [] }
          throw error
        }),
      ),
    )
    return new Map(listings.flatMap(({ items }) => items).map(({ path, version }) => [path, version]))
  }
}

type GiteeRepository = Schemas['repository'] & { permission?: { push?: boolean } }

/** What it may is called `permission` here, and the address has the ending of a clone. */
function giteeRepositoryOf(repository: AnswerPart<GiteeRepository>): GitRepository {
  const { webAddress, ...same } = repositoryOf(repository)
  return {
    ...same,
    canWrite: repository.at('permission').maybeFlag('push'),
    webAddress: webAddress.replace(/\.git$/, ''),
  }
}

function contentOf(change: FileChange) {
  if (!('bytes' in change)) return {}
  return { content: toBase64(change.bytes), ...(change.kind === 'update' && { sha: change.version }) }
}

function actionOf(change: FileChange, lastCommit: string | undefined) {
  return {
    action: change.kind,
    path: change.path,
    ...(change.kind === 'move' && { previous_path: change.from }),
    ...('bytes' in change && { content: toBase64(change.bytes), encoding: 'base64' }),
    ...(lastCommit !== undefined && { last_commit_id: lastCommit }),
  }
}
