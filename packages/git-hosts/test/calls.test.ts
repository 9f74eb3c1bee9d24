import { createGitHost, dialectOf, type FileChange, type GitHost, github } from '@switchyard/git-hosts'
import { describe, expect, test } from 'vitest'

/** What each host is asked for each operation: the calls of its documents, spelled as they are sent. */

const BASES = {
  github: 'https://api.github.com',
  gitlab: 'https://gitlab.com/api/v4',
  gitee: 'https://gitee.com/api/v5',
  gitea: 'https://git.example/api/v1',
}

const REPOSITORY = 'ana/my.files'
const BRANCH = 'people/ana#1'
const PATH = '规则/a b#1?100%.list'
const BRANCH_WHOLE = 'people%2Fana%231'
const PATH_SEGMENTS = '%E8%A7%84%E5%88%99/a%20b%231%3F100%25.list'
const PATH_WHOLE = '%E8%A7%84%E5%88%99%2Fa%20b%231%3F100%25.list'
const PATH_IN_QUERY = '%E8%A7%84%E5%88%99%2Fa+b%231%3F100%25.list'
const OLD = '8c01d89ae06311834ee4b1fab2f0414d35f01102'
const bytes = new TextEncoder().encode('new\n')
const HIDDEN: FileChange = { kind: 'create', path: 'rules/.hidden', bytes: new Uint8Array(0) }
const CREATE: FileChange = { kind: 'create', path: PATH, bytes }
const UPDATE: FileChange = { kind: 'update', path: PATH, bytes, version: OLD }
const DELETE: FileChange = { kind: 'delete', path: PATH, version: OLD }
const writes =
  (...changes: FileChange[]) =>
  (host: GitHost) =>
    host.write(REPOSITORY, BRANCH, { message: 'm', changes })
const BASE64 = 'bmV3Cg=='

const SHA = { sha: 'c0ffee', commit: { sha: 'c0ffee', message: '', author: {} }, id: 'c0ffee' }
const ONE = { ...SHA, login: 'ana', username: 'ana', scopes: ['api'], content: BASE64, encoding: 'base64', blob_id: OLD, message: '' } // oxfmt-ignore
const WRITTEN = { object: SHA, tree: SHA, ...ONE }

interface Row {
  host: keyof typeof BASES
  what: string
  does: (host: GitHost) => Promise<unknown>
  /** `METHOD path?query`, and the body behind it. */
  sends: readonly (string | readonly [string, object])[]
  /** What comes back to each; an empty list else. */
  answers?: readonly unknown[]
  headers?: Record<string, string>
}

const R = '/repos/ana/my.files'
const P = '/projects/ana%2Fmy.files'
const T = 'access_token=token'
const PROTECTION = {
  required_status_checks: null,
  enforce_admins: true,
  required_pull_request_reviews: null,
  restrictions: null,
}

