import { expect, test } from 'vitest'
import { keptSettings } from './kept-settings.ts'
import { changesOf, exportSettings, readSettingsFile } from './settings-file.ts'
import { uiSettings } from './ui-settings.ts'

test.each([
  ['target=singbox&ver=1.14&ex=ssr', 'target=singbox&ver=1.14&ex=ssr'],
  ['target=clash&url=https%3A%2F%2Fsub.example.com%2Ftoken&secret=s3cret', 'target=clash'],
  ['inc=%', 'inc=%25'],
  [`inc=${'x'.repeat(9000)}`, ''],
  ['', ''],
])('of %s is kept: %s', (query, kept) => {
  expect(keptSettings(query)).toBe(kept)
})

test('a file of settings has the defaults of clients, and says what it would change', () => {
  const clients = { mihomo: { template: 'full', mixedPort: 7001 } }
  uiSettings.set({ clients })
  const file = readSettingsFile(JSON.stringify(exportSettings()))
  expect(file?.ui?.clients).toEqual(clients)
  expect(changesOf(file!)).toEqual([])
  uiSettings.set({})
  expect(changesOf(file!)).toEqual([{ name: 'clients', from: undefined, to: clients }])
})
