import type { KeptItem } from '@switchyard/contract'
import { KEPT_BODY_MAX } from '@switchyard/contract/kept-kinds'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetUser, takeUser } from '../../lib/session.ts'
import { KeptThings, thingRows } from './kept-things.ts'

/** What the account has, by kind and id, and every call of it. */
const account = { items: new Map<string, KeptItem>(), asked: [] as string[], isFull: false }

vi.mock('../../lib/api.ts', () => ({
  ask: () => Promise.resolve({}),
  call: async (name: string, { body, params, search = '' }: Asked) => {
    account.asked.push(`${name}${search}`)
    if (account.isFull && name.startsWith('POST')) throw new Error('quota-reached')
    for (const item of body?.items ?? []) account.items.set(`${item.kind} ${item.id}`, item)
    if (params) account.items.delete(`${params.kind} ${params.kept}`)
    const kinds = new URLSearchParams(search).getAll('kind')
    return { items: [...account.items.values()].filter(({ kind }) => kinds.includes(kind)) }
  },
}))

interface Asked {
  body?: { items: KeptItem[] }
  params?: { kind: string; kept: string }
  search?: string
}

const ANN = { id: 'ann', name: 'Ann', email: 'ann@example.com' } as Parameters<typeof takeUser>[0]
const BOB = { ...ANN, id: 'bob' }

/** Rules as lines; the first version had them as one text. */
const lists = () =>
  new KeptThings<readonly string[]>({
    kind: 'mapping',
    version: 2,
    read: (value, version) =>
      version === 1 && typeof value === 'string'
        ? value.split('\n')
        : Array.isArray(value)
          ? value.map(String)
          : undefined,
  })
const itemOf = (part: Partial<KeptItem>): KeptItem => ({
  kind: 'mapping',
  id: 'm1',
  name: 'Work',
  body: JSON.stringify({ version: 2, value: ['a'] }),
  changed: 1,
  ...part,
})
const put = (part: Partial<KeptItem>) => account.items.set(`${part.kind ?? 'mapping'} ${part.id ?? 'm1'}`, itemOf(part))
const shown = (kept: KeptThings<readonly string[]>) =>
  kept.state.get().things.map(({ name, value, isInAccount }) => [name, value.join(' '), isInAccount])

beforeEach(() => {
  account.items.clear()
  account.asked = []
  account.isFull = false
  thingRows('mapping').change(() => [])
})
afterEach(() => forgetUser())

test('a thing is kept on the device under its name, changed in its place, and the account hears nothing of it', async () => {
  takeUser(ANN)
  const kept = lists()
  const { id } = await kept.save({ name: 'b', value: ['1'] })
  await kept.save({ name: 'a 10', value: ['2'] })
  await kept.save({ name: 'a 9', value: ['3'] })
  await kept.save({ id, name: 'b', value: ['4', '5'] })
  kept.rename(id, 'c')
  expect(shown(kept)).toEqual([
    ['a 9', '3', false],
    ['a 10', '2', false],
    ['c', '4 5', false],
  ])
  expect(account.asked).toEqual([])
  await kept.sync()
  expect(account.items.size).toBe(0)
})

test('a name is cut to what an account takes', async () => {
  const kept = lists()
  const { id, name } = await kept.save({ name: ` a\tb${'香'.repeat(80)}`, value: [] })
  expect(name).toBe(`a b${'香'.repeat(61)}`)
  kept.rename(id, 'x'.repeat(80))
  expect(kept.find(id)?.name).toBe('x'.repeat(64))
})

test('one thing goes to the account by its button alone, and its later changes go after it', async () => {
  takeUser(ANN)
  const kept = lists()
  const { id } = await kept.save({ name: 'a', value: ['1'] })
  await kept.save({ name: 'b', value: ['2'] })
  await kept.toAccount(id)
  expect([...account.items.values()]).toEqual([
    { kind: 'mapping', id, name: 'a', body: '{"version":2,"value":["1"]}', changed: expect.any(Number) },
  ])
  expect(shown(kept)).toEqual([
    ['a', '1', true],
    ['b', '2', false],
  ])
  await new Promise((resolve) => setTimeout(resolve, 2))
  await kept.save({ id, name: 'a', value: ['3'] })
  await kept.sync()
  expect(account.items.get(`mapping ${id}`)?.body).toBe('{"version":2,"value":["3"]}')
})

