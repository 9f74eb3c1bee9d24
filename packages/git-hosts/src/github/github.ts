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
import { scopesIn, type Ask, type HostCall, type HostRefusal } from '../host/ask.ts'
import { fromBase64, plainTextOf, toBase64 } from '../host/bytes.ts'
import type { Dialect, HostOperations } from '../host/dialect.ts'
import { type GitFailureCode, GitHostError } from '../host/failure.ts'
import type { CommitRequest, FileChange, FileEntry, GitCommit } from '../host/git-host.ts'
import { allParts, nextPage } from '../host/paging.ts'
import { asWhole, bySegment, folderOf, nameOf } from '../host/paths.ts'
import type { AnswerPart } from '../host/answer-part.ts'
import { GITHUB, webAddressOf } from './facts.ts'

const PAGE_SIZE = 100
/** The listing of a folder stops here; the tree of the folder does not. */
const MAX_LISTED = 1000
/** A commit lists 3,000 files at most. */
const FILES_OF_A_COMMIT = 300
const MAX_PAGES_OF_A_COMMIT = 10
const RAW = 'application/vnd.github.raw+json'
const REGULAR_FILE = '100644'
const MAX_INLINE_BYTES = 1024 * 1024

/** What GitHub says with 403, 409 and 422. */
const SAYINGS: readonly (readonly [RegExp, GitFailureCode])[] = [
  [/protected branch|rule violation|through a pull request|archived/i, 'protected'],
  [/reference already exists/i, 'exists'],
  [/reference does not exist|repository is empty/i, 'not-found'],
  [/does not match|wasn't supplied|fast[ -]forward|is at \w+ but expected/i, 'conflict'],
  [/too large|exceeds/i, 'too-large'],
]

/**
 * GitHub, and GitHub Enterprise. The version of the API is not asked for: the list of headers that GitHub documents for
 * browsers lacks `X-GitHub-Api-Version`, and 2022-11-28 is what is answered without it.
 */
export const github: Dialect = {
  facts: GITHUB,
  authorize: (call, token) => ({
    ...call,
    accept: call.accept ?? 'application/vnd.github+json',
    headers: { ...call.headers, ...(token && { authorization: `Bearer ${token}` }) },
  }),
  classify,
  operations,
}

function classify({ status, headers, said }: HostRefusal): GitFailureCode | undefined {
  if (status === 404 && lacksScope(headers)) return 'scope-missing'
  return SAYINGS.find(([saying]) => saying.test(said))?.[1]
}

/** GitHub hides what a token may not do behind a 404. */
function lacksScope(headers: Headers): boolean {
  const accepted = scopesIn(headers.get('x-accepted-oauth-scopes')) ?? []
  const held = scopesIn(headers.get('x-oauth-scopes'))
  return held !== undefined && accepted.length > 0 && !accepted.some((scope) => held.includes(scope))
}

function operations(ask: Ask, base: string): HostOperations {
  const does: HostOperations = {
    async me() {
      const { headers, json } = await ask({ method: 'GET', path: '/user' })
      const user = json<Schemas['public-user']>()
      const callsLeft = headers.get('x-ratelimit-remaining')
      return {
        login: user.text('login'),
        name: user.maybeText('name'),
        scopes: scopesIn(headers.get('x-oauth-scopes')),
        callsLeft: callsLeft === null ? undefined : Number(callsLeft),
      }
    },

    async repositories({ page } = {}) {
      const query = { per_page: PAGE_SIZE, sort: 'pushed', page }
      const { headers, json } = await ask({ method: 'GET', path: '/user/repos', query })
      const items = json<Schemas['repository'][]>().list().map(repositoryOf)
      return { items, next: nextPage(headers, page, items.length, PAGE_SIZE) }
    },

    async repository(repository) {
      const { json } = await ask({ method: 'GET', path: repositoryAt(repository) })
      return repositoryOf(json<Schemas['full-repository']>())
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
      const body = { ref: `refs/heads/${name}`, sha: await headOf(repository, from) }
      await ask({ method: 'POST', path: repositoryAt(repository, '/git/refs'), body })
    },

    async deleteBranch(repository, name) {
      await ask({ method: 'DELETE', path: repositoryAt(repository, `/git/refs/heads/${bySegment(name)}`) })
    },

    async protectBranch(repository, name, isProtected) {
      const path = repositoryAt(repository, `/branches/${asWhole(name)}/protection`)
      const body = {
        required_status_checks: null,
        enforce_admins: true,
        required_pull_request_reviews: null,
        restrictions: null,
      }
      await ask(isProtected ? { method: 'PUT', path, body } : { method: 'DELETE', path })
    },

    async list(repository, ref, folder) {
      const { json } = await ask({ method: 'GET', path: contentsAt(repository, folder), query: { ref } })
      const listing = json<Schemas['content-directory']>()
      if (!listing.isList) throw new GitHostError({ code: 'not-found', said: 'It is a file.' })
      const items = listing.list()
      return { items: items.length < MAX_LISTED ? items.map(listedEntry) : await listLarge(repository, ref, folder) }
    },

    async tree(repository, ref) {
      const tree = await treeOf(repository, ref, { recursive: 1 })
      return {
        entries: tree
          .at('tree')
          .list()
          .map((item) => treeEntry(item, '')),
        isTruncated: tree.maybeFlag('truncated') ?? false,
      }
    },

    async readFile(repository, ref, path) {
      const call: HostCall = { method: 'GET', path: contentsAt(repository, path), query: { ref } }
      const file = (await ask(call)).json<Schemas['content-file']>()
      if (file.isList) throw new GitHostError({ code: 'not-found', said: 'It is a folder.' })
      const version = file.text('sha')
      const isWhole = file.maybeText('encoding') === 'base64'
      // Above 1 MB the content is left out.
      const bytes = isWhole ? fromBase64(file.text('content')) : (await ask({ ...call, accept: RAW })).bytes
      if (!bytes) throw new GitHostError({ code: 'bad-answer', said: 'no base64' })
      return { bytes, version }
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
      let head: GitCommit | undefined
      const files = await allParts(async (page) => {
        const { headers, json } = await ask({
          method: 'GET',
          path: repositoryAt(repository, `/commits/${asWhole(id)}`),
          query: { page },
        })
        const commit = json<Schemas['commit']>()
        head ??= commitOf(commit)
        const items = filesOf(commit.at('files'))
        return { items, next: nextPage(headers, page, items.length, FILES_OF_A_COMMIT) }
      }, MAX_PAGES_OF_A_COMMIT)
      return { ...head!, files: files.items }
    },

    async compare(repository, older, newer) {
      const path = repositoryAt(repository, `/compare/${asWhole(older)}...${asWhole(newer)}`)
      const comparison = (await ask({ method: 'GET', path })).json<Schemas['commit-comparison']>()
      return { commits: comparison.at('commits').list().map(commitOf), files: filesOf(comparison.at('files')) }
    },

    write,

    rawAddress(repository, branch, path) {
      const isPublic = base === GITHUB.defaultBase
      const root = isPublic ? 'https://raw.githubusercontent.com' : webAddressOf(base)
      const middle = isPublic ? '' : '/raw'
      return `${root}/${bySegment(repository)}${middle}/${bySegment(branch)}/${bySegment(path)}`
    },
  }
  return does

  async function headOf(repository: string, branch: string): Promise<string> {
    const { json } = await ask({ method: 'GET', path: repositoryAt(repository, `/git/ref/heads/${bySegment(branch)}`) })
    return json<Schemas['git-ref']>().at('object').text('sha')
  }

  async function treeOf(repository: string, id: string, query: HostCall['query'] = {}) {
    const { json } = await ask({ method: 'GET', path: repositoryAt(repository, `/git/trees/${asWhole(id)}`), query })
    return json<Schemas['git-tree']>()
  }

  async function listLarge(repository: string, ref: string, folder: string): Promise<FileEntry[]> {
    const items = await treeReader(repository, ref)(folder)
    return [...items.values()].map((item) => treeEntry(item, folder))
  }

  /** Reads folders from the root down, each once: by name what stands in them, nothing when they are not there. */
  function treeReader(repository: string, root: string) {
    const folders = new Map<string, Promise<Map<string, AnswerPart<Schemas['git-tree']['tree'][number]>>>>()
    return readFolder

    function readFolder(folder: string): Promise<Map<string, AnswerPart<Schemas['git-tree']['tree'][number]>>> {
      const reading = folders.get(folder) ?? read(folder)
      folders.set(folder, reading)
      return reading
    }

    async function read(folder: string) {
      const id = folder === '' ? root : (await readFolder(folderOf(folder))).get(nameOf(folder))?.text('sha')
      const items = id === undefined ? [] : (await treeOf(repository, id)).at('tree').list()
      return new Map(items.map((item) => [item.text('path'), item]))
    }
  }

  async function write(repository: string, branch: string, request: CommitRequest): Promise<string> {
    const { message, changes } = request
    const [first, ...others] = changes
    const isOne = others.length === 0 && first!.kind !== 'move'
    try {
      return isOne
        ? await writeOne(repository, branch, message, first!)
        : await writeTogether(repository, branch, request)
    } catch (error) {
      if (first!.kind !== 'create' || !(await isFirstCommit(repository, branch, error))) throw error
      // A repository without commits takes one file alone, and that on its default branch without naming it.
      const id = await writeOne(repository, undefined, message, first!)
      return others.length > 0 ? write(repository, branch, { message, changes: others }) : id
    }
  }

  async function isFirstCommit(repository: string, branch: string, error: unknown): Promise<boolean> {
    if (!(error instanceof GitHostError) || error.failure.code !== 'not-found') return false
    const { items } = await does.branches(repository)
    return items.length === 0 && (await does.repository(repository)).defaultBranch === branch
  }

  async function writeOne(
    repository: string,
    branch: string | undefined,
    message: string,
    change: FileChange,
  ): Promise<string> {
    const { json } = await ask({
      method: change.kind === 'delete' ? 'DELETE' : 'PUT',
      path: contentsAt(repository, change.path),
      body: {
        message,
        branch,
        ...('bytes' in change && { content: toBase64(change.bytes) }),
        ...('version' in change && { sha: change.version }),
      },
    })
    return json<Schemas['file-commit']>().at('commit').text('sha')
  }

  /** One commit on the head that was read; when another one came in between, the branch does not move. */
  async function writeTogether(repository: string, branch: string, request: CommitRequest): Promise<string> {
    const head = await headOf(repository, branch)
    const commit = await ask({ method: 'GET', path: repositoryAt(repository, `/git/commits/${head}`) })
    const root = commit.json<Schemas['git-commit']>().at('tree').text('sha')
    const readFolder = treeReader(repository, root)
    const items = await Promise.all(request.changes.map((change) => itemsFor(repository, change, readFolder)))

    const tree = await create(repository, 'trees', { base_tree: root, tree: items.flat() })
    const id = await create(repository, 'commits', { message: request.message, tree, parents: [head] })
    const path = repositoryAt(repository, `/git/refs/heads/${bySegment(branch)}`)
    await ask({ method: 'PATCH', path, body: { sha: id, force: false } })
    return id
  }

  async function create(repository: string, kind: 'blobs' | 'trees' | 'commits', body: HostCall['body']) {
    const { json } = await ask({ method: 'POST', path: repositoryAt(repository, `/git/${kind}`), body })
    return json<{ sha: string }>().text('sha')
  }

  /** The lines of a new tree for one change, after a look at what stands there. */
  async function itemsFor(repository: string, change: FileChange, readFolder: ReturnType<typeof treeReader>) {
    const there = async (path: string) => (await readFolder(folderOf(path))).get(nameOf(path))
    const now = await there(change.path)
    const from = change.kind === 'move' ? await there(change.from) : now
    const expected = change.kind === 'create' ? undefined : change.version
    const isInTheWay = change.kind === 'move' && now !== undefined
    if (from?.text('sha') !== expected || isInTheWay)
      throw new GitHostError({ code: 'conflict', said: `${change.path} is not what it was` })

    const item = { path: change.path, type: 'blob', mode: from?.text('mode') ?? REGULAR_FILE }
    if (change.kind === 'delete') return [{ ...item, sha: null }]
    if (change.kind === 'move')
      return [
        { ...item, sha: change.version },
        { ...item, path: change.from, sha: null },
      ]
    return [{ ...item, ...(await contentFor(repository, change.bytes)) }]
  }

  async function contentFor(repository: string, bytes: Uint8Array) {
    const text = bytes.length > MAX_INLINE_BYTES ? undefined : plainTextOf(bytes)
    if (text !== undefined) return { content: text }
    return { sha: await create(repository, 'blobs', { content: toBase64(bytes), encoding: 'base64' }) }
  }
}
