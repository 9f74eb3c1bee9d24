import { readImport } from '@switchyard/recipe'
import { expect, test } from 'vitest'
import { addFound } from './add-found.ts'
import { DeviceItems } from './device-items.ts'
import { fileOfItems } from './export-items.ts'
import { partsOf } from './test-parts.ts'

const ADDRESS = 'https://a.example.com/sub?token=t'
const LINK = 'trojan://p@a.example.com:443#A'

test('what is exported of one device is imported on another as it was', async () => {
  const one = new DeviceItems(partsOf())
  await one.add({ name: 'Home', body: ADDRESS, userAgent: 'mihomo', intervalS: 3600, prefix: 'H ' })
  await one.add({ name: 'Own', body: LINK })
  const read = readImport(await fileOfItems(await one.written()).text())
  if ('mistake' in read) throw new Error(read.mistake)

  const other = new DeviceItems(partsOf())
  const { failed } = await addFound({ ...read, store: other })
  expect([failed, read.left]).toEqual([[], []])
  const items = await other.list()
  expect(items).toMatchObject([
    { name: 'Home', userAgent: 'mihomo', intervalS: 3600, prefix: 'H ', kind: 'address' },
    { name: 'Own', kind: 'links' },
  ])
  expect(await Promise.all(items.map(({ id }) => other.body(id)))).toEqual([ADDRESS, LINK])
})
