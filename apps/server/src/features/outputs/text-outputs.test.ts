import type { DataOf, HostedOutput, OutputSummary, Publication } from '@switchyard/contract'
import { describe, expect, test } from 'vitest'
import { addUser, emptyStore, signIn } from '../../../test/accounts.ts'
import { createApp } from '../../app.ts'
import { countKept } from '../../db/quota.ts'
import { runJob } from '../../engine/engine-job.ts'
import { depsOf } from '../../test-app.ts'

const ORIGIN = 'http://localhost:3000'
const MIHOMO = 'mihomo/1.19.24'
const BROWSER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36',
  'sec-fetch-mode': 'navigate',
}

/** With a byte order mark, lines that end in two ways, a tab, spaces at the end, comments and letters of any plane. */
const TEXT = [
  '\uFEFF# 我的配置 🚂 — do not touch',
  'mixed-port: 7890   # trailing  \r',
  '',
  'proxies:',
  '  - {name: "A", type: ss, server: a.example.com, port: 443, cipher: aes-128-gcm, password: canary}',
  'proxy-groups:\t# tab',
  '  - {name: P, type: select, proxies: [A]}',
  'rules:',
  '  - DOMAIN-SUFFIX,example.org,P # mine',
  '  - MATCH,DIRECT',
  // Long texts are kept and passed on in another way than short ones.
  `# ${'长'.repeat(20_000)}`,
].join('\n')

type Text = Extract<HostedOutput, { kind: 'text' }>

