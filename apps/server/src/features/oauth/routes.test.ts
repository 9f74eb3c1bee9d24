import { parseRanges } from '@switchyard/outbound'
import { createEmulator, type Emulator } from 'emulate'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { addUser, emptyStore, signIn } from '../../../test/accounts.ts'
import { Browser } from '../../../test/browser.ts'
import { GITEE, GITLAB, ownProvider as startProvider, type Dialect } from '../../../test/own-provider.ts'
import { hashPassword } from '../../accounts/passwords.ts'
import { savePassword } from '../../accounts/sign-in-methods.ts'
import type { ServerStore } from '../../db/open-store.ts'
import { createAskProvider } from '../../fetch/ask-provider.ts'
import type { User } from '../../http/visitor.ts'
import { depsOf } from '../../test-app.ts'
import type { ProviderApp } from './providers.ts'
import { freePort } from '../../../test/free-port.ts'

const APP = { id: 'our-app', secret: 'canary-app-secret' }
const PERSON = { id: 7, login: 'anna-gl', name: 'Anna', email: 'anna@example.com', isConfirmed: true }
const MINUTE_MS = 60_000

/** Providers of a test are on loopback, where a server of ours goes only when it is told to. */
const askProvider = createAskProvider({
  network: {
    privateRanges: parseRanges(['127.0.0.0/8']),
    ownAddresses: [],
    resolve: () => Promise.resolve(['127.0.0.1']),
  },
})

let store: ServerStore
let now: number
let owner: User
beforeEach(async () => {
  store = await emptyStore()
  now = 1_000_000
  await store.database.query.insertInto('setup_state').values({ id: 1, code_hash: '', done_at: 0 }).execute()
  owner = await addUser(store, 'owner', 'owner')
})

async function ownProvider(dialect: Dialect, app: { id: string; secret: string }) {
  const provider = await startProvider(dialect, app)
  onTestFinished(provider.stop)
  return provider
}

type Apps = Partial<Record<'OAUTH_GITHUB' | 'OAUTH_GITLAB' | 'OAUTH_GITEE', ProviderApp>>

const browser = (apps: Apps, environment: Record<string, string> = { REGISTRATION: 'open' }) =>
  new Browser(environment, {
    store,
    now: () => now,
    askProvider,
    settings: { ...depsOf(environment).settings, ...apps },
  })

const start = async (one: Browser, provider: string, more: object = {}) => {
  const body = { purpose: 'sign-in', mode: 'popup', ...more }
  const { data } = await one.call(`POST /api/auth/oauth/${provider}`, body)
  return data.error ?? String(data['url'])
}

/** Comes back from the provider; gives back what the popup says to the page that opened it. */
async function comeBack(one: Browser, address: string): Promise<string | undefined> {
  const { pathname, search } = new URL(address)
  const answer = await one.fetch(`GET ${pathname}${search}`)
  const html = await answer.text()
  const script = /<script>(.*)<\/script>/.exec(html)?.[1] ?? ''
  return /"switchyard\.oauth","([a-z-]+) [0-9a-f-]{36}"/.exec(script)?.[1]
}

describe('GitHub, as far as its emulator goes (it does not look at the proof key)', () => {
  let emulator: Emulator
  beforeAll(async () => {
    emulator = await createEmulator({
      service: 'github',
      port: await freePort(),
      seed: {
        github: {
          users: [{ login: 'octocat', name: 'The Octocat', email: 'octocat@example.com' }],
          oauth_apps: [
            {
              client_id: APP.id,
              client_secret: APP.secret,
              name: 'Switchyard',
              redirect_uris: ['http://localhost:3000/api/auth/oauth/github/callback'],
            },
          ],
        },
      },
    })
  })
  afterAll(() => emulator.close())

  /** Says yes as the form of the emulator does. */
  async function sayYes(address: string): Promise<string> {
    const page = await fetch(address)
    expect(page.status).toBe(200)
    const asked = new URL(address).searchParams
    const form = new URLSearchParams({
      login: 'octocat',
      redirect_uri: asked.get('redirect_uri') ?? '',
      scope: asked.get('scope') ?? '',
      state: asked.get('state') ?? '',
      client_id: asked.get('client_id') ?? '',
    })
    const answer = await fetch(`${emulator.url}/login/oauth/callback`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    })
    return answer.headers.get('location') ?? ''
  }

  test('signs up, and signs in the next time', async () => {
    const apps = { OAUTH_GITHUB: { ...APP, origin: emulator.url } }
    const one = browser(apps)
    expect((await one.call('GET /api/auth/options')).data).toMatchObject({ providers: ['github'] })
    expect(await comeBack(one, await sayYes(await start(one, 'github')))).toBe('done')
    expect(await one.who()).toBe('octocat@example.com')
    const again = browser(apps, { REGISTRATION: 'closed' })
    expect(await comeBack(again, await sayYes(await start(again, 'github')))).toBe('done')
    expect(await again.who()).toBe('octocat@example.com')
    const methods = (await again.call('GET /api/profile/methods')).data
    expect(methods).toMatchObject([{ kind: 'github', label: 'octocat' }])
  })

  test('a wrong secret of the app is a sign-in that did not work', async () => {
    const one = browser({ OAUTH_GITHUB: { ...APP, secret: 'wrong', origin: emulator.url } })
    expect(await comeBack(one, await sayYes(await start(one, 'github')))).toBe('sign-in-failed')
    expect(await one.who()).toBeUndefined()
  })
})

