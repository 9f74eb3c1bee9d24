import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareDataFolder } from './data-folder.ts'
import { readSettings } from './settings.ts'

let place: string
beforeEach(() => (place = mkdtempSync(join(tmpdir(), 'switchyard-data-'))))
afterEach(() => rmSync(place, { recursive: true }))

test('a secret is made once, and only its owner may read it', () => {
  const settings = readSettings({ DATA_DIR: join(place, 'data') })
  const {
    secrets: [secret],
  } = prepareDataFolder(settings)
  expect(Buffer.byteLength(secret)).toBeGreaterThanOrEqual(32)
  expect(prepareDataFolder(settings).secrets[0]).toBe(secret)
  expect(readdirSync(join(place, 'data'))).toEqual(['secret'])
  expect(readFileSync(join(place, 'data/secret'), 'utf8').trim()).toBe(secret)
  if (process.platform !== 'win32') expect(statSync(join(place, 'data/secret')).mode & 0o777).toBe(0o600)
})

test('the folders above are made as well', () => {
  const folder = join(place, 'a/b/c')
  prepareDataFolder(readSettings({ DATA_DIR: folder }))
  expect(readdirSync(folder)).toEqual(['secret'])
})

test.runIf(process.platform === 'linux')('a folder where none can be made stops the start', () => {
  expect(() => prepareDataFolder(readSettings({ DATA_DIR: '/proc/switchyard/data' }))).toThrow('ENOENT')
})

test('a file in the place of the folder stops the start', () => {
  writeFileSync(join(place, 'data'), '')
  expect(() => prepareDataFolder(readSettings({ DATA_DIR: join(place, 'data') }))).toThrow('EEXIST')
})

test('a secret of the settings is used, and nothing is written', () => {
  const SECRET = '4f9d1c7a0be2853671f0aa93cd45be20'
  expect(prepareDataFolder(readSettings({ DATA_DIR: place, SECRET })).secrets).toEqual([SECRET])
  expect(readdirSync(place)).toEqual([])
})

test('a kept secret that was cut short stops the start, and nobody is told to remove it', () => {
  writeFileSync(join(place, 'secret'), 'short\n')
  const start = () => prepareDataFolder(readSettings({ DATA_DIR: place }))
  expect(start).toThrow('secret is damaged: it holds 5 bytes, and a key has 32 or more. Put a copy of it back.')
  expect(start).not.toThrow(/remove|delete/)
})
