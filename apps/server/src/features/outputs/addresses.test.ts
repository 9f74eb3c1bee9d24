import type { DataOf, HostedOutput, Publication, SubscriptionItem } from '@switchyard/contract'
import { parseNodes } from '@switchyard/convert'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { addUser, emptyStore, signIn } from '../../../test/accounts.ts'
import { createApp } from '../../app.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { EngineError } from '../../shared/engine-error.ts'
import { runJob } from '../../engine/engine-job.ts'
import type { Engine } from '../../engine/engine-job.ts'
import { SafeFetchError } from '../../fetch/safe-fetch-error.ts'
import type { SafeFetch } from '../../fetch/safe-fetch.ts'
import { createLog } from '../../log.ts'
import { depsOf } from '../../test-app.ts'
import { createHosting } from '../../hosting.ts'

const HOUR = 3_600_000
const ORIGIN = 'http://localhost:3000'
const MIHOMO = { 'user-agent': 'mihomo/1.19.24' }
const BROWSER = {
  'user-agent': 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36',
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'sec-fetch-mode': 'navigate',
}

/** As many share links. */
function links(count: number): string {
  return Array.from({ length: count }, (_, at) => `trojan://canary-password@n${at}.example.com:443#Node ${at}`).join(
    '\n',
  )
}

