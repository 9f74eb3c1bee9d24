import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { alive, asked, expect, test } from './journey.ts'

const english = { 'accept-language': 'en-GB,en;q=0.9' }

asked('an address without a screen answers 404 and says which', async ({ request }) => {
  for (const [path, message] of [
    ['/xyz-none', 'Page Not Found: /xyz-none'],
    ['/c/none', 'Page Not Found: /c/none'],
    ['/settings/foo', 'Page Not Found: /settings/foo'],
    ['/a/b/c', 'Page not found: /a/b/c'],
    ['/en-US/a/b/c', 'Page not found: /en-US/a/b/c'],
  ] as const) {
    const answer = await request.get(path, { headers: { 'accept-language': 'zh' } })
    expect([path, answer.status()]).toEqual([path, 404])
    expect(await answer.text()).toContain(message)
  }
})

asked(
  'a visitor who reads English is sent to the English page, a crawler and an explicit choice are not',
  async ({ request }) => {
    const ask = async (path: string, headers: Record<string, string>) => {
      const answer = await request.get(path, { headers, maxRedirects: 0 })
      return [answer.status(), answer.headers().location]
    }
    expect(await ask('/convert?target=clash', english)).toEqual([302, '/en-US/convert?target=clash'])
    expect(await ask('/convert', { ...english, 'user-agent': 'Googlebot/2.1' })).toEqual([200, undefined])
    expect(await ask('/convert', { ...english, cookie: 'i18n_redirected=zh-CN' })).toEqual([200, undefined])
    expect(await ask('/en-US/convert', { 'accept-language': 'zh', cookie: 'i18n_redirected=zh-CN' })).toEqual([
      200,
      undefined,
    ])
    expect(await ask('/clash', {})).toEqual([308, '/convert?target=clash'])
    expect(await ask('/zh-CN/convert', english)).toEqual([302, '/convert'])
  },
)