async function start() {
  const store = await emptyStore()
  const clock = { now: 3_600_000_000 }
  const app = createApp({ ...depsOf({}), store, engine: (job) => Promise.resolve(runJob(job)), now: () => clock.now })
  const as = async (name: string) => {
    const user = await addUser(store, name)
    const cookie = `sid=${await signIn(store, user, clock.now)}`
    const ask = (method: string, path: string, body?: unknown) =>
      app.request(`${ORIGIN}${path}`, {
        method,
        headers: { cookie, origin: ORIGIN, host: 'localhost:3000', 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const api = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
      const answer = await ask(method, path, body)
      const { data } = (await answer.json()) as { data: T }
      if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(data)}`)
      return data
    }
    return { user, ask, api }
  }
  const ann = await as('ann')
  const made = { kind: 'text', name: '我的 Mine', text: TEXT, client: 'mihomo' }
  const output = await ann.api<Text>('POST', '/api/outputs', made)
  const place = `/api/outputs/${output.id}`
  const url = async () => (await ann.api<{ url: string }>('GET', `${place}/addresses/${output.addresses[0]!.id}`)).url
  const sub = async (headers: Record<string, string> = { 'user-agent': MIHOMO }, query = '') =>
    app.request(`${await url()}${query}`, { headers: { host: 'localhost:3000', ...headers } })
  const edit = async (change: object) => {
    const { revision } = await ann.api<Text>('GET', place)
    return ann.api<Text>('PATCH', place, { revision, ...change })
  }
  const versions = async () =>
    (await ann.api<DataOf<'GET /api/outputs/:output/versions'>>('GET', `${place}/versions`)).versions
  return { store, app, as, ann, made, output, place, sub, edit, versions, clock }
}

const failureOf = async (answer: Response) =>
  [answer.status, ((await answer.json()) as { data: { error: string; field?: string } }).data] as const

const bytesOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer())

describe('a config that is published as it is', () => {
  test('is served to the letter, with the headers of every output', async () => {
    const { sub, output } = await start()
    const answer = await sub()
    expect(answer.status).toBe(200)
    expect((await bytesOf(answer)).equals(Buffer.from(TEXT))).toBe(true)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/yaml; charset=utf-8',
      'content-disposition': expect.stringContaining('filename*=UTF-8'),
      'profile-title': `base64:${Buffer.from('我的 Mine').toString('base64')}`,
      'profile-update-interval': '12',
      'cache-control': 'private, no-store',
    })
    expect(answer.headers.has('subscription-userinfo')).toBe(false)
    const again = await sub({ 'user-agent': MIHOMO, 'if-none-match': answer.headers.get('etag')! })
    expect(again.status).toBe(304)
    expect(output).toMatchObject({ kind: 'text', client: 'mihomo', version: 1, nodes: 1, text: TEXT })
  })

  test.each([
    ['mihomo/1.19.24', ''],
    ['ClashX/1.95', ''],
    ['SFA/1.13.0 (sing-box 1.13.0)', ''],
    ['v2rayN/7.0', ''],
    ['curl/8', '?target=mihomo'],
    ['curl/8', '?target=auto&list=false'],
  ])('%s that asks %s gets the same bytes', async (agent, query) => {
    const { sub } = await start()
    for (const _ of ['first', 'from memory'])
      expect((await bytesOf(await sub({ 'user-agent': agent }, query))).equals(Buffer.from(TEXT))).toBe(true)
  })

  test.each(['?target=clash', '?target=singbox', '?target=base64', '?ver=1.13', '?list=1', '?target=mihomo&list'])(
    'is refused with a code to who asks for another form: %s',
    async (query) => {
      const { sub } = await start()
      await sub()
      const answer = await sub(undefined, query)
      expect(answer.status).toBe(422)
      expect(answer.headers.get('x-switchyard-issue')).toBe('one-client')
      const said = await answer.text()
      expect(said).toMatch(/^one-client: .*Mihomo.*\n$/)
      expect(said).not.toContain('canary')
    },
  )

  test('a target that there is not is an unknown one', async () => {
    const { sub } = await start()
    expect((await sub(undefined, '?target=surge')).status).toBe(400)
  })

  test('a browser is shown apps that load it, and nothing of it', async () => {
    const { sub } = await start()
    const page = await (await sub(BROWSER)).text()
    expect(page).toContain('我的 Mine')
    expect(page).toContain('Clash Verge')
    expect(page).not.toContain('sing-box://')
    expect(page).not.toContain('v2rayng')
    expect(page).not.toContain('canary')
  })

  test('a change of a comment is a new version under the same address', async () => {
    const { ann, place, sub, edit, versions } = await start()
    const before = await sub()
    const text = TEXT.replace('# mine', '# ours')
    const changed = await edit({ text })
    expect(changed).toMatchObject({ revision: 1, version: 2, text })
    const after = await sub()
    expect(await after.text()).toBe(text.replace('\uFEFF', ''))
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'))
    expect((await edit({ text })).version).toBe(2)
    await edit({
      text: text.replace('name: "A"', 'name: "B"').replace('[A]', '[B]').replace('MATCH,DIRECT', 'MATCH,P'),
    })
    expect(await versions()).toMatchObject([
      {
        number: 3,
        cause: 'edit',
        nodes: 1,
        added: 1,
        removed: 1,
        changes: { rulesAdded: 1, rulesRemoved: 1, groups: 0 },
      },
      { number: 2, cause: 'edit', added: 0, removed: 0, changes: { rulesAdded: 0, rulesRemoved: 0, settings: 0 } },
      { number: 1, cause: 'edit', added: 1, removed: 0 },
    ])
    expect(await ann.api('GET', `${place}/versions/1`)).toEqual({ number: 1, client: 'mihomo', text: TEXT })
  })

  test('a restored version is the text from then on, for the client that it had', async () => {
    const { ann, place, sub, edit, versions } = await start()
    const other = '{"outbounds": [{"type": "direct", "tag": "direct"}]} // mine\n'
    expect(await edit({ text: other, client: 'sing-box' })).toMatchObject({ client: 'singbox', version: 2, nodes: 0 })
    expect((await sub()).headers.get('content-type')).toContain('application/json')
    expect(await failureOf(await ann.ask('GET', `${place}/versions/1?client=singbox`))).toMatchObject([
      400,
      { field: 'client' },
    ])
    const restored = await ann.api<Text>('POST', `${place}/versions/1/restore`, { revision: 1 })
    expect(restored).toMatchObject({ client: 'mihomo', text: TEXT, version: 3, revision: 2 })
    expect(restored.pinned).toBeUndefined()
    expect(Buffer.from(TEXT).equals(await bytesOf(await sub()))).toBe(true)
    expect(await versions()).toMatchObject([{ number: 3, cause: 'restore', of: 1 }, { number: 2 }, { number: 1 }])
    expect(await edit({ text: other })).toMatchObject({ version: 4, client: 'mihomo' })
  })

  test('one that no client could read is served all the same: the page has warned of it', async () => {
    const { ann, edit, sub } = await start()
    const broken = 'proxies: [\n  }: "\n'
    expect(await edit({ text: broken })).toMatchObject({ version: 2, nodes: 0 })
    expect(await (await sub()).text()).toBe(broken)
    const { publications } = await ann.api<{ publications: Publication[] }>('GET', '/api/publications')
    expect(publications.map(({ result }) => result)).toEqual(['done', 'done'])
  })

  test('one list has both kinds, each with its own', async () => {
    const { ann, output } = await start()
    const recipe = JSON.stringify({
      switchyard: 'recipe',
      version: 1,
      sources: [{ id: 'a', text: 'trojan://p@a.example.com:443#A' }],
    })
    const byRecipe = await ann.api<HostedOutput>('POST', '/api/outputs', { name: 'two', recipe, client: 'mihomo' })
    expect(byRecipe.kind).toBe('recipe')
    const { outputs } = await ann.api<{ outputs: OutputSummary[] }>('GET', '/api/outputs')
    expect(outputs.map(({ id, kind }) => [id, kind])).toEqual(
      expect.arrayContaining([
        [output.id, 'text'],
        [byRecipe.id, 'recipe'],
      ]),
    )
    expect(JSON.stringify(outputs)).not.toContain('canary')
    const exported = await ann.api<DataOf<'GET /api/profile/export'>>('GET', '/api/profile/export')
    expect(exported.outputs.find(({ kind }) => kind === 'text')).toMatchObject({
      text: TEXT,
      versions: [{ number: 1 }],
    })
  })

  test('its preview is the text, without a report', async () => {
    const { ann, place } = await start()
    expect(await ann.api('POST', `${place}/preview`, {})).toEqual({ text: TEXT })
    expect(await failureOf(await ann.ask('POST', `${place}/preview`, { client: 'clash' }))).toMatchObject([
      400,
      { field: 'client' },
    ])
  })
})

describe('what is refused', () => {
  test.each<[string, object, string]>([
    ['an empty text', { text: ' \n\t' }, 'text'],
    ['half a character', { text: 'a: "\ud83d"' }, 'text'],
    ['no text', { text: undefined }, 'text'],
    ['a recipe beside it', { recipe: '{}' }, 'recipe'],
    ['a client that loads no config', { client: 'base64' }, 'client'],
    ['a client that there is not', { client: 'surge' }, 'client'],
    ['a kind that there is not', { kind: 'file' }, 'kind'],
  ])('%s', async (_, change, field) => {
    const { ann, made } = await start()
    const [status, data] = await failureOf(await ann.ask('POST', '/api/outputs', { ...made, name: 'two', ...change }))
    expect([status, data.error]).toEqual([400, 'bad-request'])
    if (field !== 'recipe') expect(data.field).toBe(field)
  })

  test.each<[object, string]>([
    [{ recipe: '{}' }, 'recipe'],
    [{ items: {} }, 'items'],
    [{ text: '' }, 'text'],
    [{ client: 'links' }, 'client'],
  ])('a text is not changed to %j', async (change, field) => {
    const { ann, place, sub } = await start()
    expect(await failureOf(await ann.ask('PATCH', place, { revision: 0, ...change }))).toMatchObject([400, { field }])
    expect((await bytesOf(await sub())).equals(Buffer.from(TEXT))).toBe(true)
  })

  test('a recipe is not changed to a text', async () => {
    const { ann } = await start()
    const recipe = JSON.stringify({
      switchyard: 'recipe',
      version: 1,
      sources: [{ id: 'a', text: 'trojan://p@a.example.com:443#A' }],
    })
    const { id } = await ann.api<HostedOutput>('POST', '/api/outputs', {
      kind: 'recipe',
      name: 'two',
      recipe,
      client: 'mihomo',
    })
    const answer = await ann.ask('PATCH', `/api/outputs/${id}`, { revision: 0, text: TEXT })
    expect(await failureOf(answer)).toMatchObject([400, { field: 'text' }])
  })

  test('an address of it has no client of its own', async () => {
    const { ann, place, output } = await start()
    const added = await ann.ask('POST', `${place}/addresses`, { name: 'phone', client: 'clash' })
    expect(await failureOf(added)).toMatchObject([400, { field: 'client' }])
    const path = `${place}/addresses/${output.addresses[0]!.id}`
    expect(await failureOf(await ann.ask('PATCH', path, { client: 'clash' }))).toMatchObject([400, { field: 'client' }])
    expect((await ann.ask('PATCH', path, { paused: true, client: null })).status).toBe(200)
  })

  test('an edit on an older revision: the answer holds the text of now', async () => {
    const { ann, place, edit } = await start()
    await edit({ text: 'port: 1\n' })
    const [status, data] = await failureOf(await ann.ask('PATCH', place, { revision: 0, text: 'port: 2\n' }))
    expect([status, data]).toMatchObject([
      409,
      { error: 'conflict', current: { kind: 'text', revision: 1, text: 'port: 1\n' } },
    ])
  })

  test('a stranger, who is told the same as of what there is not', async () => {
    const { as, place, sub } = await start()
    const bob = await as('bob')
    for (const [method, path, body] of [
      ['GET', place],
      ['PATCH', place, { revision: 0, text: 'port: 1\n' }],
      ['GET', `${place}/versions/1`],
      ['POST', `${place}/versions/1/restore`, { revision: 0 }],
      ['POST', `${place}/addresses`, { name: 'x', client: 'clash' }],
      ['DELETE', place],
    ] as const)
      expect([path, (await bob.ask(method, path, body)).status]).toEqual([path, 404])
    expect((await sub()).status).toBe(200)
  })

  test('more than a person may keep: the text and its version count, and the last one is served', async () => {
    const { store, ann, edit, sub } = await start()
    const kept = async () => (await countKept(store.database.query, ann.user.id)).keptBytes
    const before = await kept()
    await edit({ text: `${TEXT}\n# ${'x'.repeat(10_000)}` })
    expect((await kept()) - before).toBeGreaterThan(20_000)
    await store.database.query
      .updateTable('user_account')
      .set({ quota_bytes: 40_000 })
      .where('id', '=', ann.user.id)
      .execute()
    await expect(edit({ text: 'y'.repeat(50_000) })).rejects.toThrow('quota-reached')
    expect(await (await sub()).text()).toContain('xxxx')
  })
})
