import { API_SCOPES, type ApiScope } from '@switchyard/contract'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addApiToken, addUser, emptyStore, signIn } from '../test/accounts.ts'
import { makeInvite } from './accounts/invites.ts'
import { hashPassword } from './accounts/passwords.ts'
import { savePassword } from './accounts/sign-in-methods.ts'
import { createApp } from './app.ts'
import type { ServerStore } from './db/open-store.ts'
import type { Deps } from './deps.ts'
import { app, depsOf, endpointsOn, routesOf } from './test-app.ts'

/** Who asks. A link holder has the token of one thing that somebody shares, and no account. */
const ROLES = ['visitor', 'member', 'owner', 'linkHolder'] as const
type Role = (typeof ROLES)[number]

/** What one who asks is told. */
const STATUS = {
  'the answer': 200,
  'that it is done': 204,
  'what is wrong with it': 400,
  'sign in': 401,
  'that nothing is there': 404,
  'that nothing was fetched': 502,
  'not for you': 403,
  'not any more': 410,
  'no mail here': 409,
} as const
type Reported = keyof typeof STATUS

interface Row {
  reported: Record<Role, Reported>
  /** An address of this route that a visitor may try. */
  place: string
  /** What is sent along. */
  body?: unknown
}

const everybodyIsTold = (reported: Reported, place: string): Row => ({ reported: rolesReported(reported), place })
const everybody = (place: string): Row => everybodyIsTold('the answer', place)
const rolesReported = (reported: Reported): Record<Role, Reported> => ({
  visitor: reported,
  member: reported,
  owner: reported,
  linkHolder: reported,
})

/** For who is signed in alone. */
const signedIn = (reported: Reported, place: string, body?: unknown): Row => ({
  reported: { visitor: 'sign in', member: reported, owner: reported, linkHolder: 'sign in' },
  place,
  ...(body === undefined ? {} : { body }),
})
/** The same of something that belongs to a person: of another one's it says what it says of none. features/ownership.test.ts */
const ofSomebody = (place: string, body?: unknown): Row => signedIn('that nothing is there', place, body)
/** What belongs to somebody else. Nobody finds it, the owner of the server neither. */
const foreign = (place: string): Row => signedIn('that nothing is there', place, {})
const forOwner = (place: string, body?: unknown, reported: Reported = 'the answer'): Row => ({
  reported: { visitor: 'sign in', member: 'not for you', owner: reported, linkHolder: 'sign in' },
  place,
  ...(body === undefined ? {} : { body }),
})
/** Whoever asks is known by what they send, and this is nothing that anybody has. */
const open = (place: string, reported: Reported, body: unknown): Row => ({
  reported: rolesReported(reported),
  place,
  body,
})

/**
 * Who may ask what, on a server with a public address and no other setting. Written by hand: a new route needs its row
 * before it may be there. Each one is asked by everybody, of a server on which nothing was changed.
 */
