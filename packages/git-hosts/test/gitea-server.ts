import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGitHost, gitea } from '@switchyard/git-hosts'
import { GITEA_FOLDER } from './find-gitea.ts'
import { NO_WAIT, type TestServer } from './test-server.ts'

const LOGIN = 'ana'
const PASSWORD = 'correct horse battery staple'
const START_TRIES = 240
const TRY_EVERY_MS = 250

/** A Gitea on loopback, with an empty database of its own. `program` is what `findGitea` found. */
export async function startGitea(program: string): Promise<TestServer & { base: string; token: string }> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-gitea-'))
  const config = join(folder, 'app.ini')
  const user = process.env.USER ?? 'root'
  writeFileSync(config, configOf(folder, port, user))
  mkdirSync(join(folder, 'home'))
  const env = {
    ...process.env,
    GITEA_WORK_DIR: folder,
    HOME: join(folder, 'home'),
    USER: user,
  }
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, ['--config', config, ...args], { env, encoding: 'utf8' })
    if (status !== 0) throw new Error(`gitea ${args.join(' ')}: ${stdout}${stderr}`)
    return stdout.trim()
  }
  run('migrate')
  run('admin', 'user', 'create', '--username', LOGIN, '--password', PASSWORD, '--email', 'ana@example.org', '--must-change-password=false', '--admin') // oxfmt-ignore
  // A warning may stand before it.
  const token = run('admin', 'user', 'generate-access-token', '--username', LOGIN, '--scopes', 'all', '--raw').split('\n').at(-1)! // oxfmt-ignore
  const child = spawn(program, ['--config', config, 'web'], { env, stdio: 'ignore' })
  const base = `http://127.0.0.1:${port}/api/v1`
  await answers(`${base}/version`)

  let made = 0
  return {
    base,
    token,
    fetch,
    login: LOGIN,
    defaultBranch: 'main',
    keepsProtection: true,
    connect: (options = {}) => createGitHost(gitea, { base, token, fetch, wait: NO_WAIT, ...options }),
    async newRepository(isEmpty = false) {
      const name = `files-${++made}`
      const response = await fetch(`${base}/user/repos`, {
        method: 'POST',
        headers: { authorization: `token ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name, auto_init: !isEmpty, default_branch: 'main' }),
      })
      if (!response.ok) throw new Error(`no repository: ${response.status} ${await response.text()}`)
      return `${LOGIN}/${name}`
    },
    async close() {
      child.kill()
      await new Promise((resolve) => child.once('exit', resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server on TCP has an address of this kind.
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function answers(address: string) {
  for (let tries = 0; tries < START_TRIES; tries++) {
    const response = await fetch(address).catch(() => undefined)
    if (response?.ok) return
    await sleep(TRY_EVERY_MS)
  }
  throw new Error(`nothing answers at ${address}`)
}

function configOf(folder: string, port: number, user: string): string {
  return `
APP_NAME = Switchyard tests
RUN_USER = ${user}
; Tests run as root in many containers.
I_AM_BEING_UNSAFE_RUNNING_AS_ROOT = true
WORK_PATH = ${folder}
[server]
STATIC_ROOT_PATH = ${GITEA_FOLDER}
HTTP_ADDR = 127.0.0.1
HTTP_PORT = ${port}
ROOT_URL = http://127.0.0.1:${port}/
DISABLE_SSH = true
OFFLINE_MODE = true
[database]
DB_TYPE = sqlite3
PATH = ${join(folder, 'gitea.db')}
[repository]
ROOT = ${join(folder, 'repositories')}
[security]
INSTALL_LOCK = true
PASSWORD_HASH_ALGO = pbkdf2_v1
[cors]
ENABLED = true
ALLOW_DOMAIN = *
[log]
MODE = file
LEVEL = Warn
ROOT_PATH = ${join(folder, 'log')}
[service]
DISABLE_REGISTRATION = true
`
}
