import { readImport } from '@switchyard/recipe'
import { expect, test } from 'vitest'
import { readSettingsFile } from '../../components/kept-settings/settings-file.ts'
import { DeviceItems } from './device-items.ts'
import { ItemsInSettings } from './items-in-settings.ts'
import { partsOf } from './test-parts.ts'

const ADDRESS = 'https://a.example.com/sub?token=t'
const LINK = 'trojan://p@a.example.com:443#A'
const PASSPHRASE = 'correct horse'

const on = (items: DeviceItems) => new ItemsInSettings({ items, read: async (file) => readImport(await file.text()) })
const settingsWith = (subscriptions: unknown) => JSON.stringify({ product: 'switchyard', version: 1, subscriptions })

async function deviceWithTwo(): Promise<DeviceItems> {
  const items = new DeviceItems(partsOf())
  await items.add({ name: 'Home', body: ADDRESS, userAgent: 'mihomo', intervalS: 3600, prefix: 'H ' })
  await items.add({ name: 'Own', body: LINK })
  return items
}

async function newIn(items: DeviceItems, text: string) {
  const found = await on(items).newIn(text)
  if (found === 'locked') throw new Error('locked')
  return found
}

test('sources come back from the settings of another browser as they were, and once only', async () => {
  const text = settingsWith(await on(await deviceWithTwo()).written())
  const other = new DeviceItems(partsOf())
  const found = await newIn(other, text)
  expect(found).toMatchObject({ names: ['Home', 'Own'], here: 0, unread: [] })
  expect(await other.list(), 'nothing is added before that is said').toEqual([])

  expect(await found.add()).toEqual([])
  const items = await other.list()
  expect(items).toMatchObject([
    { name: 'Home', userAgent: 'mihomo', intervalS: 3600, prefix: 'H ', kind: 'address' },
    { name: 'Own', kind: 'links' },
  ])
  expect(await Promise.all(items.map(({ id }) => other.body(id)))).toEqual([ADDRESS, LINK])
  expect(await newIn(other, text)).toMatchObject({ names: [], here: 2 })
})

test('sources under a passphrase go out and come in only while it is open', async () => {
  const items = await deviceWithTwo()
  const text = settingsWith(await on(items).written())
  await items.setPassphrase(PASSPHRASE)
  expect(await on(items).written()).toMatchObject([{ body: ADDRESS }, { body: LINK }])

  items.lockNow()
  expect(await on(items).written()).toBe('locked')
  expect(await on(items).newIn(text)).toBe('locked')

  await items.unlock(PASSPHRASE)
  expect(await newIn(items, text)).toMatchObject({ here: 2 })
})

test('what no source can be is told of, and so is what does not fit in', async () => {
  const items = new DeviceItems(partsOf())
  const found = await newIn(
    items,
    settingsWith([
      { id: 'a', name: 'Empty', body: '' },
      { id: 'b', name: 'Nothing', body: 'no link' },
      { id: 'c', name: 'Good', body: LINK },
    ]),
  )
  expect(found).toMatchObject({ names: ['Nothing', 'Good'], unread: ['Empty'] })
  expect(await found.add()).toEqual(['Nothing'])
  expect((await items.list()).map(({ name }) => name)).toEqual(['Good'])
})

test('storage that is blocked is no lock', async () => {
  const rows = { ...partsOf().rows, all: () => Promise.reject(new DOMException('No', 'SecurityError')) }
  await expect(on(new DeviceItems(partsOf({ rows }))).written()).rejects.toThrow(DOMException)
})

test.each([
  ['no sources', {}, false],
  ['an empty list', { subscriptions: [] }, false],
  ['something else in their place', { subscriptions: 'x' }, false],
  ['sources', { subscriptions: [{ name: 'a' }] }, true],
])('a file of settings with %s', (_, more, has) => {
  const file = readSettingsFile(JSON.stringify({ product: 'switchyard', version: 1, ...more }))
  expect(file && 'subscriptions' in file).toBe(has)
})
