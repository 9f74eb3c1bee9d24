import { gitee } from '@switchyard/git-hosts'
import { bytesIn, type FakeAnswer, filesAfter, type FakeRequest, inLines, LOGIN, pageOf, startFakeHost, TOKEN } from './fake-host.ts' // oxfmt-ignore
import { differences, entriesIn, type FakeCommit, type FakeDifference, type FakeEntry, type FakeRepository, gitId } from './fake-repository.ts' // oxfmt-ignore
import type { TestServer } from './test-server.ts'

/** Gitee as its OpenAPI 5.4.86 has it, and two programs that use it: a path that is not there is `200 []`. */
export function startFakeGitee(): TestServer {
  return startFakeHost(gitee, 'https://gitee.example/api/v5', answer)
}

const refuse = (status: number, message: string): FakeAnswer => [status, { message }]

function answer(request: FakeRequest, repositories: ReadonlyMap<string, FakeRepository>): FakeAnswer {
  const { method, path, query, body } = request
  const hasBody = method === 'POST' || method === 'PUT'
  // The token is looked for in one place alone.
  const token = hasBody ? body.access_token : query.get('access_token')
  if (token !== TOKEN) return refuse(401, '401 Unauthorized: Access token does not exist')
  if (path === '/user') return [200, { login: LOGIN, name: 'Ana' }]
  if (path === '/user/repos')
    return listOf(
      [...repositories].map(([name, one]) => repositoryOf(name, one)),
      query,
    )
  const [, , owner, repo, ...rest] = path.split('/')
  const name = `${decodeURIComponent(owner ?? '')}/${decodeURIComponent(repo ?? '')}`
  const repository = repositories.get(name)
  if (!repository) return refuse(404, 'Not Found Project')
  const [area, ...more] = rest.map(decodeURIComponent)
  switch (area) {
    case undefined:
      return [200, repositoryOf(name, repository)]
    case 'branches':
      return branches(method, repository, more, request)
    case 'contents':
      return method === 'GET'
        ? read(repository, more.join('/'), query.get('ref') ?? repository.defaultBranch)
        : write(method, repository, more.join('/'), hasBody ? body : Object.fromEntries(query))
    case 'git':
      return tree(repository, more[1] ?? '', query)
    case 'commits':
      return method === 'POST' ? writeTogether(repository, body, request.actions) : commits(repository, more[0], query)
    case 'compare':
      return compare(repository, more.join('/'))
    default:
      return refuse(404, 'Not Found')
  }
}

function listOf(items: readonly unknown[], query: URLSearchParams): FakeAnswer {
  const { pages, items: part } = pageOf(items, query, 20)
  return [200, part, { total_count: String(items.length), total_page: String(pages) }]
}

function repositoryOf(name: string, { defaultBranch }: FakeRepository) {
  return {
    full_name: name,
    default_branch: defaultBranch,
    private: true,
    html_url: `https://gitee.example/${name}.git`,
    permission: { pull: true, push: true, admin: true },
  }
}

function commitOf({ id, message, date }: FakeCommit) {
  return { sha: id, commit: { message, author: { name: 'Ana', date } } }
}

function fileOf({ path, change, patch }: FakeDifference) {
  return { filename: path, status: change === 'changed' ? 'modified' : change, patch }
}

function entryOf({ name, path, type, id, size }: FakeEntry) {
  const url = `https://gitee.example/${id}`
  return { name, path, type: type === 'blob' ? 'file' : 'dir', sha: id, size, html_url: url, url }
}

function branches(
  method: string,
  repository: FakeRepository,
  [name, part]: string[],
  request: FakeRequest,
): FakeAnswer {
  if (part === 'protection') {
    if (method === 'PUT') repository.protectedBranches.add(name!)
    else repository.protectedBranches.delete(name!)
    return method === 'PUT' ? [200, { name }] : [204]
  }
  if (method === 'POST') {
    const [branch, from] = [request.body.branch_name!, repository.at(request.body.refs!)]
    if (repository.branches.has(branch)) return refuse(400, '分支名已存在')
    if (!from) return refuse(404, 'Branch')
    repository.branches.set(branch, from.id)
    return [201, { name: branch }]
  }
  if (method !== 'GET') return refuse(404, 'Not Found')
  const all = [...repository.branches].map(([branch, sha]) => ({
    name: branch,
    commit: { sha },
    protected: repository.protectedBranches.has(branch),
  }))
  return listOf(all, request.query)
}

