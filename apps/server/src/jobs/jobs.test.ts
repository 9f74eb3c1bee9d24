import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { prepareDataFolder } from '../data-folder.ts'
import { openStore } from '../db/open-store.ts'
import { readSettings } from '../settings.ts'
import { memoryShared } from '../shared/memory/memory.ts'
import { jobs } from './jobs.ts'

test('the nightly backup stands beside what the server does, and ends with it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-jobs-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const settings = readSettings({ DATA_DIR: folder })
  const data = prepareDataFolder(settings)
  const store = await openStore({ settings, data, now: Date.now, warn: () => undefined })
  onTestFinished(() => store.database.close())
  const all = jobs({ shared: memoryShared(), store, data, now: Date.now })
  const backUp = all.find(({ name }) => name === 'back up')!
  const backups = () => readdirSync(join(folder, 'backups'))

  const stop = new AbortController()
  const ended = backUp.run(stop.signal)
  await vi.waitUntil(() => readdirSync(folder).includes('backups') && backups().length > 0)
  stop.abort(new Error('going down'))
  await expect(ended).rejects.toThrow('going down')
  expect(backups()).toEqual([])

  await backUp.run(new AbortController().signal)
  expect(backups()).toEqual([expect.stringMatching(/^nightly-.*\.backup\.gz$/)])
})
