import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Running, inEmptyFolder, startProgram } from './program.ts'

const STARTED = /core: Xray \S+ started/

/** Starts Xray with a config of our own making, does the work, and stops it. */
export function withXray<T>(
  path: string,
  config: Record<string, unknown>,
  work: (running: Running) => Promise<T>,
): Promise<T> {
  return inEmptyFolder(async (folder) => {
    const file = join(folder, 'config.json')
    writeFileSync(file, JSON.stringify(config))
    const running = await startProgram(path, ['run', '-c', file], STARTED)
    try {
      return await work(running)
    } finally {
      await running.stop()
    }
  })
}
