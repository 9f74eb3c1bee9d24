import type { ShortLink, ShortLinkPage, WholeShortLink } from '@switchyard/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addUser, signIn } from '../../../test/accounts.ts'
import { describeOnEachDatabase } from '../../../test/databases.ts'
import { KeyRing } from '../../db/key-ring.ts'
import type { ServerStore } from '../../db/open-store.ts'
import { app } from '../../test-app.ts'
import { ShortLinkStore } from './short-link-store.ts'

const ORIGIN = 'http://localhost:3000'
const TARGET = 'https://example.com/canary?token=canary'
const HOUR_MS = 3_600_000
const START = Date.UTC(2026, 10, 28)
const PERSON = { 'sec-fetch-mode': 'navigate', 'accept-language': 'en' }

interface Told {
  status: number
  data: ShortLink & WholeShortLink & ShortLinkPage & { error: string; field: string; current: ShortLink }
}

describeOnEachDatabase('short links', ({ migrated }) => {
  async function start(environment: Record<string, string> = {}) {
    const store: ServerStore = { database: await migrated(), keys: new KeyRing(['a key of thirty-two bytes or more!']) }
    const clock = { now: START }
    const asked = app({ TRUSTED_PROXIES: '1', ...environment }, { store, now: () => clock.now })
    const as = async (name: string, role: 'owner' | 'member' = 'member') => {
      const cookie = `sid=${await signIn(store, await addUser(store, name, role), START)}`
      const ask = async (method: string, path: string, body?: unknown): Promise<Told> => {
        const answer = await asked(
          path,
          { cookie, origin: ORIGIN, 'content-type': 'application/json' },
          { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
        )
        return { status: answer.status, ...((await answer.json()) as Pick<Told, 'data'>) }
      }
      return {
        ask,
        cookie,
        make: async (more: object = {}) => (await ask('POST', '/api/short-links', { target: TARGET, ...more })).data,
      }
    }
    const visit = (code: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
      asked(`/s/${code}`, { 'x-forwarded-for': '192.0.2.1', ...headers }, init)
    const leadsTo = async (code: string) => {
      const answer = await visit(code)
      return answer.headers.get('location') ?? answer.status
    }
    return { store, clock, as, ann: await as('ann'), visit, leadsTo }
  }

  test('a link leads where it was pointed last, and keeps its code', async () => {
    const { ann, leadsTo } = await start()
    const { id, code, url, host, revision } = await ann.make({ code: 'Home_1' })
    expect([code, url, host]).toEqual(['Home_1', `${ORIGIN}/s/Home_1`, 'example.com'])
    expect(await leadsTo('Home_1')).toBe(TARGET)
    const changed = await ann.ask('PATCH', `/api/short-links/${id}`, { revision, target: 'https://example.org/new' })
    expect(changed).toMatchObject({ status: 200, data: { id, code, host: 'example.org', revision: 1 } })
    expect(await leadsTo('Home_1')).toBe('https://example.org/new')
    // Capitals are other letters.
    expect(await leadsTo('home_1')).toBe(404)
  })

  test('a code that nobody chose is drawn: ten letters and digits', async () => {
    const { ann } = await start()
    const codes = [(await ann.make()).code, (await ann.make()).code]
    for (const code of codes) expect(code).toMatch(/^[0-9A-Za-z]{10}$/)
    expect(new Set(codes).size).toBe(2)
  })

  test.each([
    ['a code of two letters', { code: 'ab' }, 'bad-request', 'code'],
    ['a code with a slash', { code: 'a/b' }, 'bad-request', 'code'],
    ['a code that is kept for the site', { code: 'Admin' }, 'code-reserved', 'code'],
    ['a target that is a short link', { target: `${ORIGIN}/s/abc` }, 'target-refused', 'target'],
    ['a target with another scheme', { target: 'javascript:alert(1)' }, 'target-refused', 'target'],
    ['an end that is over', { expiresAt: START }, 'bad-request', 'expiresAt'],
    ['a password of no letter', { password: '' }, 'bad-request', 'password'],
  ])('%s is refused, with the field', async (_, more, error, field) => {
    const { ann } = await start()
    expect(await ann.make(more)).toMatchObject({ error, field })
    if (field !== 'target') return
    const { id, revision } = await ann.make()
    const changed = await ann.ask('PATCH', `/api/short-links/${id}`, { revision, ...more })
    expect(changed.data).toMatchObject({ error, field })
  })

  test('a code is given once, to whoever came first', async () => {
    const { ann, as, leadsTo } = await start()
    const bob = await as('bob')
    await ann.make({ code: 'home' })
    expect(await bob.make({ code: 'home', target: 'https://evil.example/' })).toMatchObject({
      error: 'code-taken',
      field: 'code',
    })
    expect(await leadsTo('home')).toBe(TARGET)
  })

  test('a link that was switched off, or whose time is over, is gone; one that was deleted is not there', async () => {
    const { ann, clock, visit, leadsTo } = await start()
    const { id } = await ann.make({ code: 'home', expiresAt: START + HOUR_MS })
    const change = (revision: number, part: object) => ann.ask('PATCH', `/api/short-links/${id}`, { revision, ...part })
    await change(0, { disabled: true })
    const gone = await visit('home', PERSON)
    expect([gone.status, gone.headers.get('location')]).toEqual([410, null])
    expect(await gone.text()).toContain('does not lead anywhere any more')
    await change(1, { disabled: false })
    expect(await leadsTo('home')).toBe(TARGET)
    clock.now += HOUR_MS
    expect(await leadsTo('home')).toBe(410)
    await change(2, { expiresAt: null })
    expect(await leadsTo('home')).toBe(TARGET)
    await ann.ask('DELETE', `/api/short-links/${id}`)
    expect(await leadsTo('home')).toBe(404)
  })

  test('what was deleted comes back as it was, for a day; nobody else gets its code meanwhile', async () => {
    const { store, ann, as, clock, leadsTo } = await start()
    const bob = await as('bob')
    const { id } = await ann.make({ code: 'home' })
    await leadsTo('home')
    await ann.ask('DELETE', `/api/short-links/${id}`)
    expect((await ann.ask('DELETE', `/api/short-links/${id}`)).status).toBe(404)
    expect((await ann.ask('GET', '/api/short-links')).data).toEqual({ links: [], total: 0 })
    expect((await bob.make({ code: 'home' })).error).toBe('code-taken')
    const links = new ShortLinkStore(store)
    clock.now += 24 * HOUR_MS - 1
    await links.forgetDeleted(clock.now)
    expect((await ann.ask('POST', `/api/short-links/${id}/restore`)).data).toMatchObject({ code: 'home', hits: 1 })
    expect(await leadsTo('home')).toBe(TARGET)
    await ann.ask('DELETE', `/api/short-links/${id}`)
    clock.now += 24 * HOUR_MS
    await links.forgetDeleted(clock.now)
    expect((await ann.ask('POST', `/api/short-links/${id}/restore`)).status).toBe(404)
    expect((await bob.make({ code: 'home' })).code).toBe('home')
  })

  test('whoever deleted a link may give its code to another one at once', async () => {
    const { ann, leadsTo } = await start()
    const { id } = await ann.make({ code: 'home' })
    await ann.ask('DELETE', `/api/short-links/${id}`)
    await ann.make({ code: 'home', target: 'https://example.org/' })
    expect(await leadsTo('home')).toBe('https://example.org/')
    expect((await ann.ask('POST', `/api/short-links/${id}/restore`)).status).toBe(404)
  })

  test('a change of a link that is another one by now changes nothing, and says how it is', async () => {
    const { ann, leadsTo } = await start()
    const { id } = await ann.make({ code: 'home' })
    await ann.ask('PATCH', `/api/short-links/${id}`, { revision: 0, target: 'https://example.org/' })
    const late = await ann.ask('PATCH', `/api/short-links/${id}`, { revision: 0, target: 'https://example.net/' })
    expect(late).toMatchObject({ status: 409, data: { error: 'conflict', current: { id, revision: 1, host: 'example.org' } } }) // oxfmt-ignore
    expect(await leadsTo('home')).toBe('https://example.org/')
  })

  test('nobody lists, reads, changes, deletes or brings back what is another one’s', async () => {
    const { ann, as, leadsTo } = await start()
    const bob = await as('bob', 'owner')
    const { id } = await ann.make({ code: 'home' })
    const at = `/api/short-links/${id}`
    expect((await bob.ask('GET', '/api/short-links')).data.total).toBe(0)
    expect((await bob.ask('GET', at)).status).toBe(404)
    expect((await bob.ask('PATCH', at, { revision: 0, disabled: true })).status).toBe(404)
    expect((await bob.ask('DELETE', at)).status).toBe(404)
    await ann.ask('DELETE', at)
    expect((await bob.ask('POST', `${at}/restore`)).status).toBe(404)
    expect(await leadsTo('home')).toBe(404)
  })

  test('a list shows where links lead by the host alone; the whole target is shown on request, and sealed', async () => {
    const { store, ann } = await start()
    const { id } = await ann.make({ password: 'canary password' })
    const { data } = await ann.ask('GET', '/api/short-links')
    expect(data.links).toMatchObject([{ id, host: 'example.com', hasPassword: true }])
    expect(JSON.stringify(data)).not.toContain('canary')
    expect((await ann.ask('GET', `/api/short-links/${id}`)).data.target).toBe(TARGET)
    const { rows } = await sql`select * from short_link`.execute(store.database.query)
    expect(JSON.stringify(rows)).not.toContain('canary')
  })

  test('a list comes 50 at a time, the newest first', async () => {
    const { store, ann, clock } = await start()
    const user = await store.database.query.selectFrom('user_account').select('id').executeTakeFirstOrThrow()
    const links = new ShortLinkStore(store)
    for (let index = 0; index < 53; index++)
      await links.create(user.id, { target: TARGET, code: `code-${index}` }, ORIGIN, ++clock.now)
    const page = async (number: number | string) => (await ann.ask('GET', `/api/short-links?page=${number}`)).data
    const [first, second, third] = [await page(1), await page(2), await page(3)]
    expect([first.total, first.links.length, first.links[0]!.code]).toEqual([53, 50, 'code-52'])
    expect(second.links.map(({ code }) => code)).toEqual(['code-2', 'code-1', 'code-0'])
    expect(third).toEqual({ links: [], total: 53 })
    expect(await page('x')).toEqual(first)
  })

  test('500 links may be kept, whatever was deleted', async () => {
    const { store, ann } = await start()
    const user = await store.database.query.selectFrom('user_account').select('id').executeTakeFirstOrThrow()
    const { id, ...row } = await ann.make().then(() => store.database.query.selectFrom('short_link').selectAll().executeTakeFirstOrThrow()) // oxfmt-ignore
    await store.database.query
      .insertInto('short_link')
      .values(Array.from({ length: 499 }, (_, index) => ({ ...row, id: `${id}${index}`, code: `code-${index}` })))
      .execute()
    const links = new ShortLinkStore(store)
    await expect(links.create(user.id, { target: TARGET }, ORIGIN, START)).rejects.toMatchObject({ code: 'quota-reached' }) // oxfmt-ignore
    await links.remove(user.id, id, START)
    await links.create(user.id, { target: TARGET }, ORIGIN, START)
    await expect(links.restore(user.id, id, ORIGIN)).rejects.toMatchObject({ code: 'quota-reached' })
  })

  test('a network counts once an hour, and a look at the headers not at all', async () => {
    const { ann, clock, visit } = await start()
    const { code } = await ann.make()
    const hits = async () => (await ann.ask('GET', '/api/short-links')).data.links[0]!.hits
    await visit(code, {}, { method: 'HEAD' })
    expect(await hits()).toBe(0)
    await visit(code, { 'x-forwarded-for': '192.0.2.7' })
    await visit(code, { 'x-forwarded-for': '192.0.2.200' })
    expect(await hits()).toBe(1)
    await visit(code, { 'x-forwarded-for': '198.51.100.7' })
    expect(await hits()).toBe(2)
    clock.now += HOUR_MS
    await visit(code, { 'x-forwarded-for': '192.0.2.7' })
    expect((await ann.ask('GET', '/api/short-links')).data.links).toMatchObject([{ hits: 3, lastHitAt: clock.now }])
  })

  test('a password is asked for, and what is tried is bounded', async () => {
    const { ann, clock, visit } = await start()
    const { id } = await ann.make({ code: 'home', password: 'canary password' })
    const asked = await visit('home', PERSON)
    expect([asked.status, asked.headers.get('location')]).toEqual([401, null])
    const page = await asked.text()
    expect(page).toContain('type="password"')
    expect(page).not.toContain('example.com')
    expect((await visit('home')).status).toBe(401)
    const send = (password: string, address = '192.0.2.1', headers: Record<string, string> = {}) =>
      visit(
        'home',
        { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address, ...headers },
        { method: 'POST', body: new URLSearchParams({ password }).toString() },
      )
    expect((await send('wrong', '192.0.2.1', PERSON)).status).toBe(401)
    const right = await send('canary password', '192.0.2.1', { ...PERSON, cookie: ann.cookie })
    // A form may not be sent on to another site: the page shows where it leads.
    expect([right.status, await right.text()]).toMatchObject([200, expect.stringContaining(`href="${TARGET}"`)])
    const program = await send('canary password')
    expect([program.status, program.headers.get('location')]).toEqual([303, TARGET])
    for (let count = 3; count < 5; count++) expect((await send('wrong')).status).toBe(401)
    expect((await send('canary password')).status).toBe(429)
    // Others are not kept out by the tries of one.
    expect((await send('canary password', '198.51.100.1')).status).toBe(303)
    clock.now += 15 * 60_000
    expect((await send('canary password')).status).toBe(303)
    await ann.ask('PATCH', `/api/short-links/${id}`, { revision: 0, password: null })
    expect((await visit('home')).status).toBe(302)
  })

  test('what somebody reported is shown to the owner, who switches it off for good', async () => {
    const { ann, as, visit, leadsTo } = await start()
    const root = await as('root', 'owner')
    const { id } = await ann.make({ code: 'home' })
    const reported = await visit('home/report', PERSON, { method: 'POST' })
    expect([reported.status, await reported.text()]).toMatchObject([200, expect.stringContaining('reported')])
    expect((await ann.ask('GET', '/api/reported-links')).status).toBe(403)
    const { data } = await root.ask('GET', '/api/reported-links')
    expect(data.links).toEqual([
      { id, code: 'home', url: `${ORIGIN}/s/home`, person: 'ann', reports: 1, blocked: false },
    ])
    expect((await root.ask('PATCH', `/api/reported-links/${id}`, { blocked: true })).status).toBe(200)
    expect(await leadsTo('home')).toBe(410)
    const tried = await ann.ask('PATCH', `/api/short-links/${id}`, { revision: 0, disabled: false })
    expect(tried.data).toMatchObject({ blocked: true, disabled: false, reports: 1 })
    expect(await leadsTo('home')).toBe(410)
    await root.ask('PATCH', `/api/reported-links/${id}`, { blocked: false })
    expect(await leadsTo('home')).toBe(TARGET)
    expect((await root.ask('GET', '/api/reported-links')).data.links).toEqual([])
  })

  test('links of an account that was disabled are not there', async () => {
    const { store, ann, leadsTo } = await start()
    await ann.make({ code: 'home' })
    await store.database.query.updateTable('user_account').set({ disabled_at: 1 }).execute()
    expect(await leadsTo('home')).toBe(404)
  })

  test('a server with SHORT_API=off makes no new links, and keeps those that are there', async () => {
    const { store, ann, leadsTo } = await start({ SHORT_API: 'off' })
    expect(await ann.make()).toMatchObject({ error: 'no-short-links' })
    const user = await store.database.query.selectFrom('user_account').select('id').executeTakeFirstOrThrow()
    const { id } = await new ShortLinkStore(store).create(user.id, { target: TARGET, code: 'home' }, ORIGIN, START)
    expect(await leadsTo('home')).toBe(TARGET)
    expect((await ann.ask('PATCH', `/api/short-links/${id}`, { revision: 0, disabled: true })).status).toBe(200)
  })

  test('a person makes 20 links an hour; a link is asked 120 times a minute, wrong codes 30 times an hour', async () => {
    const { ann, clock, visit } = await start()
    const { code } = await ann.make()
    for (let count = 1; count < 20; count++) await ann.make()
    expect((await ann.make()).error).toBe('too-many-requests')
    for (let count = 0; count < 120; count++) await visit(code)
    expect((await visit(code)).status).toBe(429)
    clock.now += 60_000
    for (let count = 0; count < 30; count++) expect((await visit(`none-${count}`)).status).toBe(404)
    expect((await visit('none')).status).toBe(429)
    // A right one is never refused for wrong ones.
    expect((await visit(code)).status).toBe(302)
  })

  describe('who opens a link', () => {
    const OWN = `${ORIGIN}/sub/canary`
    test.each([
      ['a browser of nobody we know sees where it leads', { isPerson: true, isSignedIn: false, target: TARGET }, 200],
      ['a browser of somebody who is signed in goes there', { isPerson: true, isSignedIn: true, target: TARGET }, 302],
      ['a browser goes to an address of this site', { isPerson: true, isSignedIn: false, target: OWN }, 302],
      ['a program goes there', { isPerson: false, isSignedIn: false, target: TARGET }, 302],
    ])('%s', async (_, { isPerson, isSignedIn, target }, status) => {
      const { ann, visit } = await start()
      const { code } = await ann.make({ target })
      const answer = await visit(code, { ...(isPerson ? PERSON : {}), ...(isSignedIn ? { cookie: ann.cookie } : {}) })
      expect([answer.status, answer.headers.get('location')]).toEqual([status, status === 302 ? target : null])
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'cache-control': 'private, no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      })
      if (status !== 200) return
      const page = await answer.text()
      expect(page).toContain('<bdi class="host">example.com</bdi>')
      expect(page).toContain(`<a class="go" href="${TARGET}" rel="noreferrer noopener">`)
      expect(answer.headers.get('content-security-policy')).not.toMatch(/script-src|unsafe/)
    })

    test('a page says a host as a browser names it, and runs nothing of an address', async () => {
      const { ann, visit } = await start()
      const { code } = await ann.make({ target: 'https://аррӏе.example/"><script>alert(1)</script>' })
      const page = await (await visit(code, PERSON)).text()
      expect(page).toContain('<bdi class="host">xn--80ak6aa92e.example</bdi>')
      expect(page).not.toContain('<script')
    })
  })
})
