import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyStore } from '../test/accounts.ts'
import { Browser } from '../test/browser.ts'
import { prepareSetupCode } from './accounts/setup-code.ts'
import { backUp } from './db/backup.ts'
import type { ServerStore } from './db/open-store.ts'
import { TABLES } from './db/tables.ts'
import type { Deps } from './deps.ts'
import type { Letter } from './fetch/mail.ts'
import { createLog } from './log.ts'
import { Prober } from './probing/prober.ts'
import { memoryShared } from './shared/memory/memory.ts'
import { depsOf } from './test-app.ts'

const PASSWORD = 'canary-password-one'
const NEXT_PASSWORD = 'canary-password-two'
const GIT_TOKEN = 'canary-git-token'
const CODE = 'canary-oauth-code'
const APP = { id: 'app', secret: 'canary-app-secret', origin: 'http://localhost:1' }
const LINK_PASSWORD = 'canary-link-password'
const BODY = 'https://canary-host.example.com/canary-path?token=canary-item-token'
const RECIPE = JSON.stringify({
  switchyard: 'recipe',
  version: 1,
  sources: [
    { id: 'a', url: 'https://example.com/' },
    { name: 'own', text: 'trojan://canary-node@a.example.com:443#One' },
  ],
})
/** What stands in an answer because it is made there, once, or because its owner asked to see it. */
const MADE_THERE = [
  'POST /api/people/invites',
  'POST /api/profile/tokens',
  'POST /api/people/:id/reset-link',
  'GET /api/profile/export',
]
const SHOWN = /^(?:POST|GET|PATCH) \/api\/(?:outputs(?:\/|$)|subscriptions\/\w+\/body)|^GET \/sub\//

let folder: string
let store: ServerStore
let logged: string
let answers: string[]
let letters: Letter[]
/** What opens a door, by what it is. */
let secrets: Map<string, string>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'switchyard-canary-'))
  store = await emptyStore(join(folder, 'switchyard.sqlite'))
  logged = ''
  answers = []
  letters = []
  secrets = new Map([
    ['password', PASSWORD],
    ['next password', NEXT_PASSWORD],
    ['OAuth code', CODE],
    ['token of a Git host', GIT_TOKEN],
    ['secret of the app', APP.secret],
    ['body of an item', 'canary-item-token'],
    ['path of an item', 'canary-path'],
    ['password of a node', 'canary-node'],
    ['target of a short link', 'canary-target'],
    ['password of a short link', LINK_PASSWORD],
  ])
})
afterEach(() => rmSync(folder, { recursive: true }))

function person(more: Partial<Deps> = {}): Browser {
  const environment = { REGISTRATION: 'open' }
  const log = createLog('trace', { write: (line) => (logged += line) })
  const now = () => 1_000_000
  return new Browser(environment, {
    store,
    log,
    prober: new Prober({ log, now, shared: memoryShared(), network: { resolve: () => Promise.resolve([]) } }),
    settings: { ...depsOf(environment).settings, OAUTH_GITLAB: APP },
    askProvider: ({ body, url }) =>
      Promise.reject(new Error(`No way to ${new URL(url).host}`, { cause: new Error(body) })),
    askGitHost: () => Promise.resolve({ failure: 'timeout' }),
    mail: (letter) => {
      letters.push(letter)
      return Promise.reject(new Error('The mail server is away'))
    },
    now,
    ...more,
  })
}

/** Asks, and remembers what was said. */
async function ask(one: Browser, name: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await one.fetch(name, body)
  const text = await answer.text()
  const headers = [...answer.headers].filter(([header]) => !['set-cookie', 'location'].includes(header))
  if (!MADE_THERE.includes(name.replace(/people\/[^/]+\/reset/, 'people/:id/reset')) && !SHOWN.test(name))
    answers.push(`${name} ${answer.status} ${text} ${JSON.stringify(headers)}`)
  const session = one.cookies.get('sid')
  if (session !== undefined) secrets.set(`session after ${name}`, session)
  return text.startsWith('{') ? ((JSON.parse(text) as { data?: Record<string, unknown> }).data ?? {}) : {}
}

