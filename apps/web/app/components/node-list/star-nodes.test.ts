import { afterEach, beforeEach, expect, test } from 'vitest'
import { createStore } from '../../lib/store.ts'
import { toasts } from '../../lib/toasts.ts'
import { fakeDesk } from '../engine/fake-desk.ts'
import { favourites, unstar } from '../favourites/favourite-store.ts'
import { WorkerGone } from '../engine/worker-client.ts'
import type { ListWords } from './list-words.ts'
import { starNodes } from './star-nodes.ts'

const t = ((key: string, values?: { n?: number }) => `${key} ${values?.n ?? ''}`.trim()) as unknown as ListWords
const saidOf = () => toasts.get().map(({ kind, text }) => [kind, text])
const starred = () => favourites.get().rows.map(({ kind, name, data }) => [kind, name, data])

const LINKS: Readonly<Record<string, string>> = { a: 'trojan://p@a.example:443#A', b: 'trojan://p@b.example:443#B' }
const parts = { rows: createStore(['a', 'b', 'none'].map((key) => ({ key, name: `Node ${key}` }))) }
const sessionOf = (links: (request: unknown, keys: readonly string[]) => Promise<string[]>) => ({
  desk: fakeDesk({ list: { links } }, parts),
})
const session = sessionOf(async (_request, keys) => keys.flatMap((key) => LINKS[key] ?? []))

beforeEach(() => toasts.set([]))
afterEach(() => {
  for (const one of favourites.get().rows) unstar(one)
})

test('nodes become favourites by their links, the last one on top, and that is said', async () => {
  await starNodes(session, ['a', 'b'], t)
  expect(starred()).toEqual([
    ['node', 'Node a', LINKS['a']],
    ['node', 'Node b', LINKS['b']],
  ])
  expect(saidOf()).toEqual([['success', 'starred 2']])
})

test('a link that is starred already is starred once', async () => {
  await starNodes(session, ['a'], t)
  await starNodes(session, ['a'], t)
  expect(starred()).toHaveLength(1)
})

test('nodes without a link are told of', async () => {
  await starNodes(session, ['a', 'none'], t)
  expect(starred()).toHaveLength(1)
  expect(saidOf()).toContainEqual(['info', 'withoutLink 1'])
})

test('a worker that ends before it answers is told of, and nothing is starred', async () => {
  await starNodes(
    sessionOf(() => Promise.reject(new WorkerGone('crashed'))),
    ['a'],
    t,
  )
  expect(starred()).toEqual([])
  expect(saidOf()).toEqual([['error', 'noAnswer']])
})
