import { expect, test } from 'vitest'
import { addApiToken, addUser, emptyStore } from '../../../test/accounts.ts'
import { SafeFetchError } from '../../fetch/safe-fetch-error.ts'
import type { SafeFetch } from '../../fetch/safe-fetch.ts'
import { createLog } from '../../log.ts'
import { app, endpointsOn } from '../../test-app.ts'

const ONE = 'https://one.example.com/sub?token=canary-one'
const TWO = 'https://two.example.com/sub?token=canary-two'
const NODE = 'trojan://canary-password@a.example.com:443#One'
const OTHER = 'trojan://canary-password@b.example.com:443#Two'
const SITE = { SITE_URL: 'https://switchyard.example' }
const enc = encodeURIComponent

/** A server whose sources say what a test says. */
async function start(says: Record<string, string | SafeFetchError>, environment: Record<string, string> = {}) {
  const asked: string[] = []
  const lines: string[] = []
  const safeFetch: SafeFetch = (url, { userAgent }) => {
    asked.push(`${userAgent} ${url}`)
    const said = says[url] ?? new SafeFetchError('dns')
    return said instanceof SafeFetchError
      ? Promise.reject(said)
      : Promise.resolve({ body: Buffer.from(said), contentType: '', userInfo: { upload: 1, total: 3 }, stale: false })
  }
  const store = await emptyStore()
  const clock = { now: 0 }
  const log = createLog('trace', { write: (line: string) => void lines.push(line) })
  const ask = app(environment, { store, safeFetch, log, now: () => clock.now })
  return { ask, asked, lines, store, clock, says }
}

const namesIn = (config: string) =>
  [...config.matchAll(/^ {2}- \{name: "?([^",]*)"?, type: trojan/gm)].map(([, name]) => name)

test('an address that a front end made gives a config, and says what became of it', async () => {
  const { ask } = await start({ [ONE]: NODE, [TWO]: OTHER })
  const answer = await ask(`/sub?target=clash&url=${enc(`${ONE}|${TWO}`)}&filename=mine&interval=43200`)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/yaml; charset=utf-8',
    'content-disposition': `attachment; filename="mine.yaml"; filename*=UTF-8''mine.yaml`,
    'profile-update-interval': '12',
    'subscription-userinfo': 'upload=2; total=6',
    'x-switchyard-report': 'entries=2 output=2 skipped=0 duplicates=0 excluded=0 refused=0 doubtful=0 target=mihomo',
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
  })
  expect(namesIn(await answer.text())).toEqual(['One', 'Two'])
})

test.each([
  [
    'no target',
    '',
    '不支持该 target，可用的有：clash, clashr, mihomo, clash.meta, singbox, sing-box, xray, v2ray, mixed, ss, ssr, trojan, auto',
  ],
  [
    'a target that is not written here',
    `target=surge&ver=4&url=${enc(ONE)}`,
    '不支持该 target，可用的有：clash, clashr, mihomo, clash.meta, singbox, sing-box, xray, v2ray, mixed, ss, ssr, trojan, auto',
  ],
  [
    'a target that is a word of JavaScript',
    `target=constructor&url=${enc(ONE)}`,
    '不支持该 target，可用的有：clash, clashr, mihomo, clash.meta, singbox, sing-box, xray, v2ray, mixed, ss, ssr, trojan, auto',
  ],
  ['nothing to convert', 'target=clash', '没有可转换的内容：参数 url 为空'],
  ['too much to convert', `target=clash&url=${'a|'.repeat(201)}`, '地址过多：最多 200 个'],
  ['no node', `target=clash&url=${enc('hello')}`, '节点为空'],
])('%s is refused in words', async (_, query, words) => {
  const { ask } = await start({})
  const answer = await ask(`/sub?${query}`)
  expect([answer.status, await answer.text()]).toEqual([400, `${words}\n`])
})

test('links stand among addresses, in order, and one failing source is named and fails nothing else', async () => {
  const { ask, lines } = await start({ [ONE]: NODE, [TWO]: new SafeFetchError('bad-status', { status: 403 }) })
  const answer = await ask(`/sub?target=mihomo&url=${enc(`${OTHER}|${TWO}|${ONE}`)}`)
  expect(namesIn(await answer.text())).toEqual(['Two', 'One'])
  expect(answer.headers.get('x-switchyard-report')).toContain('entries=2 output=2')
  expect(answer.headers.get('x-switchyard-report')).toContain('failed=2:two.example.com:bad-status-403')
  expect(lines.join('')).not.toContain('canary')
})

