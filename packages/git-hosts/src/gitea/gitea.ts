import {
  commitOf,
  contentsAt,
  listedEntry,
  repositoryAt,
  repositoryOf,
  type Schemas,
  treeEntry,
} from '../contents/answers.ts'
import type { Ask, HostRefusal } from '../host/ask.ts'
import { fromBase64, toBase64 } from '../host/bytes.ts'
import type { Dialect, HostOperations } from '../host/dialect.ts'
import { type GitFailureCode, GitHostError } from '../host/failure.ts'
import type { FileChange, FileDifference, FileEntry } from '../host/git-host.ts'
import { allParts, nextPage } from '../host/paging.ts'
import { asWhole, bySegment } from '../host/paths.ts'
import { readDiff } from '../host/read-diff.ts'
import { GITEA, webAddressOf } from './facts.ts'

/** More than a server gives by default is cut to this. */
const PAGE_SIZE = 50
const TREE_PAGE_SIZE = 1000
const MAX_TREE_PAGES = 20

const SAYINGS: readonly (readonly [RegExp, GitFailureCode])[] = [
  [/protected|archived|not allowed to (?:commit|push)|cannot commit|permission to write/i, 'protected'],
  [/branch (?:already )?exists|branch with the same name/i, 'exists'],
  [/too large|exceeds/i, 'too-large'],
  // The tree of a branch that is not there, with 400.
  [/sha not found/i, 'not-found'],
  // Somebody else wrote to the branch in between.
  [/push ?rejected|out of date|fast[ -]forward|lock ref/i, 'conflict'],
]

/** Gitea, and Forgejo, which began as its copy. */
export const gitea: Dialect = {
  facts: GITEA,
  authorize: (call, token) => ({
    ...call,
    headers: { ...call.headers, ...(token && { authorization: `token ${token}` }) },
  }),
  classify,
  operations,
}

function classify({ status, said }: HostRefusal): GitFailureCode | undefined {
  // An archived repository is locked.
  if (status === 423) return 'protected'
  // A repository without commits has no history.
  if (status === 409 && /is empty/i.test(said)) return 'not-found'
  return SAYINGS.find(([saying]) => saying.test(said))?.[1]
}

