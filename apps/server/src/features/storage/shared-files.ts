import { createHash } from 'node:crypto'
import { storedPath } from '@switchyard/contract'
import { type SharedFileKey, sharedFileText } from '@switchyard/locale'
import { MINUTE_MS } from '@switchyard/sources/spans'
import type { Context } from 'hono'
import { isPassword } from '../../accounts/passwords.ts'
import { ApiRefusal } from '../../api-refusal.ts'
import type { Deps } from '../../deps.ts'
import { visitorKey } from '../../http/client-address.ts'
import { type Endpoint, endpoint } from '../../http/endpoint.ts'
import { escapeHtml } from '../../http/escape-html.ts'
import { NOT_SHARED } from '../../http/file-headers.ts'
import type { IsOwnHost } from '../../http/host-check.ts'
import { langOf } from '../../http/lang-of.ts'
import { NOTE_PAGE_POLICY, notePage, passwordForm } from '../../http/note-page.ts'
import { ADDRESS_RULE, type RequestLimits, type Tries, WRONG_RULE } from '../../http/request-limits.ts'
import { MemoryLimit } from '../../shared/memory/limit.ts'
import { mostRecent } from '../../shared/most-recent.ts'
import { answerFile, FILE_STATUSES } from './file-answer.ts'
import { type FileRow, FileStore } from './file-store.ts'
import { type Opened, ShareStore } from './share-store.ts'
import { refusalOfStorage } from './uploads.ts'

const TOKEN = /^[0-9A-Za-z]{20,40}$/
const FORM_BYTES = 4096
const MOST_PASSWORD = 128
const BASIC = /^Basic ([A-Za-z0-9+/=]{1,1000})$/i
/** A client that asks again and again for a file shows its password each time: hashing it takes long. */
const RIGHT_MS = 10 * MINUTE_MS
const MOST_RIGHT = 10_000

const NOTES = {
  password: { status: 401, title: 'password-title', text: undefined },
  wrong: { status: 401, title: 'password-title', text: undefined },
  'not-found': { status: 404, title: 'not-found-title', text: 'not-found-text' },
  'too-many': { status: 429, title: 'too-many-title', text: 'too-many-text' },
} as const
type Note = keyof typeof NOTES
const STATUSES = [...FILE_STATUSES, 401, 429]

interface SharedFiles {
  /** What sends bytes: before anything of them is packed. */
  files: Endpoint[]
  /** What is sent a password. */
  forms: Endpoint[]
}

/**
 * Files as others read them, by the token of a share or of a public bucket. A password guards all that is said of a file: its bytes,
 * parts of them, their length and their tag. docs/security.md, "Stored files"
 */
