import { gitlab } from '@switchyard/git-hosts'
import {
  bytesIn,
  type FakeAnswer,
  filesAfter,
  type FakeRequest,
  LOGIN,
  pageOf,
  startFakeHost,
  TOKEN,
} from './fake-host.ts'
import { differences, entriesIn, type FakeCommit, type FakeDifference, type FakeRepository, gitId } from './fake-repository.ts' // oxfmt-ignore
import type { TestServer } from './test-server.ts'

export const FAKE_GITLAB = 'https://gitlab.example/api/v4'

/** GitLab as lib/api/files.rb, lib/api/commits.rb and their documents have it: every failed write is a 400. */
export function startFakeGitLab(): TestServer {
  return startFakeHost(gitlab, FAKE_GITLAB, answer)
}

const refuse = (status: number, message: string): FakeAnswer => [status, { message }]
const PROTECTED = 'You are not allowed to push into this branch'

function answer(request: FakeRequest, repositories: ReadonlyMap<string, FakeRepository>): FakeAnswer {
  const { method, path, query } = request
  if (request.headers.get('private-token') !== TOKEN) return refuse(401, '401 Unauthorized')
  if (path === '/user') return [200, { username: LOGIN, name: 'Ana' }]
  if (path === '/personal_access_tokens/self') return [200, { scopes: ['api'] }]
  if (path === '/projects')
    return listOf(
      [...repositories].map(([name, one]) => projectOf(name, one)),
      query,
    )
  const [, , project = '', ...rest] = path.split('/')
  const name = decodeURIComponent(project)
  const repository = repositories.get(name)
  if (!repository) return refuse(404, '404 Project Not Found')
  if (rest.length === 0) return [200, projectOf(name, repository)]
  const [area, part, ...more] = rest.map(decodeURIComponent)
  if (area === 'protected_branches') return protection(method, repository, part, request.body)
  switch (part) {
    case 'branches':
      return branches(method, repository, more[0], request)
    case 'tree':
      return tree(repository, query)
    case 'files':
      return file(method, repository, more[0]!, query)
    case 'compare':
      return compare(repository, query)
    case 'commits':
      return method === 'POST' ? write(repository, request.body, request.actions) : commits(repository, more, query)
    default:
      return refuse(404, '404 Not Found')
  }
}

function listOf(items: readonly unknown[], query: URLSearchParams): FakeAnswer {
  const { page, pages, items: part } = pageOf(items, query, 20)
  return [200, part, { 'x-next-page': page < pages ? String(page + 1) : '', 'x-total': String(items.length) }]
}

function projectOf(name: string, repository: FakeRepository) {
  return {
    id: 1,
    path_with_namespace: name,
    default_branch: repository.defaultBranch,
    visibility: 'private',
    web_url: `https://gitlab.example/${name}`,
    permissions: { project_access: { access_level: 40 }, group_access: null },
  }
}

function commitOf({ id, message, date }: FakeCommit) {
  return { id, message, author_name: 'Ana', created_at: date }
}

function diffOf({ path, change, patch }: FakeDifference) {
  return {
    old_path: path,
    new_path: path,
    new_file: change === 'added',
    renamed_file: false,
    deleted_file: change === 'removed',
    diff: patch,
  }
}

function branches(
  method: string,
  repository: FakeRepository,
  name: string | undefined,
  { body, query }: FakeRequest,
): FakeAnswer {
  if (method === 'POST') {
    const [branch, from] = [body.branch!, repository.at(body.ref!)]
    if (repository.branches.has(branch)) return refuse(400, 'Branch already exists')
    if (!from) return refuse(400, 'Invalid reference name')
    repository.branches.set(branch, from.id)
    return [201, { name: branch }]
  }
  if (method === 'DELETE') return repository.branches.delete(name!) ? [204] : refuse(404, '404 Branch Not Found')
  const all = [...repository.branches].map(([branch, id]) => ({
    name: branch,
    commit: { id },
    protected: repository.protectedBranches.has(branch),
  }))
  return listOf(all, query)
}

function protection(
  method: string,
  repository: FakeRepository,
  name: string | undefined,
  body: FakeRequest['body'],
): FakeAnswer {
  if (method === 'DELETE') return repository.protectedBranches.delete(name!) ? [204] : refuse(404, '404 Not found')
  repository.protectedBranches.add(body.name!)
  return [201, { name: body.name }]
}

function tree(repository: FakeRepository, query: URLSearchParams): FakeAnswer {
  const commit = repository.at(query.get('ref') ?? '')
  const entries = entriesIn(commit?.files ?? new Map(), query.get('path') ?? '', query.get('recursive') === 'true')
  if (!commit || entries.length === 0) return refuse(404, '404 Tree Not Found')
  const mode = { blob: '100644', tree: '040000' }
  return listOf(
    entries.map(({ id, name, type, path }) => ({ id, name, type, path, mode: mode[type] })),
    query,
  )
}

function file(method: string, repository: FakeRepository, path: string, query: URLSearchParams): FakeAnswer {
  const ref = query.get('ref') ?? ''
  const bytes = repository.at(ref)?.files.get(path)
  if (!bytes) return method === 'HEAD' ? [404] : refuse(404, '404 File Not Found')
  const last = repository.log(ref, path)[0]!.id
  if (method === 'HEAD') return [200, undefined, { 'x-gitlab-blob-id': gitId(bytes), 'x-gitlab-last-commit-id': last }]
  const content = Buffer.from(bytes).toString('base64')
  return [200, { file_path: path, encoding: 'base64', content, blob_id: gitId(bytes), last_commit_id: last }]
}

function commits(repository: FakeRepository, [id, part]: string[], query: URLSearchParams): FakeAnswer {
  if (id === undefined) {
    const ref = query.get('ref_name') ?? ''
    if (!repository.at(ref)) return refuse(404, '404 Commit Not Found')
    return listOf(repository.log(ref, query.get('path') ?? undefined).map(commitOf), query)
  }
  const commit = repository.at(id)
  if (!commit) return refuse(404, '404 Commit Not Found')
  return part === 'diff' ? listOf(repository.changed(commit).map(diffOf), query) : [200, commitOf(commit)]
}

function compare(repository: FakeRepository, query: URLSearchParams): FakeAnswer {
  const [from, to] = [repository.at(query.get('from') ?? ''), repository.at(query.get('to') ?? '')]
  if (!from || !to) return refuse(404, '404 Ref Not Found')
  const known = new Set(repository.log(from.id).map(({ id }) => id))
  const newer = repository.log(to.id).filter(({ id }) => !known.has(id))
  return [200, { commits: newer.toReversed().map(commitOf), diffs: differences(from.files, to.files).map(diffOf) }]
}

function write(repository: FakeRepository, body: FakeRequest['body'], sent: FakeRequest['actions']): FakeAnswer {
  const branch = body.branch!
  if (repository.branches.size > 0 && !repository.branches.has(branch))
    return refuse(400, 'You can only create or edit files when you are on a branch')
  if (repository.protectedBranches.has(branch)) return refuse(403, PROTECTED)
  const actions = sent.map((one) => ({
    action: one.action!,
    path: one.file_path!,
    previousPath: one.previous_path,
    content: bytesIn(one.content, one.encoding),
    lastCommit: one.last_commit_id,
  }))
  const files = filesAfter(repository, branch, actions)
  if (typeof files === 'string') return refuse(400, files)
  return [201, commitOf(repository.commit(branch, body.commit_message!, files))]
}
