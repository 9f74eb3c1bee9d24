import { describe, expect, test } from 'vitest'
import { emptyStore } from '../../../test/accounts.ts'
import { SafeFetchError } from '../../fetch/safe-fetch-error.ts'
import { app } from '../../test-app.ts'

const RAW = 'https://raw.githubusercontent.com'
const LIST = '# ads\nDOMAIN,a.example\nDOMAIN-SUFFIX,b.example\nUSER-AGENT,x*\nIP-CIDR,10.0.0.0/8,no-resolve\n'
const DAY_MS = 86_400_000
// Names of mihomo, compiled: a.example, xn--fiq228c.example, .d.example, +.b.example.
const MRS = Buffer.from('KLUv/QQAHQIAFANNUlMBAAYocAbVeqqqwKqqAAAAHWVscG1heGUuYWJjZGXmLi4uLpYrKisqhy7keLitBgAg8J2LKy1qPmB5F9dpAVefJag=', 'base64') // oxfmt-ignore

type Answer = string | Uint8Array | SafeFetchError

/** A server whose lists are these, by address; what is not there is a 404. */
async function start(files: Record<string, Answer>, environment: Record<string, string> = {}) {
  const asked: string[] = []
  const clock = { now: Date.UTC(2026, 10, 28) }
  const ask = app(environment, {
    store: await emptyStore(),
    now: () => clock.now,
    safeFetch: (address) => {
      asked.push(address)
      const answer = files[address] ?? new SafeFetchError('bad-status', { status: 404 })
      if (answer instanceof SafeFetchError) return Promise.reject(answer)
      return Promise.resolve({ body: Buffer.from(answer), contentType: 'text/plain', stale: false })
    },
  })
  return { files, asked, clock, get: (path: string, headers: Record<string, string> = {}) => ask(path, headers) }
}

const ADS = `${RAW}/ACL4SSR/ACL4SSR/master/Clash/BanAD.list`
const PATH = '/rules/ACL4SSR/ACL4SSR/Clash/BanAD.list'

test('a list is given as it is: for any page, with a tag, for a day', async () => {
  const { get, asked, clock } = await start({ [ADS]: LIST })
  const answer = await get(`${PATH}?ref=master`)
  expect([answer.status, await answer.text()]).toEqual([200, LIST])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'ETag, X-Switchyard-Dropped',
    'cache-control': 'public, max-age=86400',
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  })
  const etag = answer.headers.get('etag')!
  expect((await get(PATH, { 'if-none-match': etag })).status).toBe(304)
  expect((await get(PATH, { 'if-none-match': `W/${etag}` })).status).toBe(304)
  expect((await get(PATH, { 'if-none-match': '"other"' })).status).toBe(200)
  clock.now += DAY_MS - 1
  await get(PATH)
  expect(asked).toEqual([ADS])
})

test('a branch is named in the query or behind the path', async () => {
  const { get, asked } = await start({})
  await get('/rules/o/r/a.list?ref=release')
  await get('/rules/o/r/a.list@dev')
  await get('/rules/o/r/geo/apple@cn.list')
  await get('/rules/o/r/%E8%A7%84/a%20b.list?ref=v1.0')
  expect(asked).toEqual([
    `${RAW}/o/r/release/a.list`,
    `${RAW}/o/r/dev/a.list`,
    `${RAW}/o/r/master/geo/apple%40cn.list`,
    `${RAW}/o/r/v1.0/%E8%A7%84/a%20b.list`,
  ])
})

describe('nothing is asked for', () => {
  test.each([
    ['/rules/o/r', 400, 'stops at the repository', '缺少路径部分'],
    ['/rules/o/r/', 400, 'stops at the repository', '缺少路径部分'],
    ['/rules/o', 400, 'cannot be read', '无法解析输入'],
    ['/rules/%20', 400, 'must not be empty', '输入不能为空'],
    ['/rules/o/r/a/..%2Fb.list', 400, 'cannot be read', '无法解析输入'],
    ['/rules/o/r/a.list?ref=../..', 400, 'cannot be read', '无法解析输入'],
    ['/rules/evil.example%2Fx/r/a.list', 400, 'cannot be read', '无法解析输入'],
    ['/rules/https://evil.example/a/b.list', 400, 'cannot be read', '无法解析输入'],
    ['/rules/o/r/a.list?as=clash', 400, 'as must be', 'as 须为'],
    ['/rules/o/r/a.list?as=__proto__', 400, 'as must be', 'as 须为'],
    ['/rules/o/r/a.list?as=surge&behavior=x', 400, 'behavior must be', 'behavior 须为'],
    ['/rules/o/r/index.html', 404, 'no rule list', '不是规则列表'],
    ['/rules/o/r/picture.svg', 404, 'no rule list', '不是规则列表'],
  ])('at %s', async (path, status, en, zh) => {
    const { get, asked } = await start({})
    const answer = await get(path, { 'accept-language': 'en' })
    expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(en)])
    expect(await (await get(path, { 'accept-language': 'zh-CN' })).text()).toContain(zh)
    expect(asked).toEqual([])
  })
})

