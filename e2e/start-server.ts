import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))
const ADDRESS = /Switchyard: (http:\S+)/

/** Starts the real server on a free port for all journeys; gives back how to stop it. */
export default async function startServer(): Promise<() => Promise<void>> {
  if (process.env.SKIP_BROWSER) return () => Promise.resolve()
  const data = mkdtempSync(join(tmpdir(), 'switchyard-e2e-'))
  const env = { ...process.env, NODE_ENV: 'production', PORT: '0', DATA_DIR: data, LOG_LEVEL: 'warn' }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  process.env.E2E_URL = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const address = ADDRESS.exec(said)?.[1]
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)))
  })
  return async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(data, { recursive: true, force: true })
  }
}
