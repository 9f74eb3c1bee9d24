import { afterAll, describe, expect, test, vi } from 'vitest'
import { FetchError } from './fetch-error.ts'
import type { FetchOptions } from './request-text.ts'
import { listCache, listCacheFolder, type ListCache } from './list-cache.ts'
import { listsFromWeb } from './rule-lists.ts'
import { Folder, removeFolders } from './run-cli.ts'

afterAll(removeFolders)

const RAW = 'https://raw.githubusercontent.com'
const A = `${RAW}/o/r/master/a.list`
const B = `${RAW}/o/r/master/b.list`
const NO_CACHE: ListCache = { read: async () => undefined, write: async () => {} }

/** A web with some addresses; `silent` hosts do not answer, all else is 404. */
function web(texts: Readonly<Record<string, string>>, silent: readonly string[] = []) {
  return vi.fn(async (address: string, _options: FetchOptions) => {
    if (silent.some((host) => address.startsWith(host))) throw new FetchError('timeout')
    if (texts[address] === undefined) throw new FetchError('bad-status', 404)
    return { text: texts[address] }
  })
}

const load = async (addresses: string[], mirrors: string[], fetchText: ReturnType<typeof web>, cache = NO_CACHE) =>
  (await listsFromWeb(addresses, { userAgent: 'x', mirrors, cache, fetchText })).texts
const asked = (fetchText: ReturnType<typeof web>) => fetchText.mock.calls.map(([address]) => address)

describe('the text of a rule list comes', () => {
  test('from its own address, and no mirror is asked', async () => {
    const fetchText = web({ [A]: 'own' })
    expect(await load([A], ['https://m.example'], fetchText)).toEqual(new Map([[A, 'own']]))
    expect(asked(fetchText)).toEqual([A])
  })

  test('from the first mirror that has it', async () => {
    const fetchText = web({ 'https://n.example/o/r/master/a.list': 'second' })
    expect(await load([A], ['https://m.example', 'https://n.example'], fetchText)).toEqual(new Map([[A, 'second']]))
    expect(asked(fetchText)).toEqual([A, 'https://m.example/o/r/master/a.list', 'https://n.example/o/r/master/a.list'])
  })

  test('without asking a host again that did not answer', async () => {
    const mirror = 'https://m.example'
    const addresses = Array.from({ length: 20 }, (_, index) => `${RAW}/o/r/master/${index}.list`)
    const texts = Object.fromEntries(addresses.map((address) => [address.replace(RAW, mirror), 'x']))
    const fetchText = web(texts, [RAW])
    expect((await load(addresses, [mirror], fetchText)).size).toBe(20)
    // Those that were under way when the first one failed.
    expect(asked(fetchText).filter((address) => address.startsWith(RAW)).length).toBeLessThanOrEqual(6)
  })

  test('from nowhere: the others come all the same', async () => {
    expect(await load([A, B], [], web({ [B]: 'b' }))).toEqual(new Map([[B, 'b']]))
  })
})

test('a list that could not be had says why', async () => {
  const fetchText = web({ [B]: 'b' }, ['https://slow.example'])
  const slow = 'https://slow.example/a.list'
  const { failed } = await listsFromWeb([A, B, slow], { userAgent: 'x', mirrors: [], cache: NO_CACHE, fetchText })
  expect(failed).toEqual(new Map([[A, 'bad-status'], [slow, 'timeout']])) // oxfmt-ignore
})

describe('copies of rule lists', () => {
  const HOUR_MS = 3_600_000
  const cacheAt = (path: string, hours: number) => listCache(path, () => Date.now() + hours * HOUR_MS)

  test('of today spare the request, older ones are what is left when nobody answers', async () => {
    const { path } = new Folder()
    await load([A], [], web({ [A]: 'first' }), cacheAt(path, 0))
    const again = web({ [A]: 'second' })
    expect(await load([A], [], again, cacheAt(path, 23))).toEqual(new Map([[A, 'first']]))
    expect(asked(again)).toEqual([])
    expect(await load([A], [], web({}, [RAW]), cacheAt(path, 25))).toEqual(new Map([[A, 'first']]))
    expect(await load([A], [], again, cacheAt(path, 25))).toEqual(new Map([[A, 'second']]))
    expect(await load([A], [], web({}, [RAW]), cacheAt(path, 0))).toEqual(new Map([[A, 'second']]))
  })

  test('in a folder that cannot be used are none, and nothing fails', async () => {
    const { path } = new Folder({ file: '' })
    expect(await load([A], [], web({ [A]: 'a' }), listCache(`${path}/file/lists`))).toEqual(new Map([[A, 'a']]))
  })

  test.each([
    [{ XDG_CACHE_HOME: '/c' }, 'linux', '/c/switchyard/lists'],
    [{ LOCALAPPDATA: '/l' }, 'win32', '/l/switchyard/lists'],
    [{ LOCALAPPDATA: '/l' }, 'linux', expect.stringMatching(/\/\.cache\/switchyard\/lists$/)],
    [{}, 'darwin', expect.stringMatching(/\/Library\/Caches\/switchyard\/lists$/)],
  ] as const)('stand where the system keeps such things: %j on %s', (env, client, expected) => {
    expect(listCacheFolder(env, client)).toEqual(expected)
  })
})

test('an address that only the template names has to be public; the person’s own and mirrors need not', async () => {
  const fetchText = web({ [A]: 'own', 'https://m.example/o/r/master/a.list': 'mirror' })
  const options = { userAgent: 'x', mirrors: ['https://m.example'], cache: NO_CACHE, fetchText }
  const isForeign = () => fetchText.mock.calls.map(([, { isForeign }]) => isForeign)
  await listsFromWeb([A], options)
  expect(isForeign()).toEqual([true])
  await listsFromWeb([A], { ...options, given: new Set([A]) })
  expect(isForeign()).toEqual([true, false])
  const other = web({ 'https://m.example/o/r/master/a.list': 'mirror' })
  await listsFromWeb([A], { ...options, fetchText: other })
  expect(other.mock.calls.map(([, { isForeign }]) => isForeign)).toEqual([true, false])
})