const TABLE: Record<string, Row> = {
  'GET /healthz': everybody('/healthz'),
  'GET /readyz': everybody('/readyz'),
  'GET /_build': everybody('/_build'),
  // No ads are set.
  'GET /_ad': { reported: rolesReported('that nothing is there'), place: '/_ad' },
  'POST /api/ads/code': {
    reported: rolesReported('that nothing is there'),
    place: '/api/ads/code',
    body: { code: 'x' },
  },
  'GET /api/_auth/session': everybody('/api/_auth/session'),
  'DELETE /api/_auth/session': { reported: rolesReported('that it is done'), place: '/api/_auth/session', body: {} },
  'POST /api/convert': {
    reported: { visitor: 'sign in', member: 'the answer', owner: 'the answer', linkHolder: 'sign in' },
    place: '/api/convert',
    body: { sources: [{ text: 'trojan://password@a.example.com:443#One' }], client: 'mihomo' },
  },
  'POST /api/recipes/apply': {
    reported: { visitor: 'sign in', member: 'the answer', owner: 'the answer', linkHolder: 'sign in' },
    place: '/api/recipes/apply',
    body: {
      recipe: JSON.stringify({
        switchyard: 'recipe',
        version: 1,
        target: 'mihomo',
        sources: [{ name: 'mine', text: 'trojan://password@a.example.com:443#One' }],
      }),
    },
  },
  'POST /api/check': signedIn('the answer', '/api/check', { text: 'rules: ["MATCH,DIRECT"]' }),
  'POST /api/explain': signedIn('the answer', '/api/explain', {
    text: 'rules: ["MATCH,DIRECT"]',
    questions: [{ host: 'example.com' }],
  }),
  'GET /api/kept': signedIn('the answer', '/api/kept'),
  'POST /api/kept': signedIn('the answer', '/api/kept', { items: [] }),
  'DELETE /api/kept/:kind/:kept': ofSomebody('/api/kept/node/none', {}),
  'GET /api/subscriptions': signedIn('the answer', '/api/subscriptions'),
  'POST /api/subscriptions': signedIn('the answer', '/api/subscriptions', {
    name: 'mine',
    body: 'https://example.com/sub',
  }),
  'PUT /api/subscriptions/order': signedIn('the answer', '/api/subscriptions/order', { ids: [] }),
  'PATCH /api/subscriptions/:item': ofSomebody('/api/subscriptions/none', { revision: 0 }),
  'DELETE /api/subscriptions/:item': ofSomebody('/api/subscriptions/none', {}),
  'GET /api/subscriptions/:item/body': ofSomebody('/api/subscriptions/none/body'),
  'GET /api/subscriptions/:item/text': ofSomebody('/api/subscriptions/none/text'),
  'PUT /api/subscriptions/:item/text': ofSomebody('/api/subscriptions/none/text', { text: '' }),
  'POST /api/subscriptions/:item/refresh': ofSomebody('/api/subscriptions/none/refresh', {}),
  'POST /api/subscriptions/:item/adopt': ofSomebody('/api/subscriptions/none/adopt', { tag: 'x' }),
  'GET /api/auth/options': everybody('/api/auth/options'),
  'POST /api/auth/register': open('/api/auth/register', 'not for you', {
    email: 'new@example.com',
    password: 'a long enough password',
    name: 'New',
  }),
  'POST /api/auth/login': open('/api/auth/login', 'sign in', { email: 'anna@example.com', password: 'wrong' }),
  // No provider is set.
  'POST /api/auth/oauth/:provider': open('/api/auth/oauth/github', 'that nothing is there', {}),
  'GET /api/auth/oauth/:provider/callback': {
    reported: rolesReported('that nothing is there'),
    place: '/api/auth/oauth/github/callback?code=x&state=y',
  },
  'POST /api/auth/passkeys/options': open('/api/auth/passkeys/options', 'the answer', {}),
  'POST /api/auth/passkeys/login': open('/api/auth/passkeys/login', 'sign in', {
    response: {
      id: 'x',
      rawId: 'x',
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: '', authenticatorData: '', signature: '' },
    },
  }),
  'POST /api/auth/proof': {
    // A wrong password, of whoever is signed in.
    reported: rolesReported('sign in'),
    place: '/api/auth/proof',
    body: { password: 'wrong' },
  },
  'POST /api/auth/reset-mail': open('/api/auth/reset-mail', 'no mail here', { email: 'anna@example.com' }),
  'POST /api/auth/reset': open('/api/auth/reset', 'not any more', { token: 'x', password: 'a long enough password' }),
  'POST /api/auth/confirm-email': open('/api/auth/confirm-email', 'not any more', { token: 'x' }),
  'GET /api/profile': signedIn('the answer', '/api/profile'),
  'PATCH /api/profile': signedIn('the answer', '/api/profile', { name: 'New' }),
  'DELETE /api/profile': {
    reported: { ...rolesReported('sign in'), member: 'what is wrong with it', owner: 'what is wrong with it' },
    place: '/api/profile',
    body: { email: 'anna@example.com' },
  },
  'GET /api/profile/deletion': signedIn('the answer', '/api/profile/deletion'),
  'GET /api/profile/export': signedIn('the answer', '/api/profile/export'),
  'POST /api/profile/email': signedIn('the answer', '/api/profile/email', { email: 'new@example.com' }),
  'POST /api/profile/password': signedIn('the answer', '/api/profile/password', { password: 'a long enough password' }),
  'GET /api/profile/sessions': signedIn('the answer', '/api/profile/sessions'),
  'DELETE /api/profile/sessions': signedIn('the answer', '/api/profile/sessions', {}),
  'DELETE /api/profile/sessions/:id': foreign('/api/profile/sessions/{session}'),
  'GET /api/profile/methods': signedIn('the answer', '/api/profile/methods'),
  'PATCH /api/profile/methods/:id': ofSomebody('/api/profile/methods/{method}', { label: 'My phone' }),
  'DELETE /api/profile/methods/:id': foreign('/api/profile/methods/{method}'),
  'POST /api/profile/passkeys/options': signedIn('the answer', '/api/profile/passkeys/options', {}),
  'POST /api/profile/passkeys': signedIn('what is wrong with it', '/api/profile/passkeys', {}),
  'GET /api/profile/tokens': signedIn('the answer', '/api/profile/tokens'),
  'POST /api/profile/tokens': signedIn('the answer', '/api/profile/tokens', { name: 'ci', scopes: ['read'] }),
  'DELETE /api/profile/tokens/:id': foreign('/api/profile/tokens/{token}'),
  'GET /api/profile/events': signedIn('the answer', '/api/profile/events'),
  'GET /api/people': forOwner('/api/people'),
  'PATCH /api/people/:id': forOwner('/api/people/{person}', { disabled: true }),
  'DELETE /api/people/:id': forOwner('/api/people/{person}', {}),
  'POST /api/people/:id/reset-link': forOwner('/api/people/{person}/reset-link', {}),
  'GET /api/people/invites': forOwner('/api/people/invites'),
  'POST /api/people/invites': forOwner('/api/people/invites', {}),
  'DELETE /api/people/invites/:id': forOwner('/api/people/invites/{invite}', {}),
  // The server of this test has no network.
  'POST /api/relay': signedIn('that nothing was fetched', '/api/relay', { url: 'https://example.com/' }),
  'POST /api/relay/git': signedIn('that nothing was fetched', '/api/relay/git', {
    base: 'https://api.github.com',
    method: 'GET',
    path: '/user',
    headers: {},
  }),
  'GET /api/probes/terms': everybody('/api/probes/terms'),
  'POST /api/probes': signedIn('the answer', '/api/probes', {
    targets: [{ host: '127.0.0.1', port: 443, transport: 'tcp' }],
  }),
  'GET /api/minio/list': signedIn('the answer', '/api/minio/list'),
  'GET /api/minio/file': ofSomebody('/api/minio/file?path=none'),
  // How long it is was not said.
  'PUT /api/minio/file': signedIn('what is wrong with it', '/api/minio/file?path=a', {}),
  'POST /api/minio/upload/text': signedIn('the answer', '/api/minio/upload/text', { text: 'x', path: 'a' }),
  'GET /api/minio/share': ofSomebody('/api/minio/share?path=none'),
  'DELETE /api/minio/remove': ofSomebody('/api/minio/remove?path=none', {}),
  'GET /api/minio/bucket': signedIn('the answer', '/api/minio/bucket'),
  'POST /api/minio/bucket': signedIn('the answer', '/api/minio/bucket?bucketName=photos', {}),
  'DELETE /api/minio/bucket': ofSomebody('/api/minio/bucket?bucketName=none', {}),
  'GET /api/minio/permission': signedIn('the answer', '/api/minio/permission'),
  'PUT /api/minio/permission': signedIn('the answer', '/api/minio/permission?type=private', {}),
  'POST /api/user/create': signedIn('the answer', '/api/user/create', {}),
  'GET /api/user/token': signedIn('the answer', '/api/user/token'),
  'DELETE /api/user/token': signedIn('the answer', '/api/user/token', {}),
  'POST /api/text/upload': signedIn('the answer', '/api/text/upload', { text: 'x' }),
  'DELETE /api/text/remove': ofSomebody('/api/text/remove?path=texts/none', {}),
  'GET /api/storage': signedIn('the answer', '/api/storage'),
  'GET /api/storage/tree': signedIn('the answer', '/api/storage/tree'),
  'POST /api/storage/move': ofSomebody('/api/storage/move', { from: 'a', to: 'b' }),
  'GET /api/shares': signedIn('the answer', '/api/shares'),
  'POST /api/shares': ofSomebody('/api/shares', { path: 'none' }),
  'PATCH /api/shares/:share': ofSomebody('/api/shares/none', { revision: 0 }),
  'DELETE /api/shares/:share': ofSomebody('/api/shares/none', {}),
  'GET /f/:token': everybodyIsTold('that nothing is there', '/f/0123456789abcdefghijABCDEFG'),
  'POST /f/:token': open('/f/0123456789abcdefghijABCDEFG', 'that nothing is there', {}),
  'GET /f/:token/:path': everybodyIsTold('that nothing is there', '/f/0123456789abcdefghijABCDEFG/a/b.txt'),
  'GET /api/probes/schedule': signedIn('the answer', '/api/probes/schedule'),
  'PUT /api/probes/schedule': signedIn('the answer', '/api/probes/schedule', {
    everyMinutes: 60,
    targets: [{ key: 'a', target: { host: 'a.example.com', port: 443, transport: 'tls' } }],
  }),
  'DELETE /api/probes/schedule': signedIn('the answer', '/api/probes/schedule', {}),
  'GET /api/probes/history': signedIn('the answer', '/api/probes/history'),
  'DELETE /api/probes/history': signedIn('the answer', '/api/probes/history', {}),
  'GET /api/publications': signedIn('the answer', '/api/publications'),
  'DELETE /api/publications': signedIn('the answer', '/api/publications', {}),
  'GET /api/outputs': signedIn('the answer', '/api/outputs'),
  'POST /api/outputs': signedIn('the answer', '/api/outputs', {
    name: 'mine',
    recipe: '{"switchyard":"recipe","version":1}',
    client: 'mihomo',
  }),
  'GET /api/outputs/:output': ofSomebody('/api/outputs/none'),
  'PATCH /api/outputs/:output': ofSomebody('/api/outputs/none', { revision: 0 }),
  'DELETE /api/outputs/:output': ofSomebody('/api/outputs/none', {}),
  'POST /api/outputs/:output/refresh': ofSomebody('/api/outputs/none/refresh', {}),
  'POST /api/outputs/:output/preview': ofSomebody('/api/outputs/none/preview', {}),
  'GET /api/outputs/:output/record': ofSomebody('/api/outputs/none/record'),
  'GET /api/outputs/:output/versions': ofSomebody('/api/outputs/none/versions'),
  'GET /api/outputs/:output/versions/:number': ofSomebody('/api/outputs/none/versions/1'),
  'POST /api/outputs/:output/versions/:number/restore': ofSomebody('/api/outputs/none/versions/1/restore', {
    revision: 0,
  }),
  'POST /api/outputs/:output/follow': ofSomebody('/api/outputs/none/follow', {}),
  'POST /api/outputs/:output/addresses': ofSomebody('/api/outputs/none/addresses', { name: 'phone' }),
  'GET /api/outputs/:output/addresses/:address': ofSomebody('/api/outputs/none/addresses/none'),
  'PATCH /api/outputs/:output/addresses/:address': ofSomebody('/api/outputs/none/addresses/none', {}),
  'DELETE /api/outputs/:output/addresses/:address': ofSomebody('/api/outputs/none/addresses/none', {}),
  'POST /api/outputs/:output/addresses/:address/rotate': ofSomebody('/api/outputs/none/addresses/none/rotate', {
    tag: 'x',
  }),
  'GET /api/short-links': signedIn('the answer', '/api/short-links'),
  'POST /api/short-links': signedIn('the answer', '/api/short-links', { target: 'https://example.com/' }),
  'GET /api/short-links/:link': ofSomebody('/api/short-links/none'),
  'PATCH /api/short-links/:link': ofSomebody('/api/short-links/none', { revision: 0 }),
  'DELETE /api/short-links/:link': ofSomebody('/api/short-links/none', {}),
  'POST /api/short-links/:link/restore': ofSomebody('/api/short-links/none/restore', {}),
  'GET /api/reported-links': forOwner('/api/reported-links'),
  'PATCH /api/reported-links/:reported': {
    reported: { visitor: 'sign in', member: 'not for you', owner: 'that nothing is there', linkHolder: 'sign in' },
    place: '/api/reported-links/none',
    body: { blocked: true },
  },
  // The server of this test has no network.
  'GET /rules/:place': { reported: rolesReported('that nothing was fetched'), place: '/rules/a/b/c.list' },
  // Who has the code is led on: features/short-links/routes.test.ts
  'GET /s/:code': { reported: rolesReported('that nothing is there'), place: '/s/none' },
  'POST /s/:code': { reported: rolesReported('that nothing is there'), place: '/s/none', body: {} },
  'POST /s/:code/report': { reported: rolesReported('that nothing is there'), place: '/s/none/report', body: {} },
  'GET /sub': signedIn('what is wrong with it', '/sub?target=surge'),
  // Nobody has this token: features/url-api/routes.test.ts
  'GET /t/:token/sub': { reported: rolesReported('that nothing is there'), place: '/t/none/sub?target=clash' },
  'GET /version': everybody('/version'),
  'GET /openapi.json': everybody('/openapi.json'),
  // Who has the token gets the answer: features/outputs/addresses.test.ts
  'GET /api/free-nodes': everybody('/api/free-nodes'),
  'POST /api/free-nodes/:source/refresh': open('/api/free-nodes/none/refresh', 'that nothing is there', {}),
  'POST /api/free-nodes/:source/report': open('/api/free-nodes/none/report', 'that nothing is there', {}),
  'GET /api/node-sites': forOwner('/api/node-sites'),
  'POST /api/node-sites': forOwner('/api/node-sites', { name: 'Own', address: 'https://example.com/free' }),
  'POST /api/node-sites/preview': forOwner(
    '/api/node-sites/preview',
    { address: 'https://example.com/free', kind: 'page' },
    'that nothing was fetched',
  ),
  'GET /api/node-sites/:site': forOwner('/api/node-sites/none', undefined, 'that nothing is there'),
  'PATCH /api/node-sites/:site': forOwner('/api/node-sites/none', { revision: 0 }, 'that nothing is there'),
  'DELETE /api/node-sites/:site': forOwner('/api/node-sites/none', {}, 'that nothing is there'),
  'POST /api/node-sites/:site/adopt': forOwner('/api/node-sites/none/adopt', {}, 'that nothing is there'),
  // Without a source there is no file.
  'GET /sub/free/:source': { reported: rolesReported('that nothing is there'), place: '/sub/free/all' },
  'GET /sub/:token': { reported: rolesReported('that nothing is there'), place: '/sub/none' },
  'GET /_i18n/:build/:locale/:file': everybody('/_i18n/abc123/zh-CN/messages.json'),
  'GET /api/_nuxt_icon/:file': everybody('/api/_nuxt_icon/lucide.json?icons=house'),
  'GET /sitemap.xml': everybody('/sitemap.xml'),
  'GET /robots.txt': everybody('/robots.txt'),
  // No contact is set.
  'GET /.well-known/security.txt': {
    reported: rolesReported('that nothing is there'),
    place: '/.well-known/security.txt',
  },
  'GET /_shell/:locale': everybody('/_shell/zh-CN'),
  'GET /assets/*': everybody('/assets/a.js'),
  'GET /:file': everybody('/favicon.svg'),
  'GET /*': everybody('/convert'),
}

