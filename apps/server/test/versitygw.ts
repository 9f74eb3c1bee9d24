import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from './free-port.ts'

export const VERSITYGW_VERSION = '1.8.0'
export const HOW_TO_GET_VERSITYGW = `npm run engines builds versitygw ${VERSITYGW_VERSION}, an S3 server, with Go 1.26`

/** Where `npm run engines` puts the program. */
export const VERSITYGW = fileURLToPath(
  new URL(`../../../.engines/versitygw${process.platform === 'win32' ? '.exe' : ''}`, import.meta.url),
)

/** The path of the built server, or undefined when it is not there or does not run. */
export function findVersitygw(): string | undefined {
  if (!existsSync(VERSITYGW)) return undefined
  const { stdout } = spawnSync(VERSITYGW, ['--version'], { encoding: 'utf8' })
  return /Version *: *v?(\S+)/.exec(stdout ?? '')?.[1] === VERSITYGW_VERSION ? VERSITYGW : undefined
}

const KEY = 'testkey'
const SECRET = 'a secret/of+tests'
const READY_MS = 20_000

/** An S3 server that one test file has for itself, with an empty bucket. */
export interface S3Server {
  /** As STORAGE_URL has it. */
  url: string
  /** Where it keeps what is in the bucket. */
  folder: string
  stop: () => void
}

/** Starts an S3 server on a free port. It is killed when this process ends. */
export async function startS3(program: string): Promise<S3Server> {
  const root = mkdtempSync(join(tmpdir(), 'switchyard-s3-'))
  const folder = join(root, 'data', 'files')
  mkdirSync(folder, { recursive: true })
  const port = await freePort()
  const server: ChildProcess = spawn(
    program,
    ['--port', `127.0.0.1:${port}`, 'posix', '--sidecar', join(root, 'side'), join(root, 'data')],
    {
      cwd: root,
      env: { ...process.env, ROOT_ACCESS_KEY: KEY, ROOT_SECRET_KEY: SECRET },
      stdio: ['ignore', 'ignore', 'ignore'],
    },
  )
  mkdirSync(join(root, 'side'), { recursive: true })
  server.unref()
  const stop = () => {
    server.kill('SIGKILL')
    rmSync(root, { recursive: true, force: true })
  }
  process.once('exit', stop)
  const until = performance.now() + READY_MS
  while (!(await answers(port))) {
    if (performance.now() > until || server.exitCode !== null) throw new Error('versitygw did not start')
    await wait(50)
  }
  const url = `s3://${KEY}:${encodeURIComponent(SECRET)}@127.0.0.1:${port}/files?path-style=1&tls=0`
  return { url, folder, stop }
}

async function answers(port: number): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${port}/`)
    return true
  } catch {
    return false
  }
}
