import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ServerCertificate } from './certificates.ts'

const READY_MS = 10_000
const STEP_MS = 20
const PROGRAM = 'redis-server'

const isThere = spawnSync(PROGRAM, ['--version']).status === 0
const isRequired = process.env['REQUIRE_ENGINES'] === '1'

/** Why tests that need a Redis are left out; undefined: they are not. */
export const noRedis =
  isThere || isRequired ? undefined : 'There is no redis-server: `apt-get install -y redis-server` installs it.'

/** A Redis of one test file or of one test. */
export interface TestRedis {
  url: string
  start: () => Promise<void>
  /** Ends it at once, as a machine that is switched off does. It keeps nothing. */
  stop: () => Promise<void>
  /** It answers nobody until it goes on. */
  pause: () => void
  goOn: () => void
}

interface Choices {
  /** What it asks for. */
  password?: string
  /** It speaks TLS alone. */
  tls?: ServerCertificate
}

/** Starts a Redis on a free port of this machine. It goes with the process. */
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
    if (!stopped) return
    const ended = once(stopped, 'exit')
    stopped.ref()
    stopped.kill('SIGKILL')
    await ended
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
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
