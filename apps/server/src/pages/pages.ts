import { randomBytes } from 'node:crypto'
import { Hono, type Context } from 'hono'
import type { Session } from '@switchyard/contract'
import type { Deps } from '../deps.ts'
import { OutputStore } from '../outputs/output-store.ts'
import { answerNotFound, answerWrongMethod } from '../http/failures.ts'
import { configOf } from './config-of.ts'
import { pagePolicy } from '../http/security-headers.ts'
import { findUser } from '../http/visitor.ts'
import type { WebApp } from './web-app.ts'

const READING = ['GET', 'HEAD']
const NONCE_BYTES = 16
const PERMANENT = 308
const TEMPORARY = 302
// Long enough to spare the second visit, short enough to be taken back.
const PERMANENT_CACHE = 'public, max-age=3600'

/** Every page, drawn on the server. */
export function pages({ web, settings, log, store }: Deps): Hono {
  const outputs = new OutputStore(store)
  const routes = new Hono()

  routes.on(READING, '*', async (c) => {
    const url = new URL(c.req.url)
    if (isFile(url.pathname) || !isDecodable(url.pathname)) return answerNotFound(c)
    const app = await web.load()

    const chosen = app.defaultLocaleRedirect(url)
    if (chosen) {
      c.header('Set-Cookie', chosen.cookie)
      return redirect(c, chosen.to, TEMPORARY)
    }
    const right = app.permanentRedirect(url)
    if (right) return redirect(c, right, PERMANENT)
    if (url.pathname === '/' && settings.ROOT_REDIRECT)
      return redirect(c, withQuery(settings.ROOT_REDIRECT, url.search), TEMPORARY)
    const elsewhere = app.localeRedirect(url, c.req.raw.headers)
    c.header('Vary', 'Accept-Language, Cookie')
    if (elsewhere) return redirect(c, elsewhere, TEMPORARY)

    return draw(c, app, new Request(url, { headers: c.req.raw.headers }))
  })

  // A page changes nothing: the API does.
  routes.all('*', (c) =>
    isFile(c.req.path) || !isDecodable(c.req.path) ? answerNotFound(c) : answerWrongMethod(c, READING),
  )
  return routes

  async function draw(c: Context, app: WebApp, request: Request): Promise<Response> {
    const nonce = randomBytes(NONCE_BYTES).toString('base64')
    const page = await app.render(request, {
      config: configOf(c, { web, settings }),
      nonce,
      session: sessionOf(c),
      hasOutput: async (id) => {
        const user = findUser(c)
        return user === undefined || (await outputs.kindOf(user.id, id)) !== undefined
      },
      assets: web.assets,
      onError: (error) => log.error({ err: error, path: c.req.path }, 'A page failed'),
    })
    if (page instanceof Response) return withHeaders(page)
    c.header(
      'Content-Security-Policy',
      pagePolicy({ script: `nonce-${nonce}`, style: `nonce-${nonce}`, isDevelopment: web.middleware !== undefined }),
    )
    c.header('Cache-Control', 'private, no-store')
    c.header('Content-Type', 'text/html; charset=utf-8')
    // No memory of a page is shared between threads, and Hono types a body for the statuses that have one.
    return c.body(page.html as Uint8Array<ArrayBuffer>, page.status as 200)
  }
}

function sessionOf(c: Context): Session {
  const user = findUser(c)
  return user ? { user } : {}
}

/** A dot in the last part names a file, and files were looked for before. */
function isFile(path: string): boolean {
  return path.slice(path.lastIndexOf('/')).includes('.')
}

/** ('/convert?target=clash', '?a=1') gives '/convert?target=clash&a=1'. */
function withQuery(path: string, search: string): string {
  return path.includes('?') ? path + search.replace('?', '&') : path + search
}

/** '/%ff' is no text. The router would write it, as it is, onto the console. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

function redirect(c: Context, to: string, status: typeof PERMANENT | typeof TEMPORARY): Response {
  c.header('Cache-Control', status === TEMPORARY ? 'private, no-store' : PERMANENT_CACHE)
  return c.redirect(to, status)
}

/** A redirect of a route's own has headers that cannot be changed. */
function withHeaders(response: Response): Response {
  const copy = new Response(response.body, response)
  copy.headers.set('Cache-Control', 'private, no-store')
  return copy
}
