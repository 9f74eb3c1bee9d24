import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { load } from 'js-yaml'
import { freePort } from './free-ports.ts'
import { type LoopbackPorts, mihomoOnLoopback } from './loopback.ts'
import { type Running, inEmptyFolder, runProgram, startProgram } from './program.ts'
import type { JsonObject } from '../src/text/record.ts'

// Said last of all that concerns the mixed port; the controller comes up beside it.
const STARTED = /Mixed\(http\+socks\) proxy listening at/
/** Rules that need a database, which `-t` would download. */
const NEEDS_DATABASE = /^\s*-\s*['"]?(?:GEOIP\s*,\s*(?!LAN\b)|SRC-GEOIP|GEOSITE|IP-ASN|SRC-IP-ASN)/im

/** What `mihomo -t` has against a config, or undefined when it takes it. */
export function checkWithMihomo(path: string, text: string): Promise<string | undefined> {
  if (NEEDS_DATABASE.test(text)) throw new Error('this config makes mihomo download a database')
  return inEmptyFolder(async (folder) => {
    const file = join(folder, 'config.yaml')
    writeFileSync(file, text)
    const { code, output } = await runProgram(path, ['-t', '-d', folder, '-f', file])
    return code === 0 ? undefined : output.trim() || `exit code ${code}`
  })
}

/** The same, from a start on loopback that is over as soon as the program listens. */
export async function startOnceWithMihomo(path: string, text: string): Promise<string | undefined> {
  const ports: LoopbackPorts = { mixed: await freePort(), controller: await freePort(), dead: await freePort() }
  try {
    await withMihomo(path, fileOnLoopback(text, ports), async () => {})
    return undefined
  } catch (error) {
    return String(error instanceof Error ? error.message : error).trim()
  }
}

/** A file of ours as a config that starts on loopback only. */
export function fileOnLoopback(text: string, ports: LoopbackPorts): JsonObject {
  return mihomoOnLoopback(load(text) as JsonObject, ports)
}

/** Starts mihomo with a config that is on loopback already, does the work, and stops it. */
export function withMihomo<T>(
  path: string,
  config: JsonObject,
  work: (running: Running) => Promise<T>,
  env?: Record<string, string>,
): Promise<T> {
  return inEmptyFolder(async (folder) => {
    const file = join(folder, 'config.yaml')
    // JSON is YAML, and leaves no word to be read as a number.
    writeFileSync(file, JSON.stringify(config))
    const running = await startProgram(path, ['-d', folder, '-f', file], STARTED, env)
    try {
      return await work(running)
    } finally {
      await running.stop()
    }
  })
}
