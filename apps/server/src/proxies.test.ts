import { spawn, spawnSync } from 'node:child_process'
import { createServer, type IncomingHttpHeaders, request, type Server } from 'node:http'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../test/free-port.ts'

// The two proxies of docs/running.md, as they are, in front of a server of the test's own.
const DEPLOY = fileURLToPath(new URL('../../../deploy/', import.meta.url))
const TOKEN = 'canary0token0of0a0subscription'
const QUERY = 'canary0query'
const TARGET = 'https://canary0target.example/'

const nginx = programOf(process.env['NGINX_BIN'] ?? 'nginx', ['-v'])
const caddy = programOf(process.env['CADDY_BIN'] ?? 'caddy', ['version'])

function programOf(name: string, ask: readonly string[]): string | undefined {
  return [name, `/usr/sbin/${name}`].find((file) => spawnSync(file, ask).status === 0)
}

let upstream: Server
const seen: { url: string; headers: IncomingHttpHeaders }[] = []
beforeAll(async () => {
  upstream = createServer((asked, answer) => {
    seen.push({ url: asked.url!, headers: asked.headers })
    answer.writeHead(302, { location: TARGET }).end()
  })
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
})
afterAll(() => void upstream.close())
const upstreamPort = () => (upstream.address() as AddressInfo).port

/** Asks as a client does; the path goes as it stands. */
function ask(port: number, path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      host: 'switchyard.example.com',
      'x-forwarded-for': '192.0.2.66',
      authorization: `Bearer ${TOKEN}`,
    }
    const asking = request({ host: '127.0.0.1', port, path, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    asking.on('error', reject)
    asking.end()
  })
}

async function whenUp(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (await ask(port, '/up').then(() => true, () => false)) return // oxfmt-ignore
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The proxy did not start')
}

/** What is asked, and what of it may stand in a log. */
const ASKED = [
  [`/sub/${TOKEN}`, '/sub***'],
  [`/sub/${TOKEN}?flag=meta`, '/sub***'],
  [`/SUB/${TOKEN}`, '/SUB***'],
  [`//sub/${TOKEN}`, '//sub***'],
  [`/s/${TOKEN}`, '/s***'],
  [`/f/${TOKEN}/a/file.txt`, '/f***'],
  [`/t/${TOKEN}/sub?target=clash&url=https://a.example/${QUERY}`, '/t***'],
  [`/sub?target=clash&url=https://a.example/${QUERY}`, '/sub***'],
  [`/convert?x=${QUERY}`, '/convert***'],
  ['/subscribe', '/subscribe'],
  ['/settings/storage', '/settings/storage'],
] as const

async function passes(port: number, log: () => string): Promise<void> {
  await whenUp(port)
  seen.length = 0
  for (const [path] of ASKED) expect(await ask(port, path), path).toBe(302)
  expect(seen.map(({ url }) => url)).toEqual(ASKED.map(([path]) => path))
  for (const { headers } of seen) {
    expect(headers.host).toBe('switchyard.example.com')
    // The last one is that of who connected: what a visitor says of itself stands before it, or is gone.
    expect(String(headers['x-forwarded-for']).split(', ').at(-1)).toBe('127.0.0.1')
  }
  await expect.poll(log).toContain('/settings/storage')
  expect(log()).not.toContain('canary')
  for (const [, logged] of ASKED) expect(log()).toContain(logged)
}

describe('in the logs of a proxy stands nothing that opens a door:', () => {
  test.skipIf(caddy === undefined)('Caddy (apt-get install caddy, or CADDY_BIN)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'switchyard-caddy-'))
    const port = await freePort()
    const env = {
      ...process.env,
      HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_CONFIG_HOME: folder,
      // Without a certificate, which only a public name gets.
      SITE_HOST: `http://:${port}`,
      UPSTREAM_HOST: 'localhost',
      UPSTREAM_PORT: String(upstreamPort()),
    }
    const args = ['run', '--adapter', 'caddyfile', '--config', join(DEPLOY, 'Caddyfile')]
    const child = spawn(caddy!, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    let log = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text: string) => (log += text)) // oxfmt-ignore
    onTestFinished(() => {
      child.kill()
      rmSync(folder, { recursive: true, force: true })
    })
    await passes(port, () => log)
  })

  test.skipIf(nginx === undefined)('nginx (apt-get install nginx, or NGINX_BIN)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'switchyard-nginx-'))
    const port = await freePort()
    const file = (name: string) => join(folder, name)
    const site = readFileSync(join(DEPLOY, 'nginx.conf'), 'utf8')
    // TLS and the ports of the world are the machine's: everything else is as it stands there.
    const [before = '', , behind = ''] = site.split(/^server \{$/m)
    const here = `${before}server {${behind}`
      .replace('server 127.0.0.1:3000;', `server 127.0.0.1:${upstreamPort()};`)
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
      .replace('    listen [::]:443 ssl http2;\n', '')
      .replaceAll(/^ {4}ssl_\w+ .*\n/gm, '')
      .replaceAll('/var/log/nginx/', `${folder}/`)
    const temps = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${file(name)};`)
    writeFileSync(file('nginx.conf'), `daemon off; pid ${file('pid')}; error_log ${file('start.log')}; events {} http { ${temps.join(' ')}\n${here}\n}`) // oxfmt-ignore
    const child = spawn(nginx!, ['-p', folder, '-c', file('nginx.conf'), '-e', file('first.log')], { stdio: 'inherit' })
    onTestFinished(async () => {
      child.kill()
      await new Promise((resolve) => child.once('exit', resolve))
      rmSync(folder, { recursive: true, force: true })
    })
    await passes(port, () => readFileSync(file('switchyard.log'), 'utf8'))
    // What goes wrong behind it is not told with its address either.
    const errors = () => readFileSync(file('switchyard-error.log'), 'utf8') + readFileSync(file('start.log'), 'utf8')
    expect(errors()).not.toContain('canary')
  })
})
