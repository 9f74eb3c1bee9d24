import 'fake-indexeddb/auto'
import type { FileEntry } from '@switchyard/git-hosts'
import { beforeEach, expect, test } from 'vitest'
import { DEVICE_PLACE } from '../../components/places/device-place.ts'
import {
  copies,
  datesOf,
  deletions,
  filesIn,
  folderParts,
  keptContents,
  moveAll,
  moveIssue,
  moves,
  newFolder,
  publicAddress,
  removeAll,
  restorations,
} from './file-changes.ts'

const space = DEVICE_PLACE.space('', '')
const bytes = (text: string) => new TextEncoder().encode(text)
const paths = async () => (await space.tree()).entries.filter(({ kind }) => kind === 'file').map(({ path }) => path).sort() // oxfmt-ignore
const entry = async (path: string) => (await space.tree()).entries.find((one) => one.path === path)!
const write = (...changes: Parameters<typeof space.write>[0]['changes']) => space.write({ message: 'm', changes })

beforeEach(async () => {
  const { entries } = await space.tree()
  const files = entries.filter(({ kind }) => kind === 'file')
  if (files.length > 0) await write(...deletions(files))
  await write(
    ...['a.yaml', 'rules/ad.list', 'rules/.hidden', 'rules/deep/x.list', 'rules-2/y.list'].map(
      (path) => ({ kind: 'create', path, bytes: bytes(path) }) as const,
    ),
  )
})

test('a folder is renamed in one commit with all that is in it, and nothing beside it', async () => {
  const folder = await entry('rules')
  await write(...moves([folder], await filesIn(space, [folder]), () => '规则'))
  expect(await paths()).toEqual(['a.yaml', 'rules-2/y.list', '规则/.hidden', '规则/ad.list', '规则/deep/x.list'])
  expect((await space.read('规则/deep/x.list')).bytes).toEqual(bytes('rules/deep/x.list'))
})

test('files and folders are deleted in one commit, and come back as one', async () => {
  const chosen = [await entry('a.yaml'), await entry('rules')]
  const files = await filesIn(space, chosen)
  const { commit } = await write(...deletions(files))
  expect(await paths()).toEqual(['rules-2/y.list'])
  expect((await space.commit!(commit)).files).toHaveLength(4)
  await write(...(await restorations(space, files, commit)))
  expect((await space.read('rules/ad.list')).bytes).toEqual(bytes('rules/ad.list'))
  expect(await paths()).toHaveLength(5)
})

test('a copy has the bytes of the files under new paths', async () => {
  const folder = await entry('rules')
  await write(...(await copies(space, [folder], await filesIn(space, [folder]), () => 'rules (2)')))
  expect(await paths()).toContain('rules/deep/x.list')
  expect((await space.read('rules (2)/deep/x.list')).bytes).toEqual(bytes('rules/deep/x.list'))
})

test('an empty folder stays by a file that lists do not show', async () => {
  await write(newFolder('new'))
  expect((await space.list('')).items.map(({ path }) => path)).toContain('new')
  expect(await paths()).toContain('new/.hidden')
})

test('where a host does not list all at once, folders are walked', async () => {
  const folder = await entry('rules')
  const short = { ...space, tree: async () => ({ entries: [], isTruncated: true }) }
  expect((await filesIn(short, [folder])).map(({ path }) => path).sort()).toEqual(['rules/.hidden', 'rules/ad.list', 'rules/deep/x.list']) // oxfmt-ignore
})

test('a long folder comes in parts, and a part that fails leaves those before it', async () => {
  const part = (at: number): FileEntry => ({ name: `${at}`, path: `${at}`, kind: 'file', version: '' })
  const listing = (failsAt: number) => ({
    ...space,
    list: async (_: string, { page = '0' } = {}) => {
      if (Number(page) === failsAt) throw new Error('502')
      return { items: [part(Number(page))], next: `${Number(page) + 1}` }
    },
  })
  expect(await folderParts(listing(-1), '', 3)).toMatchObject({ entries: [part(0), part(1), part(2)], isPart: true })
  const { entries, isPart, error } = await folderParts(listing(1), '', 3)
  expect([entries.length, isPart, error]).toEqual([1, true, new Error('502')])
  await expect(folderParts(listing(0), '', 3)).rejects.toThrow('502')
})

test.each([
  ['rules', 'rules', 'inside'],
  ['rules', 'rules/deep', 'inside'],
  ['rules', 'rules-2', undefined],
  ['rules', '', 'same'],
  ['rules/ad.list', 'rules', 'same'],
  ['rules/ad.list', 'rules/deep', undefined],
])('%s to %j: %s', async (path, target, issue) => {
  expect(moveIssue([await entry(path)], target)).toBe(issue)
})

test('where folders stand by themselves they go and move as a whole', async () => {
  const done: string[] = []
  const folders = {
    make: async (path: string) => void done.push(`make ${path}`),
    remove: async (path: string) => void done.push(`remove ${path}`),
    move: async (from: string, to: string) => void done.push(`move ${from} ${to}`),
  }
  const own = { ...space, folders }
  const chosen = [await entry('a.yaml'), await entry('rules')]
  await moveAll(own, chosen, ({ name }) => `新/${name}`, '')
  expect(done).toEqual(['move rules 新/rules'])
  expect(await paths()).toContain('新/a.yaml')
  const moved = [await entry('新/a.yaml'), await entry('rules')]
  await removeAll(own, moved, await filesIn(own, moved), '')
  expect(done.slice(1)).toEqual(['remove rules'])
  expect(await paths()).not.toContain('新/a.yaml')
})

test('what no history holds is brought back from here, unless that is too much', async () => {
  const files = await filesIn(space, [await entry('rules')])
  const kept = await keptContents(space, files)
  await write(...deletions(files))
  await write(...kept!)
  expect((await space.read('rules/deep/x.list')).bytes).toEqual(bytes('rules/deep/x.list'))
  expect(await keptContents(space, [])).toBeUndefined()
  expect(await keptContents(space, Array(51).fill(files[0]))).toBeUndefined()
  expect(await keptContents(space, [{ ...files[0]!, size: 6_000_000 }])).toBeUndefined()
})

test('dates are those that the place lists; a public file has an address with every name encoded', async () => {
  const file = { ...(await entry('a.yaml')), changedAt: '2026-07-01T00:00:00.000Z' }
  expect(datesOf([file])).toEqual(new Map([['a.yaml', { date: file.changedAt }]]))
  expect(datesOf([await entry('a.yaml')])).toBeUndefined()
  expect(publicAddress('https://a.example/f/x', '规则/a b#1.yaml')).toBe(
    'https://a.example/f/x/%E8%A7%84%E5%88%99/a%20b%231.yaml',
  )
})