const ROWS: readonly Row[] = [
  // GitHub
  { host: 'github', what: 'me', does: (host) => host.me(), sends: ['GET /user'], answers: [ONE] },
  { host: 'github', what: 'repositories', does: (host) => host.repositories(), sends: ['GET /user/repos?per_page=100&sort=pushed'] }, // oxfmt-ignore
  { host: 'github', what: 'more repositories', does: (host) => host.repositories({ page: '2' }), sends: ['GET /user/repos?per_page=100&sort=pushed&page=2'] }, // oxfmt-ignore
  {
    host: 'github',
    what: 'the root',
    does: (host) => host.list(REPOSITORY, 'main', ''),
    sends: [`GET ${R}/contents?ref=main`],
  },
  { host: 'github', what: 'a folder', does: (host) => host.list(REPOSITORY, BRANCH, '规则'), sends: [`GET ${R}/contents/%E8%A7%84%E5%88%99?ref=${BRANCH_WHOLE}`] }, // oxfmt-ignore
  { host: 'github', what: 'the configs of ACL4SSR', does: (host) => host.list('ACL4SSR/ACL4SSR', 'master', 'Clash/config'), sends: ['GET /repos/ACL4SSR/ACL4SSR/contents/Clash/config?ref=master'] }, // oxfmt-ignore
  { host: 'github', what: 'a file', does: (host) => host.readFile(REPOSITORY, BRANCH, PATH), sends: [`GET ${R}/contents/${PATH_SEGMENTS}?ref=${BRANCH_WHOLE}`], answers: [ONE] }, // oxfmt-ignore
  { host: 'github', what: 'a new file', does: writes(CREATE), sends: [[`PUT ${R}/contents/${PATH_SEGMENTS}`, { message: 'm', branch: BRANCH, content: BASE64 }]], answers: [WRITTEN] }, // oxfmt-ignore
  { host: 'github', what: 'a new folder', does: writes(HIDDEN), sends: [[`PUT ${R}/contents/rules/.hidden`, { message: 'm', branch: BRANCH, content: '' }]], answers: [WRITTEN] }, // oxfmt-ignore
  { host: 'github', what: 'a changed file', does: writes(UPDATE), sends: [[`PUT ${R}/contents/${PATH_SEGMENTS}`, { message: 'm', branch: BRANCH, content: BASE64, sha: OLD }]], answers: [WRITTEN] }, // oxfmt-ignore
  { host: 'github', what: 'a deleted file', does: writes(DELETE), sends: [[`DELETE ${R}/contents/${PATH_SEGMENTS}`, { message: 'm', branch: BRANCH, sha: OLD }]], answers: [WRITTEN] }, // oxfmt-ignore
  {
    host: 'github',
    what: 'two new files',
    does: writes(HIDDEN, { ...CREATE, path: 'b' }),
    sends: [
      `GET ${R}/git/ref/heads/people/ana%231`,
      `GET ${R}/git/commits/c0ffee`,
      `GET ${R}/git/trees/c0ffee`,
      [`POST ${R}/git/trees`, {
        base_tree: 'c0ffee',
        tree: [
          { path: 'rules/.hidden', type: 'blob', mode: '100644', content: '' },
          { path: 'b', type: 'blob', mode: '100644', content: 'new\n' },
        ],
      }], // oxfmt-ignore
      [`POST ${R}/git/commits`, { message: 'm', tree: 'c0ffee', parents: ['c0ffee'] }],
      [`PATCH ${R}/git/refs/heads/people/ana%231`, { sha: 'c0ffee', force: false }],
    ],
    answers: [WRITTEN, WRITTEN, { tree: [] }, WRITTEN, WRITTEN, WRITTEN],
  },
  { host: 'github', what: 'history', does: (host) => host.history(REPOSITORY, BRANCH), sends: [`GET ${R}/commits?sha=${BRANCH_WHOLE}&per_page=100`] }, // oxfmt-ignore
  { host: 'github', what: 'history of a file', does: (host) => host.history(REPOSITORY, BRANCH, { path: PATH }), sends: [`GET ${R}/commits?sha=${BRANCH_WHOLE}&path=${PATH_IN_QUERY}&per_page=100`] }, // oxfmt-ignore
  { host: 'github', what: 'the last commit of a file', does: (host) => host.lastCommit(REPOSITORY, BRANCH, PATH), sends: [`GET ${R}/commits?sha=${BRANCH_WHOLE}&path=${PATH_IN_QUERY}&per_page=1`] }, // oxfmt-ignore
  { host: 'github', what: 'a commit', does: (host) => host.commit(REPOSITORY, 'abc'), sends: [`GET ${R}/commits/abc`], answers: [SHA] }, // oxfmt-ignore
  { host: 'github', what: 'a comparison', does: (host) => host.compare(REPOSITORY, 'main', BRANCH), sends: [`GET ${R}/compare/main...${BRANCH_WHOLE}`], answers: [{ commits: [] }] }, // oxfmt-ignore
  { host: 'github', what: 'the tree', does: (host) => host.tree(REPOSITORY, BRANCH), sends: [`GET ${R}/git/trees/${BRANCH_WHOLE}?recursive=1`], answers: [{ tree: [] }] }, // oxfmt-ignore
  {
    host: 'github',
    what: 'branches',
    does: (host) => host.branches(REPOSITORY),
    sends: [`GET ${R}/branches?per_page=100`],
  },
  {
    host: 'github',
    what: 'a new branch',
    does: (host) => host.createBranch(REPOSITORY, BRANCH, 'main'),
    sends: [`GET ${R}/git/ref/heads/main`, [`POST ${R}/git/refs`, { ref: `refs/heads/${BRANCH}`, sha: 'c0ffee' }]],
    answers: [WRITTEN],
  },
  { host: 'github', what: 'a deleted branch', does: (host) => host.deleteBranch(REPOSITORY, BRANCH), sends: [`DELETE ${R}/git/refs/heads/people/ana%231`] }, // oxfmt-ignore
  { host: 'github', what: 'a protected branch', does: (host) => host.protectBranch(REPOSITORY, BRANCH, true), sends: [[`PUT ${R}/branches/${BRANCH_WHOLE}/protection`, PROTECTION]] }, // oxfmt-ignore
  { host: 'github', what: 'an open branch', does: (host) => host.protectBranch(REPOSITORY, BRANCH, false), sends: [`DELETE ${R}/branches/${BRANCH_WHOLE}/protection`] }, // oxfmt-ignore

  // GitLab
  { host: 'gitlab', what: 'me', does: (host) => host.me(), sends: ['GET /user', 'GET /personal_access_tokens/self'], answers: [ONE, ONE] }, // oxfmt-ignore
  { host: 'gitlab', what: 'repositories', does: (host) => host.repositories(), sends: ['GET /projects?membership=true&per_page=100&order_by=last_activity_at'] }, // oxfmt-ignore
  { host: 'gitlab', what: 'the root', does: (host) => host.list('a/b/c', 'main', ''), sends: ['GET /projects/a%2Fb%2Fc/repository/tree?ref=main&per_page=100'] }, // oxfmt-ignore
  { host: 'gitlab', what: 'a folder', does: (host) => host.list(REPOSITORY, BRANCH, '规则', { page: '2' }), sends: [`GET ${P}/repository/tree?ref=${BRANCH_WHOLE}&path=%E8%A7%84%E5%88%99&page=2&per_page=100`], answers: [[{ id: OLD, name: 'a', type: 'blob', path: '规则/a' }]] }, // oxfmt-ignore
  { host: 'gitlab', what: 'a file', does: (host) => host.readFile(REPOSITORY, BRANCH, PATH), sends: [`GET ${P}/repository/files/${PATH_WHOLE}?ref=${BRANCH_WHOLE}`], answers: [ONE] }, // oxfmt-ignore
  { host: 'gitlab', what: 'a new file', does: writes(CREATE), sends: [[`POST ${P}/repository/commits`, { branch: BRANCH, commit_message: 'm', actions: [{ action: 'create', file_path: PATH, content: BASE64, encoding: 'base64' }] }]], answers: [SHA] }, // oxfmt-ignore
  {
    host: 'gitlab',
    what: 'a changed file',
    does: writes(UPDATE),
    sends: [
      `HEAD ${P}/repository/files/${PATH_WHOLE}?ref=${BRANCH_WHOLE}`,
      [`POST ${P}/repository/commits`, { branch: BRANCH, commit_message: 'm', actions: [{ action: 'update', file_path: PATH, content: BASE64, encoding: 'base64', last_commit_id: 'last' }] }], // oxfmt-ignore
    ],
    answers: [[], SHA],
    headers: { 'x-gitlab-blob-id': OLD, 'x-gitlab-last-commit-id': 'last' },
  },
  {
    host: 'gitlab',
    what: 'a deleted file',
    does: writes(DELETE),
    sends: [
      `HEAD ${P}/repository/files/${PATH_WHOLE}?ref=${BRANCH_WHOLE}`,
      [`POST ${P}/repository/commits`, { branch: BRANCH, commit_message: 'm', actions: [{ action: 'delete', file_path: PATH, last_commit_id: 'last' }] }], // oxfmt-ignore
    ],
    answers: [[], SHA],
    headers: { 'x-gitlab-blob-id': OLD, 'x-gitlab-last-commit-id': 'last' },
  },
  { host: 'gitlab', what: 'history', does: (host) => host.history(REPOSITORY, BRANCH), sends: [`GET ${P}/repository/commits?ref_name=${BRANCH_WHOLE}&per_page=100`] }, // oxfmt-ignore
  { host: 'gitlab', what: 'history of a file', does: (host) => host.history(REPOSITORY, BRANCH, { path: PATH }), sends: [`GET ${P}/repository/commits?ref_name=${BRANCH_WHOLE}&path=${PATH_IN_QUERY}&per_page=100`] }, // oxfmt-ignore
  { host: 'gitlab', what: 'a commit', does: (host) => host.commit(REPOSITORY, 'abc'), sends: [`GET ${P}/repository/commits/abc`, `GET ${P}/repository/commits/abc/diff?per_page=100`], answers: [ONE] }, // oxfmt-ignore
  { host: 'gitlab', what: 'a comparison', does: (host) => host.compare(REPOSITORY, 'main', BRANCH), sends: [`GET ${P}/repository/compare?from=main&to=${BRANCH_WHOLE}`], answers: [{ commits: [], diffs: [] }] }, // oxfmt-ignore
  { host: 'gitlab', what: 'the tree', does: (host) => host.tree(REPOSITORY, BRANCH), sends: [`GET ${P}/repository/tree?ref=${BRANCH_WHOLE}&recursive=true&per_page=100`] }, // oxfmt-ignore
  { host: 'gitlab', what: 'branches', does: (host) => host.branches(REPOSITORY), sends: [`GET ${P}/repository/branches?per_page=100`] }, // oxfmt-ignore
  { host: 'gitlab', what: 'a new branch', does: (host) => host.createBranch(REPOSITORY, BRANCH, 'main'), sends: [[`POST ${P}/repository/branches`, { branch: BRANCH, ref: 'main' }]] }, // oxfmt-ignore
  { host: 'gitlab', what: 'a deleted branch', does: (host) => host.deleteBranch(REPOSITORY, BRANCH), sends: [`DELETE ${P}/repository/branches/${BRANCH_WHOLE}`] }, // oxfmt-ignore
  { host: 'gitlab', what: 'a protected branch', does: (host) => host.protectBranch(REPOSITORY, BRANCH, true), sends: [[`POST ${P}/protected_branches`, { name: BRANCH, push_access_level: 40, merge_access_level: 40 }]] }, // oxfmt-ignore
  { host: 'gitlab', what: 'an open branch', does: (host) => host.protectBranch(REPOSITORY, BRANCH, false), sends: [`DELETE ${P}/protected_branches/${BRANCH_WHOLE}`] }, // oxfmt-ignore

  // Gitee
  { host: 'gitee', what: 'me', does: (host) => host.me(), sends: [`GET /user?${T}`], answers: [ONE] },
  { host: 'gitee', what: 'repositories', does: (host) => host.repositories(), sends: [`GET /user/repos?page=1&per_page=50&sort=pushed&${T}`] }, // oxfmt-ignore
  { host: 'gitee', what: 'a folder', does: (host) => host.list(REPOSITORY, BRANCH, '规则'), sends: [`GET ${R}/contents/%E8%A7%84%E5%88%99?ref=${BRANCH_WHOLE}&${T}`], answers: [[{ type: 'file', name: 'a', path: '规则/a', sha: OLD }]] }, // oxfmt-ignore
  { host: 'gitee', what: 'a file', does: (host) => host.readFile(REPOSITORY, BRANCH, PATH), sends: [`GET ${R}/contents/${PATH_SEGMENTS}?ref=${BRANCH_WHOLE}&${T}`], answers: [ONE] }, // oxfmt-ignore
  { host: 'gitee', what: 'a new file', does: writes(CREATE), sends: [[`POST ${R}/contents/${PATH_SEGMENTS}`, { message: 'm', branch: BRANCH, content: BASE64, access_token: 'token' }]], answers: [SHA] }, // oxfmt-ignore
  { host: 'gitee', what: 'a new folder', does: writes(HIDDEN), sends: [[`POST ${R}/contents/rules/.hidden`, { message: 'm', branch: BRANCH, content: '', access_token: 'token' }]], answers: [SHA] }, // oxfmt-ignore
  { host: 'gitee', what: 'a changed file', does: writes(UPDATE), sends: [[`PUT ${R}/contents/${PATH_SEGMENTS}`, { message: 'm', branch: BRANCH, content: BASE64, sha: OLD, access_token: 'token' }]], answers: [SHA] }, // oxfmt-ignore
  { host: 'gitee', what: 'a deleted file', does: writes(DELETE), sends: [`DELETE ${R}/contents/${PATH_SEGMENTS}?message=m&branch=${BRANCH_WHOLE}&sha=${OLD}&${T}`], answers: [SHA] }, // oxfmt-ignore
  {
    host: 'gitee',
    what: 'two new files',
    does: writes(CREATE, { ...CREATE, path: 'b' }),
    sends: [
      `GET ${R}/contents/%E8%A7%84%E5%88%99?ref=${BRANCH_WHOLE}&${T}`,
      `GET ${R}/contents?ref=${BRANCH_WHOLE}&${T}`,
      [`POST ${R}/commits`, {
        branch: BRANCH,
        message: 'm',
        actions: [PATH, 'b'].map((path) => ({ action: 'create', path, content: BASE64, encoding: 'base64' })),
        access_token: 'token',
      }], // oxfmt-ignore
    ],
    answers: [[], [], SHA],
  },
  { host: 'gitee', what: 'history', does: (host) => host.history(REPOSITORY, BRANCH), sends: [`GET ${R}/commits?sha=${BRANCH_WHOLE}&per_page=100&${T}`] }, // oxfmt-ignore
  { host: 'gitee', what: 'history of a file', does: (host) => host.history(REPOSITORY, BRANCH, { path: PATH }), sends: [`GET ${R}/commits?sha=${BRANCH_WHOLE}&path=${PATH_IN_QUERY}&per_page=100&${T}`] }, // oxfmt-ignore
  { host: 'gitee', what: 'the tree', does: (host) => host.tree(REPOSITORY, BRANCH), sends: [`GET ${R}/git/trees/${BRANCH_WHOLE}?recursive=1&${T}`], answers: [{ tree: [] }] }, // oxfmt-ignore
  {
    host: 'gitee',
    what: 'branches',
    does: (host) => host.branches(REPOSITORY),
    sends: [`GET ${R}/branches?per_page=100&${T}`],
  },
  { host: 'gitee', what: 'a new branch', does: (host) => host.createBranch(REPOSITORY, BRANCH, 'main'), sends: [[`POST ${R}/branches`, { branch_name: BRANCH, refs: 'main', access_token: 'token' }]] }, // oxfmt-ignore
  { host: 'gitee', what: 'a protected branch', does: (host) => host.protectBranch(REPOSITORY, BRANCH, true), sends: [[`PUT ${R}/branches/${BRANCH_WHOLE}/protection`, { access_token: 'token' }]] }, // oxfmt-ignore
  { host: 'gitee', what: 'an open branch', does: (host) => host.protectBranch(REPOSITORY, BRANCH, false), sends: [`DELETE ${R}/branches/${BRANCH_WHOLE}/protection?${T}`] }, // oxfmt-ignore

  // Gitea
  { host: 'gitea', what: 'repositories', does: (host) => host.repositories(), sends: ['GET /user/repos?limit=50'] },
  { host: 'gitea', what: 'a file', does: (host) => host.readFile(REPOSITORY, BRANCH, PATH), sends: [`GET ${R}/contents/${PATH_SEGMENTS}?ref=${BRANCH_WHOLE}`], answers: [ONE] }, // oxfmt-ignore
  {
    host: 'gitea',
    what: 'a commit of three changes',
    does: writes({ ...CREATE, path: 'b' }, { ...UPDATE, path: 'c' }, DELETE),
    sends: [
      [`POST ${R}/contents`, {
        branch: BRANCH,
        message: 'm',
        files: [
          { operation: 'create', path: 'b', content: BASE64 },
          { operation: 'update', path: 'c', content: BASE64, sha: OLD },
          { operation: 'delete', path: PATH, sha: OLD },
        ],
      }], // oxfmt-ignore
    ],
    answers: [SHA],
  },
  { host: 'gitea', what: 'a deleted branch', does: (host) => host.deleteBranch(REPOSITORY, BRANCH), sends: [`DELETE ${R}/branches/people/ana%231`] }, // oxfmt-ignore
]