/** Routes for every method: checks before all others, and what answers 404 where nothing else does. */
const FOR_ALL_METHODS = ['/*', '/api/*', '/assets/*']

const SITE = { SITE_URL: 'https://switchyard.example' }
/** How long a person is believed who has shown who they are. docs/security.md */
const PROOF_MS = 10 * 60_000
let clientFolder: string
let web: Deps['web']
let passwordHash: string

beforeAll(async () => {
  passwordHash = await hashPassword('correct horse battery', { memoryCost: 1024, timeCost: 1 })
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

/** Routes that are no endpoints: files of the build, and pages. */
const UNDECLARED = ['GET /assets/*', 'GET /:file', 'GET /*']

test('every other route was declared as an endpoint: nothing else is served', () => {
  const declared = endpointsOn(SITE).map(({ name }) => name)
  const routes = routesOf(createApp({ ...depsOf(SITE), web })).filter((name) => !UNDECLARED.includes(name))
  expect(routes.toSorted()).toEqual([...declared].toSorted())
})

test('a route for all methods is a check or an end, and no way around the table', () => {
  const paths = createApp({ ...depsOf(SITE), web }).routes.filter(({ method }) => method === 'ALL')
  expect([...new Set(paths.map(({ path }) => path))].toSorted()).toEqual(FOR_ALL_METHODS)
})

/** What a program with an API token may ask, by the scope of the token. Nothing else that is for people alone. */
const FOR_TOKENS: Record<ApiScope, readonly string[]> = {
  convert: [
    'POST /api/convert',
    'POST /api/check',
    'POST /api/explain',
    'POST /api/recipes/apply',
    'POST /api/relay',
    'GET /api/probes/terms',
    'POST /api/probes',
    'GET /sub',
  ],
  read: [
    'GET /api/probes/schedule',
    'GET /api/probes/history',
    'GET /api/kept',
    'GET /api/subscriptions',
    'GET /api/subscriptions/:item/body',
    'GET /api/subscriptions/:item/text',
    'GET /api/publications',
    'GET /api/outputs',
    'GET /api/outputs/:output',
    'POST /api/outputs/:output/preview',
    'GET /api/outputs/:output/record',
    'GET /api/outputs/:output/versions',
    'GET /api/outputs/:output/versions/:number',
    'GET /api/outputs/:output/addresses/:address',
    'GET /api/minio/list',
    'GET /api/minio/file',
    'GET /api/minio/bucket',
    'GET /api/minio/permission',
    'GET /api/storage',
    'GET /api/storage/tree',
    'GET /api/shares',
  ],
  write: [
    'PUT /api/probes/schedule',
    'DELETE /api/probes/schedule',
    'DELETE /api/probes/history',
    'PUT /api/minio/file',
    'POST /api/minio/upload/text',
    'GET /api/minio/share',
    'DELETE /api/minio/remove',
    'POST /api/minio/bucket',
    'DELETE /api/minio/bucket',
    'PUT /api/minio/permission',
    'POST /api/user/create',
    'GET /api/user/token',
    'DELETE /api/user/token',
    'POST /api/text/upload',
    'DELETE /api/text/remove',
    'POST /api/storage/move',
    'POST /api/shares',
    'PATCH /api/shares/:share',
    'DELETE /api/shares/:share',
    'POST /api/kept',
    'DELETE /api/kept/:kind/:kept',
    'POST /api/subscriptions',
    'PUT /api/subscriptions/order',
    'PATCH /api/subscriptions/:item',
    'DELETE /api/subscriptions/:item',
    'PUT /api/subscriptions/:item/text',
    'POST /api/subscriptions/:item/refresh',
    'POST /api/subscriptions/:item/adopt',
    'DELETE /api/publications',
    'POST /api/outputs',
    'PATCH /api/outputs/:output',
    'DELETE /api/outputs/:output',
    'POST /api/outputs/:output/refresh',
    'POST /api/outputs/:output/versions/:number/restore',
    'POST /api/outputs/:output/follow',
    'POST /api/outputs/:output/addresses',
    'PATCH /api/outputs/:output/addresses/:address',
    'DELETE /api/outputs/:output/addresses/:address',
    'POST /api/outputs/:output/addresses/:address/rotate',
  ],
  short: [
    'GET /api/short-links',
    'GET /api/short-links/:link',
    'POST /api/short-links',
    'PATCH /api/short-links/:link',
    'DELETE /api/short-links/:link',
    'POST /api/short-links/:link/restore',
  ],
}

/** What a person is asked to show who they are for, where they last did so more than ten minutes ago. */
const NEEDS_PROOF: readonly string[] = [
  'POST /api/profile/email',
  // Anna's other one has no password yet: there is nothing else to show.
  'POST /api/profile/password',
  'DELETE /api/profile/methods/:id',
  'POST /api/profile/passkeys/options',
  'POST /api/profile/passkeys',
  'POST /api/profile/tokens',
  'DELETE /api/profile',
  'PATCH /api/people/:id',
  'DELETE /api/people/:id',
  'POST /api/people/:id/reset-link',
  'POST /api/people/invites',
]

/** A cookie of who asks. */
const COOKIES: Record<Role, (store: ServerStore) => Promise<string | undefined>> = {
  visitor: () => Promise.resolve(undefined),
  member: async (store) => `__Host-sid=${await signIn(store, await addUser(store, 'member'))}`,
  owner: async (store) => `__Host-sid=${await signIn(store, await addUser(store, 'owner', 'owner'))}`,
  linkHolder: () => Promise.resolve(undefined),
}

/** Somebody else, who has one of everything. Gives back the ids of these things by what they are. */
async function addAnna(store: ServerStore): Promise<Record<string, string>> {
  const { query } = store.database
  const anna = await addUser(store, 'anna')
  await signIn(store, anna)
  await addApiToken(store, anna, ['read'])
  await savePassword(query, anna.id, passwordHash, 0)
  await makeInvite(query, { ownerId: anna.id, label: '' }, 0)
  const idOf = async (table: 'session' | 'api_token' | 'sign_in_method' | 'invite') =>
    (await query.selectFrom(table).select('id').executeTakeFirstOrThrow()).id
  return {
    person: anna.id,
    session: await idOf('session'),
    token: await idOf('api_token'),
    method: await idOf('sign_in_method'),
    invite: await idOf('invite'),
  }
}

/** A server with Anna and one who asks. */
async function serverFor(identified: (store: ServerStore) => Promise<Record<string, string>>, now = 0) {
  const store = await emptyStore()
  await store.database.query.insertInto('setup_state').values({ id: 1, code_hash: '', done_at: 0 }).execute()
  const ids = await addAnna(store)
  return { ask: app(SITE, { web, store, now: () => now }), ids, headers: await identified(store) }
}

/** Asks a row of the table, and gives back the status. */
function askRow(
  { ask, ids, headers: who }: Awaited<ReturnType<typeof serverFor>>,
  name: string,
  { place, body }: Row,
): Promise<number> {
  const headers: Record<string, string> = { host: 'switchyard.example', ...who }
  const init: RequestInit = { method: name.split(' ')[0]! }
  if (body !== undefined) {
    Object.assign(headers, { origin: SITE.SITE_URL, 'content-type': 'application/json' })
    init.body = JSON.stringify(body)
  }
  const path = place.replace(/\{(\w+)\}/, (_, thing: string) => ids[thing] ?? 'none')
  return ask(path, headers, init).then(({ status }) => status)
}

describe.each(ROLES)('a %s is told', (role) => {
  let server: ReturnType<typeof serverFor> | undefined
  const identified = async (store: ServerStore): Promise<Record<string, string>> => {
    const cookie = await COOKIES[role](store)
    return cookie === undefined ? {} : { cookie }
  }

  test.each(Object.entries(TABLE))('%s', async (name, row) => {
    const asked = await (server ??= serverFor(identified))
    const status = STATUS[row.reported[role]]
    // A read or a refusal changes nothing. The next row may then ask the same server.
    if (!name.startsWith('GET') && status < 400) server = undefined
    expect(await askRow(asked, name, row)).toBe(status)
  })
})

/** Routes that answer visitors and members alike. The proof route is left out: only somebody signed in can give a proof. */
const FOR_ALL = new Set(
  Object.entries(TABLE)
    .filter(([name, { reported }]) => reported.visitor === reported.member && name !== 'POST /api/auth/proof')
    .map(([name]) => name),
)
const FOR_PEOPLE = Object.entries(TABLE).filter(([name]) => !FOR_ALL.has(name))

describe.each(API_SCOPES)('a program with a token of the scope %s', (scope) => {
  let server: ReturnType<typeof serverFor> | undefined
  const identified = async (store: ServerStore): Promise<Record<string, string>> => ({
    authorization: `Bearer ${await addApiToken(store, await addUser(store, 'program'), [scope])}`,
  })

  test.each(FOR_PEOPLE)('is told what a member is, or that it is not for it: %s', async (name, row) => {
    const asked = await (server ??= serverFor(identified))
    const status = FOR_TOKENS[scope].includes(name) ? STATUS[row.reported.member] : STATUS['not for you']
    if (!name.startsWith('GET') && status < 400) server = undefined
    expect(await askRow(asked, name, row)).toBe(status)
  })
})

describe('who has not shown for a while who they are', () => {
  let server: ReturnType<typeof serverFor> | undefined
  const identified = async (store: ServerStore): Promise<Record<string, string>> => ({
    cookie: `__Host-sid=${await signIn(store, await addUser(store, 'late', 'owner'))}`,
  })

  test.each(FOR_PEOPLE)('is asked to, or is told what an owner is: %s', async (name, row) => {
    const asked = await (server ??= serverFor(identified, PROOF_MS))
    const status = STATUS[NEEDS_PROOF.includes(name) ? 'not for you' : row.reported.owner]
    if (!name.startsWith('GET') && status < 400) server = undefined
    expect(await askRow(asked, name, row)).toBe(status)
  })
})

test('what an endpoint declares is what stands here', () => {
  for (const { name, who, scope } of endpointsOn(SITE)) {
    const { reported } = TABLE[name]!
    const needsProof = NEEDS_PROOF.includes(name) && name !== 'POST /api/profile/password'
    const byTable = FOR_ALL.has(name)
      ? 'visitor'
      : reported.member === 'not for you'
        ? needsProof
          ? 'proven owner'
          : 'owner'
        : needsProof
          ? 'proven'
          : 'member'
    expect([name, who, scope]).toEqual([name, byTable, API_SCOPES.find((each) => FOR_TOKENS[each].includes(name))])
  }
})
