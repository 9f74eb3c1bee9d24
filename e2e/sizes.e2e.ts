import { existsSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'

// Why the shell may be this large: docs/decisions/web-budgets.md.
const SHELL_KB = 145
const CONVERT_KB = 180
const OTHER_ROUTE_KB = 40
const CSS_KB = 30
const BYTES_PER_KB = 1000

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}

const client = fileURLToPath(new URL('../apps/web/dist/client/', import.meta.url))
const ENTRY = 'app/entry.client.tsx'

test.skip(!existsSync(`${client}manifest.json`), 'The web app is not built')

const manifest = existsSync(`${client}manifest.json`)
  ? (JSON.parse(readFileSync(`${client}manifest.json`, 'utf8')) as Record<string, Chunk>)
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
