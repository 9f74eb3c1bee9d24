import { API, FailureEnvelope, OWN_SHAPES, type OwnShapeName } from '@switchyard/contract'
import { describe, expect, test } from 'vitest'
import { createApp } from './app.ts'
import { app, depsOf, routesOf } from './test-app.ts'

/** Files and words: their shapes are those of the build. */
const NO_CONTRACT = new Set([
  'GET /_i18n/:build/:locale/:file',
  'GET /_shell/:locale',
  // The document of an ad.
  'GET /_ad',
  'GET /sitemap.xml',
  'GET /robots.txt',
  'GET /.well-known/security.txt',
  // A browser comes here from a provider.
  'GET /api/auth/oauth/:provider/callback',
  // A config for a client, or a page.
  'GET /sub/:token',
  'GET /sub/free/:source',
  // A rule list.
  'GET /rules/:place',
  // A redirect, or a page.
  'GET /s/:code',
  'POST /s/:code',
  'POST /s/:code/report',
  // The bytes of a file, or a page that asks for its password.
  'GET /api/minio/file',
  'GET /f/:token',
  'POST /f/:token',
  'GET /f/:token/:path',
  // What front ends of subconverter ask, and what they get from it.
  'GET /sub',
  'GET /t/:token/sub',
  'GET /version',
  // The contract itself.
  'GET /openapi.json',
])

const isPage = (name: string): boolean => name.endsWith(' /*')

const PLACES: Record<OwnShapeName, string> = {
  'DELETE /api/_auth/session': '/api/_auth/session',
  'GET /_build': '/_build',
  'GET /api/_auth/session': '/api/_auth/session',
  'GET /api/_nuxt_icon/:file': '/api/_nuxt_icon/lucide.json?icons=house,no-such-icon',
  'GET /healthz': '/healthz',
  'GET /readyz': '/readyz',
}

test('every route of the server is in the contract, and the contract names no other', () => {
  const names = routesOf(createApp(depsOf({}))).filter((name) => !NO_CONTRACT.has(name) && !isPage(name))
  expect(names.toSorted()).toEqual([...Object.keys(API), ...Object.keys(OWN_SHAPES)].toSorted())
})

describe('an answer is what its schema says', () => {
  test.each(Object.entries(PLACES) as [OwnShapeName, string][])('%s', async (name, path) => {
    const [method = ''] = name.split(' ')
    const answer = await app()(path, { origin: 'http://localhost:3000' }, { method })
    expect(answer.status).toBe(method === 'DELETE' ? 204 : 200)
    const { data: schema } = OWN_SHAPES[name]
    const text = await answer.text()
    const value: unknown = text === '' ? null : JSON.parse(text)
    expect(schema.parse(value)).toEqual(value)
  })
})

describe('a failure of the API is in the envelope, with its status as code', () => {
  test.each([
    ['not-found', 'GET', '/api/none', 404],
    ['method-not-allowed', 'POST', '/api/_auth/session', 405],
    ['internal', 'GET', '/api/_nuxt_icon/mdi.json?icons=home', 500],
  ])('%s', async (error, method, path, status) => {
    const broken = { settings: { ...depsOf({}).settings, ICON_FALLBACK_URL: undefined as never } }
    const answer = await app({}, broken)(path, {}, { method })
    const failure = FailureEnvelope.parse(await answer.json())
    expect([answer.status, failure.code, failure.data.error]).toEqual([status, status, error])
  })
})
