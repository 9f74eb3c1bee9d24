import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './free-ports.ts'
import { type LoopbackPorts, singboxOnLoopback } from './loopback.ts'
import { type Running, inEmptyFolder, runProgram, startProgram } from './program.ts'

const STARTED = /sing-box started/

/** What `sing-box check` has against a config, or undefined when it takes it. */
export async function checkWithSingbox(path: string, text: string): Promise<string | undefined> {
  const { code, output } = await runProgram(path, ['check', '-c', 'stdin'], text)
  return code === 0 ? undefined : output.trim() || `exit code ${code}`
}

/** The same, from a start on loopback that is over as soon as the program says it started. */
export async function startOnceWithSingbox(path: string, config: Record<string, unknown>): Promise<string | undefined> {
  const ports: LoopbackPorts = { mixed: await freePort(), controller: await freePort(), dead: await freePort() }
  try {
    await withSingbox(path, singboxOnLoopback(config, ports), async () => {})
    return undefined
  } catch (error) {
    return String(error instanceof Error ? error.message : error).trim()
  }
}

/** Starts sing-box with a config that is on loopback already, does the work, and stops it. */
export function withSingbox<T>(
  path: string,
  config: Record<string, unknown>,
  work: (running: Running) => Promise<T>,
): Promise<T> {
  return inEmptyFolder(async (folder) => {
    const file = join(folder, 'config.json')
    writeFileSync(file, JSON.stringify(config))
    const running = await startProgram(path, ['run', '-D', folder, '-c', file, '--disable-color'], STARTED)
    try {
      return await work(running)
    } finally {
      await running.stop()
    }
  })
}
