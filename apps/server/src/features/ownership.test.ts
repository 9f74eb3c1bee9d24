import {
  API,
  type ApiName,
  type DataOf,
  type HostedOutput,
  type ShortLink,
  type SubscriptionItem,
} from '@switchyard/contract'
import { describe, expect, test } from 'vitest'
import { addUser, emptyStore, signIn } from '../../test/accounts.ts'
import { app } from '../test-app.ts'
import { Refresher } from '../items/refresher.ts'
import { memoryShared } from '../shared/memory/memory.ts'
import { ItemStore } from '../items/item-store.ts'
import { runJob } from '../engine/engine-job.ts'

const ORIGIN = 'http://localhost:3000'
const LINK = 'trojan://canary-password@a.example.com:443#One'
const RECIPE = JSON.stringify({ switchyard: 'recipe', version: 1, sources: [{ id: 'a', url: 'https://example.com/' }] })

/** What belongs to a person, and how that person and another one ask for it. */
async function start() {
  const store = await emptyStore()
  const ann = await addUser(store, 'ann')
  const items = new ItemStore(store)
  const engine: Parameters<typeof app>[1] = { store }
  const links = await items.create(ann.id, { name: 'links', body: LINK, intervalS: 3600, fromServer: true }, 0)
  const sent = await items.create(
    ann.id,
    { name: 'sent', body: 'https://example.com/canary-token', intervalS: 3600, fromServer: false },
    0,
  )
  const refresher = new Refresher({
    store,
    safeFetch: () => Promise.reject(new Error('no network')),
    engine: (job) => Promise.resolve(runJob(job)),
    now: () => 0,
    shared: memoryShared(),
  })
  await refresher.takeOwn((await items.find(ann.id, links.id))!)
  await refresher.take((await items.find(ann.id, sent.id))!, LINK, undefined)
  const ask = app({}, engine)
  const as = async (name: string) => {
    const user = name === 'ann' ? ann : await addUser(store, name)
    const cookie = `sid=${await signIn(store, user)}`
    return (method: string, path: string, body?: unknown) =>
      ask(
        path,
        { cookie, origin: ORIGIN, 'content-type': 'application/json' },
        { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
      )
  }
  const annAsks = await as('ann')
  const made = await annAsks('POST', '/api/outputs', {
    name: 'mine',
    recipe: RECIPE,
    items: { a: links.id },
    client: 'mihomo',
  })
  const { data: output } = (await made.json()) as { data: HostedOutput }
  await annAsks('POST', '/api/kept', {
    items: [{ kind: 'node', id: 'canary', name: 'mine', body: LINK, changed: 0 }],
  })
  const shortened = await annAsks('POST', '/api/short-links', { target: 'https://example.com/canary' })
  const { data: link } = (await shortened.json()) as { data: ShortLink }
  return { store, link, ann: annAsks, bob: await as('bob'), links, sent, output }
}

/** What is sent to a route that asks for something of somebody. */
const BODIES: Partial<Record<ApiName, unknown>> = {
  'PATCH /api/subscriptions/:item': { revision: 0, name: 'taken over' },
  'PUT /api/subscriptions/:item/text': { text: LINK },
  'PATCH /api/outputs/:output': { revision: 0, name: 'taken over' },
  'POST /api/outputs/:output/preview': {},
  'POST /api/outputs/:output/addresses': { name: 'phone' },
  'PATCH /api/outputs/:output/addresses/:address': { paused: true },
  'POST /api/outputs/:output/addresses/:address/rotate': { tag: 'x' },
  'POST /api/outputs/:output/versions/:number/restore': { revision: 0 },
  'POST /api/subscriptions/:item/adopt': { tag: 'x' },
  'PATCH /api/short-links/:link': { revision: 0, disabled: true },
}

/** Their person is told that it is another one by now, and how it is. */
const OF_ANOTHER_TAG: readonly ApiName[] = [
  'POST /api/subscriptions/:item/adopt',
  'POST /api/outputs/:output/addresses/:address/rotate',
]

const OWNED = (Object.keys(API) as ApiName[]).filter((name) => /\/:(item|output|kept|link)/.test(name))

describe('what belongs to one person does not exist for another one', () => {
  test.each(OWNED)('%s', async (name) => {
    const { ann, bob, sent, links, link, output } = await start()
    const [method = '', pattern = ''] = name.split(' ')
    // An item that an output is made of is not taken away.
    const item = name.startsWith('PUT') || name.startsWith('DELETE') ? sent : links
    const path = pattern
      .replace(':item', item.id)
      .replace(':output', output.id)
      .replace(':link', link.id)
      .replace(':kind/:kept', 'node/canary')
      .replace(':number', '1')
      .replace(':address', output.addresses[0]!.id)
    const refused = await bob(method, path, BODIES[name])
    expect(refused.status).toBe(404)
    expect(await refused.text()).not.toContain('canary')
    expect((await ann(method, path, BODIES[name])).status).toBe(OF_ANOTHER_TAG.includes(name) ? 409 : 200)
  })
})

test('an item is made, changed, shown on request and taken away', async () => {
  const { ann } = await start()
  const made = await ann('POST', '/api/subscriptions', { name: ' one ', body: 'https://example.com/sub?canary=1' })
  const { data: item } = (await made.json()) as { data: SubscriptionItem }
  expect(item).toMatchObject({ name: 'one', kind: 'address', host: 'example.com', intervalS: 43_200, usedBy: [] })
  const at = `/api/subscriptions/${item.id}`
  const changed = await ann('PATCH', at, { revision: 0, prefix: 'A ', intervalS: 600 })
  expect(await changed.json()).toMatchObject({ data: { revision: 1, prefix: 'A ', intervalS: 600 } })
  const late = await ann('PATCH', at, { revision: 0, name: 'two' })
  expect([late.status, await late.json()]).toMatchObject([
    409,
    { data: { error: 'conflict', current: { revision: 1, name: 'one' } } },
  ])
  expect(await (await ann('GET', `${at}/body`)).json()).toMatchObject({
    data: { body: 'https://example.com/sub?canary=1' },
  })
  expect((await ann('DELETE', at)).status).toBe(200)
  expect((await ann('GET', `${at}/body`)).status).toBe(404)
})

test('the record of what was published is cleared by its person, and by nobody else', async () => {
  const { ann, bob, output } = await start()
  const told = async () =>
    ((await (await ann('GET', '/api/publications')).json()) as { data: DataOf<'GET /api/publications'> }).data
  expect(await (await bob('GET', '/api/publications')).json()).toMatchObject({ data: { publications: [] } })
  expect((await bob('DELETE', '/api/publications')).status).toBe(200)
  expect((await told()).publications).toMatchObject([{ name: 'mine', output: output.id, result: 'done' }])
  expect((await ann('DELETE', '/api/publications')).status).toBe(200)
  expect((await told()).publications).toEqual([])
  expect((await ann('GET', `/api/outputs/${output.id}/versions/1`)).status).toBe(200)
})

test.each([
  ['no name', { name: '  ', body: 'https://example.com/' }, 'name'],
  ['a name of 65 characters', { name: 'x'.repeat(65), body: 'https://example.com/' }, 'name'],
  ['a body that is no address and holds no node', { name: 'x', body: 'hello' }, 'body'],
  ['an interval of a minute', { name: 'x', body: 'https://example.com/', intervalS: 60 }, 'intervalS'],
  ['a user agent of its own', { name: 'x', body: 'https://example.com/', userAgent: 'curl' }, 'userAgent'],
])('%s is refused, with the field', async (_, body, field) => {
  const { ann } = await start()
  const refused = await ann('POST', '/api/subscriptions', body)
  expect([refused.status, await refused.json()]).toMatchObject([400, { data: { error: 'bad-request', field } }])
})

test('share links are counted at once, and nobody sends a text for what the server fetches', async () => {
  const { ann, links } = await start()
  const list = (await (await ann('GET', '/api/subscriptions')).json()) as { data: { items: SubscriptionItem[] } }
  expect(list.data.items.map(({ name, good }) => [name, good?.nodes])).toEqual([
    ['links', 1],
    ['sent', 1],
  ])
  expect((await ann('PUT', `/api/subscriptions/${links.id}/text`, { text: LINK })).status).toBe(400)
})

test('an export holds all that its person keeps, in clear, and nothing of others', async () => {
  const { ann, bob, links, output } = await start()
  const exported = async (ask: typeof ann) =>
    ((await (await ask('GET', '/api/profile/export')).json()) as { data: DataOf<'GET /api/profile/export'> }).data
  const own = await exported(ann)
  expect(own.user.name).toBe('ann')
  expect(own.subscriptions).toMatchObject([
    { id: links.id, body: LINK, text: LINK },
    { name: 'sent', body: 'https://example.com/canary-token', text: LINK },
  ])
  expect(own.outputs).toMatchObject([
    { id: output.id, kind: 'recipe', recipe: RECIPE, versions: [{ number: 1, nodes: 1 }] },
  ])
  const { pathname } = new URL(own.outputs[0]!.addresses[0]!.url)
  expect((await ann('GET', pathname)).status).toBe(200)
  expect(JSON.stringify(await exported(bob))).not.toContain('canary')
})
