import { API, envelopeOf, isStorageService, type Slice, storageEnvelopeOf, SUCCESS } from '@switchyard/contract'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Hono } from 'hono'
import { expect } from 'vitest'
import { copyInMemory, MIGRATED, sqliteModel } from './filled-database.ts'
import { createApp, endpointsOf } from './app.ts'
import { KeyRing } from './db/key-ring.ts'
import type { ServerStore } from './db/open-store.ts'
import { runJob } from './engine/engine-job.ts'
import type { Deps } from './deps.ts'
import { freeFile } from './features/free-nodes/free-file.ts'
import { addresses } from './features/outputs/address-routes.ts'
import { fileBytes } from './features/storage/routes.ts'
import { sharedFiles } from './features/storage/shared-files.ts'
import { urlApi } from './features/url-api/routes.ts'
import { createHosting } from './hosting.ts'
import type { Endpoint } from './http/endpoint.ts'
import { RequestLimits } from './http/request-limits.ts'
import { Prober } from './probing/prober.ts'
import type { WebApp } from './pages/web-app.ts'
import { ByteBudget } from './shared/byte-budget.ts'
import { memoryShared } from './shared/memory/memory.ts'
import { readSettings } from './settings.ts'
import { FolderStorage } from './storage/folder.ts'

const web: WebApp = {
  locales: ['zh-CN', 'en-US'],
  messages: (locale, part) =>
    ['messages', 'convert+config-form'].includes(part) && (locale === 'zh-CN' || locale === 'en-US')
      ? { app: { home: locale } }
      : undefined,
  permanentRedirect: (url) => (url.pathname === '/Convert' ? '/convert' : undefined),
  defaultLocaleRedirect: () => undefined,
  localeRedirect: (url, headers) => (headers.get('accept-language') === 'en' ? `/en-US${url.pathname}` : undefined),
  sitemap: [{ default: '/a&b', locales: { 'zh-CN': '/a&b', 'en-US': '/en-US/a&b' } }],
  render: async (request, { config, nonce }) => {
    const { pathname } = new URL(request.url)
    if (pathname === '/broken') throw new Error('canary: the database is on fire')
    return {
      status: pathname === '/missing' ? 404 : 200,
      html: Buffer.from(
        `<p>relays=${config.relays} shortLinks=${config.shortLinks} ads=${config.ads} codes=${config.hasAdCodes} ${config.siteUrl} ${nonce} ${config.listMirror} ${config.presetsBase} ${config.i18nBase}</p>`,
      ),
    }
  },
  renderShell: (locale) => (locale === 'zh-CN' ? { html: '<script>1</script>', script: '1' } : undefined),
}

const now = () => 0

/** Nothing listens on the port with the number 0. */
const refused = () => ({ address: '127.0.0.1', port: 0 })
const folder = mkdtempSync(join(tmpdir(), 'switchyard-files-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const model = await sqliteModel(MIGRATED)
let kept: { testFile: string | undefined; store: ServerStore; storage: FolderStorage } | undefined

/** Rows and files of the test file that runs: those that share a process know nothing of each other. */
function keptHere(): NonNullable<typeof kept> {
  const testFile = expect.getState().testPath
  if (kept?.testFile !== testFile || kept === undefined) {
    const store = { database: copyInMemory(model), keys: new KeyRing(['x'.repeat(32)]) }
    kept = { testFile, store, storage: new FolderStorage(mkdtempSync(join(folder, 'of-'))) }
  }
  return kept
}

/** What an app is handed in a test: no network, no disk, rows in memory, a clock that stands still. */
export function depsOf(environment: Record<string, string>): Deps {
  const shared = memoryShared()
  const { store, storage } = keptHere()
  return {
    settings: readSettings(environment),
    log: pino({ level: 'silent' }),
    store,
    storage,
    shared,
    bytes: new ByteBudget(),
    web: {
      id: 'abc123',
      load: () => Promise.resolve(web),
      assets: { scripts: [], styles: [], modulesOf: () => [] },
    },
    safeFetch: () => Promise.reject(new Error('no network')),
    askGitHost: () => Promise.resolve({ failure: 'dns' }),
    prober: new Prober({
      log: pino({ level: 'silent' }),
      shared,
      now,
      network: { resolve: () => Promise.resolve([]), dial: refused },
    }),
    askProvider: () => Promise.reject(new Error('no network')),
    mail: undefined,
    engine: (job) => Promise.resolve(runJob(job)),
    now,
    port: () => 3000,
    isReady: () => true,
  }
}

/** An app, asked by path. What an endpoint of the API gives has to be what the contract says, to the last field. */
export function app(environment: Record<string, string> = {}, deps: Partial<Deps> = {}) {
  const created = createApp({ ...depsOf(environment), ...deps })
  return async (path: string, headers: Record<string, string> = {}, init: RequestInit = {}): Promise<Response> => {
    const { host = 'localhost:3000' } = headers
    const url = `http://${host || 'localhost:3000'}${path}`
    const answer = await created.request(url, { ...init, headers: { ...headers, host } })
    const shape =
      answer.status === SUCCESS && headers['authorization'] === undefined
        ? shapeOf(created, init.method ?? 'GET', new URL(url).pathname)
        : undefined
    if (shape) shape(await answer.clone().text())
    return answer
  }
}

/** Holds the text of a call that went well against the contract; undefined for what is no endpoint of the API. */
function shapeOf(created: Hono, method: string, path: string): ((text: string) => void) | undefined {
  const [matches] = created.router.match(method, path)
  const shapes: Slice = API
  const names = matches.map(([[, route]]) => `${method} ${route.path}`)
  const shape = Object.entries(shapes).find(([name]) => names.includes(name))?.[1]
  if (shape?.isStream) return (text) => void eventsOf(text).map((event) => shape.data.parse(event))
  return (
    shape && ((text) => (isStorageService(path) ? storageEnvelopeOf : envelopeOf)(shape.data).parse(JSON.parse(text)))
  )
}

/** What a stream of events holds: each event with its data. */
export function eventsOf(text: string): { event: string; data: unknown }[] {
  const lines = /^event: (\S+)\ndata: (.+)$/
  return text
    .split('\n\n')
    .slice(0, -1)
    .map((each) => {
      const [, event = '', data = ''] = lines.exec(each) ?? []
      const value: unknown = JSON.parse(data)
      return { event, data: value }
    })
}

/** The endpoints that an app with these settings has. */
export function endpointsOn(environment: Record<string, string>): Endpoint[] {
  const given = depsOf(environment)
  const deps = { ...given, limits: new RequestLimits(given) }
  const hosting = createHosting(deps)
  const shares = sharedFiles(deps, () => false)
  const files = [
    ...addresses(deps, hosting).endpoints,
    ...freeFile(deps, hosting),
    ...urlApi(deps, hosting).endpoints,
    ...fileBytes(deps),
    ...shares.files,
    ...shares.forms,
  ]
  return [...files, ...endpointsOf(deps, hosting, files)]
}

/** The routes that an app has, like `GET /api/_auth/session`: what answers, without what only looks on. */
export function routesOf(created: Hono): string[] {
  const names = created.routes
    .filter(({ method }) => method !== 'ALL' && method !== 'HEAD')
    .map(({ method, path }) => `${method} ${path.replaceAll(/\{[^{}]*\}/g, '')}`)
  return [...new Set(names)]
}