test.each(ROWS)('$host: $what', async ({ host, does, sends, answers = [], headers }) => {
  const sent: unknown[] = []
  const record: typeof fetch = async (address, init) => {
    const call = `${init!.method} ${address.toString().slice(BASES[host].length)}`
    sent.push(typeof init!.body === 'string' ? [call, JSON.parse(init!.body)] : call)
    return Response.json(answers[sent.length - 1] ?? [], { headers })
  }
  await does(connect(host, record))
  expect(sent).toEqual(sends)
})

describe('the token', () => {
  const WHERE: readonly [keyof typeof BASES, string, string][] = [
    ['github', 'authorization', 'Bearer token'],
    ['gitlab', 'private-token', 'token'],
    ['gitea', 'authorization', 'token token'],
  ]
  test.each(WHERE)('%s finds it in the header %s', async (host, header, value) => {
    const asked: RequestInit[] = []
    await connect(host, async (_, init) => {
      asked.push(init!)
      return Response.json(ONE)
    }).me()
    for (const init of asked) {
      expect(new Headers(init.headers).get(header)).toBe(value)
      expect(init).toMatchObject({ redirect: 'manual', credentials: 'omit', cache: 'no-cache' })
    }
  })

  test.each(['line\nbreak', '中文', 'with space'])('%j is none, and is sent to nobody', async (token) => {
    const host = createGitHost(github, { base: BASES.github, token, fetch: () => expect.fail('asked') })
    await expect(host.me()).rejects.toMatchObject({ failure: { code: 'token-invalid' } })
  })

  test('what a host says does not repeat it', async () => {
    const host = connect('gitee', async () => Response.json({ error: 'token token is wrong' }, { status: 401 }))
    await expect(host.me()).rejects.toMatchObject({ failure: { code: 'token-invalid', said: '*** *** is wrong' } })
  })

  test('no other address is asked: not by a redirect, not by a link to more', async () => {
    const moved = connect(
      'github',
      async () => new Response(null, { status: 301, headers: { location: 'https://evil.example' } }),
    )
    await expect(moved.repository(REPOSITORY)).rejects.toMatchObject({ failure: { code: 'repository-not-found' } })
    const link =
      '<https://evil.example/user/repos?page=7&per_page=1>; rel="next", <https://evil.example/?page=9>; rel="last"'
    const { next } = await connect('github', async () => Response.json([], { headers: { link } })).repositories()
    expect(next).toBe('7')
  })
})