describe.each<[string, keyof Apps, Dialect]>([
  ['gitlab', 'OAUTH_GITLAB', GITLAB],
  ['gitee', 'OAUTH_GITEE', GITEE],
])('%s, against a provider of the tests written from its documents', (provider, setting, dialect) => {
  const set = async () => {
    const at = await ownProvider(dialect, APP)
    return { at, apps: { [setting]: { ...APP, origin: at.origin } } }
  }

  test('signs up by the rules of everybody, and signs in the next time', async () => {
    const { at, apps } = await set()
    const invited = browser(apps, {})
    expect(await comeBack(invited, at.sayYes(await start(invited, provider), PERSON))).toBe('registration-closed')
    const one = browser(apps)
    expect(await comeBack(one, at.sayYes(await start(one, provider), PERSON))).toBe('done')
    expect(await one.who()).toBe('anna@example.com')
    const again = browser(apps, {})
    expect(
      await comeBack(again, at.sayYes(await start(again, provider), { ...PERSON, email: 'new@example.com' })),
    ).toBe('done')
    expect(await again.who()).toBe('anna@example.com')
  })

  test('the state works once, in the browser that asked, for ten minutes', async () => {
    const { at, apps } = await set()
    const [one, other] = [browser(apps), browser(apps)]
    const address = at.sayYes(await start(one, provider), PERSON)
    // Another browser is sent to the home page, like one without any state.
    expect(await comeBack(other, address)).toBeUndefined()
    expect(await other.who()).toBeUndefined()
    expect(await comeBack(one, address)).toBeUndefined()
    expect(await one.who()).toBeUndefined()
    const late = at.sayYes(await start(one, provider), PERSON)
    now += 10 * MINUTE_MS
    expect(await comeBack(one, late)).toBeUndefined()
    expect(await one.who()).toBeUndefined()
  })

  test('a code that was meant for another way in is refused by its proof key', async () => {
    const { at, apps } = await set()
    const [one, victim] = [browser(apps), browser(apps)]
    const stolen = new URL(at.sayYes(await start(victim, provider), PERSON)).searchParams.get('code') ?? ''
    const own = new URL(at.sayYes(await start(one, provider), { ...PERSON, id: 8 }))
    own.searchParams.set('code', stolen)
    expect(await comeBack(one, own.href)).toBe('sign-in-failed')
    expect(await one.who()).toBeUndefined()
  })

  test('an address that is taken links nothing, and one that is not confirmed makes nothing', async () => {
    const { at, apps } = await set()
    const one = browser(apps)
    expect(await comeBack(one, at.sayYes(await start(one, provider), { ...PERSON, email: owner.email }))).toBe(
      'email-taken',
    )
    expect(await comeBack(one, at.sayYes(await start(one, provider), { ...PERSON, isConfirmed: false }))).toBe(
      'no-confirmed-email',
    )
    expect(await one.who()).toBeUndefined()
  })

  test('an address that somebody registered and never confirmed is free for who comes from a provider', async () => {
    const { at, apps } = await set()
    const squatter = { email: PERSON.email, password: 'the squatter’s own', name: 'Squatter' }
    const letters: unknown[] = []
    const mail = (letter: unknown) => Promise.resolve(void letters.push(letter))
    const first = new Browser({ REGISTRATION: 'open' }, { store, now: () => now, mail })
    expect(await first.outcome('POST /api/auth/register', squatter)).toBe(200)
    expect(letters).toHaveLength(1)
    const one = browser(apps)
    expect(await comeBack(one, at.sayYes(await start(one, provider), PERSON))).toBe('done')
    expect(await one.who()).toBe(PERSON.email)
    expect(await first.outcome('POST /api/auth/login', { email: squatter.email, password: squatter.password })).toBe(
      'wrong-credentials',
    )
  })

  test.each([
    ['a word', 'anna'],
    ['two lines', 'anna@example.com\r\nBcc: all@example.com'],
    ['a space in it', 'a b@example.com'],
    ['300 letters', `${'a'.repeat(300)}@example.com`],
  ])('what is no e-mail address makes no account: %s', async (_, email) => {
    const { at, apps } = await set()
    const one = browser(apps)
    expect(await comeBack(one, at.sayYes(await start(one, provider), { ...PERSON, email }))).toBe('no-confirmed-email')
    expect(await one.who()).toBeUndefined()
  })

  test.each([
    ['An\0na\u202e', 'An na'],
    ['   ', 'anna-gl'],
    ['\n\u200b', 'anna-gl'],
    ['名'.repeat(50), '名'.repeat(40)],
  ])('the name %j is taken as %j', async (name, taken) => {
    const { at, apps } = await set()
    const one = browser(apps)
    expect(await comeBack(one, at.sayYes(await start(one, provider), { ...PERSON, name }))).toBe('done')
    expect((await one.call('GET /api/profile')).data).toMatchObject({ user: { name: taken } })
  })

  test('linking needs a proof, and an account there belongs to one account here', async () => {
    const { at, apps } = await set()
    await savePassword(store.database.query, owner.id, await hashPassword('correct horse battery'), now)
    const one = browser(apps)
    expect(await start(one, provider, { purpose: 'link' })).toBe('not-signed-in')
    one.cookies.set('sid', await signIn(store, owner, now))
    now += 10 * MINUTE_MS
    expect(await start(one, provider, { purpose: 'link' })).toBe('proof-needed')
    await one.call('POST /api/auth/proof', { password: 'correct horse battery' })
    expect(await comeBack(one, at.sayYes(await start(one, provider, { purpose: 'link' }), PERSON))).toBe('done')
    const methods = (await one.call('GET /api/profile/methods')).data as unknown as Record<string, unknown>[]
    expect(methods.map(({ kind, label }) => [kind, label])).toEqual(expect.arrayContaining([[provider, 'anna-gl']]))

    const other = browser(apps)
    other.cookies.set('sid', await signIn(store, await addUser(store, 'bert'), now))
    expect(await comeBack(other, at.sayYes(await start(other, provider, { purpose: 'link' }), PERSON))).toBe(
      'method-taken',
    )

    const linked = browser(apps)
    expect(await comeBack(linked, at.sayYes(await start(linked, provider), PERSON))).toBe('done')
    expect(await linked.who()).toBe(owner.email)
  })

  test('who signs out on the way links nothing', async () => {
    const { at, apps } = await set()
    const one = browser(apps)
    one.cookies.set('sid', await signIn(store, owner, now))
    const address = at.sayYes(await start(one, provider, { purpose: 'link' }), PERSON)
    await one.fetch('DELETE /api/_auth/session')
    expect(await comeBack(one, address)).toBe('sign-in-failed')
  })

  test('who is disabled here is not signed in', async () => {
    const { at, apps } = await set()
    const one = browser(apps)
    await comeBack(one, at.sayYes(await start(one, provider), PERSON))
    await store.database.query.updateTable('user_account').set({ disabled_at: 1 }).execute()
    const again = browser(apps)
    expect(await comeBack(again, at.sayYes(await start(again, provider), PERSON))).toBe('sign-in-failed')
  })

  test('a whole page goes back to its path on this site, and nowhere else', async () => {
    const { at, apps } = await set()
    const placeAfter = async (back: string) => {
      const one = browser(apps)
      const { pathname, search } = new URL(at.sayYes(await start(one, provider, { mode: 'page', back }), PERSON))
      const answer = await one.fetch(`GET ${pathname}${search}`)
      expect(answer.status).toBe(302)
      return answer.headers.get('location')
    }
    expect(await placeAfter('/profile?tab=security')).toBe('http://localhost:3000/profile?tab=security')
    for (const back of [
      '//evil.example',
      '/\t/evil.example',
      '\\\\evil.example',
      'https://evil.example/x',
      'javascript:1',
    ])
      expect(await placeAfter(back)).toBe('http://localhost:3000/')
  })

  test('a whole page that nobody signed in from is told so in its own language', async () => {
    const { at, apps } = await set()
    const one = browser(apps)
    const asked = await start(one, provider, { mode: 'page', back: '/en-US/login?redirect=%2F' })
    const { pathname, search } = new URL(at.sayYes(asked, { ...PERSON, email: owner.email }))
    const answer = await one.fetch(`GET ${pathname}${search}`)
    expect(answer.headers.get('location')).toBe('http://localhost:3000/en-US/login#failed=email-taken')
  })

  test('who says no at the provider is told so', async () => {
    const { at, apps } = await set()
    const one = browser(apps)
    const address = new URL(at.sayYes(await start(one, provider), PERSON))
    address.searchParams.delete('code')
    address.searchParams.set('error', 'access_denied')
    expect(await comeBack(one, address.href)).toBe('sign-in-denied')
  })
})

test('the popup’s page runs one script of ours and holds neither code nor session', async () => {
  const at = await ownProvider(GITLAB, APP)
  const one = browser({ OAUTH_GITLAB: { ...APP, origin: at.origin } })
  const { pathname, search, searchParams } = new URL(at.sayYes(await start(one, 'gitlab'), PERSON))
  const answer = await one.fetch(`GET ${pathname}${search}`)
  const html = await answer.text()
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'sha256-[\w+/=]{44}';/)
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(html).not.toContain(searchParams.get('code'))
  expect(html).not.toContain(one.cookies.get('sid'))
})

test('a provider that is not set is not there', async () => {
  expect(await start(browser({}), 'github')).toBe('not-found')
  expect(await start(browser({}), 'constructor')).toBe('not-found')
})