test('when all fail the answer says why, by number and host', async () => {
  const { ask, lines } = await start({ [TWO]: new SafeFetchError('timeout') })
  const answer = await ask(`/sub?target=mihomo&url=${enc(`${ONE}|${TWO}`)}`, { 'accept-language': 'en' })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([502, 'text/plain; charset=utf-8'])
  const text = await answer.text()
  expect(text).toMatch(/^None of the sources could be read:\n1\. one\.example\.com: .+\n2\. two\.example\.com: .+\n$/)
  expect(text + lines.join('')).not.toContain('canary')
})

test('who asks again shares one fetch and one file, a changed one is told apart', async () => {
  const { ask, asked, clock, says } = await start({ [ONE]: NODE })
  const path = `/sub?target=mihomo&url=${enc(ONE)}`
  const first = await ask(path)
  const etag = first.headers.get('etag')!
  expect((await ask(path, { 'if-none-match': etag })).status).toBe(304)
  // Another form of it, and the answers of sources are shared.
  expect((await ask(`/sub?target=singbox&url=${enc(ONE)}`)).status).toBe(200)
  expect(asked.filter((each) => each.includes('one.example.com'))).toEqual([`mihomo ${ONE}`])
  says[ONE] = OTHER
  clock.now = 11 * 60_000
  const later = await ask(path, { 'if-none-match': etag })
  expect([later.status, namesIn(await later.text())]).toEqual([200, ['Two']])
})

test('a source that fails later gives what it said before, and so does one that has no node any more', async () => {
  const { ask, clock, says } = await start({ [ONE]: NODE, [TWO]: OTHER })
  const path = `/sub?target=mihomo&url=${enc(`${ONE}|${TWO}`)}`
  await ask(path)
  clock.now = 11 * 60_000
  says[ONE] = new SafeFetchError('timeout')
  says[TWO] = ''
  const answer = await ask(path)
  expect(namesIn(await answer.text())).toEqual(['One', 'Two'])
  expect(answer.headers.get('x-switchyard-report')).toContain('stale=1:one.example.com:timeout')
})

test.each([
  ['&filename=mine', `attachment; filename="mine.yaml"; filename*=UTF-8''mine.yaml`, 'base64:bWluZQ=='],
  ['&filename=mine.yaml', `attachment; filename="mine.yaml"; filename*=UTF-8''mine.yaml`, 'base64:bWluZQ=='],
  ['', 'attachment', null],
])('an address with %j names the file %s', async (more, disposition, title) => {
  const { headers } = await (await start({ [ONE]: NODE })).ask(`/sub?target=mihomo&url=${enc(ONE)}${more}`)
  expect([headers.get('content-disposition'), headers.get('profile-title')]).toEqual([disposition, title])
})