describe('more of a list', () => {
  const MORE: readonly [host: keyof typeof BASES, headers: Record<string, string>, count: number, next?: string][] = [
    ['github', { link: '<https://api.github.com/x?page=3>; rel="next", <https://api.github.com/x?page=1>; rel="first"' }, 100, '3'],
    ['github', { link: '<https://api.github.com/x?page=1>; rel="prev"' }, 100],
    ['github', {}, 100, '2'],
    ['github', {}, 99],
    ['gitlab', { 'x-next-page': '2' }, 100, '2'],
    ['gitlab', { 'x-next-page': '' }, 100],
    ['gitee', { total_page: '2', total_count: '51' }, 50, '2'],
    ['gitee', { total_page: '1', total_count: '50' }, 50],
    ['gitee', {}, 50, '2'],
  ] // oxfmt-ignore
  test.each(MORE)('%s, %j with %i repositories', async (host, headers, count, next) => {
    const repository = { full_name: 'a/b', path_with_namespace: 'a/b', html_url: 'https://x', web_url: 'https://x' }
    const answer = Array.from({ length: count }, () => repository)
    const part = await connect(host, async () => Response.json(answer, { headers })).repositories()
    expect([part.items.length, part.next]).toEqual([count, next])
  })
})

test.each([
  ['github', BASES.github, `https://raw.githubusercontent.com/ana/my.files/people/ana%231/${PATH_SEGMENTS}`],
  ['github', 'https://ghe.example/api/v3', `https://ghe.example/ana/my.files/raw/people/ana%231/${PATH_SEGMENTS}`],
  ['gitlab', BASES.gitlab, `https://gitlab.com/ana/my.files/-/raw/people/ana%231/${PATH_SEGMENTS}`],
  ['gitee', BASES.gitee, `https://gitee.com/ana/my.files/raw/people/ana%231/${PATH_SEGMENTS}`],
  ['gitea', BASES.gitea, `https://git.example/ana/my.files/raw/branch/people/ana%231/${PATH_SEGMENTS}`],
] as const)('%s at %s: what clients load', (host, base, address) => {
  const connected = createGitHost(dialectOf({ id: host }), { base, token: '', fetch })
  expect(connected.rawAddress(REPOSITORY, BRANCH, PATH)).toBe(address)
})

