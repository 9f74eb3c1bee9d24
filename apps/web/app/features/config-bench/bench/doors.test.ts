import { expect, test } from 'vitest'
import { PAGES } from '../../../pages.ts'
import { DOORS, doorFor, pathOf, type DoorName } from './doors.ts'
import { nameOfFile } from './name-of-file.ts'

test.each([
  ['mihomo', 'mihomo', 'mihomo'],
  ['clash', 'mihomo', 'mihomo'],
  ['singbox', 'mihomo', 'singbox'],
  ['clash', 'singbox', 'mihomo'],
  // Xray has no door of its own: the one where it was opened keeps it.
  ['xray', 'mihomo', 'mihomo'],
  ['xray', 'singbox', 'singbox'],
] as const)('a config for %s that is opened at %s stands at %s', (client, here, door) => {
  expect(doorFor(client, here)).toBe(door)
})

test('every door is a page', () => {
  // The keys are all there are, which `keys` does not say.
  const doors = Object.keys(DOORS) as DoorName[]
  expect(doors.filter((door) => !PAGES.some(({ path }) => path === pathOf(door)))).toEqual([])
})

test.each([
  ['config.yaml', 'config'],
  ['home.v2.YML', 'home.v2'],
  ['config.yaml.gz', 'config'],
  ['sing-box.json', 'sing-box'],
  ['.json', '.json'],
  ['notes', 'notes'],
])('the file %s holds the config %s', (file, name) => {
  expect(nameOfFile(file)).toBe(name)
})
