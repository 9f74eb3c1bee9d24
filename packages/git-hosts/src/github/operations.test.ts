import type { paths } from '@octokit/openapi-types'
import { createGitHost, type GitHost, github } from '@switchyard/git-hosts'
import { expect, test } from 'vitest'

/** What GitHub's own description knows: a method and a path with it. */
type Operation = {
  [Path in keyof paths]: {
    [Method in keyof paths[Path] & string]: [NonNullable<paths[Path][Method]>] extends [never]
      ? never
      : `${Uppercase<Method>} ${Path}`
  }[keyof paths[Path] & string]
}[keyof paths]

/** All that is asked of GitHub. The compiler refuses one that GitHub does not have, like a POST to `contents`. */
const OPERATIONS = [
  'GET /user',
  'GET /user/repos',
  'GET /repos/{owner}/{repo}',
  'GET /repos/{owner}/{repo}/branches',
  'GET /repos/{owner}/{repo}/git/ref/{ref}',
  'POST /repos/{owner}/{repo}/git/refs',
  'PATCH /repos/{owner}/{repo}/git/refs/{ref}',
  'DELETE /repos/{owner}/{repo}/git/refs/{ref}',
  'PUT /repos/{owner}/{repo}/branches/{branch}/protection',
  'DELETE /repos/{owner}/{repo}/branches/{branch}/protection',
  'GET /repos/{owner}/{repo}/contents/{path}',
  'PUT /repos/{owner}/{repo}/contents/{path}',
  'DELETE /repos/{owner}/{repo}/contents/{path}',
  'GET /repos/{owner}/{repo}/git/trees/{tree_sha}',
  'POST /repos/{owner}/{repo}/git/trees',
  'POST /repos/{owner}/{repo}/git/blobs',
  'GET /repos/{owner}/{repo}/git/commits/{commit_sha}',
  'POST /repos/{owner}/{repo}/git/commits',
  'GET /repos/{owner}/{repo}/commits',
  'GET /repos/{owner}/{repo}/commits/{ref}',
  'GET /repos/{owner}/{repo}/compare/{basehead}',
] as const satisfies readonly Operation[]

const BASE = 'https://api.github.com'
const SHA = 'c0ffee'

test('every request is an operation of GitHub’s own description, and each of these is used', async () => {
  const used = new Set<string>()
  const host = createGitHost(github, { base: BASE, token: '', fetch: answer })
  const bytes = Uint8Array.of(0, 255)
  const create = { kind: 'create', path: 'a/b.bin', bytes } as const
  const calls: ((host: GitHost) => Promise<unknown>)[] = [
    (host) => host.me(),
    (host) => host.repositories(),
    (host) => host.repository('o/r'),
    (host) => host.branches('o/r'),
    (host) => host.createBranch('o/r', 'x/y', 'main'),
    (host) => host.deleteBranch('o/r', 'x/y'),
    (host) => host.protectBranch('o/r', 'x/y', true),
    (host) => host.protectBranch('o/r', 'x/y', false),
    (host) => host.list('o/r', 'main', ''),
    (host) => host.tree('o/r', 'main'),
    (host) => host.lastCommit('o/r', 'main', 'a'),
    (host) => host.commit('o/r', SHA),
    (host) => host.compare('o/r', 'main', 'x/y'),
    (host) => host.write('o/r', 'main', { message: 'm', changes: [create] }),
    (host) => host.write('o/r', 'main', { message: 'm', changes: [create, { ...create, path: 'c' }] }),
    (host) => host.write('o/r', 'main', { message: 'm', changes: [{ kind: 'delete', path: 'a', version: SHA }] }),
  ]
  for (const call of calls) await call(host)
  expect([...used].sort()).toEqual([...OPERATIONS].sort())

  async function answer(...[address, init]: Parameters<typeof fetch>): Promise<Response> {
    const call = `${init!.method} ${address.toString().slice(BASE.length).split('?')[0]}`
    const operation = OPERATIONS.find((one) => shapeOf(one).test(call))
    expect(operation, call).toBeDefined()
    used.add(operation!)
    const isList = ['/repos', '/branches', '/commits', '/contents'].some((end) => call.endsWith(end))
    const commit = { sha: SHA, message: 'm', author: null }
    const one = { sha: SHA, commit, tree: commit, object: commit, login: 'ana', full_name: 'o/r', html_url: BASE }
    const isTree = init!.method === 'GET' && call.includes('/git/trees/')
    if (isTree) return Response.json({ tree: [] })
    if (call.includes('/compare/')) return Response.json({ commits: [], files: [] })
    return Response.json(isList && init!.method === 'GET' ? [] : one)
  }
})

/** What stands in `{path}`, `{ref}` and `{basehead}` may hold `/`; the path of the root is none. */
function shapeOf(operation: string): RegExp {
  const places = operation
    .replaceAll('/{path}', '(?:/.+)?')
    .replaceAll(/\{(?:ref|basehead)\}/g, '.+')
    .replaceAll(/\{\w+\}/g, '[^/]+')
  return new RegExp(`^${places}$`)
}