describe('a host that gives no answer', () => {
  const dead = async () => {
    throw new TypeError('Failed to fetch')
  }

  test('is not there', async () => {
    await expect(connect('gitea', dead).me()).rejects.toMatchObject({ failure: { code: 'host-unreachable' } })
  })

  test('refuses web pages when it answers to those who do not read', async () => {
    // As browsers do: the Fetch Standard ends such a request that follows no redirect.
    const isLook = (init?: RequestInit) => init?.mode === 'no-cors' && (init.redirect ?? 'follow') === 'follow'
    const refuses: typeof fetch = async (_, init) => (isLook(init) ? new Response() : dead())
    const failure = { code: 'host-refuses-browsers' }
    await expect(connect('gitea', refuses).me()).rejects.toMatchObject({ failure })
    await expect(writes(CREATE)(connect('gitea', refuses))).rejects.toMatchObject({ failure })
  })

  test('is asked three times for what is read', async () => {
    let asked = 0
    const weak = connect('github', async () => (++asked < 3 ? new Response('', { status: 502 }) : Response.json(ONE)))
    expect((await weak.me()).login).toBe('ana')
  })
})

test('a file above 1 MB of GitHub is read raw', async () => {
  const asked: (string | null)[] = []
  const host = connect('github', async (_, init) => {
    asked.push(new Headers(init!.headers).get('accept'))
    return asked.length === 1 ? Response.json({ sha: OLD, encoding: 'none', content: '' }) : new Response(bytes)
  })
  expect(await host.readFile(REPOSITORY, 'main', PATH)).toEqual({ bytes, version: OLD })
  expect(asked).toEqual(['application/vnd.github+json', 'application/vnd.github.raw+json'])
})