asked('files of the build may be kept for ever and come compressed, pages may not be kept', async ({ request }) => {
  const page = await request.get('/', { headers: { 'accept-language': 'zh' } })
  expect(page.headers()['cache-control']).toBe('private, no-store')
  const [script] = /\/assets\/entry\.client-[\w-]+\.js/.exec(await page.text())!
  for (const encoding of ['br', 'gzip']) {
    const file = await request.get(script, { headers: { 'accept-encoding': encoding } })
    expect(file.headers()['content-encoding']).toBe(encoding)
    expect(file.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(file.headers()['content-type']).toContain('javascript')
    expect(file.headers()['x-content-type-options']).toBe('nosniff')
  }
})

asked('search engines are told of every page in both languages, and of no other', async ({ request, baseURL }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  for (const path of ['/', '/en-US', '/convert', '/en-US/convert', '/terms', '/privacy'])
    expect(sitemap).toContain(`<loc>${baseURL}${path}</loc>`)
  expect(sitemap).not.toContain('/settings')
  for (const [, address] of sitemap.matchAll(/<loc>([^<]+)<\/loc>/g))
    expect((await request.get(address!, { headers: { 'accept-language': '*' } })).status()).toBe(200)
})

asked(
  'the head of a page names it in its language, with addresses and a share image that exist',
  async ({ request, baseURL }) => {
    const html = await (await request.get('/en-US/convert?target=clash&view=diff')).text()
    expect(html).toContain('<title>Convert · Switchyard</title>')
    expect(/<html[^>]*>/.exec(html)![0]).toContain('lang="en-US"')
    const said = (tag: RegExp, name: string) => attributeOf(html, tag, name)
    expect(said(/rel="canonical"/, 'href')).toBe(`${baseURL}/en-US/convert?target=clash`)
    expect(said(/hreflang="zh-CN"/i, 'href')).toBe(`${baseURL}/convert?target=clash`)
    expect(said(/hreflang="x-default"/i, 'href')).toBe(`${baseURL}/convert?target=clash`)
    const image = await request.get(said(/property="og:image"/, 'content')!)
    expect([image.status(), image.headers()['content-type']]).toEqual([200, 'image/png'])
    const logs = await (await request.get('/settings/logs', { headers: { 'accept-language': 'zh' } })).text()
    expect(attributeOf(logs, /name="robots"/, 'content')).toBe('noindex')
  },
)

/** An attribute of the first `link` or `meta` of a page that matches. */
function attributeOf(html: string, tag: RegExp, name: string): string | undefined {
  const found = html.match(/<(?:link|meta)[^>]*>/g)?.find((each) => tag.test(each))
  return found && new RegExp(` ${name}="([^"]*)"`).exec(found)?.[1]
}

asked(
  'every kind of answer says how long it may be kept, and what is kept is asked about by its hash',
  async ({ request }) => {
    const { id } = (await (await request.get('/_build')).json()) as { id: string }
    const kinds: [path: string, status: number, cache: string, hasTag: boolean][] = [
      ['/', 200, 'private, no-store', false],
      ['/no-such-page', 404, 'private, no-store', false],
      ['/_build', 200, 'no-store', false],
      ...['/manifest.json', '/manifest.json.gz', '/manifest.json.br', '/build.json'].map(
        (path): [string, number, string, boolean] => [path, 404, 'private, no-store', false],
      ),
      ['/api/_auth/session', 200, 'private, no-store', false],
      ['/api/none', 404, 'private, no-store', false],
      ['/healthz', 200, 'no-store', false],
      ['/readyz', 200, 'no-store', false],
      ['/assets/none.js', 404, 'private, no-store', false],
      ['/Convert', 308, 'public, max-age=3600', false],
      [`/_i18n/${id}/zh-CN/messages.json`, 200, 'public, max-age=86400', true],
      [`/_i18n/${id}/en-US/articles.json`, 200, 'public, max-age=86400', true],
      ['/_i18n/another/zh-CN/messages.json', 200, 'no-cache', true],
      ['/_shell/zh-CN', 200, 'no-cache', true],
      ['/sw.js', 200, 'no-cache', true],
      ['/api/_nuxt_icon/circle-flags.json?icons=jp', 200, 'public, max-age=604800', true],
      ['/sitemap.xml', 200, 'public, max-age=3600', true],
      ['/robots.txt', 200, 'public, max-age=3600', true],
      ...[
        '/favicon.svg',
        '/apple-touch-icon.png',
        '/icon-192.png',
        '/icon-512.png',
        '/icon-maskable-512.png',
        '/manifest.zh-CN.webmanifest',
        '/manifest.en-US.webmanifest',
        '/share-zh-CN.png',
        '/share-en-US.png',
      ].map((path): [string, number, string, boolean] => [path, 200, 'public, max-age=86400', true]),
    ]
    const headers = { 'accept-language': 'zh' }
    for (const [path, status, cache, hasTag] of kinds) {
      const answer = await request.get(path, { headers, maxRedirects: 0 })
      const tag = answer.headers().etag
      expect([path, answer.status(), answer.headers()['cache-control'], tag !== undefined]).toEqual([
        path,
        status,
        cache,
        hasTag,
      ])
      if (!tag) continue
      const again = await request.get(path, { headers: { ...headers, 'if-none-match': tag } })
      expect([path, again.status(), (await again.body()).length]).toEqual([path, 304, 0])
      // A browser puts these over those of its copy.
      for (const name of ['content-security-policy', 'cache-control', 'strict-transport-security', 'x-frame-options'])
        expect([path, name, again.headers()[name]]).toEqual([path, name, answer.headers()[name]])
      const other = await request.get(path, { headers: { ...headers, 'if-none-match': '"another"' } })
      expect([path, other.status()]).toEqual([path, 200])
    }
  },
)

test.describe('the policy of a page', () => {
  test.use({
    expectedErrors: /TrustedScriptURL|TrustedHTML|TrustedTypePolicy|Content Security Policy|This document requires/,
  })

  test('lets no text become code, and only scripts of the build become workers', async ({ page }) => {
    await page.goto('/convert')
    await alive(page)
    const outcome = await page.evaluate(() => {
      const attempt = (run: () => unknown) => {
        try {
          run()
          return 'ran'
        } catch (error) {
          return (error as Error).name
        }
      }
      return {
        html: attempt(() => (document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>')),
        blob: attempt(() => new Worker(URL.createObjectURL(new Blob(['1'])))),
        foreign: attempt(() => (document.createElement('script').src = 'https://evil.example/x.js')),
        own: attempt(() => (document.createElement('script').src = '/favicon.svg')),
        policy: attempt(() =>
          (
            window as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => void } }
          ).trustedTypes.createPolicy('more', {}),
        ),
      }
    })
    expect(outcome).toEqual({
      html: 'TypeError',
      blob: 'TypeError',
      foreign: 'TypeError',
      own: 'TypeError',
      policy: 'TypeError',
    })
  })
})

test.describe('the error page', () => {
  test.use({ expectedErrors: /status of 404/, permissions: ['clipboard-read', 'clipboard-write'] })

  test('tells status and address, copies its details, and leads home in its language', async ({ page }) => {
    await page.goto('/en-US/none/such')
    await alive(page)
    await test.step('it says what was asked for', async () => {
      await expect(page.getByTestId('error-status')).toHaveText('404 Not Found')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
      await expect(page.getByTestId('error-message')).toContainText('/en-US/none/such')
      await expect(page.getByTestId('error-details')).toHaveText('Page not found: /en-US/none/such')
      await expect(page.getByRole('main').getByRole('link', { name: 'Convert' })).toHaveAttribute(
        'href',
        '/en-US/convert',
      )
    })
    await test.step('its details are copied', async () => {
      await page.getByRole('button', { name: 'Copy details' }).click()
      await expect
        .poll(() => page.evaluate(() => navigator.clipboard.readText()))
        .toBe('404 Not Found\nPage not found: /en-US/none/such')
    })
    await test.step('it leads home', async () => {
      await page.getByTestId('error-home').click()
      await expect(page).toHaveURL(/\/en-US$/)
      await page.goto('/none')
      await expect(page.getByTestId('error-home')).toHaveAttribute('href', '/')
    })
    await test.step('a wrong address leads nowhere else in the other language', async () => {
      await page.goto('/en-US//evil.example/x')
      await alive(page)
      await expect(page.getByTestId('lang-switch')).toHaveAttribute('href', '/evil.example/x')
    })
    await test.step('its details are copied over plain http too, where scripts have no clipboard', async () => {
      await page.evaluate(() => Reflect.deleteProperty(Navigator.prototype, 'clipboard'))
      const copy = page.getByRole('button', { name: 'Copy details' })
      await copy.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: 'Copied' })).toBeFocused()
      await page.keyboard.press('Control+k')
      const search = page.getByRole('combobox')
      await search.press('Control+v')
      // A field of one line takes the lines without their breaks.
      await expect(search).toHaveValue(/^404 Not Found ?Page not found: \/en-US\/\/evil\.example\/x$/)
    })
  })
})

