import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { describeStorage, failureOf } from '../../test/storage-contract.ts'
import { FolderStorage } from './folder.ts'

function start(): { folder: string; storage: FolderStorage } {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return { folder, storage: new FolderStorage(folder) }
}

describeStorage('a folder keeps files', () => start().storage)

test('files are for the server’s own user alone', async () => {
  const { folder, storage } = start()
  const key = `ann/${randomUUID()}`
  await storage.write(key, Readable.from([Buffer.from('x')]), 1)
  expect(statSync(join(folder, key)).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'ann')).mode & 0o777).toBe(0o700)
  expect(readdirSync(join(folder, 'drafts'))).toEqual([])
})

test('what a write that was cut off has left is removed with its key', async () => {
  const { folder, storage } = start()
  const key = `ann/${randomUUID()}`
  await storage.check()
  writeFileSync(join(folder, 'drafts', key.replace('/', '.')), 'half of it')
  await storage.remove(key)
  expect(readdirSync(join(folder, 'drafts'))).toEqual([])
})

test('a folder that cannot be used says so', async () => {
  const { folder } = start()
  writeFileSync(join(folder, 'file'), '')
  const storage = new FolderStorage(join(folder, 'file'))
  expect(await failureOf(storage.check())).toBe('lost')
  expect(await failureOf(storage.write(`ann/${randomUUID()}`, Readable.from([]), 0))).toBe('lost')
  chmodSync(folder, 0o700)
})
