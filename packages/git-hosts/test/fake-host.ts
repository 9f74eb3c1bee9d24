import type { Dialect } from '@switchyard/git-hosts'
import { createGitHost } from '@switchyard/git-hosts'
import { FakeRepository } from './fake-repository.ts'
import { NO_WAIT, type TestServer } from './test-server.ts'

export const LOGIN = 'ana'
export const TOKEN = 'token-of-ana'

/** A request as a fake sees it. `path` is raw: what was `%2F` is still that. */
export interface FakeRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: Headers
  /** The texts of it; a list of actions stands beside it. */
  body: Record<string, string>
  actions: Record<string, string | undefined>[]
}

export type FakeAnswer = readonly [status: number, body?: unknown, headers?: Record<string, string>]

/** Where the parts of a list begin and end, of what the request asks for. */
export function pageOf<T>(items: readonly T[], query: URLSearchParams, defaultSize: number) {
  const size = Math.min(100, Number(query.get('per_page') ?? defaultSize))
  const page = Number(query.get('page') ?? 1)
  return {
    page,
    pages: Math.max(1, Math.ceil(items.length / size)),
    items: items.slice((page - 1) * size, page * size),
  }
}

/**
 * A host of ours, in memory: nobody else's server. It answers as the documents of the host say (docs/decisions/git-hosts.md),
 * and the contract suite that it passes is the one that GitHub's emulator and a real Gitea pass.
 */
export function startFakeHost(
  dialect: Dialect,
  base: string,
  answer: (request: FakeRequest, repositories: ReadonlyMap<string, FakeRepository>) => FakeAnswer,
): TestServer {
  const repositories = new Map<string, FakeRepository>()
  const fakeFetch: typeof fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : input.toString()
    const [path = '', search] = address.slice(base.length).split('?')
    const { actions = [], ...body } = bodyIn(init)
    // Others get their turn between the request and its answer.
    await new Promise((resolve) => setImmediate(resolve))
    const request = {
      method: init?.method ?? 'GET',
      path,
      query: new URLSearchParams(search),
      headers: new Headers(init?.headers),
      body,
      actions,
    }
    const [status, said, headers] = answer(request, repositories)
    await new Promise((resolve) => setImmediate(resolve))
    return said === undefined ? new Response(null, { status, headers }) : Response.json(said, { status, headers })
  }
  return {
    login: LOGIN,
    defaultBranch: 'main',
    keepsProtection: true,
    connect: (options = {}) =>
      createGitHost(dialect, { base, token: TOKEN, fetch: fakeFetch, wait: NO_WAIT, ...options }),
    fetch: fakeFetch,
    newRepository: (isEmpty = false) => {
      const path = `${LOGIN}/files-${repositories.size + 1}`
      repositories.set(path, new FakeRepository(isEmpty))
      return Promise.resolve(path)
    },
    close: () => Promise.resolve(),
  }
}

interface SentBody {
  [key: string]: string
}

function bodyIn(init: RequestInit | undefined): SentBody & { actions?: FakeRequest['actions'] } {
  return typeof init?.body === 'string' ? JSON.parse(init.body) : {}
}

/** The files after changes, or what is wrong with them. */
export interface FakeAction {
  action: string
  path: string
  previousPath?: string
  content: Uint8Array<ArrayBuffer>
  lastCommit?: string
}

const SAYS = {
  exists: 'A file with this name already exists',
  missing: "A file with this name doesn't exist",
  changed: (path: string) => `The file has changed since you started editing it: ${path}`,
} as const

/** As GitLab's commits API does it, which Gitee has taken over: every action is checked, then all are done. */
export function filesAfter(repository: FakeRepository, branch: string, actions: readonly FakeAction[]) {
  const files = new Map(repository.at(branch)?.files)
  for (const { action, path, previousPath, content, lastCommit } of actions) {
    const source = action === 'move' ? (previousPath ?? '') : path
    const isNew = action === 'create' || action === 'move'
    if (action !== 'create' && !files.has(source)) return SAYS.missing
    if (isNew && files.has(path)) return SAYS.exists
    if (action !== 'create' && lastCommit !== undefined && repository.log(branch, source)[0]?.id !== lastCommit)
      return SAYS.changed(source)
    const bytes = action === 'move' ? files.get(source)! : content
    if (action === 'move' || action === 'delete') files.delete(source)
    if (action !== 'delete') files.set(path, bytes)
  }
  return files
}

export function bytesIn(content = '', encoding = 'text'): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(content, encoding === 'base64' ? 'base64' : 'utf8'))
}

/** Hosts break base64 into lines of 60. */
export function inLines(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/.{60}/g, '$&\n')
}