/** All that people do with their accounts, right and wrong. */
async function everything(one: Browser): Promise<void> {
  const setupCode = (await prepareSetupCode(store.database.query, folder)) ?? ''
  secrets.set('setup code', setupCode)
  const email = 'owner@example.com'
  const account = { email, password: PASSWORD, name: 'Owner' }
  await ask(one, 'POST /api/auth/register', { ...account, setupCode: `${setupCode}x` })
  await ask(one, 'POST /api/auth/register', { ...account, setupCode, extra: PASSWORD })
  await ask(one, 'POST /api/auth/register', { ...account, setupCode })
  await ask(one, 'POST /api/auth/login', { email: PASSWORD, password: PASSWORD })
  await ask(one, 'POST /api/auth/login', { email, password: [PASSWORD] })
  await ask(one, 'POST /api/auth/login', { email, password: `${PASSWORD}x` })
  await ask(one, 'POST /api/auth/login', { email, password: PASSWORD })
  await ask(one, 'POST /api/auth/proof', { password: PASSWORD })
  await ask(one, 'POST /api/profile/password', { current: PASSWORD, password: NEXT_PASSWORD })
  const made = await ask(one, 'POST /api/profile/tokens', { name: 'ci', scopes: ['read'] })
  secrets.set('API token', String(made['token']))
  const invite = await ask(one, 'POST /api/people/invites', {})
  secrets.set('invitation', tokenIn(String(invite['url'])))
  await ask(one, 'POST /api/auth/register', { ...account, email: 'new@example.com', invite: secrets.get('invitation') })
  await ask(one, 'POST /api/auth/reset-mail', { email })
  await vi.waitFor(() => expect(letters.some(({ text }) => text.includes('#reset='))).toBe(true))
  await ask(one, 'POST /api/profile/email', { email: 'other@example.com' })
  for (const [turn, { text }] of letters.entries()) secrets.set(`link of mail ${turn}`, tokenIn(text))
  const tokens = [...secrets.values()]
  for (const token of tokens) await ask(one, 'POST /api/auth/confirm-email', { token })
  for (const what of ['sessions', 'methods', 'tokens', 'events', 'deletion']) await ask(one, `GET /api/profile/${what}`)
  await keepSubscriptions(one)
  await keepShortLinks(one)
  await checkNodes(one)
  await ask(one, 'GET /api/people')
  await ask(one, 'GET /api/people/invites')
  const started = await ask(one, 'POST /api/auth/oauth/gitlab', { purpose: 'sign-in', mode: 'popup' })
  const state = new URL(String(started['url'])).searchParams.get('state') ?? ''
  secrets.set('state', state)
  answers.pop()
  await ask(one, `GET /api/auth/oauth/gitlab/callback?${new URLSearchParams({ code: CODE, state }).toString()}`)
  await ask(one, `GET /api/auth/oauth/gitlab/callback?${new URLSearchParams({ code: CODE, state }).toString()}`)
}

/** Secrets where the host of a node belongs, and beside it. */
async function checkNodes(one: Browser): Promise<void> {
  const node = { port: 443, transport: 'tls' }
  for (const host of ['canary-node', 'trojan://canary-node@a.example.com', 'canary-node@a.example.com', BODY])
    await ask(one, 'POST /api/probes', { targets: [{ ...node, host, sni: 'canary-node' }] })
  const beside = { ...node, host: 'a.example.com', password: 'canary-node' }
  await ask(one, 'POST /api/probes', { targets: [beside] })
  await ask(one, 'PUT /api/probes/schedule', { everyMinutes: 60, targets: [{ key: 'a', target: beside }] })
}

/** What front ends ask, encoded and as scripts write it, with a link among the addresses, a config and a token. */
async function convertAddresses(one: Browser): Promise<void> {
  const link = 'trojan://canary-node@a.example.com:443'
  for (const url of [encodeURIComponent(BODY), BODY, encodeURIComponent(`${BODY}|${BODY}`)])
    for (const target of ['clash', 'singbox', 'surge'])
      await ask(one, `GET /sub?target=${target}&url=${url}&config=${encodeURIComponent(BODY)}`)
  await ask(one, `GET /sub?target=clash&url=${encodeURIComponent(BODY)}`)
  await ask(one, `GET /sub?url=${encodeURIComponent(`${link}|${BODY}`)}`)
  for (const token of [secrets.get('API token') ?? '', 'canary-item-token'])
    await ask(one, `GET /t/${token}/sub?target=clash&url=${encodeURIComponent(`${BODY}|${link}`)}`)
  await ask(one, `GET /t/canary-item-token/sub/canary-item-token`)
}

