import { parseNodes, readYaml } from '@switchyard/convert'
import { recordOf, recordsOf } from '@switchyard/convert/record'
import { expect, test } from 'vitest'
import type { DataOf, NodeSite } from '@switchyard/contract'
import { engineTest } from '../../../../../packages/convert/proof/engine-test.ts'
import { checkWithMihomo } from '../../../../../packages/convert/proof/mihomo.ts'
import { checkWithSingbox } from '../../../../../packages/convert/proof/sing-box.ts'
import { checkWithXray } from '../../../../../packages/convert/proof/xray.ts'
import { addUser, emptyStore, signIn } from '../../../test/accounts.ts'
import type { SafeFetch } from '../../fetch/safe-fetch.ts'
import { SafeFetchError } from '../../fetch/safe-fetch-error.ts'
import { Prober } from '../../probing/prober.ts'
import { memoryShared } from '../../shared/memory/memory.ts'
import { app, depsOf } from '../../test-app.ts'
import { FreeNodes } from './free-nodes.ts'

const NIGHT = 'https://night.example.com/free.txt?token=canary'
const DAILY = 'https://daily.example.org/README.md'
const SOURCES = `Night=${NIGHT},Daily=page:${DAILY}`
const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const trojan = (host: string, name: string) => `trojan://secret@${host}.example.com:443#${encodeURIComponent(name)}`

interface Ground {
  store?: Awaited<ReturnType<typeof emptyStore>>
  environment?: Record<string, string>
}

/** A server whose sources say what a test says. */
async function start(
  says: Record<string, string | SafeFetchError>,
  { store, environment = { FREE_NODE_SOURCES: SOURCES } }: Ground = {},
) {
  const asked: string[] = []
  const safeFetch: SafeFetch = (url) => {
    asked.push(new URL(url).host)
    const said = says[url] ?? new SafeFetchError('dns')
    return said instanceof SafeFetchError
      ? Promise.reject(said)
      : Promise.resolve({ body: Buffer.from(said), contentType: '', userInfo: undefined, stale: false })
  }
  const kept = store ?? (await emptyStore())
  const clock = { now: 1000 * DAY }
  const closed = new Set<string>()
  const probed: string[] = []
  const prober = new Prober({
    log: depsOf({}).log,
    shared: memoryShared(),
    now: () => clock.now,
    network: {
      resolve: () => Promise.resolve(['93.184.216.34']),
      dial: (_: string, port: number) => ({ address: '127.0.0.1', port }),
    },
  })
  // What it finds is tried where it is made: here it says what a test wants.
  prober.check = ({ host }) => {
    probed.push(host)
    const found = closed.has(host)
      ? ({ outcome: 'unreachable', reason: 'refused' } as const)
      : ({ outcome: 'reachable' } as const)
    return Promise.resolve({ ...found, checkedAt: clock.now, isCached: false })
  }
  const deps = { store: kept, safeFetch, now: () => clock.now, prober }
  const ask = app(environment, deps)
  const list = async (path = '/api/free-nodes') =>
    ((await (await ask(path)).json()) as { data: DataOf<'GET /api/free-nodes'> }).data
  /** What the clock does, in a server that began anew. */
  const restarted = () => new FreeNodes({ ...depsOf(environment), ...deps })
  const refreshDue = () => restarted().refreshDue(new AbortController().signal)
  const checkDue = () => restarted().checkDue(new AbortController().signal)
  return { ask, list, asked, clock, says, store: kept, refreshDue, checkDue, closed, probed }
}

async function asOwner(started: Awaited<ReturnType<typeof start>>) {
  const owner = await addUser(started.store, 'olga', 'owner')
  const headers = {
    cookie: `sid=${await signIn(started.store, owner, started.clock.now)}`,
    origin: 'http://localhost:3000',
    'content-type': 'application/json',
  }
  return async (method: string, path: string, body?: unknown) => {
    const answer = await started.ask(path, headers, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, ...((await answer.json()) as { data: unknown }) }
  }
}

const PAGE = `<!doctype html><p>Today's: <code>${trojan('b', 'Two')}</code> <a href="${trojan('c', 'Three')}">x</a>`

