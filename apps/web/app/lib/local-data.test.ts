import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearLocalData } from './local-data.ts'

let removed: string[]

const storage = (name: string) => ({ clear: () => void removed.push(name) })
const refused = () => {
  throw new DOMException('Blocked', 'SecurityError')
}

/** A database that answers at once. */
function deleteDatabase(name: string): EventTarget {
  const deleting = new EventTarget()
  queueMicrotask(() => {
    removed.push(`database ${name}`)
    deleting.dispatchEvent(new Event('success'))
  })
  return deleting
}

beforeEach(() => {
  removed = []
  vi.stubGlobal('localStorage', storage('localStorage'))
  vi.stubGlobal('sessionStorage', storage('sessionStorage'))
  vi.stubGlobal('document', { set cookie(text: string) { removed.push(text.split(';')[0]!) } }) // oxfmt-ignore
  vi.stubGlobal('indexedDB', { deleteDatabase, databases: () => Promise.resolve([{ name: 'switchyard' }, { name: 'of-before' }]) }) // oxfmt-ignore
  vi.stubGlobal('caches', {
    keys: () => Promise.resolve(['build-a']),
    delete: (name: string) => Promise.resolve(removed.push(`cache ${name}`)),
  })
  vi.stubGlobal('BroadcastChannel', class { postMessage() { removed.push('other tabs are told') } }) // oxfmt-ignore
  const worker = { unregister: () => Promise.resolve(removed.push('worker')) }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistrations: () => Promise.resolve([worker]) } })
})
afterEach(() => void vi.unstubAllGlobals())

const COOKIES = ['i18n_redirected=', 'ads_hidden_until=', '__Host-ads_hidden_until=']
const STORAGES = ['other tabs are told', 'localStorage', 'sessionStorage', ...COOKIES]
const DATABASES = [
  'database switchyard',
  'database switchyard-file-drafts',
  'database switchyard-files',
  'database switchyard-git',
  'database switchyard-history',
  'database switchyard-items',
  'database switchyard-kept',
  'database switchyard-node-sites',
  'database switchyard-templates',
  'database switchyard-versions',
]
const REST = ['cache build-a', 'worker']

test('everything that is kept in this browser goes', async () => {
  await clearLocalData()
  expect(removed.toSorted()).toEqual([...STORAGES, ...DATABASES, 'database of-before', ...REST].toSorted())
})

test('a browser that does not list its databases loses ours all the same', async () => {
  vi.stubGlobal('indexedDB', { deleteDatabase })
  await clearLocalData()
  expect(removed.toSorted()).toEqual([...STORAGES, ...DATABASES, ...REST].toSorted())
})

test.each([
  ['storage that is blocked', () => vi.stubGlobal('localStorage', { clear: refused }), ['localStorage']],
  ['databases that cannot be listed', () => vi.stubGlobal('indexedDB', { deleteDatabase, databases: () => Promise.reject(new Error('No')) }), []],
  ['databases that are blocked', () => vi.stubGlobal('indexedDB', { deleteDatabase: refused }), DATABASES],
  ['caches that are blocked', () => vi.stubGlobal('caches', { keys: () => Promise.reject(new Error('No')) }), ['cache build-a']],
  ['a worker that stays', () => vi.stubGlobal('navigator', { serviceWorker: { getRegistrations: () => Promise.reject(new Error('No')) } }), ['worker']],
])('%s hold up nothing else', async (_, block, staying) => {
  block()
  await clearLocalData()
  const rest = [...STORAGES, ...DATABASES, ...REST].filter((each) => !staying.includes(each))
  expect(removed.filter((each) => each !== 'database of-before').toSorted()).toEqual(rest.toSorted())
}) // oxfmt-ignore
