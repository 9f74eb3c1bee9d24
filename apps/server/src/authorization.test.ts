import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from './app.ts'
import type { Deps } from './deps.ts'
import { app, depsOf, routesOf } from './test-app.ts'

/** Who asks. A link holder has the token of one thing that somebody shares, and no account. */
const ROLES = ['visitor', 'member', 'owner', 'linkHolder'] as const
type Role = (typeof ROLES)[number]

/** What one who asks is told. */
const STATUS = {
  'the answer': 200,
  'sign in': 401,
  'no such method': 405,
} as const
type Reported = keyof typeof STATUS

interface Row {
  reported: Record<Role, Reported>
  /** An address of this route that a visitor may try. */
  place: string
  /** What is sent along. */
  body?: unknown
}

const everybody = (place: string): Row => ({ reported: rolesReported('the answer'), place })
const rolesReported = (reported: Reported): Record<Role, Reported> => ({
  visitor: reported,
  member: reported,
  owner: reported,
  linkHolder: reported,
})

/** A page takes a change only when it has an action, and none has one yet. */
const noAction: Row = { reported: rolesReported('no such method'), place: '/convert', body: {} }

/**
 * Who may ask what, on a server with a public address and no other setting. Written by hand: a new route needs its row
 * before it may be there. Members, owners and link holders are tried from the day that there are any.
 */
const TABLE: Record<string, Row> = {
  'GET /healthz': everybody('/healthz'),
  'GET /readyz': everybody('/readyz'),
  'GET /_build': everybody('/_build'),
  'GET /api/_auth/session': everybody('/api/_auth/session'),
  'POST /api/convert': {
    reported: { visitor: 'sign in', member: 'the answer', owner: 'the answer', linkHolder: 'sign in' },
    place: '/api/convert',
    body: { sources: [{ text: 'trojan://password@a.example.com:443#One' }], client: 'mihomo' },
  },
  'POST /api/recipes/apply': {
    reported: { visitor: 'sign in', member: 'the answer', owner: 'the answer', linkHolder: 'sign in' },
    place: '/api/recipes/apply',
    body: { recipe: '{"switchyard":"recipe","version":1}' },
  },
  'GET /_i18n/:build/:locale/:file': everybody('/_i18n/abc123/zh-CN/messages.json'),
  'GET /api/_nuxt_icon/:file': everybody('/api/_nuxt_icon/lucide.json?icons=house'),
  'GET /sitemap.xml': everybody('/sitemap.xml'),
  'GET /robots.txt': everybody('/robots.txt'),
  'GET /_shell/:locale': everybody('/_shell/zh-CN'),
  'GET /assets/*': everybody('/assets/a.js'),
  'GET /:file': everybody('/favicon.svg'),
  'GET /*': everybody('/convert'),
  'POST /*': noAction,
  'PUT /*': noAction,
  'PATCH /*': noAction,
  'DELETE /*': noAction,
}

/** Routes for every method: checks before all others, and what answers 404 where nothing else does. */
const FOR_ALL_METHODS = ['/*', '/api/*', '/assets/*', '/healthz', '/readyz']

const SITE = { SITE_URL: 'https://switchyard.example' }
let clientFolder: string
let web: Deps['web']

beforeAll(() => {
  clientFolder = mkdtempSync(join(tmpdir(), 'switchyard-client-'))
  mkdirSync(join(clientFolder, 'assets'))
  writeFileSync(join(clientFolder, 'assets/a.js'), '')
  writeFileSync(join(clientFolder, 'favicon.svg'), '<svg/>')
  web = { ...depsOf({}).web, clientFolder }
})
afterAll(() => rmSync(clientFolder, { recursive: true }))

test('every route has its row, and every row its route', () => {
  expect(routesOf(createApp({ ...depsOf(SITE), web })).toSorted()).toEqual(Object.keys(TABLE).toSorted())
})

test('a route for all methods is a check or an end, and no way around the table', () => {
  const paths = createApp({ ...depsOf(SITE), web }).routes.filter(({ method }) => method === 'ALL')
  expect([...new Set(paths.map(({ path }) => path))].toSorted()).toEqual(FOR_ALL_METHODS)
})

describe('a visitor is told', () => {
  test.each(Object.entries(TABLE))('%s', async (name, { reported, place, body }) => {
    const headers: Record<string, string> = { host: 'switchyard.example' }
    const init: RequestInit = { method: name.split(' ')[0]! }
    if (body !== undefined) {
      Object.assign(headers, { origin: SITE.SITE_URL, 'content-type': 'application/json' })
      init.body = JSON.stringify(body)
    }
    expect((await app(SITE, { web })(place, headers, init)).status).toBe(STATUS[reported.visitor])
  })
})