test('two sources of the settings: a phone subscribes to all of them, whoever it is', async () => {
  const { ask, list } = await start({ [NIGHT]: `${trojan('a', 'One')}\n${trojan('b', 'B')}`, [DAILY]: PAGE })
  const links = Buffer.from(await (await ask('/sub/free/all')).text(), 'base64').toString()
  expect(parseNodes(links).nodes.map(({ node }) => node.server)).toEqual([
    'a.example.com',
    'b.example.com',
    'c.example.com',
  ])
  const { sources, nodes, total } = await list()
  expect(sources.map(({ name, nodes: count, state }) => [name, count, state])).toEqual([
    ['Night', 2, 'fresh'],
    ['Daily', 2, 'fresh'],
  ])
  const [night, daily] = sources.map(({ id }) => id)
  expect([total, nodes.map(({ name, sources: from }) => [name, from])]).toEqual([
    3,
    [
      ['One', [night]],
      ['Two', [daily, night]],
      ['Three', [daily]],
    ],
  ])
  expect(nodes[0]).toMatchObject({ protocol: 'trojan', host: 'a.example.com', port: 443, fetchedAt: 1000 * DAY })
})

test('the program that asks gets its own format, the parameter wins, and who has the file is told so', async () => {
  const { ask } = await start({ [NIGHT]: trojan('a', 'One'), [DAILY]: PAGE })
  const clash = await ask('/sub/free/all', { 'user-agent': 'clash-verge/v2.4.3' })
  expect(clash.headers.get('content-type')).toBe('text/yaml; charset=utf-8')
  expect(clash.headers.get('x-switchyard-report')).toBe(
    'entries=3 output=3 skipped=0 duplicates=0 excluded=0 refused=0 doubtful=0 target=mihomo dead=0',
  )
  const config = await clash.text()
  expect(recordsOf(recordOf(readYaml(config).documents[0]?.value)['proxies']).map(({ name }) => name)).toEqual([
    'One',
    'Two',
    'Three',
  ])
  const box = await ask('/sub/free/all?target=singbox&ver=1.13', { 'user-agent': 'clash-verge/v2.4.3' })
  expect(box.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const again = { 'user-agent': 'clash-verge/v2.4.3', 'if-none-match': clash.headers.get('etag') ?? '' }
  expect((await ask('/sub/free/all', again)).status).toBe(304)
  const head = await ask('/sub/free/all', { 'user-agent': 'clash-verge/v2.4.3' }, { method: 'HEAD' })
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, clash.headers.get('etag'), ''])
  const unknown = await ask('/sub/free/all?target=word')
  expect([unknown.status, await unknown.text()]).toEqual([400, expect.stringContaining('mihomo')])
})

test('a config that anybody gets opens no controller: its secret would be none', async () => {
  const { ask } = await start({ [NIGHT]: trojan('a', 'One') })
  for (const target of ['mihomo', 'singbox'])
    expect(await (await ask(`/sub/free/all?target=${target}`)).text()).not.toMatch(
      /external-controller|external_controller/,
    )
})

test('one source fails: its state says so, the others stay, and its address alone answers nothing', async () => {
  const { ask, list } = await start({ [NIGHT]: new SafeFetchError('timeout'), [DAILY]: PAGE })
  const { sources, total } = await list()
  expect(sources.map(({ state, lastTry }) => [state, lastTry?.failure])).toEqual([
    ['failing', 'timeout'],
    ['fresh', undefined],
  ])
  expect(total).toBe(2)
  const [night, daily] = sources.map(({ id }) => id)
  const failed = await ask(`/sub/free/${night}`)
  expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '60'])
  expect((await ask(`/sub/free/${daily}`)).status).toBe(200)
  expect((await ask('/sub/free/none')).status).toBe(404)
  expect((await ask('/api/free-nodes?source=none')).status).toBe(404)
})

test('without a source nobody is asked, and there is nothing', async () => {
  const { ask, list, asked } = await start({}, { environment: {} })
  expect(await list()).toEqual({ sources: [], nodes: [], total: 0 })
  expect((await ask('/sub/free/all')).status).toBe(404)
  expect(asked).toEqual([])
})

