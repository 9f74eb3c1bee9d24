import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ADDRESS = /Switchyard: (http:\S+)/

export interface Served {
  address: string
  /** The folder of what it keeps. */
  data: string
  stop: () => Promise<void>
}

/** Starts a server in production on a free port, with a data folder of its own. */
export async function serve(
  program: string,
  args: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
): Promise<Served> {
  const data = mkdtempSync(join(tmpdir(), 'switchyard-e2e-'))
  const env = { ...process.env, NODE_ENV: 'production', PORT: '0', DATA_DIR: data, LOG_LEVEL: 'warn', ...settings }
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const address = ADDRESS.exec(said)?.[1]
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
  })
  return {
    address,
    data,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(data, { recursive: true, force: true })
    },
  }
}