test.each([
  ['singbox', 'application/json', '1', (text: string) => expect(JSON.parse(text)).toEqual({ version: 1, rules: [{ domain: ['a.example'], domain_suffix: ['b.example'] }, { ip_cidr: ['10.0.0.0/8'] }] })], // oxfmt-ignore
  ['mihomo-yaml', 'text/yaml', '1', (text: string) => expect(text).toBe("payload:\n  - 'DOMAIN,a.example'\n  - 'DOMAIN-SUFFIX,b.example'\n  - 'IP-CIDR,10.0.0.0/8,no-resolve'\n")], // oxfmt-ignore
  ['mihomo-text', 'text/plain', '1', (text: string) => expect(text).toBe('DOMAIN,a.example\nDOMAIN-SUFFIX,b.example\nIP-CIDR,10.0.0.0/8,no-resolve\n')], // oxfmt-ignore
  ['surge', 'text/plain', '1', (text: string) => expect(text).toBe('DOMAIN,a.example\nDOMAIN-SUFFIX,b.example\nIP-CIDR,10.0.0.0/8,no-resolve\n')], // oxfmt-ignore
  ['xray', 'application/json', '1', (text: string) => expect(JSON.parse(text)).toEqual([{ domain: ['full:a.example', 'domain:b.example'] }, { ip: ['10.0.0.0/8'] }])], // oxfmt-ignore
])('as %s, with the count of lines that it cannot say', async (form, type, dropped, check) => {
  const { get } = await start({ [ADS]: LIST })
  const answer = await get(`${PATH}?as=${form}`)
  check(await answer.text())
  expect(answer.headers.get('content-type')).toBe(`${type}; charset=utf-8`)
  expect(answer.headers.get('x-switchyard-dropped')).toBe(dropped)
  const etag = answer.headers.get('etag')!
  expect(etag).not.toBe((await get(PATH)).headers.get('etag'))
  expect((await get(`${PATH}?as=${form}`, { 'if-none-match': etag })).status).toBe(304)
})

test('a behavior is written that the client was told of, however narrow the list is', async () => {
  const { get } = await start({ [ADS]: 'DOMAIN,a.example\n' })
  expect(await (await get(`${PATH}?as=mihomo-text`)).text()).toBe('a.example\n')
  expect(await (await get(`${PATH}?as=mihomo-text&behavior=classical`)).text()).toBe('DOMAIN,a.example\n')
})

test('a compiled list goes through as it is, byte by byte, and is read where text is wanted', async () => {
  const { get } = await start({ [`${RAW}/o/r/meta/a.mrs`]: MRS })
  const answer = await get('/rules/o/r/a.mrs?ref=meta')
  expect(Buffer.from(await answer.arrayBuffer()).equals(MRS)).toBe(true)
  expect(answer.headers.get('content-type')).toBe('application/octet-stream')
  expect(await (await get('/rules/o/r/a.mrs?ref=meta&as=surge')).text()).toContain('DOMAIN,a.example\n')
})

test('databases are no lists: who asks is sent to their host', async () => {
  const { get, asked } = await start({})
  const answer = await get('/rules/MetaCubeX/meta-rules-dat/geoip.metadb?ref=release')
  expect([answer.status, answer.headers.get('location')]).toEqual([
    302,
    `${RAW}/MetaCubeX/meta-rules-dat/release/geoip.metadb`,
  ])
  expect(asked).toEqual([])
})

describe('a host that does not answer', () => {
  const AWAY = new SafeFetchError('timeout')

  test('takes no list away: the old one is given, and the host is asked again after ten minutes', async () => {
    const { get, files, asked, clock } = await start({ [ADS]: LIST })
    await get(PATH)
    clock.now += DAY_MS
    files[ADS] = AWAY
    const stale = await get(PATH)
    expect([stale.status, await stale.text(), stale.headers.get('cache-control')]).toEqual([200, LIST, 'public, max-age=60']) // oxfmt-ignore
    await get(PATH)
    expect(asked).toHaveLength(2)
    clock.now += 10 * 60_000
    files[ADS] = 'DOMAIN,new.example\n'
    expect(await (await get(PATH)).text()).toBe('DOMAIN,new.example\n')
  })

  test.each([
    ['is away', AWAY, 502, '600'],
    ['is asked too often', new SafeFetchError('busy'), 503, '600'],
    ['has no such file', new SafeFetchError('bad-status', { status: 404 }), 404, null],
    ['gives a web page', '<!doctype html><html><title>Sign in</title></html>', 502, '600'],
    ['gives nothing', '', 502, '600'],
  ])('%s', async (_, answer, status, retry) => {
    const { get } = await start({ [ADS]: answer })
    const told = await get(PATH)
    expect([told.status, told.headers.get('retry-after'), told.headers.get('cache-control')]).toEqual([status, retry, 'no-store']) // oxfmt-ignore
  })

  test('is asked through the mirrors of the server', async () => {
    const mirror = 'https://cdn.example/ACL4SSR/ACL4SSR@master/Clash/BanAD.list'
    const { get, asked } = await start({ [ADS]: AWAY, [mirror]: LIST }, { LIST_MIRROR: 'https://cdn.example/{owner}/{repo}@{ref}/{path}' }) // oxfmt-ignore
    expect(await (await get(PATH)).text()).toBe(LIST)
    expect(asked).toEqual([ADS, mirror])
  })
})

test('an address is answered 240 times a minute', async () => {
  const { get } = await start({ [ADS]: LIST })
  for (let count = 0; count < 240; count++) expect((await get(PATH)).status).toBe(200)
  const refused = await get(PATH)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
})
