import { spawn, spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { fillStore } from '../../bench/data-folder.ts'
import { addUser, signIn } from '../../test/accounts.ts'
import { backUp } from '../db/backup.ts'
import { openDatabase } from '../db/database.ts'
import { schemaState } from '../db/migrate.ts'
import type { ServerStore } from '../db/open-store.ts'

const KILLS = process.env.LONG_TESTS ? 30 : 3
const TIMEOUT_MS = 600_000
// So much that a restore takes as long as its program takes to start.
const EVENTS = process.env.LONG_TESTS ? 40_000 : 3000
const EVENT_LETTERS = 1000

const main = fileURLToPath(new URL('main.ts', import.meta.url))

let folder: string
const envOf = (DATA_DIR: string) => ({ ...process.env, DATA_DIR, SECRET: '', DATABASE_URL: '' })

async function fill(store: ServerStore): Promise<void> {
  const anna = await addUser(store, 'anna')
  await signIn(store, anna)
  const { query } = store.database
  await query.transaction().execute(async (rows) => {
    for (let at = 0; at < EVENTS; at += 1000) {
      const events = Array.from({ length: 1000 }, () => ({
        id: randomUUID(),
        user_id: anna.id,
        at: 0,
        what: randomBytes(EVENT_LETTERS / 2).toString('hex'),
        network: '',
      }))
      await rows.insertInto('security_event').values(events).execute()
    }
  })
}

/** What a folder holds: nothing, all rows with no door open, or something between. */
async function stateOf(data: string): Promise<string> {
  const file = join(data, 'switchyard.sqlite')
  if (!existsSync(file)) return 'nothing'
  const database = openDatabase({ file })
  try {
    const { pending, last } = await schemaState(database)
    if (last === undefined) return 'nothing'
    if (pending.length > 0) return 'tables of an earlier release'
    const { query } = database
    const events = (await query.selectFrom('security_event').select('id').execute()).length
    const sessions = (await query.selectFrom('session').select('id').execute()).length
    return events === EVENTS && sessions === 0 ? 'all' : `${events} events, ${sessions} open sessions`
  } finally {
    await database.close()
  }
}

test(
  'a restore that is killed has done nothing or all, and the same one goes on to the end',
  async () => {
    folder = mkdtempSync(join(tmpdir(), 'switchyard-killed-restore-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const [old, file] = [join(folder, 'old'), join(folder, 'all.gz')]
    await fillStore(old, async (store) => {
      await fill(store)
      await backUp(store.database, file, store.keys, 0)
    })
    const restoring = [main, 'restore', file, '--key', join(old, 'secret')]
    const start = performance.now()
    expect(spawnSync(process.execPath, restoring, { env: envOf(join(folder, 'whole')) }).status).toBe(0)
    const tookMs = performance.now() - start
    for (let round = 0; round < KILLS; round++) {
      const data = join(folder, `round-${round}`)
      const child = spawn(process.execPath, restoring, { env: envOf(data), stdio: 'ignore' })
      const ended = once(child, 'exit')
      // Before a quarter of it the program only starts.
      await wait(tookMs * (0.25 + Math.random()))
      child.kill('SIGKILL')
      await ended
      const state = await stateOf(data)
      expect(['nothing', 'all']).toContain(state)
      if (process.env.LONG_TESTS) console.log(`killed restore, round ${round}: ${state}`)
      if (state === 'all') continue
      expect(spawnSync(process.execPath, restoring, { env: envOf(data), encoding: 'utf8' })).toMatchObject({
        status: 0,
        stderr: '',
      })
      expect(await stateOf(data)).toBe('all')
      rmSync(data, { recursive: true })
    }
  },
  TIMEOUT_MS,
)