/** A server of a test, with one person, an item at an address and an output of it. */
async function start(says: string | SafeFetchError = links(10), common: object = {}, file?: string) {
  const store = await emptyStore(file)
  const user = await addUser(store, 'ann')
  const upstream = { says, asked: 0 }
  const clock = { now: 1000 * HOUR }
  const lines: string[] = []
  const safeFetch: SafeFetch = () => {
    upstream.asked++
    const { says: said } = upstream
    const userInfo = { upload: 1, download: 2, total: 1024 ** 4, expire: 1_893_456_000 }
    return said instanceof SafeFetchError
      ? Promise.reject(said)
      : Promise.resolve({ body: Buffer.from(said), contentType: '', userInfo, stale: false })
  }
  const engine: { run: Engine } = { run: (job) => Promise.resolve(runJob(job)) }
  const deps = {
    ...depsOf({}),
    store,
    safeFetch,
    engine: ((job, signal) => engine.run(job, signal)) as Engine,
    now: () => clock.now,
    log: createLog('info', { write: (line: string) => void lines.push(line) }),
  }
  const hosting = createHosting(deps)
  const app = createApp(deps, hosting)
  const cookie = `sid=${await signIn(store, user, clock.now)}`
  const api = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await app.request(`${ORIGIN}${path}`, {
      method,
      headers: { cookie, origin: ORIGIN, host: 'localhost:3000', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { data, code } = (await answer.json()) as { data: T; code: number }
    if (code !== 200) throw new Error(`${code} ${JSON.stringify(data)}`)
    return data
  }
  const item = await api<SubscriptionItem>('POST', '/api/subscriptions', {
    name: 'one',
    body: 'https://example.com/sub?token=canary-token',
  })
  const recipe = JSON.stringify({
    switchyard: 'recipe',
    version: 1,
    sources: [{ id: 'a', name: 'one', url: 'https://example.com/' }],
    common: { template: 'minimal', ...common },
  })
  const output = await api<HostedOutput>('POST', '/api/outputs', {
    name: '我的 Mine',
    recipe,
    items: { a: item.id },
    client: 'mihomo',
  })
  const place = `/api/outputs/${output.id}`
  const address = `${place}/addresses/${output.addresses[0]!.id}`
  const url = async () => (await api<{ url: string }>('GET', address)).url
  const sub = async (headers: Record<string, string> = MIHOMO, query = '', method = 'GET') =>
    app.request(`${await url()}${query}`, { method, headers: { host: 'localhost:3000', ...headers } })
  const ask = (path: string) => app.request(path, { headers: { host: 'localhost:3000', ...MIHOMO } })
  return {
    api,
    item,
    output,
    place,
    address,
    url,
    sub,
    ask,
    upstream,
    clock,
    lines,
    hosting,
    engine,
    recipe,
    store,
    user,
  }
}

async function restore({ api, place }: Awaited<ReturnType<typeof start>>, number: number) {
  const { revision } = await api<HostedOutput>('GET', place)
  await api('POST', `${place}/versions/${number}/restore`, { revision })
}

/** Gives back the tag of what was replaced. */
async function rotate({ api, address, place }: Awaited<ReturnType<typeof start>>, grace: boolean): Promise<string> {
  const { addresses } = await api<HostedOutput>('GET', place)
  const { tag } = addresses.find(({ id }) => address.endsWith(id))!
  await api('POST', `${address}/rotate`, { grace, tag })
  return tag
}

const namesIn = (text: string) => parseNodes(text).nodes.map(({ node }) => node.name)

test('a recipe that was kept as version 1 is written as it was meant then', async () => {
  const { ask, item, api } = await start()
  const recipe = JSON.stringify({
    switchyard: 'recipe',
    version: 1,
    sources: [{ id: 'a', name: 'one', url: 'https://example.com/' }],
    steps: [
      { kind: 'set', field: 'fp', value: 'firefox' },
      { kind: 'replace', pattern: 'Node', to: 'Off', isOff: true },
    ],
    edits: { removed: ['a|trojan|n0.example.com|443|Node 0'] },
    perTarget: { mihomo: { list: true } },
    common: { template: 'minimal' },
  })
  const output = await api<HostedOutput>('POST', '/api/outputs', {
    name: 'old',
    recipe,
    items: { a: item.id },
    client: 'mihomo',
  })
  const { url } = await api<{ url: string }>('GET', `/api/outputs/${output.id}/addresses/${output.addresses[0]!.id}`)
  const text = await (await ask(url)).text()
  expect(namesIn(text)).toEqual(Array.from({ length: 9 }, (_, at) => `Node ${at + 1}`))
  expect(text).toContain('client-fingerprint: firefox')
  expect(text).not.toContain('proxy-groups')
})

test('a client gets its format, whatever it is', async () => {
  const { sub } = await start()
  const mihomo = await sub()
  expect([mihomo.status, mihomo.headers.get('content-type')]).toEqual([200, 'text/yaml; charset=utf-8'])
  expect(await mihomo.text()).toContain('proxies:')
  const singBox = await sub({ 'user-agent': 'SFA (sing-box 1.13.14; language zh_CN)' })
  expect(singBox.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(JSON.parse(await singBox.text())).toHaveProperty('outbounds')
  const base64 = await sub({ 'user-agent': 'v2rayN/7.16.3' })
  expect(base64.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(namesIn(await base64.text())).toEqual(Array.from({ length: 10 }, (_, at) => `Node ${at}`))
  expect(await (await sub({ 'user-agent': 'curl/8.5.0' })).text()).toContain('proxies:')
})

test('what the address asks for wins over the program', async () => {
  const { sub } = await start()
  expect(namesIn(await (await sub(MIHOMO, '?target=base64')).text())).toHaveLength(10)
  const list = await (await sub(MIHOMO, '?list=true')).text()
  expect(list).toMatch(/^proxies:/)
  expect(list).not.toContain('proxy-groups')
  expect(await (await sub(BROWSER, '?target=mihomo')).text()).toContain('proxy-groups')
  expect((await sub(MIHOMO, '?target=surge')).status).toBe(400)
  expect((await sub(MIHOMO, '?target=sing-box&ver=1.2')).status).toBe(400)
  expect((await sub(MIHOMO, '?target=xray&ver=1.14')).status).toBe(400)
  expect((await sub(MIHOMO, '?target=xray&ver=26.3')).status).toBe(200)
})

test('a sing-box that is older than what we write for is told so', async () => {
  const { sub } = await start()
  expect((await sub({ 'user-agent': 'SFA/1.8.0 (239; sing-box 1.8.0)' })).headers.get('x-switchyard-issue')).toBe(
    'client-too-old',
  )
  expect((await sub()).headers.get('x-switchyard-issue')).toBeNull()
})

test.each([
  ['mihomo', '我的节点', 'mihomo.yaml', '%E6%88%91%E7%9A%84%E8%8A%82%E7%82%B9.yaml'],
  ['sing-box', '机场', 'sing-box.json', '%E6%9C%BA%E5%9C%BA.json'],
  ['mihomo', '家 Home 2', 'Home_2.yaml', '%E5%AE%B6%20Home%202.yaml'],
])('a file for %s that is called %s has the plain name %s', async (client, fileName, plain, encoded) => {
  const { sub, api, place } = await start()
  await api('PATCH', place, { revision: 0, fileName })
  const { headers } = await sub(MIHOMO, `?target=${client}`)
  expect(headers.get('content-disposition')).toBe(`attachment; filename="${plain}"; filename*=UTF-8''${encoded}`)
})

test('the headers say what apps read, and nobody keeps the answer', async () => {
  const { sub } = await start()
  const { headers } = await sub()
  expect(headers.get('subscription-userinfo')).toBe('upload=1; download=2; total=1099511627776; expire=1893456000')
  expect(headers.get('profile-update-interval')).toBe('12')
  expect(headers.get('profile-title')).toBe(`base64:${Buffer.from('我的 Mine').toString('base64')}`)
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="Mine.yaml"; filename*=UTF-8''%E6%88%91%E7%9A%84%20Mine.yaml`,
  )
  expect(headers.get('cache-control')).toBe('private, no-store')
  expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
})

test('the list of outputs says of each what is left of its subscriptions', async () => {
  const { sub, api } = await start()
  await sub()
  const subscription = { upload: 1, download: 2, total: 1024 ** 4, expire: 1_893_456_000 }
  expect(await api('GET', '/api/outputs')).toMatchObject({ outputs: [{ name: '我的 Mine', subscription }] })
})

test('equal bytes have one tag, and who has them is told 304', async () => {
  const { sub, clock } = await start()
  const first = await sub()
  const etag = first.headers.get('etag')!
  expect(etag).toMatch(/^"[\w-]+"$/)
  clock.now += 24 * HOUR
  const second = await sub({ ...MIHOMO, 'if-none-match': etag })
  expect([second.status, await second.text(), second.headers.get('etag')]).toEqual([304, '', etag])
  const head = await sub(MIHOMO, '', 'HEAD')
  expect([head.status, await head.text(), head.headers.get('etag')]).toEqual([200, '', etag])
})

test('a rotated address ends at once, and with grace a day later', async () => {
  const server = await start()
  const { url, ask, clock } = server
  const first = await url()
  await rotate(server, false)
  expect((await ask(first)).status).toBe(404)
  const second = await url()
  expect((await ask(second)).status).toBe(200)
  await rotate(server, true)
  const third = await url()
  expect([(await ask(second)).status, (await ask(third)).status]).toEqual([200, 200])
  clock.now += 24 * HOUR
  expect([(await ask(second)).status, (await ask(third)).status]).toEqual([404, 200])
})

test('a second rotation ends the grace of the first, as one without grace does', async () => {
  for (const grace of [true, false]) {
    const server = await start()
    const first = await server.url()
    await rotate(server, true)
    expect((await server.ask(first)).status).toBe(200)
    await rotate(server, grace)
    expect((await server.ask(first)).status).toBe(404)
  }
})

test('a rotation that is sent twice is one: the old address answers, and the new one stays the same', async () => {
  const server = await start()
  const { api, address, url, ask } = server
  const first = await url()
  const tag = await rotate(server, true)
  const second = await url()
  await api('POST', `${address}/rotate`, { grace: true, tag })
  expect([await url(), (await ask(first)).status, (await ask(second)).status]).toEqual([second, 200, 200])
  // Who learns that it leaked ends the address that they saw.
  await api('POST', `${address}/rotate`, { tag })
  expect([await url(), (await ask(first)).status, (await ask(second)).status]).toEqual([second, 404, 200])
  await rotate(server, false)
  await expect(api('POST', `${address}/rotate`, { tag })).rejects.toThrow('409')
})

describe('nobody can tell apart from a wrong token', () => {
  test.each<[string, (server: Awaited<ReturnType<typeof start>>) => Promise<unknown>]>([
    ['a paused address', ({ api, address }) => api('PATCH', address, { paused: true })],
    ['one that expired', ({ api, address, clock }) => api('PATCH', address, { expiresAt: clock.now })],
    ['one that was taken away', ({ api, address }) => api('DELETE', address)],
    ['one of an output that is gone', ({ api, place }) => api('DELETE', place)],
    [
      'one of a disabled person',
      ({ store, user }) =>
        store.database.query.updateTable('user_account').set({ disabled_at: 1 }).where('id', '=', user.id).execute(),
    ],
  ])('%s', async (_, change) => {
    const server = await start()
    const url = await server.url()
    expect((await server.ask(url)).status).toBe(200)
    await change(server)
    const [gone, wrong] = await Promise.all([server.ask(url), server.ask(`${ORIGIN}/sub/${'x'.repeat(27)}`)])
    expect([gone.status, await gone.text()]).toEqual([404, await wrong.text()])
    expect([...gone.headers]).toEqual([...wrong.headers])
  })
})

describe('another process changes the rows', () => {
  test.each<[string, (other: Database['query'], now: number) => { execute: () => Promise<unknown> }]>([
    ['it pauses the address', (other) => other.updateTable('output_address').set({ paused: 1 })],
    ['it lets it expire', (other, now) => other.updateTable('output_address').set({ expires_at: now })],
    ['it draws another token', (other) => other.updateTable('output_address').set({ token_hash: 'other' })],
    ['it takes the address away', (other) => other.deleteFrom('output_address')],
    ['it takes the output away', (other) => other.deleteFrom('hosted_output')],
    ['it disables the person', (other, now) => other.updateTable('user_account').set({ disabled_at: now })],
  ])('%s: the next request is refused', async (_, change) => {
    const folder = mkdtempSync(join(tmpdir(), 'switchyard-addresses-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'rows.sqlite')
    const server = await start(links(2), {}, file)
    const url = await server.url()
    for (let time = 0; time < 2; time++) expect((await server.ask(url)).status).toBe(200)
    const other = openDatabase({ file })
    await change(other.query, server.clock.now).execute()
    // No change of another process falls into a turn of this one.
    await setImmediate()
    expect((await server.ask(url)).status).toBe(404)
    await Promise.all([other.close(), server.store.database.close()])
  })
})

test('an address ends by the clock, though nothing is written then', async () => {
  const { api, address, url, ask, clock } = await start()
  const right = await url()
  await api('PATCH', address, { expiresAt: clock.now + HOUR })
  for (let time = 0; time < 2; time++) expect((await ask(right)).status).toBe(200)
  clock.now += HOUR
  expect((await ask(right)).status).toBe(404)
})

test('an answer from memory is the same to the letter, is logged, and is for our hosts alone', async () => {
  const { url, ask, sub, store, lines } = await start()
  const right = await url()
  await ask(right)
  const known = async () => {
    const before = lines.length
    const answer = await ask(right)
    const [line = '{}'] = lines.slice(before)
    const { time: _, ms: _ms, ...logged } = JSON.parse(line) as Record<string, unknown>
    return { status: answer.status, headers: Object.fromEntries(answer.headers), text: await answer.text(), logged }
  }
  const fromMemory = await known()
  await store.database.query.updateTable('user_account').set({ disabled_at: null }).execute()
  expect(fromMemory).toEqual(await known())
  expect(fromMemory.logged).toMatchObject({ method: 'GET', status: 200 })
  expect((await sub({ ...MIHOMO, host: 'evil.example.com' })).status).toBe(421)
})

test('a token is asked for 120 times a minute; wrong ones are counted, and refuse no right one', async () => {
  const { url, ask } = await start()
  const right = await url()
  const wrong = []
  for (let at = 0; at < 31; at++) wrong.push((await ask(`${ORIGIN}/sub/wrong${at}`)).status)
  expect(wrong.slice(-2)).toEqual([404, 429])
  const statuses = []
  for (let at = 0; at < 121; at++) statuses.push((await ask(right)).status)
  expect(statuses.slice(-2)).toEqual([200, 429])
})

describe('the last good one is still served after', () => {
  test.each<[string, string | SafeFetchError]>([
    ['nothing', ''],
    ['an HTML page', '<!doctype html><p>Sign in'],
    ['a tenth of the nodes', links(1)],
    ['garbage', '\u0000%{{{'],
    ['a timeout', new SafeFetchError('timeout')],
  ])('%s', async (_, says) => {
    const { sub, upstream, clock, hosting, api, item } = await start()
    const before = await sub()
    upstream.says = says
    clock.now += 13 * HOUR
    await hosting.refresher.refreshDue(new AbortController().signal)
    expect(upstream.asked).toBeGreaterThan(1)
    const after = await sub()
    expect([after.status, after.headers.get('etag')]).toEqual([200, before.headers.get('etag')])
    const { items } = await api<{ items: SubscriptionItem[] }>('GET', '/api/subscriptions')
    expect(items.find(({ id }) => id === item.id)?.lastTry?.result).toMatch(/failed|held/)
  })
})

test('a source that nobody has fetched yet is waited for; without any copy the client is told to come again', async () => {
  const ready = await start()
  expect((await ready.sub()).status).toBe(200)
  const dead = await start(new SafeFetchError('timeout'))
  const answer = await dead.sub()
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60'])
  expect(await answer.text()).toBe('The sources could not be read yet: try again in a few minutes\n')
})

test('a client never waits for a source that was read before: the next one gets what is new', async () => {
  const { sub, upstream, clock, hosting, item, user } = await start(links(3))
  await sub()
  upstream.says = links(4)
  clock.now += 13 * HOUR
  expect(namesIn(await (await sub(MIHOMO, '?target=links')).text())).toHaveLength(3)
  await hosting.refresher.refresh(user.id, item.id)
  expect(namesIn(await (await sub(MIHOMO, '?target=links')).text())).toHaveLength(4)
})

test('a client that can carry no node of them is told so, and gets no empty config', async () => {
  const vless = 'vless://b831381d-6324-4d53-ad4f-8cda48b30811@a.example.com:443?security=tls&type=tcp#One'
  const { sub } = await start(vless)
  expect((await sub()).status).toBe(200)
  const clash = await sub({ 'user-agent': 'ClashforWindows/0.20.39' })
  expect(clash.status).toBe(422)
  expect(await clash.text()).toMatch(/^No Clash nodes. Clash does not support VLESS/)
})

test('what takes too much work leaves the last result, and the owner is told', async () => {
  const { sub, upstream, clock, hosting, engine, api, place, item, user } = await start(links(3))
  const before = await sub()
  upstream.says = links(4)
  clock.now += 13 * HOUR
  await hosting.refresher.refresh(user.id, item.id)
  engine.run = (job) =>
    job.kind === 'render' ? Promise.reject(new EngineError('timeout')) : Promise.resolve(runJob(job))
  const after = await sub()
  expect([after.status, after.headers.get('etag')]).toEqual([200, before.headers.get('etag')])
  expect(await api<HostedOutput>('GET', place)).toMatchObject({ failing: { error: 'too-much-work' } })
  engine.run = (job) => Promise.resolve(runJob(job))
  expect((await sub()).headers.get('etag')).not.toBe(before.headers.get('etag'))
  expect(await api<HostedOutput>('GET', place)).not.toHaveProperty('failing')
})

test('a refresh by hand names the sources that were asked less than a minute ago, for they are not asked again', async () => {
  const { upstream, clock, api, place, item } = await start(links(3))
  const refresh = () =>
    api<{ notAsked: string[]; sources: { good?: { nodes: number } }[] }>('POST', `${place}/refresh`, {})
  await refresh()
  upstream.says = links(4)
  clock.now += 59_000
  expect(await refresh()).toMatchObject({ notAsked: [item.id], sources: [{ good: { nodes: 3 } }] })
  clock.now += 1000
  expect(await refresh()).toMatchObject({ notAsked: [], sources: [{ good: { nodes: 4 } }] })
})

test('a server without room for more work serves the last result, and says so where there is none', async () => {
  const { sub, engine } = await start(links(3))
  const before = await sub()
  engine.run = () => Promise.reject(new EngineError('busy'))
  expect((await sub()).headers.get('etag')).toBe(before.headers.get('etag'))
  expect((await sub({ 'user-agent': 'v2rayN/7.16.3' })).status).toBe(503)
})

describe('a version', () => {
  const versions = (server: Awaited<ReturnType<typeof start>>) =>
    server.api<{ versions: { number: number; cause: string; nodes: number; added: number; removed: number }[] }>(
      'GET',
      `${server.place}/versions`,
    )
  const refresh = async (server: Awaited<ReturnType<typeof start>>, says: string) => {
    server.upstream.says = says
    server.clock.now += HOUR
    await server.hosting.refresher.refresh(server.user.id, server.item.id)
  }

  test('is made when nodes change, and not by traffic', async () => {
    const server = await start(links(10))
    await server.sub()
    await refresh(server, `${links(10)}\ntrojan://p@i.example.com:443#剩余流量：12 GB`)
    await refresh(server, `${links(10)}\ntrojan://p@i.example.com:443#剩余流量：11 GB`)
    expect((await versions(server)).versions).toMatchObject([{ number: 1, cause: 'refresh', nodes: 10, added: 10 }])
    await refresh(server, links(9))
    expect((await versions(server)).versions[0]).toMatchObject({ number: 2, nodes: 9, added: 0, removed: 1 })
  })

  test('shows what it was for any client, beside another one', async () => {
    const server = await start(links(10))
    await server.sub()
    await refresh(server, links(9))
    const text = (number: number) =>
      server.api<{ text: string }>('GET', `${server.place}/versions/${number}?client=links`)
    expect(namesIn((await text(1)).text)).toHaveLength(10)
    expect(namesIn((await text(2)).text)).toHaveLength(9)
  })

  test('is not made when the nodes come in another order, and is when one of them is another', async () => {
    const server = await start(links(10))
    await server.sub()
    await refresh(server, links(10).split('\n').toReversed().join('\n'))
    expect((await versions(server)).versions.map(({ number }) => number)).toEqual([1])
    expect(namesIn(await (await server.sub(MIHOMO, '?target=links')).text())[0]).toBe('Node 9')
    await refresh(server, links(10).replace('canary-password@n3', 'other@n3').split('\n').toReversed().join('\n'))
    expect((await versions(server)).versions.map(({ number }) => number)).toEqual([2, 1])
  })

  test('is made by a prefix of an item, which stands before its names from then on', async () => {
    const server = await start(links(2))
    const served = async () => namesIn(await (await server.sub(MIHOMO, '?target=links')).text())
    expect(await served()).toEqual(['Node 0', 'Node 1'])
    await server.api('PATCH', `/api/subscriptions/${server.item.id}`, { revision: 0, prefix: 'Air ' })
    expect(await served()).toEqual(['Air Node 0', 'Air Node 1'])
    expect((await versions(server)).versions[0]).toMatchObject({ number: 2, cause: 'edit', added: 2, removed: 2 })
    await restore(server, 1)
    expect(await served()).toEqual(['Node 0', 'Node 1'])
    await restore(server, 2)
    expect(await served()).toEqual(['Air Node 0', 'Air Node 1'])
  })

  test('is made by an edit of the recipe', async () => {
    const server = await start(links(10))
    await server.sub()
    const recipe = server.recipe.replace('"common":{', '"common":{"rules":"DOMAIN,a.example.com,DIRECT",')
    await server.api('PATCH', server.place, { revision: 0, recipe })
    expect((await versions(server)).versions[0]).toMatchObject({
      number: 2,
      cause: 'edit',
      nodes: 10,
      added: 0,
      changes: { rulesAdded: 1, rulesRemoved: 0, ruleSets: 0, groups: 0, settings: 0 },
    })
    expect(await (await server.sub()).text()).toContain('DOMAIN,a.example.com,DIRECT')
  })

  test('has the person’s own template, however many aliases it is written with, and no source that has more than 100', async () => {
    const server = await start(links(2))
    const text = `a: &a {type: http, behavior: domain}\nproxies: []\nrule-providers:\n${'0123456789'
      .repeat(12)
      .replaceAll(/./g, (digit, at) => `  r${at}: {<<: *a, url: 'https://lists.example.com/${digit}'}\n`)}`
    const recipe = server.recipe.replace('"minimal"', JSON.stringify({ name: 'own.yaml', text }))
    await server.api('PATCH', server.place, { revision: 0, recipe })
    expect(await (await server.sub()).text()).toContain('r119:')
    const nodes = text.replace('proxies: []', 'proxies: [{name: A, type: http, server: a.example.com, port: 1}]')
    await refresh(server, nodes)
    expect(await (await server.sub()).text()).toContain('Node 1')
  })

  test('that is restored is served until the next edit, whatever the source says', async () => {
    const server = await start(links(10))
    await server.sub()
    await refresh(server, links(9))
    await restore(server, 1)
    const served = async () => namesIn(await (await server.sub(MIHOMO, '?target=links')).text()).length
    expect(await served()).toBe(10)
    await refresh(server, links(8))
    expect(await served()).toBe(10)
    const { revision, pinned } = await server.api<HostedOutput>('GET', server.place)
    expect([revision, pinned]).toEqual([1, 1])
    const { versions } = await server.api<DataOf<'GET /api/outputs/:output/versions'>>(
      'GET',
      `${server.place}/versions`,
    )
    expect(versions.map(({ number, of }) => [number, of])).toEqual([
      [3, 1],
      [2, undefined],
      [1, undefined],
    ])
    await server.api('PATCH', server.place, { revision, recipe: server.recipe })
    expect(await served()).toBe(8)
  })

  test('that is restored is left again without an edit', async () => {
    const server = await start(links(10))
    await server.sub()
    await refresh(server, links(9))
    await restore(server, 1)
    await refresh(server, links(8))
    const served = async () => namesIn(await (await server.sub(MIHOMO, '?target=links')).text()).length
    expect(await served()).toBe(10)
    const followed = await server.api<HostedOutput>('POST', `${server.place}/follow`)
    expect([followed.pinned, followed.version, await served()]).toEqual([undefined, 4, 8])
    // A second press changes nothing.
    const again = await server.api<HostedOutput>('POST', `${server.place}/follow`)
    expect(again.revision).toBe(followed.revision)
  })
})

describe('the record of what was published', () => {
  const none = '"edits":{"removed":["a|trojan|n0.example.com|443|Node 0"]},"common":{'
  const record = async ({ api }: Awaited<ReturnType<typeof start>>) => {
    const { publications } = await api<{ publications: Publication[] }>('GET', '/api/publications')
    return publications.map(({ result, number, nodes }) => [result, number, nodes])
  }

  test('tells an edit that leaves no node, each time that a person tries it', async () => {
    const server = await start(links(1))
    await server.sub()
    const edit = async (change: object) => {
      const { revision } = await server.api<HostedOutput>('GET', server.place)
      server.clock.now += HOUR
      await server.api('PATCH', server.place, { revision, ...change })
    }
    const recipe = server.recipe.replace('"common":{', none)
    await edit({ recipe })
    await edit({ name: 'Other' })
    expect(await record(server)).toEqual([
      ['not-convertible', undefined, 0],
      ['done', 1, 1],
    ])
    await edit({ recipe })
    await edit({ recipe: server.recipe.replace('minimal', 'standard') })
    expect(await record(server)).toEqual([
      ['done', 2, 1],
      ['not-convertible', undefined, 0],
      ['not-convertible', undefined, 0],
      ['done', 1, 1],
    ])
  })

  test('tells once that no source can be fetched, though it is tried again and again', async () => {
    const server = await start(new SafeFetchError('timeout'))
    expect(await record(server)).toEqual([])
    const refresh = async () => {
      server.clock.now += HOUR
      await server.hosting.refresher.refresh(server.user.id, server.item.id)
    }
    for (let time = 0; time < 3; time++) await refresh()
    expect(await record(server)).toEqual([['not-fetched', undefined, 0]])
    const { recipe, item } = server
    await server.api('POST', '/api/outputs', { name: 'two', recipe, items: { a: item.id }, client: 'mihomo' })
    expect(await record(server)).toHaveLength(2)
    server.upstream.says = links(3)
    await refresh()
    expect((await record(server)).filter(([result]) => result === 'done')).toEqual([
      ['done', 1, 3],
      ['done', 1, 3],
    ])
    server.upstream.says = new SafeFetchError('timeout')
    await refresh()
    expect(await record(server)).toHaveLength(4)
  })

  test('tells once of refreshes whose work is too much', async () => {
    const server = await start(links(3))
    await server.sub()
    server.engine.run = (job) =>
      job.kind === 'plan' && job.texts ? Promise.reject(new EngineError('timeout')) : Promise.resolve(runJob(job))
    server.upstream.says = links(4)
    for (let time = 0; time < 2; time++) {
      server.clock.now += HOUR
      await server.hosting.refresher.refresh(server.user.id, server.item.id)
    }
    expect(await record(server)).toEqual([
      ['too-much-work', undefined, 0],
      ['done', 1, 3],
    ])
  })
})

describe('a person who opens the address', () => {
  test('sees name, traffic, expiry and apps, and nothing of the nodes', async () => {
    const { sub, url } = await start()
    await sub()
    const answer = await sub({ ...BROWSER, 'accept-language': 'zh-CN' })
    const html = await answer.text()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
    for (const shown of [
      '我的 Mine',
      '已用 3 B，共 1.0 TB',
      '2030年1月1日 到期',
      'Clash Meta for Android',
      await url(),
    ])
      expect(html).toContain(shown)
    expect(html).not.toMatch(/canary|Node \d|<script/)
    expect(html.indexOf('Clash Meta for Android')).toBeLessThan(html.indexOf('Clash Verge'))
  })

  test('reads it in the other language', async () => {
    const { sub } = await start()
    await sub()
    expect(await (await sub({ ...BROWSER, 'accept-language': 'en-GB' })).text()).toContain('Used 3 B of 1.0 TB')
  })

  test.each([
    [1_893_456_000_000, 1_893_456_000, '2030年1月1日 到期'],
    [9_007_199_254_740_991, undefined, '未提供到期时间'],
  ])('sees an end that the page of its owner sent as %i', async (sent, expire, shown) => {
    const { api, item, sub } = await start()
    await api('PATCH', `/api/subscriptions/${item.id}`, { revision: 0, fromServer: false })
    const subscription = { total: 10, expire: sent }
    const told = await api<SubscriptionItem>('PUT', `/api/subscriptions/${item.id}/text`, {
      text: links(3),
      subscription,
    })
    expect(told.subscription).toEqual({ total: 10, ...(expire === undefined ? {} : { expire }) })
    const answer = await sub({ ...BROWSER, 'accept-language': 'zh-CN' })
    expect([answer.status, (await answer.text()).includes(shown)]).toEqual([200, true])
    const header = (await sub()).headers.get('subscription-userinfo')
    expect(header).toBe(expire === undefined ? 'total=10' : `total=10; expire=${expire}`)
  })

  test('gets no script and no style but its own', async () => {
    const { sub } = await start()
    const policy = (await sub(BROWSER)).headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src data:;/)
  })

  test('sees a name as it is, whatever is in it', async () => {
    const { api, place, sub } = await start()
    await api('PATCH', place, { revision: 0, name: '<img src=x onerror=alert(1)>' })
    expect(await (await sub(BROWSER)).text()).not.toContain('<img src=x')
  })
})

test('the record counts per day and client, and holds the last twenty requests', async () => {
  const { sub, api, place, clock } = await start()
  for (let at = 0; at < 25; at++) {
    clock.now += 1000
    await sub()
  }
  await sub({ 'user-agent': 'v2rayN/7.16.3' })
  const record = await api<{ days: object[]; last: { client: string; network: string; address?: string }[] }>(
    'GET',
    `${place}/record`,
  )
  expect(record.days).toEqual([
    { day: '1970-02-11', client: 'mihomo', requests: 25 },
    { day: '1970-02-11', client: 'v2rayN', requests: 1 },
  ])
  expect(record.last).toHaveLength(20)
  expect(record.last[0]).toMatchObject({ client: 'v2rayN', address: '我的 Mine' })
  await api('PATCH', place, { revision: 0, keepsRecord: false })
  await sub()
  expect(await api('GET', `${place}/record`)).toEqual({ days: [], last: [] })
})

test('nothing that opens a door stands in the log or in the database', async () => {
  const { sub, url, ask, lines, store, upstream, clock, hosting } = await start()
  const token = new URL(await url()).pathname.split('/').at(-1)!
  await sub()
  await sub(BROWSER)
  await ask(`${ORIGIN}/sub/${token}x`)
  upstream.says = new SafeFetchError('bad-status', { status: 500 })
  clock.now += 13 * HOUR
  await hosting.refresher.refreshDue(new AbortController().signal)
  await hosting.recorder.write()
  const log = lines.join('')
  expect(log).toMatch(/"link":"[0-9a-f]{6}"/)
  const tables = ['subscription_item', 'hosted_output', 'output_address', 'output_version', 'output_render'] as const
  const rows = await Promise.all(tables.map((table) => store.database.query.selectFrom(table).selectAll().execute()))
  expect(rows.every((each) => each.length > 0)).toBe(true)
  for (const text of [log, JSON.stringify(rows)]) {
    expect(text).not.toContain('canary')
    expect(text).not.toContain(token)
  }
})

test('an output of an address that is no item is refused: nothing else is fetched for it', async () => {
  const { api, recipe } = await start()
  const create = (items: object) => api('POST', '/api/outputs', { name: 'two', recipe, items, client: 'mihomo' })
  await expect(create({})).rejects.toThrow('"field":"items.a"')
  await expect(create({ a: 'of somebody else' })).rejects.toThrow('"field":"items"')
})

test('an item that an output is made of stays', async () => {
  const { api, item, output, place } = await start()
  await expect(api('DELETE', `/api/subscriptions/${item.id}`)).rejects.toThrow('in-use')
  const { items } = await api<{ items: SubscriptionItem[] }>('GET', '/api/subscriptions')
  expect(items[0]?.usedBy).toEqual([{ id: output.id, name: output.name }])
  await api('DELETE', place)
  await api('DELETE', `/api/subscriptions/${item.id}`)
})
