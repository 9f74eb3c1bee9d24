import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { vi } from 'vitest'
import { findBundle } from './bundle.mjs'
import type * as Program from './run.ts'

/** For tests: the command line, from its bundle. */

const program = fileURLToPath(new URL('../bin/switchyard.mjs', import.meta.url))
const bundle = await findBundle()
// Without it calls would run from the sources and pass.
if (bundle === undefined) throw new Error('The bundle cannot be made: node apps/cli/build.ts says why')
const { run }: typeof Program = await import(pathToFileURL(bundle).href)

export interface CliRun {
  code: number | null
  stdout: string
  stderr: string
}

interface RunOptions {
  /** All that the call gets to read. */
  stdin?: string
  cwd?: string
  env?: Record<string, string>
}

let earlier: Promise<unknown> = Promise.resolve()

/**
 * Runs `switchyard …args` in a folder, in the process of the test: a process of its own costs as much as the rest of a
 * test. Calls run one after another, since folder, environment and streams belong to the process.
 */
export function runCli(args: readonly string[], options: RunOptions = {}): Promise<CliRun> {
  const call = earlier.then(() => runHere(args, options))
  earlier = call.catch(() => undefined)
  return call
}

async function runHere(args: readonly string[], options: RunOptions): Promise<CliRun> {
  const { stdin = '', cwd = tmpdir() } = options
  const home = process.cwd()
  const stdout = new Kept()
  const stderr = new Kept()
  const stubs = [
    // The program reads from it, and that is all.
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from([Buffer.from(stdin)]) as typeof process.stdin),
    // To these it writes.
    vi.spyOn(process, 'stdout', 'get').mockReturnValue(stdout as Writable as typeof process.stdout),
    vi.spyOn(process, 'stderr', 'get').mockReturnValue(stderr as Writable as typeof process.stderr), // as above
  ]
  for (const [name, value] of Object.entries(envOf(cwd, options))) vi.stubEnv(name, value)
  process.chdir(cwd)
  try {
    const code = await run(args)
    return { code, stdout: stdout.text, stderr: stderr.text }
  } finally {
    process.chdir(home)
    vi.unstubAllEnvs()
    for (const stub of stubs) stub.mockRestore()
  }
}

/** Runs the program in a process of its own, as a person starts it. */
export function spawnCli(args: readonly string[], options: RunOptions = {}): Promise<CliRun> {
  const { stdin = '', cwd = tmpdir() } = options
  const child = spawn(process.execPath, [program, ...args], { cwd, env: { ...process.env, ...envOf(cwd, options) } })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  child.stdin.on('error', () => undefined)
  child.stdin.end(stdin)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, ...output }))
  })
}

/** Copies of rule lists that a person keeps are not for tests. */
function envOf(cwd: string, { env }: RunOptions): Record<string, string> {
  return { NO_COLOR: '', XDG_CACHE_HOME: join(cwd, 'no-cache'), ...env }
}

class Kept extends Writable {
  readonly #chunks: Buffer[] = []

  get text(): string {
    return Buffer.concat(this.#chunks).toString()
  }

  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.#chunks.push(chunk)
    done()
  }
}

const folders: string[] = []

/** A folder with files; `afterAll(removeFolders)` takes it away. */
export class Folder {
  readonly path = mkdtempSync(join(tmpdir(), 'switchyard-cli-'))

  constructor(files: Readonly<Record<string, string | Uint8Array>> = {}) {
    folders.push(this.path)
    for (const [name, text] of Object.entries(files)) writeFileSync(join(this.path, name), text)
  }

  read(name: string): string {
    return readFileSync(join(this.path, name), 'utf8')
  }
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
}