function operations(ask: Ask, base: string): HostOperations {
  const does: HostOperations = {
    async me() {
      const { json } = await ask({ method: 'GET', path: '/user' })
      const user = json<{ login: string; full_name: string }>()
      return { login: user.text('login'), name: user.maybeText('full_name') || undefined }
    },

    async repositories({ page } = {}) {
      const { headers, json } = await ask({ method: 'GET', path: '/user/repos', query: { limit: PAGE_SIZE, page } })
      const items = json<Schemas['repository'][]>().list().map(repositoryOf)
      return { items, next: nextPage(headers, page, items.length, PAGE_SIZE) }
    },

    async repository(repository) {
      const { json } = await ask({ method: 'GET', path: repositoryAt(repository) })
      return repositoryOf(json<Schemas['full-repository']>())
    },

    async branches(repository, { page } = {}) {
      const query = { limit: PAGE_SIZE, page }
      const { headers, json } = await ask({ method: 'GET', path: repositoryAt(repository, '/branches'), query })
      const items = json<{ name: string; commit: { id: string }; protected: boolean }[]>()
        .list()
        .map((branch) => ({
          name: branch.text('name'),
          commit: branch.at('commit').text('id'),
          isProtected: branch.maybeFlag('protected') ?? false,
        }))
      return { items, next: nextPage(headers, page, items.length, PAGE_SIZE) }
    },

    async createBranch(repository, name, from) {
      const body = { new_branch_name: name, old_ref_name: from }
      await ask({ method: 'POST', path: repositoryAt(repository, '/branches'), body })
    },

    async deleteBranch(repository, name) {
      await ask({ method: 'DELETE', path: repositoryAt(repository, `/branches/${bySegment(name)}`) })
    },

    async protectBranch(repository, name, isProtected) {
      const path = repositoryAt(repository, '/branch_protections')
      // A rule is a pattern.
      const rule = name.replace(/[\\*?[\]{}!]/g, String.raw`\$&`)
      if (isProtected) await ask({ method: 'POST', path, body: { rule_name: rule, enable_push: false } })
      else await ask({ method: 'DELETE', path: `${path}/${asWhole(rule)}` })
    },

    async list(repository, ref, folder) {
      const { json } = await ask({ method: 'GET', path: contentsAt(repository, folder), query: { ref } })
      const listing = json<Schemas['content-directory']>()
      if (!listing.isList) throw new GitHostError({ code: 'not-found', said: 'It is a file.' })
      return { items: listing.list().map(listedEntry) }
    },

    async tree(repository, ref) {
      const { items, isTruncated } = await allParts(async (page) => {
        const query = { recursive: true, per_page: TREE_PAGE_SIZE, page }
        const path = repositoryAt(repository, `/git/trees/${asWhole(ref)}`)
        const tree = (await ask({ method: 'GET', path, query })).json<Schemas['git-tree']>()
        const next = tree.maybeFlag('truncated') ? String(Number(page ?? 1) + 1) : undefined
        const entries = tree.at('tree').list().map((item) => treeEntry(item, '')) // oxfmt-ignore
        return { items: entries, next }
      }, MAX_TREE_PAGES)
      return { entries: items, isTruncated }
    },

    async readFile(repository, ref, path) {
      const { json } = await ask({ method: 'GET', path: contentsAt(repository, path), query: { ref } })
      const file = json<Schemas['content-file']>()
      if (file.isList) throw new GitHostError({ code: 'not-found', said: 'It is a folder.' })
      const content = file.maybeText('content')
      // Above its limit, 10 MB by default, the content is left out.
      const bytes = content === undefined ? await readRaw(repository, ref, path) : fromBase64(content)
      if (!bytes) throw new GitHostError({ code: 'bad-answer', said: 'no base64' })
      return { bytes, version: file.text('sha') }
    },

    async lastCommit(repository, ref, path) {
      return (await does.history(repository, ref, { path })).items[0]
    },

    async history(repository, ref, { path, page } = {}) {
      const query = { sha: ref, path, limit: PAGE_SIZE, page, stat: false, verification: false, files: false }
      const { headers, json } = await ask({ method: 'GET', path: repositoryAt(repository, '/commits'), query })
      const items = json<Schemas['commit'][]>().list().map(commitOf)
      return { items, next: nextPage(headers, page, items.length, PAGE_SIZE) }
    },

    async commit(repository, id) {
      const path = repositoryAt(repository, `/git/commits/${asWhole(id)}`)
      const head = commitOf((await ask({ method: 'GET', path })).json<Schemas['commit']>())
      const { bytes } = await ask({ method: 'GET', path: `${path}.diff`, accept: 'text/plain' })
      return { ...head, files: readDiff(new TextDecoder().decode(bytes)) }
    },

    async compare(repository, older, newer) {
      const path = repositoryAt(repository, `/compare/${bySegment(older)}...${bySegment(newer)}`)
      const { json } = await ask({ method: 'GET', path })
      const commits = json<Schemas['commit-comparison']>().at('commits').list().map(commitOf)
      // The newest one comes first here.
      return { commits: commits.toReversed(), files: await filesBetween(repository, older, newer) }
    },

    async write(repository, branch, { message, changes }) {
      const files = await Promise.all(changes.map((change) => fileOf(repository, branch, change)))
      const body = { branch, message, files }
      const { json } = await ask({ method: 'POST', path: repositoryAt(repository, '/contents'), body })
      return json<{ commit: { sha: string } }>().at('commit').text('sha')
    },

    rawAddress: (repository, branch, path) =>
      `${webAddressOf(base)}/${bySegment(repository)}/raw/branch/${bySegment(branch)}/${bySegment(path)}`,
  }
  return does

  async function readRaw(repository: string, ref: string, path: string) {
    const call = { path: repositoryAt(repository, `/raw/${bySegment(path)}`), query: { ref }, accept: '*/*' } as const
    return (await ask({ method: 'GET', ...call })).bytes
  }

  /** A move carries the content, which every version of the server takes. */
  async function fileOf(repository: string, branch: string, change: FileChange) {
    switch (change.kind) {
      case 'create':
        return { operation: 'create', path: change.path, content: toBase64(change.bytes) }
      case 'update':
        return { operation: 'update', path: change.path, content: toBase64(change.bytes), sha: change.version }
      case 'delete':
        return { operation: 'delete', path: change.path, sha: change.version }
      case 'move': {
        const { bytes, version } = await does.readFile(repository, branch, change.from)
        if (version !== change.version) throw new GitHostError({ code: 'conflict' })
        return {
          operation: 'update',
          path: change.path,
          from_path: change.from,
          content: toBase64(bytes),
          sha: change.version,
        }
      }
    }
  }

  /** The comparison names no files: those that differ between the two trees. */
  async function filesBetween(repository: string, older: string, newer: string): Promise<FileDifference[]> {
    const [before, after] = await Promise.all([filesAt(repository, older), filesAt(repository, newer)])
    const removed = [...before.keys()].filter((path) => !after.has(path))
    const others = [...after].filter(([path, { version }]) => before.get(path)?.version !== version)
    return [
      ...removed.map((path) => ({ path, change: 'removed' as const })),
      ...others.map(([path]) => ({ path, change: before.has(path) ? ('changed' as const) : ('added' as const) })),
    ]
  }

  async function filesAt(repository: string, ref: string): Promise<ReadonlyMap<string, FileEntry>> {
    const { entries } = await does.tree(repository, ref)
    return new Map(entries.filter(({ kind }) => kind !== 'folder').map((entry) => [entry.path, entry]))
  }
}