test('what the account refuses stays on the device alone, and is not sent again by itself', async () => {
  takeUser(ANN)
  const kept = lists()
  const { id } = await kept.save({ name: 'a', value: ['1'] })
  account.isFull = true
  await expect(kept.toAccount(id)).rejects.toThrow('quota-reached')
  expect(shown(kept)).toEqual([['a', '1', false]])
  account.isFull = false
  await kept.sync()
  expect(account.items.size).toBe(0)
})

test('a thing that is in the account leaves it by a button, and stays here', async () => {
  takeUser(ANN)
  const kept = lists()
  const { id } = await kept.save({ name: 'a', value: ['1'] })
  await kept.toAccount(id)
  await kept.leaveAccount(id)
  await kept.sync()
  expect(account.items.size).toBe(0)
  expect(shown(kept)).toEqual([['a', '1', false]])
})

test('what is deleted goes from the account too, and undo brings it back to both', async () => {
  takeUser(ANN)
  const kept = lists()
  const { id } = await kept.save({ name: 'a', value: ['1'] })
  await kept.toAccount(id)
  const undo = kept.remove(id)
  await kept.sync()
  expect([shown(kept), account.items.size]).toEqual([[], 0])
  undo()
  await kept.sync()
  expect([shown(kept), account.items.size]).toEqual([[['a', '1', true]], 1])
})

test('only its own kind is asked of the account, and what another device keeps there is shown', async () => {
  put({ name: 'There' })
  put({ kind: 'template', id: 't1' })
  takeUser(ANN)
  const kept = lists()
  await kept.sync()
  expect(account.asked).toEqual(['GET /api/kept?kind=mapping'])
  expect(shown(kept)).toEqual([['There', 'a', true]])
})

test('signed out nobody is asked, and what came from the account goes with its session', async () => {
  put({ name: 'There' })
  const kept = lists()
  await kept.save({ name: 'Here', value: ['1'] })
  await kept.sync()
  expect(account.asked).toEqual([])
  takeUser(ANN)
  await kept.sync()
  expect(shown(kept)).toHaveLength(2)
  forgetUser()
  await kept.start()
  await Promise.resolve()
  expect(shown(kept)).toEqual([['Here', '1', false]])
})

test('what one person put into their account stays on the device when another one signs in', async () => {
  takeUser(ANN)
  const kept = lists()
  const { id } = await kept.save({ name: 'Here', value: ['1'] })
  await kept.toAccount(id)
  account.items.clear()
  takeUser(BOB)
  await kept.sync()
  expect(shown(kept)).toEqual([['Here', '1', false]])
  expect(account.items.size).toBe(0)
})

test.each([
  ['an earlier version', JSON.stringify({ version: 1, value: 'x\ny' }), [['Work', 'x y', true]]],
  ['a later version', JSON.stringify({ version: 3, value: { lines: [] } }), []],
  ['another program', JSON.stringify({ value: ['a'] }), []],
  ['somebody who writes no JSON', 'rules:', []],
])('a body of %s is read as far as it can be, and stays as it is', async (_, body, expected) => {
  put({ body })
  takeUser(ANN)
  const kept = lists()
  await kept.sync()
  expect(shown(kept)).toEqual(expected)
  await kept.save({ name: 'New', value: ['1'] })
  await kept.sync()
  expect(account.items.get('mapping m1')?.body).toBe(body)
})

test('what is longer than an account takes is known before it is sent, and holds up nothing else', async () => {
  takeUser(ANN)
  const kept = lists()
  const long = await kept.save({ name: 'long', value: ['x'.repeat(KEPT_BODY_MAX)] })
  expect(kept.fitsAccount(long)).toBe(false)
  expect(kept.fitsAccount({ value: ['x'] })).toBe(true)
  await kept.toAccount(long.id)
  expect(shown(kept)).toEqual([['long', 'x'.repeat(KEPT_BODY_MAX), false]])
})