test('a careless answer empties nothing: no node never, far fewer not before a day and two answers that agree', async () => {
  const many = Array.from({ length: 20 }, (_, at) => trojan(`n${at}`, `N${at}`)).join('\n')
  const { list, says, clock, refreshDue } = await start(
    { [NIGHT]: many },
    { environment: { FREE_NODE_SOURCES: `Night=${NIGHT}` } },
  )
  const after = async (ms: number, said: string) => {
    says[NIGHT] = said
    clock.now += ms
    await refreshDue()
    const { total, sources } = await list()
    return [total, sources[0]?.state]
  }
  expect((await list()).total).toBe(20)
  expect(await after(HOUR, 'No nodes today')).toEqual([20, 'held'])
  expect(await after(HOUR, trojan('a', 'One'))).toEqual([20, 'held'])
  expect(await after(7 * HOUR, trojan('a', 'One'))).toEqual([20, 'held'])
  expect((await list()).sources[0]?.isStale).toBe(true)
  expect(await after(24 * HOUR, trojan('a', 'One'))).toEqual([1, 'fresh'])
  expect((await list()).sources[0]?.isStale).toBe(false)
  expect(await after(HOUR, many)).toEqual([20, 'fresh'])
})

test('a source is asked after its interval by the clock, by visitors at most every ten minutes, and a start asks nobody', async () => {
  const started = await start({ [NIGHT]: trojan('a', 'One') }, { environment: { FREE_NODE_SOURCES: `Night=${NIGHT}` } })
  const { ask, list, asked, clock, refreshDue } = started
  const headers = { origin: 'http://localhost:3000', 'content-type': 'application/json' }
  const [source] = (await list()).sources
  expect(source).toMatchObject({ mayRefreshAt: clock.now + 10 * MINUTE })
  const refresh = () => ask(`/api/free-nodes/${source!.id}/refresh`, headers, { method: 'POST', body: '{}' })
  expect((await refresh()).status).toBe(200)
  await refreshDue()
  expect(asked).toEqual(['night.example.com'])
  clock.now += 10 * MINUTE
  const refreshed = (await (await refresh()).json()) as { data: { fetchedAt: number } }
  expect([asked.length, refreshed.data.fetchedAt]).toEqual([2, clock.now])
  clock.now += 59 * MINUTE
  await refreshDue()
  expect(asked).toHaveLength(2)
  clock.now += MINUTE
  await refreshDue()
  expect(asked).toHaveLength(3)
})

test('the sources of the settings follow the settings, those of the owner stay', async () => {
  const first = await start({ [NIGHT]: trojan('a', 'One'), [DAILY]: PAGE })
  const owner = await asOwner(first)
  const added = await owner('POST', '/api/node-sites', { name: 'Own', address: 'https://own.example.net/list' })
  expect(added).toMatchObject({
    status: 200,
    data: { host: 'own.example.net', isFromSettings: false, intervalS: 3600 },
  })
  await first.list()
  const { store } = first
  const second = await start({}, { store, environment: { FREE_NODE_SOURCES: `Renamed=${NIGHT}` } })
  const { sources, total } = await second.list()
  expect([sources.map(({ name }) => name), total]).toEqual([['Renamed', 'Own'], 1])
})

