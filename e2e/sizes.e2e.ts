import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { alive, expect, test } from './journey.ts'

// Why the shell may be this large: docs/decisions/web-budgets.md.
const SHELL_KB = 151
const CONVERT_KB = 208
const OTHER_ROUTE_KB = 40
const CSS_KB = 30
const BYTES_PER_KB = 1000

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}

const client = fileURLToPath(new URL('../apps/web/dist/client/', import.meta.url))
const manifestFile = fileURLToPath(new URL('../apps/web/dist/manifest.json', import.meta.url))
const ENTRY = 'app/entry.client.tsx'

test.skip(!existsSync(manifestFile), 'The web app is not built')

const manifest = existsSync(manifestFile)
  ? (JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, Chunk>)
  : {}
const routes = Object.keys(manifest).filter((key) => /^app\/routes\/.*\.tsx$/.test(key))

/** A source with everything it imports at once. */
function withImports(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key]
  if (!chunk || seen.has(key)) return seen
  seen.add(key)
  for (const each of chunk.imports ?? []) withImports(each, seen)
  return seen
}

const kilobytes = (files: Iterable<string>) =>
  [...new Set(files)].reduce((sum, file) => sum + gzipped(client + file), 0) / BYTES_PER_KB

function gzipped(path: string): number {
  return existsSync(`${path}.gz`) ? statSync(`${path}.gz`).size : gzipSync(readFileSync(path)).length
}

const filesOf = (keys: Iterable<string>) => [...keys].map((key) => manifest[key]!.file)

test('the shell is within its budget', () => {
  expect(kilobytes(filesOf(withImports(ENTRY)))).toBeLessThan(SHELL_KB)
})

test('the converter opens within its budget', () => {
  const all = [...withImports(ENTRY), ...withImports('app/routes/convert.tsx')]
  expect(kilobytes(filesOf(all))).toBeLessThan(CONVERT_KB)
})

test('every other route adds little', () => {
  const shell = withImports(ENTRY)
  expect(routes.length).toBeGreaterThan(1)
  for (const route of routes.filter((each) => each !== 'app/routes/convert.tsx')) {
    const own = [...withImports(route)].filter((key) => !shell.has(key))
    expect([route, kilobytes(filesOf(own)) < OTHER_ROUTE_KB]).toEqual([route, true])
  }
})

test('styles are within their budget', () => {
  const styles = Object.values(manifest).flatMap(({ css }) => css ?? [])
  expect(kilobytes(styles)).toBeLessThan(CSS_KB)
})

/**
 * What a first visit asks for, and how many kilobytes come. Measured on 27 November 2026 with Chromium and brotli, without
 * the favicon and the service worker. Each budget is the measured number plus a third of a kilobyte, rounded up. When a
 * budget has to grow, it is changed here, and the commit says why.
 */
const FIRST_VISIT: Record<string, { requests: number; kilobytes: number }> = {
  '/': { requests: 10, kilobytes: 177 },
  '/convert': { requests: 20, kilobytes: 387 },
  '/subscribe': { requests: 21, kilobytes: 189 },
  '/subscribe/x': { requests: 18, kilobytes: 182 },
  '/login': { requests: 15, kilobytes: 175 },
  '/profile': { requests: 16, kilobytes: 175 },
  '/terms': { requests: 11, kilobytes: 164 },
  '/privacy': { requests: 12, kilobytes: 172 },
  '/settings': { requests: 11, kilobytes: 168 },
  '/settings/appearance': { requests: 12, kilobytes: 169 },
  '/settings/data': { requests: 11, kilobytes: 170 },
  '/settings/people': { requests: 16, kilobytes: 175 },
  '/settings/subscribe/position': { requests: 15, kilobytes: 177 },
  '/settings/subscribe/history': { requests: 16, kilobytes: 179 },
  '/settings/logs': { requests: 11, kilobytes: 168 },
}

test('a first visit of every route asks for little', async ({ browser, baseURL }) => {
  for (const [path, budget] of Object.entries(FIRST_VISIT)) {
    const context = await browser.newContext({ baseURL: baseURL!, locale: 'zh-CN', serviceWorkers: 'block' })
    const page = await context.newPage()
    const asked: Promise<{ path: string; bytes: number }>[] = []
    page.on('requestfinished', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname !== '/favicon.svg')
        asked.push(request.sizes().then(({ responseBodySize }) => ({ path: pathname, bytes: responseBodySize })))
    })
    await page.goto(path)
    await alive(page)
    await page.waitForLoadState('networkidle')
    const answers = await Promise.all(asked)
    const kilobytes = answers.reduce((sum, { bytes }) => sum + bytes, 0) / BYTES_PER_KB
    const list = answers.map(({ path, bytes }) => `${path} ${bytes}`).join('\n')
    expect(answers.length, `${path} asks for:\n${list}`).toBeLessThanOrEqual(budget.requests)
    expect(kilobytes, `${path} brings:\n${list}`).toBeLessThanOrEqual(budget.kilobytes)
    await context.close()
  }
})

test('every route has such a budget', () => {
  const addresses = routes.map((route) => {
    const name = route.replace('app/routes/', '').replace('.tsx', '')
    if (name === 'home') return '/'
    // One of what is published: none is there, and the page is the same.
    if (name === 'subscription') return '/subscribe/x'
    return `/${name.replace(/^settings-(subscribe-)?/, (_, sub) => (sub ? 'settings/subscribe/' : 'settings/'))}`
  })
  expect(addresses.sort()).toEqual(Object.keys(FIRST_VISIT).sort())
})

test('all scripts are within the budgets of their own', () => {
  const budgets: [chunk: RegExp, kilobytes: number][] = [
    [/\/code-mirror-/, 160],
    [/\/qr-worker-/, 70],
    [/\/palette-/, 15],
  ]
  const chunks = readdirSync(`${client}assets`).filter((file) => file.endsWith('.js'))
  for (const [chunk, budget] of budgets) {
    const found = chunks.filter((file) => chunk.test(`/${file}`))
    expect([String(chunk), found.length]).toEqual([String(chunk), 1])
    expect([String(chunk), kilobytes(found.map((file) => `assets/${file}`)) < budget]).toEqual([String(chunk), true])
  }
})