test('a folder of GitHub with more than a listing holds is read as a tree', async () => {
  const listed = Array.from({ length: 1000 }, (_, at) => ({
    type: 'file',
    name: `${at}`,
    path: `rules/${at}`,
    sha: OLD,
  }))
  const inTree = Array.from({ length: 1500 }, (_, at) => ({ type: 'blob', mode: '100644', path: `${at}`, sha: OLD }))
  const host = connect('github', async (address) => {
    if (address.toString().includes('/contents/')) return Response.json(listed)
    const root = { type: 'tree', mode: '040000', path: 'rules', sha: 'abc' }
    return Response.json({ tree: address.toString().endsWith('/abc') ? inTree : [root] })
  })
  const { items } = await host.list(REPOSITORY, 'main', 'rules')
  expect([items.length, items.at(-1)!.path]).toEqual([1500, 'rules/1499'])
})

describe('what hosts say', () => {
  const SAYINGS: readonly [keyof typeof BASES, number, unknown, string, headers?: Record<string, string>][] = [
    ['github', 404, { message: 'Not Found' }, 'scope-missing', { 'x-oauth-scopes': 'gist', 'x-accepted-oauth-scopes': 'repo' }],
    ['github', 409, { message: 'Repository rule violations found' }, 'protected'],
    ['github', 403, { message: 'Repository was archived so is read-only.' }, 'protected'],
    ['github', 403, { message: 'You have exceeded a secondary rate limit.' }, 'rate-limited'],
    ['github', 413, {}, 'too-large'],
    ['gitlab', 403, { error: 'insufficient_scope', error_description: 'needs higher privileges', scope: 'api' }, 'scope-missing'],
    ['gitlab', 404, { message: '404 Project Not Found' }, 'repository-not-found'],
    ['gitlab', 403, { message: 'You are not allowed to push into this branch' }, 'protected'],
    ['gitlab', 400, { message: { base: ['size limit of 10 MB'] } }, 'too-large'],
    ['gitee', 401, { message: '401 Unauthorized: Access token does not exist' }, 'token-invalid'],
    ['gitee', 403, { message: '请求过于频繁' }, 'rate-limited'],
    ['gitee', 403, { messages: ['保护分支不允许修改'] }, 'protected'],
    ['gitea', 423, { message: 'locked' }, 'protected'],
    ['gitea', 200, '<!doctype html>', 'bad-answer'],
  ] // oxfmt-ignore
  test.each(SAYINGS)('%s %i %j: %s', async (host, status, body, code, headers) => {
    const asked = connect(host, async () => Response.json(body, { status, headers })).branches(REPOSITORY)
    await expect(asked).rejects.toMatchObject({ failure: { code } })
  })
})

function connect(host: keyof typeof BASES, fetch: typeof globalThis.fetch): GitHost {
  return createGitHost(dialectOf({ id: host }), { base: BASES[host], token: 'token', fetch, wait: async () => {} })
}
