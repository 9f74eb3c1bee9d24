import { afterEach, describe, expect, test, vi } from 'vitest'
import { addUser, emptyStore, signIn } from '../../../../server/test/accounts.ts'
import { app } from '../../../../server/src/test-app.ts'
import { DeviceItems } from './device-items.ts'
import { type Item, type ItemRepository, refusalOf } from './item-repository.ts'
import { serverItems } from './server-items.ts'
import { partsOf } from './test-parts.ts'

const HALF_A_DAY_S = 43_200
const LINKS = 'trojan://secret@a.example.com:443#One\ntrojan://secret@b.example.com:443#Two'
const SITE = 'http://localhost:3000'

const address = (name: string, body = 'https://example.com/sub?token=hidden') => ({
  name,
  body,
  intervalS: HALF_A_DAY_S,
})
const links = (name: string) => ({ name, body: LINKS, intervalS: HALF_A_DAY_S })

/** The store of the server, asked through its whole app by somebody who is signed in. */
async function onServer(): Promise<ItemRepository> {
  const store = await emptyStore()
  const cookie = `sid=${await signIn(store, await addUser(store, 'ann'))}`
  const ask = app({}, { store })
  vi.stubGlobal('location', new URL(SITE))
  vi.stubGlobal('document', { documentElement: { lang: 'en-US' } })
  vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
    ask(path, { ...Object.fromEntries(new Headers(init.headers)), cookie, origin: SITE }, init),
  )
  return serverItems
}

const STORES: [string, () => Promise<ItemRepository>][] = [
  ['on the device', () => Promise.resolve(new DeviceItems(partsOf()))],
  ['on the device, behind a passphrase', async () => {
    const items = new DeviceItems(partsOf())
    await items.list()
    await items.setPassphrase('correct horse battery')
    return items
  }],
  ['on the server', onServer],
] // oxfmt-ignore

afterEach(() => vi.unstubAllGlobals())

const namesOf = (items: readonly Item[]) => items.map(({ name }) => name)
const refused = (work: Promise<unknown>) => work.then(() => 'done', refusalOf)

describe.each(STORES)('items %s', (_, open) => {
  test('are listed in the order of their making, without their bodies', async () => {
    const store = await open()
    await store.add(address('one'))
    await store.add(links('two'))
    const items = await store.list()
    expect(items.map(({ name, kind, host }) => [name, kind, host])).toEqual([
      ['one', 'address', 'example.com'],
      ['two', 'links', undefined],
    ])
    expect(JSON.stringify(items)).not.toMatch(/hidden|secret/)
    expect(await store.body(items[0]!.id)).toBe('https://example.com/sub?token=hidden')
  })

  test('of share links are counted at once, and are their own text', async () => {
    const store = await open()
    const { id, good } = await store.add(links('two'))
    expect(good).toMatchObject({ nodes: 2, skipped: 0 })
    expect((await store.text(id)).text).toBe(LINKS)
  })

  test('have names of their own, and a body that says something', async () => {
    const store = await open()
    await store.add(address('one'))
    expect(await refused(store.add(address(' one ')))).toBe('name-taken')
    expect(await refused(store.add({ ...links('two'), body: 'no link at all' }))).toBe('bad-request')
    expect(await refused(store.add(address(' ')))).toBe('bad-request')
    const { id, revision } = await store.add(links('two'))
    expect(await refused(store.change(id, { revision, name: 'one' }))).toBe('name-taken')
  })

  test('that were edited elsewhere meanwhile are not overwritten', async () => {
    const store = await open()
    const { id, revision } = await store.add(address('one'))
    await store.change(id, { revision, name: 'from the first tab' })
    expect(await refused(store.change(id, { revision, name: 'from the second tab' }))).toBe('conflict')
    expect(namesOf(await store.list())).toEqual(['from the first tab'])
  })

  test('take changes: what is absent stays, null takes it away', async () => {
    const store = await open()
    const { id, revision } = await store.add({ ...address('one'), userAgent: 'mihomo', prefix: 'A ' })
    const changed = await store.change(id, { revision, prefix: null, archived: true })
    expect(changed).toMatchObject({ name: 'one', userAgent: 'mihomo', archived: true })
    expect(changed).not.toHaveProperty('prefix')
    const other = await store.change(id, { revision: changed.revision, body: LINKS })
    expect(other).toMatchObject({ kind: 'links', good: { nodes: 2 } })
    expect(other).not.toHaveProperty('host')
  })

  test('stand in the order that a person gave them', async () => {
    const store = await open()
    const ids = []
    for (const name of ['one', 'two', 'three']) ids.push((await store.add(address(name))).id)
    expect(namesOf(await store.reorder([ids[2]!, 'of nobody', ids[0]!]))).toEqual(['three', 'one', 'two'])
    expect(namesOf(await store.list())).toEqual(['three', 'one', 'two'])
  })

  test('that were deleted come back as they were, at their place', async () => {
    const store = await open()
    await store.add(address('one'))
    const two = await store.add({ ...links('two'), prefix: 'B ' })
    await store.add(address('three'))
    const bringBack = await store.remove(two)
    expect(namesOf(await store.list())).toEqual(['one', 'three'])
    expect(await refused(store.body(two.id))).toBe('not-found')
    await bringBack()
    const items = await store.list()
    expect(namesOf(items)).toEqual(['one', 'two', 'three'])
    expect(items[1]).toMatchObject({ prefix: 'B ', good: { nodes: 2 } })
    expect(await store.body(items[1]!.id)).toBe(LINKS)
  })

  test('that never answered have no text, and nothing that waits', async () => {
    const store = await open()
    const { id } = await store.add(address('one'))
    expect(await refused(store.text(id))).toBe('not-found')
    const after = await store.refresh(id)
    expect(after).toMatchObject({ lastTry: { result: 'failed' }, failing: { times: 1 } })
    expect(after).not.toHaveProperty('good')
  })
})
