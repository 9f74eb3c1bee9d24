import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBundle } from './bundle.mjs'

/** For tests: the real command line as a child process, run from its bundle. */

const program = fileURLToPath(new URL('../bin/switchyard.mjs', import.meta.url))
// Once, so that calls side by side do not each make it. Without it they would run from the sources and pass.
if ((await findBundle()) === undefined) throw new Error('The bundle cannot be made: node apps/cli/build.ts says why')

export interface Run {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs `switchyard …args` in a folder; `stdin` is all it gets to read. */
export function runCli(
  args: readonly string[],
  { stdin = '', cwd = tmpdir(), env = {} }: RunOptions = {},
): Promise<Run> {
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    // Copies of rule lists that a person keeps are not for tests.
    env: { ...process.env, NO_COLOR: '', XDG_CACHE_HOME: join(cwd, 'no-cache'), ...env },
  })
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

interface RunOptions {
  stdin?: string
  cwd?: string
  env?: Record<string, string>
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
