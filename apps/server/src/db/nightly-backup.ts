import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder } from '../make-folder.ts'
import { latestAt } from '../shared/clocks.ts'
import { sweepWork } from './work-folder.ts'
import { DAY_MS } from '@switchyard/sources/spans'

const KEPT = 7
const NAME = /^nightly-.*\.backup\.gz$/

/**
 * Makes a backup where the last one is a day old, and keeps the newest seven. It is asked every hour: a server that
 * is started anew often has its backups too.
 */
export async function backUpNightly(
  backUp: (file: string, now: number, signal?: AbortSignal) => Promise<unknown>,
  folder: string,
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  makeFolder(folder)
  await sweepWork(folder)
  const before = await nightlyBackups(folder)
  const times = await Promise.all(before.map(async (name) => (await stat(join(folder, name))).mtimeMs))
  // Those from before the clock was set back say nothing of how old the last one is.
  if (times.some((at) => now - at < DAY_MS && at <= latestAt(now))) return
  const moment = new Date(now).toISOString().replaceAll(/[:.]/g, '')
  await backUp(join(folder, `nightly-${moment}.backup.gz`), now, signal)
  for (const old of (await nightlyBackups(folder)).slice(0, -KEPT)) await rm(join(folder, old))
}

/** The nightly backups of a folder, oldest first: their names hold the time. */
export async function nightlyBackups(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => NAME.test(name)).sort()
}