/** An item and an output, with what their owner is shown and what a provider does wrong. */
async function keepSubscriptions(one: Browser): Promise<void> {
  await ask(one, 'POST /api/subscriptions', { name: 'bad', body: [BODY] })
  await ask(one, 'POST /api/subscriptions', { name: 'x'.repeat(65), body: BODY })
  const item = String((await ask(one, 'POST /api/subscriptions', { name: 'one', body: BODY }))['id'])
  await ask(one, 'POST /api/subscriptions', { name: 'one', body: BODY })
  await ask(one, 'GET /api/subscriptions')
  await ask(one, `POST /api/subscriptions/${item}/refresh`, {})
  await ask(one, `GET /api/subscriptions/${item}/body`)
  await ask(one, 'POST /api/relay', { url: BODY })
  await convertAddresses(one)
  const toGitHost = { base: 'https://gitee.com/api/v5', path: `/user?access_token=${GIT_TOKEN}`, headers: { authorization: GIT_TOKEN } } // oxfmt-ignore
  await ask(one, 'POST /api/relay/git', { ...toGitHost, method: 'GET' })
  await ask(one, 'POST /api/relay/git', { ...toGitHost, method: 'POST', body: `{"access_token":"${GIT_TOKEN}"}` })
  await ask(one, 'POST /api/relay/git', { ...toGitHost, method: GIT_TOKEN })
  const made = { name: 'mine', client: 'mihomo', items: { a: item } }
  await ask(one, 'POST /api/outputs', { ...made, recipe: `${RECIPE}{` })
  const output = await ask(one, 'POST /api/outputs', { ...made, recipe: RECIPE })
  const [address] = output['addresses'] as { id: string }[]
  const at = `/api/outputs/${String(output['id'])}/addresses/${address!.id}`
  const { url } = await ask(one, `GET ${at}`)
  const { pathname } = new URL(String(url))
  secrets.set('address', pathname.slice('/sub/'.length))
  await ask(one, `GET ${pathname}`)
  await ask(one, `GET ${pathname}x`)
  await ask(one, `GET ${pathname}?target=nonsense`)
  await ask(one, 'GET /api/outputs')
  await ask(one, 'GET /api/profile/export')
  await ask(one, `PATCH ${at}`, { paused: true })
  await ask(one, `GET ${pathname}`)
}

/** A short link that is made, opened and tried, right and wrong. */
async function keepShortLinks(one: Browser): Promise<void> {
  const target = 'https://example.com/canary-target?canary-target#canary-target'
  const made = { target, code: 'canary-code', password: LINK_PASSWORD }
  await ask(one, 'POST /api/short-links', { ...made, target: `javascript:${target}` })
  await ask(one, 'POST /api/short-links', { ...made, password: [LINK_PASSWORD] })
  const { id } = await ask(one, 'POST /api/short-links', made)
  await ask(one, 'POST /api/short-links', made)
  await ask(one, 'GET /api/short-links')
  await ask(one, `PATCH /api/short-links/${String(id)}`, { revision: 0, target })
  await ask(one, `PATCH /api/short-links/${String(id)}`, { revision: 0, password: LINK_PASSWORD })
  await ask(one, 'GET /s/canary-code')
  await ask(one, 'GET /S/canary-code')
  await ask(one, 'GET /s/canary-code%20')
  await ask(one, `POST /s/canary-code?password=${LINK_PASSWORD}`, { password: LINK_PASSWORD })
  await ask(one, 'POST /s/canary-code/report', { password: LINK_PASSWORD })
}

const tokenIn = (text: string) => /#\w+=(\w+)/.exec(text)?.[1] ?? ''

function found(text: string): string[] {
  return [...secrets].filter(([, secret]) => secret !== '' && text.includes(secret)).map(([what]) => what)
}

describe('what opens a door', () => {
  test('stands in no answer, in no line of the log, in no row and in no backup', async () => {
    await everything(person())
    expect(secrets.size).toBeGreaterThan(10)
    expect([...secrets.values()].filter((secret) => secret.length < 10)).toEqual([])
    // The queries of a callback are names of ours in this list: its address holds the code.
    const said = answers.map((answer) => answer.replace(/^[A-Z]+ \S+/, ''))
    expect(found(said.join('\n'))).toEqual([])
    expect(logged).toContain('A mail could not be sent')
    expect(logged).toContain('A provider did not say who somebody is')
    expect(found(logged)).toEqual([])
    expect(logged).not.toContain('canary-code')

    let rows = ''
    for (const { name } of TABLES)
      rows += JSON.stringify((await sql`select * from ${sql.table(name)}`.execute(store.database.query)).rows)
    expect(rows).toContain('other@example.com')
    expect(found(rows)).toEqual([])

    await backUp(store.database, join(folder, 'all.gz'), store.keys, 0)
    expect(found(gunzipSync(readFileSync(join(folder, 'all.gz'))).toString())).toEqual([])
  })

  test('stands in no answer and no line of the log where the database is away', async () => {
    const one = person()
    one.cookies.set('sid', 'canary-session-token')
    secrets.set('session', 'canary-session-token')
    await store.database.close()
    const account = {
      email: 'a@example.com',
      password: PASSWORD,
      name: 'A',
      setupCode: 'canary-setup-code',
      invite: CODE,
    }
    secrets.set('setup code', account.setupCode)
    await ask(one, 'POST /api/auth/register', account)
    await ask(one, 'POST /api/auth/login', { email: account.email, password: PASSWORD })
    await ask(one, 'POST /api/auth/reset', { token: CODE, password: NEXT_PASSWORD })
    await ask(one, `GET /api/auth/oauth/gitlab/callback?code=${CODE}&state=${CODE}`)
    expect(answers.map((answer) => answer.split(' ')[2])).toEqual(['500', '500', '500', '500'])
    expect(found(answers.map((answer) => answer.replace(/^GET \S+/, '')).join('\n'))).toEqual([])
    expect(logged).toContain('A request failed')
    expect(found(logged)).toEqual([])
  })
})
