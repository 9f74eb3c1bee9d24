import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './free-ports.ts'
import { type LoopbackPorts, xrayOnLoopback } from './loopback.ts'
import { type Running, inEmptyFolder, runProgram, withProgram } from './program.ts'
import type { JsonObject } from '../src/text/record.ts'

type Config = JsonObject

const STARTED = /core: Xray \S+ started/

/** What `xray run -test` has against a config, or undefined when it takes it. It is stopped where it does not end. */
export function checkWithXray(path: string, text: string): Promise<string | undefined> {
  return inEmptyFolder(async (folder) => {
    const file = join(folder, 'config.json')
    writeFileSync(file, text)
    const { code, output } = await runProgram(path, ['run', '-test', '-c', file])
    if (code === null) return 'it does not end'
    return code === 0 ? undefined : output.trim() || `exit code ${code}`
  })
}

/** The same, from a start on loopback that is over as soon as the program says it started. */
export async function startOnceWithXray(path: string, config: Config): Promise<string | undefined> {
  const ports: LoopbackPorts = { mixed: await freePort(), controller: await freePort(), dead: await freePort() }
  try {
    await withXray(path, xrayOnLoopback(config, ports), async () => {})
    return undefined
  } catch (error) {
    return String(error instanceof Error ? error.message : error).trim()
  }
}

/** Starts Xray with a config that is on loopback already, does the work, and stops it. */
export function withXray<T>(
  path: string,
  config: Config,
  work: (running: Running) => Promise<T>,
  env?: Record<string, string>,
): Promise<T> {
  return withProgram(path, config, { args: (_, file) => ['run', '-c', file], started: STARTED, env }, work)
}
