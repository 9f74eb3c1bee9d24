import { expect, test } from 'vitest'
import { emptyStore } from '../../../test/accounts.ts'
import { postFromOwnPage } from '../../../test/own-page.ts'
import { createApp } from '../../app.ts'
import { app, depsOf } from '../../test-app.ts'

const CLIENT = 'ca-pub-0123456789012345'
const ADS = { ADS_CLIENT_ID: CLIENT, ADS_CODES: 'spring-code, friends-of-ours' }
const DAY_MS = 24 * 60 * 60 * 1000
const AD_HOST = 'pagead2.googlesyndication.com'

/** A server whose visitors enter codes, on a clock of the test's own. */
async function start(environment: Record<string, string>) {
  const clock = { now: 1_000_000 }
  const store = await emptyStore()
  const created = createApp({ ...depsOf(environment), store, now: () => clock.now })
  const post = await postFromOwnPage(created, store, '/api/ads/code', environment['SITE_URL'])
  const enter = async (code: unknown) => {
    const answer = await post({ code })
    const body = (await answer.json()) as { msg?: string; data: { error?: string; hiddenUntil?: number } }
    return { status: answer.status, cookie: answer.headers.get('set-cookie'), waits: answer.headers.get('retry-after'), ...body } // oxfmt-ignore
  }
  return { clock, enter }
}

test('without a client id there is no frame, no code, and no word of ads in any policy or page', async () => {
  const ask = app({ ADS_CODES: 'spring-code' })
  expect((await ask('/_ad')).status).toBe(404)
  const { enter } = await start({ ADS_CODES: 'spring-code' })
  expect((await enter('spring-code')).status).toBe(404)
  const page = await ask('/c/tools')
  expect(await page.text()).toContain('ads=none')
  for (const path of ['/c/tools', '/_shell/zh-CN', '/api/_auth/session', '/_ad'])
    expect((await ask(path)).headers.get('content-security-policy')).not.toMatch(/google|sandbox|https:/)
})

test('the frame holds the script alone, and its policy is the only one that lets it run', async () => {
  const ask = app(ADS)
  const frame = await ask('/_ad')
  const html = await frame.text()
  const [, nonce] = /nonce="([^"]+)"/.exec(html)!
  expect(html).toContain(
    `<script async nonce="${nonce}" src="https://${AD_HOST}/pagead/js/adsbygoogle.js?client=${CLIENT}"`,
  )
  expect(html.match(/<script/g)).toHaveLength(1)
  const policy = frame.headers.get('content-security-policy')!.split('; ')
  expect(policy).toContain(`script-src 'nonce-${nonce}' 'strict-dynamic'`)
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy.filter((part) => part.startsWith('sandbox'))).toEqual(['sandbox allow-scripts allow-popups'])
  expect(frame.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(frame.headers.get('referrer-policy')).toBe('no-referrer')
  expect(frame.headers.get('cache-control')).toBe('private, no-store')
  const again = await (await ask('/_ad')).text()
  expect(again, 'each answer has a nonce of its own').not.toContain(nonce)

  for (const path of ['/c/tools', '/convert', '/_shell/zh-CN', '/api/_auth/session']) {
    const other = await ask(path)
    expect(other.headers.get('content-security-policy')).not.toMatch(/google|sandbox|https:/)
    expect(other.headers.get('x-frame-options')).toBe('DENY')
    expect(await other.text()).not.toContain(CLIENT)
  }
})

test.each(['spring-code', 'friends-of-ours', '  spring-code '])(
  '%j hides ads in this browser for 30 days',
  async (code) => {
    const { clock, enter } = await start(ADS)
    const { status, cookie, data } = await enter(code)
    expect(status).toBe(200)
    expect(data.hiddenUntil).toBe(clock.now + 30 * DAY_MS)
    expect(cookie).toBe(`ads_hidden_until=${clock.now + 30 * DAY_MS}; Max-Age=2592000; Path=/; SameSite=Lax`)
  },
)

test('over https the cookie is for https alone', async () => {
  const { enter } = await start({ ...ADS, SITE_URL: 'https://switchyard.example' })
  expect((await enter('spring-code')).cookie).toMatch(
    /^__Host-ads_hidden_until=\d+; Max-Age=2592000; Path=\/; Secure; SameSite=Lax$/,
  )
})

test.each(['spring-cod', 'SPRING-CODE', 'spring-code,friends-of-ours', 'x'])('%j is a wrong code', async (code) => {
  const { enter } = await start(ADS)
  expect(await enter(code)).toMatchObject({
    status: 403,
    cookie: null,
    msg: '口令不正确',
    data: { error: 'wrong-ad-code' },
  })
})

test.each([
  ['', 400],
  ['x'.repeat(64), 403],
  ['x'.repeat(65), 400],
  [7, 400],
])('%j as a code answers %d', async (code, status) => {
  const { enter } = await start(ADS)
  expect((await enter(code)).status).toBe(status)
})

test('a sixth try within a minute has to wait, a right code too, and the minute after it is let through', async () => {
  const { clock, enter } = await start(ADS)
  for (let tries = 0; tries < 5; tries++) expect((await enter('wrong')).status).toBe(403)
  const sixth = await enter('spring-code')
  expect([sixth.status, sixth.cookie]).toEqual([429, null])
  expect(Number(sixth.waits)).toBeGreaterThan(0)
  expect(Number(sixth.waits)).toBeLessThanOrEqual(60)
  clock.now += 61_000
  expect((await enter('spring-code')).status).toBe(200)
})

test.each([
  ['', 'shown', true],
  ['ads_hidden_until=1', 'hidden', true],
  ['__Host-ads_hidden_until=1', 'hidden', true],
])('a page of a browser with the cookie %j is told that ads are %s', async (cookie, ads, codes) => {
  const page = await app(ADS)('/c/tools', cookie ? { cookie } : {})
  expect(await page.text()).toContain(`ads=${ads} codes=${codes}`)
})

test('the page that works without network is the same for everybody, and has no ads', async () => {
  const shells: string[] = []
  const web = depsOf(ADS).web
  const spied = { ...web, load: async () => ({ ...(await web.load()), renderShell: (_: string, { config }: { config: { ads: string } }) => (shells.push(config.ads), undefined) }) } // oxfmt-ignore
  await app(ADS, { web: spied })('/_shell/zh-CN')
  expect(shells).toEqual(['none'])
})
