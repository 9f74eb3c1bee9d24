import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createGitHost, type GitHost, github } from '@switchyard/git-hosts'
import { createEmulator } from 'emulate'
import { makeCertificate } from '../apps/server/test/certificates.ts'

const LOGIN = 'ana'
const PREFIX = '/api/v3'
const BRANCH = 'main'
const NO_BODY = new Set([204, 304])
const ANY_PAGE = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-expose-headers': 'link, x-oauth-scopes, x-ratelimit-remaining, x-ratelimit-reset, retry-after',
}

/** A Git host for journeys: GitHub as `emulate` has it, behind TLS as the fetch worker wants it. */
export interface JourneyHost {
  /** What a person types as the address of the API. */
  base: string
  /** What may write. Every other token is refused, as GitHub does. */
  token: string
  login: string
  /** A new public repository with `README.md` and these files on `main`; its path. */
  newRepository(files?: Readonly<Record<string, string>>, options?: { isPrivate?: boolean }): Promise<string>
  /** A second editor, who knows nothing of the page. */
  editor: GitHost
  /** Another person saves a file, whatever stands there. */
  writeAsOther(repository: string, path: string, text: string, message?: string): Promise<string>
  /** A file as it stands there now. */
  textOf(repository: string, path: string): Promise<string>
  /** The messages of the commits, the newest first. */
  messagesOf(repository: string, path?: string): Promise<string[]>
  /** What pages asked, each `GET /repos/…` with its query, in order. */
  asked: string[]
  /** Answers in place of the host while it is set: a status, or undefined to let the request pass. */
  refuse: ((request: { method: string; path: string }) => number | undefined) | undefined
  close(): Promise<void>
}

/** A journey that opens it needs `test.use({ ignoreHTTPSErrors: true })`: the certificate signs itself. */
export async function startJourneyHost(): Promise<JourneyHost> {
  const token = 'ghp_journey0token0of0ana'
  const second = 'ghp_second0token0of0ana'
  const emulator = await createEmulator({
    service: 'github',
    port: 0,
    seed: {
      tokens: Object.fromEntries([token, second].map((one) => [one, { login: LOGIN, scopes: ['repo'] }])),
      github: { users: [{ login: LOGIN, name: 'Ana' }] },
    },
  })
  const editor = createGitHost(github, { base: emulator.url, token: second, fetch })
  const host: Pick<JourneyHost, 'asked' | 'refuse'> = { asked: [], refuse: undefined }
  const front = createServer(await makeCertificate({ host: 'localhost' }), (request, response) => {
    const { method = 'GET', url = '', headers } = request
    if (method === 'OPTIONS') return response.writeHead(204, ANY_PAGE).end()
    const path = url.startsWith(`${PREFIX}/`) ? url.slice(PREFIX.length) : ''
    host.asked.push(`${method} ${path}`)
    // The emulator takes any token.
    const status = path === '' ? 404 : headers.authorization?.endsWith(token) ? host.refuse?.({ method, path }) : 401
    if (status !== undefined)
      return response.writeHead(status, { ...ANY_PAGE, 'content-type': 'application/json' }).end('{"message":"No"}')
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    return request.on('end', () => {
      const { authorization = '', accept = '', 'content-type': type = '' } = headers
      void fetch(emulator.url + path, {
        method,
        headers: { authorization, accept, ...(type && { 'content-type': type }) },
        ...(parts.length > 0 && { body: Buffer.concat(parts) }),
      }).then(async (answer) => {
        const passed = ['content-type', 'link', 'x-oauth-scopes', 'x-ratelimit-remaining', 'x-ratelimit-reset']
        const own = passed.flatMap((name) => (answer.headers.has(name) ? [[name, answer.headers.get(name)!]] : []))
        response.writeHead(answer.status, { ...ANY_PAGE, ...Object.fromEntries(own) })
        response.end(NO_BODY.has(answer.status) ? undefined : Buffer.from(await answer.arrayBuffer()))
      })
    })
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  let made = 0

  async function newRepository(files: Readonly<Record<string, string>> = {}, { isPrivate = false } = {}) {
    const name = `files-${++made}`
    const response = await fetch(`${emulator.url}/user/repos`, {
      method: 'POST',
      headers: { authorization: `Bearer ${second}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name, auto_init: true, private: isPrivate }),
    })
    if (!response.ok) throw new Error(`no repository: ${response.status} ${await response.text()}`)
    const path = `${LOGIN}/${name}`
    const changes = Object.entries(files).map(([path, text]) => ({
      kind: 'create' as const,
      path,
      bytes: bytesOf(text),
    }))
    if (changes.length > 0) await editor.write(path, BRANCH, { message: 'Files to begin with', changes })
    return path
  }

  async function writeAsOther(repository: string, path: string, text: string, message = 'From another device') {
    const now = await editor.readFile(repository, BRANCH, path).catch(() => undefined)
    const bytes = bytesOf(text)
    const change = now
      ? ({ kind: 'update', path, bytes, version: now.version } as const)
      : ({ kind: 'create', path, bytes } as const)
    return (await editor.write(repository, BRANCH, { message, changes: [change] })).commit
  }

  return Object.assign(host, {
    base: `https://localhost:${(front.address() as AddressInfo).port}${PREFIX}`,
    token,
    login: LOGIN,
    newRepository,
    editor,
    writeAsOther,
    textOf: async (repository: string, path: string) =>
      new TextDecoder().decode((await editor.readFile(repository, BRANCH, path)).bytes),
    messagesOf: async (repository: string, path?: string) =>
      (await editor.history(repository, BRANCH, path === undefined ? {} : { path })).items.map(
        ({ message }) => message,
      ),
    close: async () => {
      front.closeAllConnections()
      front.close()
      await emulator.close()
    },
  })
}

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