export function sharedFiles(
  deps: Pick<Deps, 'store' | 'storage' | 'now' | 'settings' | 'shared' | 'log'> & { limits: RequestLimits },
  isFilesHost: IsOwnHost,
): SharedFiles {
  const { store, storage, now, settings, limits, shared } = deps
  const shares = new ShareStore(store)
  const stored = new FileStore(store)
  // Each copy of the server counts for itself, as for addresses of outputs.
  const perToken = new MemoryLimit(ADDRESS_RULE)
  const wrong = shared.limit('wrong tokens', WRONG_RULE)
  const right = mostRecent<true>(MOST_RIGHT, { ttl: RIGHT_MS })

  return {
    files: [
      endpoint('GET /f/:token', { who: 'visitor', statuses: STATUSES }, async ({ c, address }) => {
        const found = await find(c, c.req.param('token'))
        if (typeof found === 'string') return say(c, found)
        if (found.kind !== 'file') return say(c, await notFound(c))
        if (found.passwordHash === undefined) return send(c, found.file)
        const password = basicPassword(c)
        if (password === undefined) return say(c, 'password')
        const note = await refused(found, password, address())
        return note === undefined ? send(c, found.file) : say(c, note)
      }),
      endpoint('GET /f/:token/:path', { who: 'visitor', statuses: STATUSES, params: { path: '.*' } }, async ({ c }) => {
        const found = await find(c, c.req.param('token'))
        if (typeof found === 'string') return say(c, found)
        const path = storedPath(c.req.param('path'))
        const file = found.kind === 'bucket' && path ? await stored.fileIn(found.bucketId, path) : undefined
        return file ? send(c, file) : say(c, await notFound(c))
      }),
    ],
    forms: [
      endpoint(
        'POST /f/:token',
        { who: 'visitor', bodyBytes: FORM_BYTES, statuses: STATUSES },
        async ({ c, address }) => {
          const found = await find(c, c.req.param('token'))
          if (typeof found === 'string') return say(c, found)
          if (found.kind !== 'file') return say(c, await notFound(c))
          if (found.passwordHash === undefined) return send(c, found.file)
          const password = new URLSearchParams(await c.req.text()).get('password') ?? ''
          const note = await refused(found, password, address())
          return note === undefined ? send(c, found.file) : say(c, note)
        },
      ),
    ],
  }

  async function find(c: Context, token: string): Promise<Opened | Note> {
    const found = TOKEN.test(token) ? await shares.open(token, now()) : undefined
    // A right token is never refused for wrong ones: it was looked up before anything was counted.
    if (!found) return notFound(c)
    return perToken.takeAtOnce(token, now()) > 0 ? 'too-many' : found
  }

  async function notFound(c: Context): Promise<Note> {
    const waitMs = await wrong.take(visitorKey(c, settings.TRUSTED_PROXIES), now())
    return waitMs === 0 ? 'not-found' : 'too-many'
  }

  /** Why a password opens nothing; undefined for the right one. */
  async function refused(
    { shareId, passwordHash = '' }: Extract<Opened, { kind: 'file' }>,
    password: string,
    address: string,
  ): Promise<Note | undefined> {
    if (password.length > MOST_PASSWORD) return 'wrong'
    const known = createHash('sha256').update(`${passwordHash}\0${password}`).digest('hex')
    if (right.has(known)) return undefined
    const mine: Tries = [['link and address', `${shareId} ${address}`]]
    try {
      for (const [limit, key] of [...mine, ['link password', shareId] as const]) await limits.count(limit, key)
    } catch (error) {
      if (error instanceof ApiRefusal) return 'too-many'
      throw error
    }
    if (!(await isPassword(passwordHash, password))) return 'wrong'
    right.set(known, true)
    await limits.forgetSignIns(mine)
    return undefined
  }

  async function send(c: Context, file: FileRow): Promise<Response> {
    try {
      return await answerFile(c, storage, file, isFilesHost(c))
    } catch (error) {
      throw refusalOfStorage(error, deps)
    }
  }
}

/** The password that a program sends with its request; whatever name stands before it. */
function basicPassword(c: Context): string | undefined {
  const [, encoded] = BASIC.exec(c.req.header('authorization') ?? '') ?? []
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString()
  return text.slice(text.indexOf(':') + 1)
}

/** Answers a person with a page, and a program with its title. */
function say(c: Context, note: Note): Response | Promise<Response> {
  const { status, title, text } = NOTES[note]
  const lang = langOf(c)
  for (const [name, value] of Object.entries(NOT_SHARED)) c.header(name, value)
  c.header('Vary', 'Accept-Language, Cookie, Sec-Fetch-Mode')
  if (note === 'too-many') c.header('Retry-After', '60')
  if (c.req.header('sec-fetch-mode') !== 'navigate') {
    if (text === undefined) c.header('WWW-Authenticate', 'Basic realm="file", charset="UTF-8"')
    return c.text(`${sharedFileText(title, lang)}\n`, status)
  }
  const html = (key: SharedFileKey) => escapeHtml(sharedFileText(key, lang))
  const words = () => ({ password: html('password'), wrong: html('password-wrong'), go: html('continue') })
  const body = text === undefined ? passwordForm(c.req.path, note === 'wrong', words()) : `<p>${html(text)}</p>`
  c.header('Content-Security-Policy', NOTE_PAGE_POLICY)
  return c.html(notePage(html(title), body, lang), status)
}