test('the owner adds, looks, changes, takes and removes; what the settings say stays as they say it', async () => {
  const OWN = 'https://own.example.net/list?key=canary'
  const started = await start(
    { [OWN]: `${trojan('a', 'JP One')}\nnonsense` },
    { environment: { FREE_NODE_SOURCES: `Night=${NIGHT}` } },
  )
  const owner = await asOwner(started)
  const preview = { address: OWN, kind: 'subscription' }
  expect((await owner('POST', '/api/node-sites/preview', preview)).data).toEqual({
    nodes: 1,
    information: 0,
    skipped: 1,
    first: [{ name: 'JP One', protocol: 'trojan', region: 'JP' }],
  })
  const wrong = await owner('POST', '/api/node-sites/preview', { ...preview, address: 'https://gone.example.net/' })
  expect([wrong.status, wrong.data]).toEqual([502, expect.objectContaining({ reason: 'dns' })])
  expect((await owner('POST', '/api/node-sites', { name: 'x', address: 'ftp://a.example.com' })).status).toBe(400)
  const short = { name: 'x', address: OWN, intervalS: 599 }
  expect((await owner('POST', '/api/node-sites', short)).status).toBe(400)
  const site = (await owner('POST', '/api/node-sites', { name: 'Own', address: OWN, intervalS: 600 })).data as NodeSite
  const path = `/api/node-sites/${site.id}`
  expect((await owner('GET', path)).data).toEqual({ address: OWN })
  expect((await started.list()).total).toBe(1)
  const off = await owner('PATCH', path, { revision: 0, enabled: false })
  expect(off.data).toMatchObject({ revision: 1, enabled: false })
  expect((await started.list()).total).toBe(0)
  expect((await owner('PATCH', path, { revision: 0, name: 'Late' })).status).toBe(409)
  expect((await owner('PATCH', path, { revision: 1, enabled: true })).status).toBe(200)
  expect(
    (
      await started.ask(
        `/api/free-nodes/${site.id}/report`,
        { origin: 'http://localhost:3000', 'content-type': 'application/json' },
        { method: 'POST', body: '{}' },
      )
    ).status,
  ).toBe(200)
  const all = (await owner('GET', '/api/node-sites')).data as DataOf<'GET /api/node-sites'>
  expect(all.sites.map(({ name, isFromSettings, reports }) => [name, isFromSettings, reports])).toEqual([
    ['Night', true, 0],
    ['Own', false, 1],
  ])
  const fixed = `/api/node-sites/${all.sites[0]!.id}`
  expect((await owner('PATCH', fixed, { revision: 0, name: 'Mine' })).status).toBe(404)
  expect((await owner('DELETE', fixed)).status).toBe(404)
  expect((await owner('DELETE', path)).status).toBe(200)
  expect((await started.list()).sources.map(({ name }) => name)).toEqual(['Night'])
})

test('the owner takes at once what was not believed', async () => {
  const many = Array.from({ length: 20 }, (_, at) => trojan(`n${at}`, `N${at}`)).join('\n')
  const started = await start({ [NIGHT]: many }, { environment: { FREE_NODE_SOURCES: `Night=${NIGHT}` } })
  const { list, says, clock, refreshDue } = started
  const [source] = (await list()).sources
  const owner = await asOwner(started)
  says[NIGHT] = trojan('a', 'One')
  clock.now += HOUR
  await refreshDue()
  expect((await list()).total).toBe(20)
  expect((await owner('POST', `/api/node-sites/${source!.id}/adopt`)).data).toMatchObject({ state: 'fresh', nodes: 1 })
  expect((await list()).total).toBe(1)
})

test('addresses and nodes are sealed, and one file has no more than 500 nodes, by turns', async () => {
  const many = Array.from({ length: 700 }, (_, at) => trojan(`n${at}`, `N${at}`)).join('\n')
  const other = Array.from({ length: 700 }, (_, at) => trojan(`m${at}`, `M${at}`)).join('\n')
  const { ask, list, store } = await start({ [NIGHT]: many, [DAILY]: other })
  const { total, nodes, sources } = await list()
  expect([total, nodes.length, sources.map((each) => each.nodes)]).toEqual([1000, 500, [700, 700]])
  expect(nodes.slice(0, 4).map(({ name }) => name)).toEqual(['N0', 'M0', 'N1', 'M1'])
  const links = Buffer.from(await (await ask('/sub/free/all')).text(), 'base64').toString()
  expect(parseNodes(links).nodes).toHaveLength(500)
  const rows = await store.database.query.selectFrom('free_source').selectAll().execute()
  expect(JSON.stringify(rows)).not.toMatch(/example\.(?:com|org)|canary|trojan/)
})

