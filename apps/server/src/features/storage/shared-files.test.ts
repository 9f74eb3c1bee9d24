import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '../../../test/databases.ts'
import { START, startStorage } from '../../../test/storage-server.ts'
import { hashPassword } from '../../accounts/passwords.ts'

const HOUR_MS = 3_600_000
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const PERSON = { 'sec-fetch-mode': 'navigate', 'accept-language': 'en' }
const basic = (password: string) => ({
  authorization: `Basic ${Buffer.from(`anybody:${password}`).toString('base64')}`,
})
const form = (password: string): RequestInit => ({ method: 'POST', body: new URLSearchParams({ password }).toString() })

describeOnEachDatabase('shared files', ({ migrated }) => {
  const start = async (environment: Record<string, string> = {}) => startStorage(await migrated(), environment)

  async function shared(more: object = {}, environment: Record<string, string> = {}) {
    const server = await start(environment)
    await server.ann.put('秘密.txt', '0123456789')
    const share = (await server.ann.ask('POST', '/api/shares', { path: '秘密.txt', ...more })).data
    return { ...server, share, url: share.url }
  }

  test('a share has 160 bits, is listed with its address, and its token is kept sealed', async () => {
    const { ann, share, url, store } = await shared()
    expect(share).toEqual({ id: share.id, revision: 0, bucket: 'default', path: '秘密.txt', url, createdAt: START, hasPassword: false, answers: true }) // oxfmt-ignore
    const token = /\/f\/([0-9A-Za-z]{27})$/.exec(url)![1]!
    expect((await ann.ask('GET', '/api/shares')).data).toEqual({ shares: [share] })
    expect((await ann.ask('GET', '/api/minio/list')).data.entries).toMatchObject([{ share: true }])
    const rows = await store.database.query.selectFrom('file_share').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('it answers until its end, until it is taken back, and while its bucket is not private', async () => {
    const { ann, share, url, clock, stranger } = await shared({ expiresAt: START + HOUR_MS })
    const status = async () => (await stranger(url)).status
    expect(await status()).toBe(200)
    await ann.ask('PUT', '/api/minio/permission?type=private')
    expect(await status()).toBe(404)
    expect((await ann.ask('GET', '/api/shares')).data.shares).toMatchObject([{ answers: false }])
    expect((await ann.ask('POST', '/api/shares', { path: '秘密.txt' })).data).toMatchObject({ error: 'bucket-private' })
    expect((await ann.ask('GET', '/api/minio/share?path=秘密.txt')).data).toMatchObject({ error: 'bucket-private' })
    await ann.ask('PUT', '/api/minio/permission?type=share-only')
    clock.now += HOUR_MS
    expect(await status()).toBe(404)
    const change = (revision: number, body: object) =>
      ann.ask('PATCH', `/api/shares/${share.id}`, { revision, ...body })
    expect((await change(0, { expiresAt: START })).status).toBe(400)
    expect((await change(0, { expiresAt: null })).data).toMatchObject({ revision: 1, answers: true })
    expect(await status()).toBe(200)
    expect(await change(0, { password: 'x' })).toMatchObject({ status: 409, data: { error: 'conflict', current: { revision: 1 } } }) // oxfmt-ignore
    expect((await ann.ask('DELETE', `/api/shares/${share.id}`)).status).toBe(200)
    expect(await status()).toBe(404)
    expect((await ann.ask('DELETE', `/api/shares/${share.id}`)).status).toBe(404)
  })

  test('whose person is disabled, or whose file is gone, is not there; what never was answers with the same words', async () => {
    const { ann, url, stranger, store } = await shared()
    const answerOf = async (address: string, headers: Record<string, string> = {}) => {
      const answer = await stranger(address, headers)
      return { status: answer.status, text: await answer.text(), headers: Object.fromEntries(answer.headers) }
    }
    const { query } = store.database
    const none = await answerOf('/f/0123456789abcdefghijABCDEFG')
    const nonePage = await answerOf('/f/0123456789abcdefghijABCDEFG', PERSON)
    const same = async () => {
      expect(await answerOf(url)).toEqual(none)
      expect(await answerOf(url, PERSON)).toEqual(nonePage)
    }
    expect([none.status, nonePage.status]).toEqual([404, 404])
    await query.updateTable('user_account').set({ disabled_at: 1 }).execute()
    await same()
    await query.updateTable('user_account').set({ disabled_at: null }).execute()
    await ann.ask('DELETE', '/api/minio/remove?path=秘密.txt')
    await same()
    for (const odd of ['/f/x', `${url}x`, `${url}/`, `${url}/x`, '/f/%00'])
      expect((await stranger(odd)).status).toBe(404)
  })

  test('a password guards all that is said of a file', async () => {
    const { ann, share, url, stranger } = await shared({ password: '打开 sesame' })
    expect(share.hasPassword).toBe(true)
    const etag = (await ann.read('秘密.txt')).headers.get('etag')!
    const guarded: [string, Record<string, string>, RequestInit][] = [
      ['the file', {}, {}],
      ['its headers', {}, { method: 'HEAD' }],
      ['a part of it', { range: 'bytes=0-0' }, {}],
      ['a part that is not there', { range: 'bytes=99-' }, {}],
      ['whether it is this one', { 'if-none-match': etag }, {}],
      ['whether it is any', { 'if-none-match': '*' }, {}],
      ['the page', PERSON, {}],
      ['a wrong password', basic('x'), {}],
      ['a wrong password in the form', {}, form('x')],
      ['no password in the form', {}, { method: 'POST' }],
      ['a password that is too long', {}, form('x'.repeat(3000))],
    ]
    for (const [at, [what, headers, init]] of guarded.entries()) {
      const answer = await stranger(url, { 'x-forwarded-for': `192.0.2.${at}`, ...headers }, init)
      const said = `${await answer.text()} ${JSON.stringify([...answer.headers])}`
      expect([what, answer.status, answer.headers.get('etag'), answer.headers.get('content-length')]).toEqual([what, 401, null, null]) // oxfmt-ignore
      expect(said).not.toMatch(/秘密|%E7%A7%98|0123456789/)
    }
    // Nothing below it says anything either.
    for (const below of ['/', '/raw', '/秘密.txt', '?raw', '/meta', '/list'])
      expect([401, 404]).toContain((await stranger(url + below, { 'x-forwarded-for': '192.0.2.99' })).status)
    const at = { 'x-forwarded-for': '198.51.100.1' }
    expect(await (await stranger(url, at, form('打开 sesame'))).text()).toBe('0123456789')
    expect(await (await stranger(url, { ...at, ...basic('打开 sesame') })).text()).toBe('0123456789')
    expect((await stranger(url, { ...at, ...basic('打开 sesame'), range: 'bytes=1-2' })).status).toBe(206)
    const { headers } = await stranger(url, at)
    expect(headers.get('www-authenticate')).toBe('Basic realm="file", charset="UTF-8"')
    const page = await stranger(url, { ...at, ...PERSON })
    expect([page.headers.get('www-authenticate'), page.headers.get('content-security-policy')]).toEqual([null, expect.stringContaining("form-action 'self'")]) // oxfmt-ignore
    expect(await page.text()).toContain('This file has a password')
    await ann.ask('PATCH', `/api/shares/${share.id}`, { revision: 0, password: 'another' })
    expect((await stranger(url, { ...at, ...basic('打开 sesame') })).status).toBe(401)
    await ann.ask('PATCH', `/api/shares/${share.id}`, { revision: 1, password: null })
    expect((await stranger(url, at)).status).toBe(200)
  })

  test('a password is tried five times from an address, and sixty times an hour by all; the right one costs no try', async () => {
    const { url, stranger, store } = await shared({ password: 'sesame' })
    // Checking this hash takes no time. The test checks eighty passwords.
    const password_hash = await hashPassword('sesame', { memoryCost: 64, timeCost: 1 })
    await store.database.query.updateTable('file_share').set({ password_hash }).execute()
    const tried = async (password: string, address: string) => (await stranger(url, { 'x-forwarded-for': address, ...basic(password) })).status // oxfmt-ignore
    for (let count = 0; count < 20; count++) expect(await tried('sesame', '192.0.2.1')).toBe(200)
    for (let count = 0; count < 5; count++) expect(await tried('x', '192.0.2.2')).toBe(401)
    expect(await tried('x', '192.0.2.2')).toBe(429)
    for (let count = 0; count < 54; count++) expect(await tried('x', `198.51.100.${count}`)).toBe(401)
    expect(await tried('x', '192.0.2.3')).toBe(429)
    // Who has shown the right one before goes on.
    expect(await tried('sesame', '192.0.2.1')).toBe(200)
  })

  test('so often a token is asked, and so often a wrong one; a right one is never refused for wrong ones', async () => {
    const { url, stranger } = await shared()
    const statuses = new Set<number>()
    for (let count = 0; count < 31; count++) statuses.add((await stranger('/f/0123456789abcdefghijABCDEFG')).status)
    expect(statuses).toEqual(new Set([404, 429]))
    for (let count = 0; count < 120; count++) expect((await stranger(url)).status).toBe(200)
    expect((await stranger(url)).status).toBe(429)
  })

  const FILES: [string, Buffer | string, string, boolean][] = [
    ['a.txt', 'x', 'text/plain; charset=utf-8', true],
    ['a.yaml', 'x: 1', 'text/plain; charset=utf-8', true],
    ['a.JSON', '{}', 'text/plain; charset=utf-8', true],
    ['a.png', PNG, 'image/png', true],
    ['picture', PNG, 'image/png', true],
    ['a.jpg', Buffer.from('ffd8ffe0', 'hex'), 'image/jpeg', true],
    ['a.gif', 'GIF89a…', 'image/gif', true],
    ['a.webp', 'RIFF0000WEBPVP8 ', 'image/webp', true],
    ['not.png', '<script>alert(1)</script>', 'application/octet-stream', false],
    ['a.html', '<script>alert(1)</script>', 'application/octet-stream', false],
    ['a.svg', '<svg onload="alert(1)"/>', 'application/octet-stream', false],
    ['a.xml', '<?xml version="1.0"?>', 'application/octet-stream', false],
    ['a.pdf', '%PDF-1.7', 'application/octet-stream', false],
    ['a.js', 'alert(1)', 'application/octet-stream', false],
    ['a', 'x', 'application/octet-stream', false],
    ['a.webp.html', 'RIFF0000WAVEVP8 ', 'application/octet-stream', false],
  ]

  test('a file has a type of the short list, is never shown on the site itself, and acts nowhere', async () => {
    const site = { SITE_URL: 'https://switchyard.example', FILES_URL: 'https://files.example' }
    const { ann, stranger } = await start(site)
    for (const [name, bytes, type, isShown] of FILES) {
      await ann.put(name, bytes)
      const { url } = (await ann.ask('POST', '/api/shares', { path: name })).data
      expect(url).toMatch(/^https:\/\/files\.example\/f\//)
      const there = await stranger(url)
      const here = await stranger(url.replace('files.example', 'switchyard.example'))
      const own = await ann.send('GET', `/api/minio/file?path=${name}`)
      for (const answer of [there, here, own]) {
        const shown = answer === there && isShown
        expect([name, answer.status, answer.headers.get('content-type')]).toEqual([name, 200, type])
        expect([name, answer.headers.get('content-disposition')]).toEqual([name, expect.stringMatching(shown ? /^inline; / : /^attachment; /)]) // oxfmt-ignore
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          'content-security-policy': "sandbox; default-src 'none'",
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, no-store',
          'x-robots-tag': 'noindex, nofollow',
          'referrer-policy': 'no-referrer',
          'x-frame-options': 'DENY',
        })
        expect(answer.headers.get('set-cookie')).toBeNull()
      }
    }
  })

  test('where no other address is set, browsers save every file', async () => {
    const { url, stranger } = await shared()
    expect((await stranger(url, PERSON)).headers.get('content-disposition')).toMatch(/^attachment; /)
  })

  test('the host of shared files answers nothing else, and no other host is answered', async () => {
    const site = { SITE_URL: 'https://switchyard.example', FILES_URL: 'https://files.example' }
    const { stranger } = await start(site)
    for (const path of [
      '/',
      '/convert',
      '/api/_auth/session',
      '/api/minio/list',
      '/sub/x',
      '/s/x',
      '/openapi.json',
      '/f',
    ])
      expect([path, (await stranger(`https://files.example${path}`)).status]).toEqual([path, 404])
    expect((await stranger('https://files.example/healthz')).status).toBe(200)
    expect((await stranger('https://other.example/f/x')).status).toBe(421)
  })
})
