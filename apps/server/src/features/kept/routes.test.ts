import { type DataOf, KEPT_BODY_MAX, KEPT_KINDS, type KeptItem } from '@switchyard/contract'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { addUser, signIn } from '../../../test/accounts.ts'
import { describeOnEachDatabase } from '../../../test/databases.ts'
import { KeyRing } from '../../db/key-ring.ts'
import type { ServerStore } from '../../db/open-store.ts'
import { app } from '../../test-app.ts'

const ORIGIN = 'http://localhost:3000'
const NOW = Date.UTC(2026, 10, 28)

const node = (part: Partial<KeptItem> = {}): KeptItem => ({
  kind: 'node',
  id: 'n1',
  name: '香港 01',
  body: 'trojan://canary-password@a.example.com:443#One',
  changed: NOW - 1000,
  ...part,
})

describeOnEachDatabase('what a person keeps', ({ migrated }) => {
  async function start() {
    const store: ServerStore = { database: await migrated(), keys: new KeyRing(['a key of thirty-two bytes or more!']) }
    const ask = app({}, { store, now: () => NOW })
    const as = async (name: string) => {
      const cookie = `sid=${await signIn(store, await addUser(store, name), NOW)}`
      return async (method: string, path: string, body?: unknown) => {
        const answer = await ask(
          path,
          { cookie, origin: ORIGIN, 'content-type': 'application/json' },
          { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
        )
        return { status: answer.status, ...((await answer.json()) as { data: DataOf<'POST /api/kept'> }) }
      }
    }
    return { store, ann: await as('ann'), bob: await as('bob') }
  }

  test('every kind comes back as it was sent, and stands in no column in clear', async () => {
    const { store, ann } = await start()
    const items = KEPT_KINDS.map((kind) => node({ kind, id: `https://a.example/${kind}` }))
    expect(await ann('POST', '/api/kept', { items })).toMatchObject({
      status: 200,
      data: { added: KEPT_KINDS.length, replaced: 0, unchanged: 0 },
    })
    const sorted = items.toSorted((a, b) => (a.kind < b.kind ? -1 : 1))
    expect((await ann('GET', '/api/kept')).data).toEqual({ items: sorted })
    const { rows } = await sql`select * from kept_item`.execute(store.database.query)
    expect(JSON.stringify(rows)).not.toContain('canary')
  })

  test('a page asks for the kinds that it shows', async () => {
    const { ann } = await start()
    await ann('POST', '/api/kept', { items: KEPT_KINDS.map((kind) => node({ kind })) })
    const kindsAt = async (path: string) => (await ann('GET', path)).data.items.map(({ kind }) => kind)
    expect(await kindsAt('/api/kept?kind=template')).toEqual(['template'])
    expect(await kindsAt('/api/kept?kind=tool&kind=injection')).toEqual(['injection', 'tool'])
    expect(await kindsAt('/api/kept?kind=cat')).toEqual([])
  })

  test('of two with one kind and id the newer one stays, whoever sent it first', async () => {
    const { ann } = await start()
    await ann('POST', '/api/kept', { items: [node({ name: 'first' }), node({ id: 'n2', name: 'second' })] })
    const { data } = await ann('POST', '/api/kept', {
      items: [
        node({ name: 'older', changed: NOW - 2000 }),
        node({ id: 'n2', name: 'newer', changed: NOW - 500 }),
        node({ id: 'n3', name: 'new' }),
        node({ id: 'n3', name: 'again, as new' }),
      ],
    })
    expect(data).toMatchObject({ added: 1, replaced: 1, unchanged: 2 })
    expect(data.items.map(({ name }) => name)).toEqual(['first', 'newer', 'new'])
  })

  test('a clock that is ahead does not win for ever', async () => {
    const { ann } = await start()
    await ann('POST', '/api/kept', { items: [node({ name: 'from tomorrow', changed: NOW + 86_400_000 })] })
    const { data } = await ann('GET', '/api/kept')
    expect(data.items[0]?.changed).toBe(NOW)
  })

  test('more than may be kept is refused whole, and what was there stays', async () => {
    const { ann } = await start()
    const many = Array.from({ length: 500 }, (_, index) => node({ kind: 'tool', id: `t${index}`, body: '' }))
    expect((await ann('POST', '/api/kept', { items: many })).status).toBe(200)
    const refused = await ann('POST', '/api/kept', {
      items: [node({ kind: 'tool', id: 't0', name: 'x', changed: NOW }), node()],
    })
    expect(refused).toMatchObject({ status: 403, data: { error: 'quota-reached' } })
    const { data } = await ann('GET', '/api/kept')
    expect(data.items).toHaveLength(500)
    expect(data.items.some(({ name }) => name === 'x')).toBe(false)
  })

  test('nobody reads or removes what is another one’s', async () => {
    const { ann, bob } = await start()
    await ann('POST', '/api/kept', { items: [node()] })
    expect((await bob('GET', '/api/kept')).data.items).toEqual([])
    expect((await bob('DELETE', '/api/kept/node/n1')).status).toBe(404)
    await bob('POST', '/api/kept', { items: [node({ name: 'mine', changed: NOW })] })
    expect((await ann('GET', '/api/kept')).data.items.map(({ name }) => name)).toEqual(['香港 01'])
    expect((await ann('DELETE', '/api/kept/node/n1')).status).toBe(200)
    expect((await ann('DELETE', '/api/kept/node/n1')).status).toBe(404)
    expect((await bob('GET', '/api/kept')).data.items).toHaveLength(1)
  })

  test('an id with slashes is removed by its address', async () => {
    const { ann } = await start()
    const id = 'https://a.example/list.ini'
    await ann('POST', '/api/kept', { items: [node({ kind: 'preset', id })] })
    expect((await ann('DELETE', `/api/kept/preset/${encodeURIComponent(id)}`)).status).toBe(200)
    expect((await ann('GET', '/api/kept')).data.items).toEqual([])
  })
})

describe('what is sent', () => {
  test.each([
    ['an unknown kind', { kind: 'cat' }],
    ['an id that is empty', { id: '' }],
    ['an id with a space', { id: 'a b' }],
    ['a body that is too long', { body: 'a'.repeat(KEPT_BODY_MAX + 1) }],
    ['a name that is empty', { name: ' ' }],
  ])('%s is refused', async (_, part) => {
    const { emptyStore } = await import('../../../test/accounts.ts')
    const store = await emptyStore()
    const cookie = `sid=${await signIn(store, await addUser(store, 'ann'))}`
    const answer = await app({}, { store })(
      '/api/kept',
      { cookie, origin: ORIGIN, 'content-type': 'application/json' },
      { method: 'POST', body: JSON.stringify({ items: [{ ...node(), ...part }] }) },
    )
    expect(answer.status).toBe(400)
  })
})