asked(
  'a server of its own says its address in one line on stdout, logs JSON, and answers who is served when it is told to stop',
  async () => {
    const server = await startOne({})
    const { port } = new URL(server.url)
    await test.step('what it says on stdout and stderr', async () => {
      await fetch(`${server.url}/convert?token=canary`)
      await expect.poll(() => server.stderr()).toContain('/convert')
      expect(server.stdout()).toBe(`Switchyard: ${server.url}\n`)
      const lines = server
        .stderr()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { path?: string; status?: number })
      expect(lines.find(({ path }) => path === '/convert')?.status).toBe(200)
      expect(server.stderr()).not.toContain('canary')
    })
    await test.step('headers that are too large are refused', async () => {
      const answer = await fetch(server.url, { headers: { 'x-large': 'a'.repeat(17 * 1024) } })
      expect(answer.status).toBe(431)
    })
    await test.step('another one that finds the port taken says what to do, and ends', async () => {
      const second = spawnOne({ PORT: port })
      expect(await second.ended).toBe(1)
      expect(second.stdout()).toBe('')
      expect(second.stderr()).toBe(
        `Port ${port} on 127.0.0.1 is taken by another program. Stop that one, or set another PORT; PORT=0 takes any that is free.\n`,
      )
    })
    await test.step('told to stop it takes no new visitor, is not ready any more, and answers who is being served', async () => {
      const visitor = connect(Number(port), '127.0.0.1')
      let heard = ''
      visitor.setEncoding('utf8').on('data', (text: string) => (heard += text))
      await new Promise((resolve) => visitor.once('connect', resolve))
      visitor.write(`GET /readyz HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`)
      // Answered after the half request came in on the same machine.
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)

      server.child.kill('SIGTERM')
      await expect.poll(() => isOpen(Number(port))).toBe(false)
      visitor.write('\r\n')
      expect(await server.ended).toBe(0)
      expect(heard).toMatch(/^HTTP\/1\.1 503 /)
      expect(heard).toContain('{"ok":false}')
    })
  },
)

asked('a server that may not use its folder says so in one line', async () => {
  const server = spawnOne({ DATA_DIR: '/dev/null/data' })
  expect(await server.ended).toBe(1)
  expect(server.stderr()).toMatch(/^DATA_DIR \/dev\/null\/data cannot be used: [^\n]+\n$/)
})

const main = fileURLToPath(new URL('../apps/server/src/main.mjs', import.meta.url))

interface OneServer {
  child: ChildProcess
  stdout: () => string
  stderr: () => string
  ended: Promise<number | null>
}

function spawnOne(settings: Record<string, string>): OneServer {
  const folder = mkdtempSync(join(tmpdir(), 'switchyard-server-'))
  const { LOG_LEVEL: _level, ...others } = process.env
  const env = { ...others, NODE_ENV: 'production', PORT: '0', DATA_DIR: folder, ...settings }
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => (said[name] += text))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  void ended.then(() => rmSync(folder, { recursive: true, force: true }))
  return { child, stdout: () => said.stdout, stderr: () => said.stderr, ended }
}

async function startOne(settings: Record<string, string>): Promise<OneServer & { url: string }> {
  const server = spawnOne(settings)
  await expect.poll(() => server.stdout(), { timeout: 20_000 }).toContain('\n')
  return { ...server, url: /http:\S+/.exec(server.stdout())![0] }
}

function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  }).finally(() => socket.destroy()) as Promise<boolean>
}