test('a file is sent as it is: its tag is that of the bytes', async () => {
  const { ask } = await start({ [ONE]: NODE })
  const { headers } = await ask(`/sub?target=mihomo&url=${enc(ONE)}`, { 'accept-encoding': 'gzip' })
  expect([headers.get('content-encoding'), headers.get('etag')]).toEqual([null, expect.stringMatching(/^"/)])
})

test('HEAD says what GET does', async () => {
  const { ask } = await start({ [ONE]: NODE })
  const path = `/sub?target=mihomo&url=${enc(ONE)}`
  const [get, head] = [await ask(path), await ask(path, {}, { method: 'HEAD' })]
  expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', get.headers.get('etag')])
})

test('a front end of another origin may ask for the version, and for nothing else', async () => {
  const { ask } = await start({ [ONE]: NODE })
  const origin = 'https://front.example'
  const version = await ask('/version', { origin })
  expect(await version.text()).toMatch(/^Switchyard \d+\.\d+\.\d+ \(subconverter API\)\n$/)
  expect(version.headers.get('access-control-allow-origin')).toBe('*')
  const sub = await ask(`/sub?target=mihomo&url=${enc(ONE)}`, { origin })
  expect(sub.headers.get('access-control-allow-origin')).toBeNull()
})

test.each<[Record<string, string>, number, number, number, number]>([
  [{}, 200, 200, 200, 404],
  [SITE, 401, 200, 200, 404],
  [{ ...SITE, CONVERT_API: 'public' }, 200, 200, 200, 404],
  [{ CONVERT_API: 'token' }, 401, 200, 200, 404],
])(
  'with %j a visitor is answered %i, a bearer token %i, one in the path %i and a wrong one %i',
  async (environment, ...statuses) => {
    const { ask, store } = await start({ [ONE]: NODE }, environment)
    const token = await addApiToken(store, await addUser(store, 'anna'), ['convert'])
    const reader = await addApiToken(store, await addUser(store, 'ben'), ['read'])
    const query = `sub?target=mihomo&url=${enc(ONE)}`
    const host = environment['SITE_URL'] ? 'switchyard.example' : 'localhost:3000'
    const asked = async (path: string, headers = {}) => (await ask(path, { host, ...headers })).status
    expect([
      await asked(`/${query}`),
      await asked(`/${query}`, { authorization: `Bearer ${token}` }),
      await asked(`/t/${token}/${query}`),
      await asked(`/t/${token}x/${query}`),
    ]).toEqual(statuses)
    expect(await asked(`/t/${reader}/${query}`)).toBe(404)
  },
)

test('a config and its lists are kept for who has an account, and for nobody else', async () => {
  const ini = 'https://rules.example.com/a.ini'
  const list = 'https://rules.example.com/a.list'
  const says = {
    [ONE]: NODE,
    [ini]: `custom_proxy_group=A\`select\`.*\nruleset=A,${list}\n`,
    [list]: 'DOMAIN,a.example\n',
  }
  const query = `sub?target=mihomo&url=${enc(ONE)}&config=${enc(ini)}`
  const { ask, store } = await start(says)
  const kept = async () => (await store.database.query.selectFrom('rule_list').select('id').execute()).length
  expect(await (await ask(`/${query}`)).text()).toContain('DOMAIN,a.example,A')
  expect(await kept()).toBe(0)
  const other = await start(says)
  const token = await addApiToken(other.store, await addUser(other.store, 'anna'), ['convert'])
  expect((await other.ask(`/t/${token}/${query}`)).status).toBe(200)
  expect((await other.store.database.query.selectFrom('rule_list').select('id').execute()).length).toBe(2)
})

test('bare nodes are named by the config; one that is away is named in the report and costs no node', async () => {
  const ini = 'https://rules.example.com/a.ini'
  const query = `url=${enc(ONE)}&config=${enc(ini)}&emoji=false`
  const { ask } = await start({ [ONE]: NODE, [ini]: 'custom_proxy_group=A`select`.*\nrename=One@Uno\n' })
  expect(namesIn(await (await ask(`/sub?target=mihomo&list=true&${query}`)).text())).toEqual(['Uno'])
  expect(atob(await (await ask(`/sub?target=mixed&${query}`)).text())).toContain('#Uno')
  const away = await start({ [ONE]: NODE })
  const answer = await away.ask(`/sub?target=mihomo&list=true&${query}`)
  expect(namesIn(await answer.text())).toEqual(['One'])
  expect(answer.headers.get('x-switchyard-report')).toContain('ignored=config')
  expect((await away.ask(`/sub?target=mihomo&${query}`)).status).toBe(502)
})

test('wrong tokens are counted, and a right one is answered whatever they were', async () => {
  const { ask, store } = await start({ [ONE]: NODE })
  const token = await addApiToken(store, await addUser(store, 'anna'), ['convert'])
  const query = `sub?target=mihomo&url=${enc(ONE)}`
  const statuses: number[] = []
  for (let at = 0; at < 31; at++) statuses.push((await ask(`/t/wrong${at}/${query}`)).status)
  expect(statuses).toEqual([...Array<number>(30).fill(404), 429])
  expect((await ask(`/t/${token}/${query}`)).status).toBe(200)
})

test('nobody is answered where the API is off', () => {
  const names = endpointsOn({ CONVERT_API: 'off' }).map(({ name }) => name)
  expect(names.filter((name) => /^GET \/(sub|version|t\/:token\/sub)$/.test(name))).toEqual([])
})

test('conversions are counted, files at hand are not', async () => {
  const { ask } = await start({ [ONE]: NODE })
  const path = `/sub?target=mihomo&url=${enc(ONE)}`
  for (let at = 0; at < 59; at++) await ask(`${path}&x=${at}`)
  const statuses = await Promise.all([path, path, `${path}&x=99`].map(async (each) => (await ask(each)).status))
  expect(statuses).toEqual([200, 200, 429])
  expect((await ask(path)).status).toBe(200)
})