function read(repository: FakeRepository, path: string, ref: string): FakeAnswer {
  const commit = repository.at(ref)
  if (!commit) return refuse(404, 'Branch')
  const bytes = commit.files.get(path)
  if (!bytes) return [200, entriesIn(commit.files, path).map(entryOf)]
  const name = path.slice(path.lastIndexOf('/') + 1)
  const file = { type: 'file', encoding: 'base64', size: bytes.length, name, path, sha: gitId(bytes) }
  return [200, { ...file, content: inLines(bytes) }]
}

function write(method: string, repository: FakeRepository, path: string, body: FakeRequest['body']): FakeAnswer {
  const branch = body.branch!
  if (repository.branches.size > 0 && !repository.branches.has(branch)) return refuse(404, 'Branch')
  if (repository.protectedBranches.has(branch)) return refuse(403, '保护分支不允许修改')
  const files = new Map(repository.at(branch)?.files)
  const now = files.get(path)
  if (method === 'POST' && now) return refuse(400, '文件名已存在')
  if (method !== 'POST') {
    if (!body.sha) return [400, { messages: ['sha is missing', 'sha is empty'] }]
    if (!now) return refuse(404, 'File')
    if (gitId(now) !== body.sha) return refuse(400, `${path} does not match ${body.sha}`)
  }
  if (method === 'DELETE') files.delete(path)
  else files.set(path, bytesIn(body.content, 'base64'))
  const { id } = repository.commit(branch, body.message!, files)
  return [method === 'POST' ? 201 : 200, { content: {}, commit: { sha: id } }]
}

function writeTogether(
  repository: FakeRepository,
  body: FakeRequest['body'],
  sent: FakeRequest['actions'],
): FakeAnswer {
  const branch = body.branch!
  if (repository.branches.size > 0 && !repository.branches.has(branch)) return refuse(404, 'Branch')
  if (repository.protectedBranches.has(branch)) return refuse(403, '保护分支不允许修改')
  const actions = sent.map((one) => ({
    action: one.action!,
    path: one.path!,
    previousPath: one.previous_path,
    content: bytesIn(one.content, one.encoding),
    lastCommit: one.last_commit_id,
  }))
  const files = filesAfter(repository, branch, actions)
  if (typeof files === 'string') return refuse(400, files)
  return [201, commitOf(repository.commit(branch, body.message!, files))]
}

function tree(repository: FakeRepository, ref: string, query: URLSearchParams): FakeAnswer {
  const commit = repository.at(ref)
  if (!commit) return refuse(404, 'Tree')
  const mode = { blob: '100644', tree: '040000' }
  const entries = entriesIn(commit.files, '', query.has('recursive'))
  const items = entries.map(({ path, type, id, size }) => ({ path, type, mode: mode[type], sha: id, size }))
  return [200, { sha: commit.id, tree: items, truncated: false }]
}

function commits(repository: FakeRepository, id: string | undefined, query: URLSearchParams): FakeAnswer {
  if (id === undefined) {
    const ref = query.get('sha') ?? repository.defaultBranch
    if (!repository.at(ref)) return refuse(404, 'Commit')
    return listOf(repository.log(ref, query.get('path') ?? undefined).map(commitOf), query)
  }
  const commit = repository.at(id)
  return commit ? [200, { ...commitOf(commit), files: repository.changed(commit).map(fileOf) }] : refuse(404, 'Commit')
}

function compare(repository: FakeRepository, range: string): FakeAnswer {
  const [from, to] = range.split('...').map((ref) => repository.at(ref))
  if (!from || !to) return refuse(404, 'Compare')
  const known = new Set(repository.log(from.id).map(({ id }) => id))
  const newer = repository.log(to.id).filter(({ id }) => !known.has(id))
  return [200, { commits: newer.toReversed().map(commitOf), files: differences(from.files, to.files).map(fileOf) }]
}
