import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { addUser, emptyStore } from '../../../test/accounts.ts'
import { FolderStorage } from '../../storage/folder.ts'
import { sweepKeys, UPLOAD_MOST_MS } from '../../storage/keys.ts'
import { FileStore } from './file-store.ts'

const KILLS = process.env.LONG_TESTS ? 50 : 4
const TIMEOUT_MS = 900_000
const LONGEST_MS = 150
const program = fileURLToPath(new URL('../../../test/upload-until-killed.ts', import.meta.url))

test(
  'a server that is killed in the middle of uploads lists no half file, loses none that it acknowledged, and leaves no bytes behind',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'switchyard-killed-upload-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const store = await emptyStore(join(folder, 'switchyard.sqlite'))
    onTestFinished(() => store.database.close())
    const { id: userId } = await addUser(store, 'ann')
    const place = join(folder, 'files')
    const storage = new FolderStorage(place)
    const files = new FileStore(store)
    const acknowledged = new Map<string, string[]>()
    let left = 0

    for (let round = 0; round < KILLS; round++) {
      const child = spawn(process.execPath, [program, folder, userId], { stdio: ['ignore', 'pipe', 'inherit'] })
      const ended = once(child, 'close')
      let said = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
      await once(child.stdout, 'data')
      await wait(LONGEST_MS * Math.random())
      child.kill('SIGKILL')
      await ended
      for (const line of said.split('\n').slice(0, -1)) {
        const [, path = '', sha = ''] = /^(.+) ([0-9a-f]{40})$/.exec(line) ?? []
        acknowledged.set(path, [...(acknowledged.get(path) ?? []), sha])
      }

      const { entries } = await files.tree({ userId, bucket: 'default' })
      const listed = new Map(entries.flatMap(({ path, sha }) => (sha === undefined ? [] : [[path, sha] as const])))
      for (const [path, sha] of listed) {
        const row = await files.file({ userId, bucket: 'default', path })
        const bytes = await buffer((await storage.read(row.key))!)
        const found = createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
        expect([path, bytes.length, found]).toEqual([path, row.size, sha])
      }
      // The last that was acknowledged, or the one that was on its way: then its acknowledgement was cut off.
      for (const [path, shas] of acknowledged) {
        expect(listed.has(path)).toBe(true)
        expect(shas.slice(0, -1)).not.toContain(listed.get(path))
      }

      const keys = () => readdirSync(place).flatMap((user) => readdirSync(join(place, user)))
      left += keys().length - listed.size
      await sweepKeys({ database: store.database, storage, log: pino({ level: 'silent' }) }, Date.now() + UPLOAD_MOST_MS + 1000) // oxfmt-ignore
      const kept = await store.database.query.selectFrom('storage_entry').select('key').where('key', 'is not', null).execute() // oxfmt-ignore
      expect(keys().toSorted()).toEqual(kept.map(({ key }) => key!.split('/')[1]!).toSorted())
      expect(await store.database.query.selectFrom('storage_key').selectAll().execute()).toEqual([])
      expect((await files.kept(userId)).keptBytes).toBe(entries.reduce((sum, { size = 0 }) => sum + size, 0))
    }
    // Otherwise nothing was ever in the middle.
    expect(left).toBeGreaterThan(0)
  },
  TIMEOUT_MS,
)
