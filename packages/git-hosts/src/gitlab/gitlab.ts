import type { AnswerPart } from '../host/answer-part.ts'
import type { Ask, HostRefusal } from '../host/ask.ts'
import { fromBase64, toBase64 } from '../host/bytes.ts'
import type { Dialect, HostOperations } from '../host/dialect.ts'
import { type GitFailureCode, GitHostError } from '../host/failure.ts'
import type { FileChange, FileDifference, FileEntry, GitCommit, GitRepository } from '../host/git-host.ts'
import { allParts, nextPage } from '../host/paging.ts'
import { asWhole, bySegment } from '../host/paths.ts'
import { GITLAB, webAddressOf } from './facts.ts'

const PAGE_SIZE = 100
const MAX_TREE_PAGES = 200
const MAX_DIFF_PAGES = 30
/** Of people who may push. */
const DEVELOPER = 30
const MAINTAINER = 40

const SAYINGS: readonly (readonly [RegExp, GitFailureCode])[] = [
  [/insufficient.scope/i, 'scope-missing'],
  [/project not found/i, 'repository-not-found'],
  [/protected branch|not allowed to push|archived/i, 'protected'],
  [/already exists/i, 'exists'],
  [/has changed since you started editing|could not update|refresh and try again/i, 'conflict'],
  [/doesn't exist|does not exist|when you are on a branch/i, 'not-found'],
  [/too large|exceeds|size limit/i, 'too-large'],
]

interface Project {
  path_with_namespace: string
  default_branch: string | null
  visibility: string
  description: string | null
  web_url: string
  permissions?: Record<'project_access' | 'group_access', { access_level: number } | null>
}

interface Commit {
  id: string
  message: string
  author_name: string
  created_at: string
}

interface Diff {
  old_path: string
  new_path: string
  new_file: boolean
  renamed_file: boolean
  deleted_file: boolean
  diff: string
}

const KINDS: Readonly<Record<string, FileEntry['kind']>> = { blob: 'file', tree: 'folder', commit: 'submodule' }

/** GitLab, of gitlab.com and of others. Every failed write is a 400 there, whose text says why. */
export const gitlab: Dialect = {
  facts: GITLAB,
  authorize: (call, token) => ({ ...call, headers: { ...call.headers, ...(token && { 'private-token': token }) } }),
  classify: ({ said }: HostRefusal) => SAYINGS.find(([saying]) => saying.test(said))?.[1],
  operations,
}

function operations(ask: Ask, base: string): HostOperations {
  const does: HostOperations = {
    async me() {
      const user = (await ask({ method: 'GET', path: '/user' })).json<{ username: string; name: string }>()
      return { login: user.text('username'), name: user.maybeText('name'), scopes: await scopesOfToken() }
    },

    async repositories({ page } = {}) {
      const query = { membership: true, per_page: PAGE_SIZE, order_by: 'last_activity_at', page }
      const { headers, json } = await ask({ method: 'GET', path: '/projects', query })
      const items = json<Project[]>().list().map(repositoryOf)
      return { items, next: nextPage(headers, page, items.length, PAGE_SIZE) }
    },

    async repository(repository) {
      return repositoryOf((await ask({ method: 'GET', path: projectAt(repository) })).json<Project>())
    },

    async branches(repository, { page } = {}) {
      const query = { per_page: PAGE_SIZE, page }
      const { headers, json } = await ask({ method: 'GET', path: projectAt(repository, '/repository/branches'), query })
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
      const path = projectAt(repository, '/repository/branches')
      await ask({ method: 'POST', path, body: { branch: name, ref: from } })
    },

    async deleteBranch(repository, name) {
      await ask({ method: 'DELETE', path: projectAt(repository, `/repository/branches/${asWhole(name)}`) })
    },

    async protectBranch(repository, name, isProtected) {
      const path = projectAt(repository, '/protected_branches')
      const body = { name, push_access_level: MAINTAINER, merge_access_level: MAINTAINER }
      await ask(isProtected ? { method: 'POST', path, body } : { method: 'DELETE', path: `${path}/${asWhole(name)}` })
    },

    async list(repository, ref, folder, { page } = {}) {
      const { items, next } = await treePart(repository, { ref, path: folder || undefined, page })
      // Git keeps no empty folder, and some versions say nothing else of one that is not there.
      if (items.length === 0 && folder !== '') throw new GitHostError({ code: 'not-found' })
      return { items, next }
    },

    async tree(repository, ref) {
      const parts = await allParts((page) => treePart(repository, { ref, recursive: true, page }), MAX_TREE_PAGES)
      return { entries: parts.items, isTruncated: parts.isTruncated }
    },

    async readFile(repository, ref, path) {
      const file = (await ask({ method: 'GET', path: fileAt(repository, path), query: { ref } })).json<{
        content: string
        blob_id: string
      }>()
      const bytes = fromBase64(file.text('content'))
      if (!bytes) throw new GitHostError({ code: 'bad-answer', said: 'no base64' })
      return { bytes, version: file.text('blob_id') }
    },

    async lastCommit(repository, ref, path) {
      const query = { ref_name: ref, path, per_page: 1 }
      const { json } = await ask({ method: 'GET', path: projectAt(repository, '/repository/commits'), query })
      return json<Commit[]>().list().map(commitOf)[0]
    },

    async history(repository, ref, { path, page } = {}) {
      const query = { ref_name: ref, path, per_page: PAGE_SIZE, page }
      const { headers, json } = await ask({ method: 'GET', path: projectAt(repository, '/repository/commits'), query })
      const items = json<Commit[]>().list().map(commitOf)
      return { items, next: nextPage(headers, page, items.length, PAGE_SIZE) }
    },

    async commit(repository, id) {
      const path = projectAt(repository, `/repository/commits/${asWhole(id)}`)
      const head = commitOf((await ask({ method: 'GET', path })).json<Commit>())
      const files = await allParts(async (page) => {
        const query = { per_page: PAGE_SIZE, page }
        const { headers, json } = await ask({ method: 'GET', path: `${path}/diff`, query })
        const items = json<Diff[]>().list().map(differenceOf)
        return { items, next: nextPage(headers, page, items.length, PAGE_SIZE) }
      }, MAX_DIFF_PAGES)
      return { ...head, files: files.items }
    },

    async compare(repository, older, newer) {
      const path = projectAt(repository, '/repository/compare')
      const { json } = await ask({ method: 'GET', path, query: { from: older, to: newer } })
      const comparison = json<{ commits: Commit[]; diffs: Diff[] }>()
      return {
        commits: comparison.at('commits').list().map(commitOf),
        files: comparison.at('diffs').list().map(differenceOf),
      }
    },

    async write(repository, branch, { message, changes }) {
      const actions = await Promise.all(changes.map((change) => actionFor(repository, branch, change)))
      const body = { branch, commit_message: message, actions }
      const { json } = await ask({ method: 'POST', path: projectAt(repository, '/repository/commits'), body })
      return json<Commit>().text('id')
    },

    rawAddress: (repository, branch, path) =>
      `${webAddressOf(base)}/${bySegment(repository)}/-/raw/${bySegment(branch)}/${bySegment(path)}`,
  }
  return does

  async function scopesOfToken(): Promise<string[] | undefined> {
    try {
      const { json } = await ask({ method: 'GET', path: '/personal_access_tokens/self' })
      return json<{ scopes: string[] }>().texts('scopes')
    } catch {
      // Tokens of other kinds do not say.
      return undefined
    }
  }

  async function treePart(
    repository: string,
    asked: { ref: string; path?: string; recursive?: boolean; page: string | undefined },
  ) {
    const query = { ...asked, per_page: PAGE_SIZE }
    const { headers, json } = await ask({ method: 'GET', path: projectAt(repository, '/repository/tree'), query })
    const items = json<Record<'id' | 'name' | 'type' | 'path' | 'mode', string>[]>()
      .list()
      .map((entry) => ({
        name: entry.text('name'),
        path: entry.text('path'),
        kind: entry.maybeText('mode') === '120000' ? ('link' as const) : (KINDS[entry.text('type')] ?? 'file'),
        version: entry.text('id'),
      }))
    return { items, next: nextPage(headers, asked.page, items.length, PAGE_SIZE) }
  }

  /** The commit that GitLab compares with is read here, with the content that it stands for. */
  async function actionFor(repository: string, branch: string, change: FileChange) {
    const content = 'bytes' in change && { content: toBase64(change.bytes), encoding: 'base64' }
    if (change.kind === 'create') return { action: 'create', file_path: change.path, ...content }
    const path = change.kind === 'move' ? change.from : change.path
    const { headers } = await ask({ method: 'HEAD', path: fileAt(repository, path), query: { ref: branch } })
    if (headers.get('x-gitlab-blob-id') !== change.version) throw new GitHostError({ code: 'conflict' })
    return {
      action: change.kind,
      file_path: change.path,
      ...content,
      ...(change.kind === 'move' && { previous_path: change.from }),
      last_commit_id: headers.get('x-gitlab-last-commit-id'),
    }
  }
}

/** Groups may stand inside groups: the path is one segment. */
function projectAt(repository: string, path = ''): string {
  return `/projects/${asWhole(repository)}${path}`
}

function fileAt(repository: string, path: string): string {
  return projectAt(repository, `/repository/files/${asWhole(path)}`)
}

function repositoryOf(project: AnswerPart<Project>): GitRepository {
  const permissions = project.at('permissions')
  const levels = (['project_access', 'group_access'] as const).map((of) =>
    permissions.at(of).maybeNumber('access_level'),
  )
  return {
    path: project.text('path_with_namespace'),
    defaultBranch: project.maybeText('default_branch'),
    isPrivate: project.maybeText('visibility') !== 'public',
    canWrite: permissions.isThere ? levels.some((level) => (level ?? 0) >= DEVELOPER) : undefined,
    description: project.maybeText('description'),
    webAddress: project.text('web_url'),
  }
}

function commitOf(commit: AnswerPart<Commit>): GitCommit {
  return {
    id: commit.text('id'),
    message: commit.text('message'),
    author: commit.maybeText('author_name') ?? '',
    date: commit.maybeText('created_at') ?? '',
  }
}

function differenceOf(file: AnswerPart<Diff>): FileDifference {
  const is = (key: 'new_file' | 'renamed_file' | 'deleted_file') => file.maybeFlag(key) === true
  const change = is('new_file') ? 'added' : is('deleted_file') ? 'removed' : is('renamed_file') ? 'moved' : 'changed'
  return {
    path: file.text('new_path'),
    change,
    previousPath: change === 'moved' ? file.text('old_path') : undefined,
    patch: file.maybeText('diff') || undefined,
  }
}
