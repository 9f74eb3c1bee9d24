import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toasts } from '../../lib/toasts.ts'
import { fakeDesk } from '../engine/fake-desk.ts'
import { copyLinks, exportLinks } from './node-links.ts'
import type { ListWords } from './list-words.ts'
import { WorkerGone } from '../engine/worker-client.ts'

const t = ((key: string, values?: { n?: number }) => `${key} ${values?.n ?? ''}`.trim()) as unknown as ListWords
const reportedOf = () => toasts.get().map(({ kind, text }) => [kind, text])
const sessionOf = (links: () => Promise<string[]>) => ({ desk: fakeDesk({ list: { links } }) })
const answering = (links: string[]) => sessionOf(async () => links)
const gone = sessionOf(() => Promise.reject(new WorkerGone('crashed')))

let clipboard: string
let files: number

beforeEach(() => {
  clipboard = 'what was there'
  files = 0
  toasts.set([])
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void (clipboard = text) } })
  vi.stubGlobal('document', { createElement: () => ({ click: () => files++ }) })
})
afterEach(() => vi.unstubAllGlobals())

test('links of nodes are copied, and that is said', async () => {
  await copyLinks(answering(['a', 'b']), ['1', '2'], t)
  expect([clipboard, reportedOf()]).toEqual(['a\nb', [['success', 'copied']]])
})

test('nodes without a link among those whose links are copied are told of', async () => {
  await copyLinks(answering(['a']), ['1', '2', '3'], t)
  expect(clipboard).toBe('a')
  expect(reportedOf()).toEqual([
    ['info', 'withoutLink 2'],
    ['success', 'copied'],
  ])
})

test('where no node has a link the clipboard keeps what it has and no file is saved', async () => {
  await copyLinks(answering([]), ['1', '2'], t)
  await exportLinks(answering([]), ['1', '2'], t)
  expect([clipboard, files]).toEqual(['what was there', 0])
  // Equal toasts are one.
  expect(reportedOf()).toEqual([['error', 'withoutLink 2']])
})

test('a worker that ends before it answers is told of, and nothing is copied or saved', async () => {
  await copyLinks(gone, ['1'], t)
  await exportLinks(gone, ['1'], t)
  expect([clipboard, files]).toEqual(['what was there', 0])
  expect(reportedOf()).toEqual([['error', 'noAnswer']])
})

test('links that the browser does not let into the clipboard are told of', async () => {
  vi.stubGlobal('navigator', { clipboard: { writeText: () => Promise.reject(new Error('NotAllowedError')) } })
  await copyLinks(answering(['a']), ['1'], t)
  expect(reportedOf()).toEqual([['error', 'copyFailed']])
})
