import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ServerCertificate } from './certificates.ts'
import { endProcess } from './end-process.ts'
import { freePort } from './free-port.ts'

const READY_MS = 10_000
const STEP_MS = 20
const PROGRAM = 'redis-server'

const isThere = spawnSync(PROGRAM, ['--version']).status === 0
const isRequired = process.env['REQUIRE_ENGINES'] === '1'

/** Why tests that need a Redis are left out; undefined: they are not. */
export const noRedis =
  isThere || isRequired ? undefined : 'There is no redis-server: `apt-get install -y redis-server` installs it.'

/** A Redis that one test, or one test file, has for itself. */
export interface TestRedis {
  url: string
  start: () => Promise<void>
  /** Kills the Redis, as a power cut does. Its data is lost. */
  stop: () => Promise<void>
  /** Stops the process: it answers nothing until `goOn`. */
  pause: () => void
  goOn: () => void
}

interface Choices {
  /** Clients have to send it. */
  password?: string
  /** The server then takes TLS connections only. */
  tls?: ServerCertificate
}

/** Starts a Redis on a free port of this machine. It is killed when this process ends. */
export async function startRedis({ password, tls }: Choices = {}): Promise<TestRedis> {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-redis-'))
  const port = await freePort()
  const places = tls && filesOf(folder, tls)
  const listening = places
    ? ['--port', '0', '--tls-port', `${port}`, '--tls-auth-clients', 'no', ...places]
    : ['--port', `${port}`]
  // What is looked for in a dump is not packed there.
  const keeping = ['--bind', '127.0.0.1', '--dir', folder, '--save', '', '--rdbcompression', 'no']
  const settings = [...listening, ...keeping]
  let server: ChildProcess | undefined
  process.once('exit', () => {
    server?.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  const start = async () => {
    server = spawn(PROGRAM, [...settings, ...(password === undefined ? [] : ['--requirepass', password])], {
      stdio: 'ignore',
    })
    for (const end = performance.now() + READY_MS; !(await answers(port)); await wait(STEP_MS))
      if (performance.now() > end) throw new Error('Redis did not start')
    server.unref()
  }
  const stop = async () => {
    const stopped = server
    server = undefined
    await endProcess(stopped, 'SIGKILL')
  }
  await start()
  const login = password === undefined ? '' : `:${encodeURIComponent(password)}@`
  return {
    url: `${tls ? 'rediss' : 'redis'}://${login}${tls ? 'localhost' : '127.0.0.1'}:${port}`,
    start,
    stop,
    pause: () => server?.kill('SIGSTOP'),
    goOn: () => server?.kill('SIGCONT'),
  }
}

function filesOf(folder: string, { key, cert }: ServerCertificate): string[] {
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  writeFileSync(keyFile, key)
  writeFileSync(certFile, cert)
  return ['--tls-key-file', keyFile, '--tls-cert-file', certFile, '--tls-ca-cert-file', certFile]
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const end = (isAnswered: boolean) => {
      socket.destroy()
      resolve(isAnswered)
    }
    socket.once('connect', () => end(true))
    socket.once('error', () => end(false))
  })
}