test('nodes are checked once an hour; those whose last two checks failed are left out of subscriptions and counted', async () => {
  const { ask, list, clock, checkDue, closed, probed } = await start({ [NIGHT]: trojan('a', 'One'), [DAILY]: PAGE })
  closed.add('b.example.com')
  await checkDue()
  clock.now += 59 * MINUTE
  await checkDue()
  expect(probed.toSorted()).toEqual(['a.example.com', 'b.example.com', 'c.example.com'])
  const outcomes = async () =>
    (await list()).nodes.map(({ name, isDead, check }) => [name, isDead, check.results.map(({ outcome }) => outcome)])
  expect(await outcomes()).toEqual([
    ['One', false, ['reachable']],
    ['Two', false, ['unreachable']],
    ['Three', false, ['reachable']],
  ])
  const linksIn = async () => Buffer.from(await (await ask('/sub/free/all')).text(), 'base64').toString()
  expect(parseNodes(await linksIn()).nodes).toHaveLength(3)
  clock.now += MINUTE
  await checkDue()
  expect(await outcomes()).toContainEqual(['Two', true, ['unreachable', 'unreachable']])
  expect(parseNodes(await linksIn()).nodes.map(({ node }) => node.name)).toEqual(['One', 'Three'])
  expect((await ask('/sub/free/all')).headers.get('x-switchyard-report')).toMatch(/ dead=1$/)
  closed.clear()
  clock.now += HOUR
  await checkDue()
  expect(parseNodes(await linksIn()).nodes).toHaveLength(3)
})

test('what is sent to check a node holds none of its secrets, and of nodes that are gone nothing is kept', async () => {
  const { list, says, clock, checkDue, refreshDue, store } = await start({ [NIGHT]: EVERY_KIND, [DAILY]: PAGE })
  const { nodes } = await list()
  expect(JSON.stringify(nodes.map(({ check }) => check.target))).not.toMatch(/secret|b831381d/)
  expect(nodes.find(({ protocol }) => protocol === 'trojan')?.check.target).toMatchObject({
    transport: 'tls',
    port: 443,
  })
  await checkDue()
  const count = async () => (await store.database.query.selectFrom('free_node_check').selectAll().execute()).length
  expect(await count()).toBe(nodes.length)
  says[NIGHT] = EVERY_KIND.split('\n').slice(0, 2).join('\n')
  clock.now += HOUR
  await refreshDue()
  await checkDue()
  expect(await count()).toBe((await list()).nodes.length)
})

const EVERY_KIND = [
  trojan('a', 'Trojan'),
  'vless://b831381d-6324-4d53-ad4f-8cda48b30811@b.example.com:443?encryption=none&security=tls&sni=b.example.com#VLESS',
  'ss://YWVzLTI1Ni1nY206c2VjcmV0@c.example.com:8388#SS',
  'hysteria2://secret@d.example.com:443?sni=d.example.com#HY2',
  'proxies:',
  '  - {name: Plain, type: http, server: e.example.com, port: 8080, username: u, password: p}',
].join('\n')
const TIMEOUT_MS = 60_000

const fileFor = async (target: string) =>
  (await (await start({ [NIGHT]: EVERY_KIND, [DAILY]: PAGE })).ask(`/sub/free/all?target=${target}`)).text()

engineTest(['sing-box'], 'sing-box loads it', async ({ 'sing-box': path }) => {
  const text = await fileFor('singbox')
  expect(text).toContain('e.example.com')
  expect(await checkWithSingbox(path, text)).toBeUndefined()
}, TIMEOUT_MS) // oxfmt-ignore

engineTest(['xray'], 'Xray loads it', async ({ xray: path }) => {
  const text = await fileFor('xray')
  expect(text).toContain('e.example.com')
  expect(await checkWithXray(path, text)).toBeUndefined()
}, TIMEOUT_MS) // oxfmt-ignore

engineTest(['mihomo'], 'mihomo loads it', async ({ mihomo: path }) => {
  const text = await fileFor('mihomo')
  expect(text).toContain('e.example.com')
  expect(await checkWithMihomo(path, text)).toBeUndefined()
}, TIMEOUT_MS) // oxfmt-ignore
