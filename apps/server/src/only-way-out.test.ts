import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { describe, expect, test } from 'vitest'

const folder = fileURLToPath(new URL('.', import.meta.url))
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => ({ name, text: readFileSync(folder + name, 'utf8') }))

/** What opens connections, and what of it does not. */
const NETWORK = /^(?:node:)?(?:http|https|http2|net|tls|dgram|dns|dns\/promises|inspector|module|cluster)$|^undici(?:\/|$)|^nodemailer(?:\/|$)|^hono\/proxy$/ // oxfmt-ignore
const HARMLESS: ReadonlySet<string> = new Set(['createServer', 'isIP', 'isIPv4', 'isIPv6'])
const GLOBALS: ReadonlySet<string> = new Set([
  'fetch', 'WebSocket', 'WebSocketStream', 'EventSource', 'XMLHttpRequest', 'globalThis', 'global', 'require',
]) // oxfmt-ignore
/** Of `process`: the modules of Node by another door. */
const MEMBERS: ReadonlySet<string> = new Set(['getBuiltinModule', 'binding', '_linkedBinding', 'mainModule'])

interface Node {
  type: string
  [key: string]: unknown
}

/** How a source could reach other servers. */
function waysOut(text: string): string[] {
  const found: string[] = []
  const { program, errors } = parseSync('source.ts', text)
  expect(errors).toEqual([])
  visit(program as unknown as Node)
  return found

  function visit(node: Node, parent?: Node, place?: string): void {
    if (node.type === 'ImportDeclaration' || /^Export(?:Named|All)Declaration$/.test(node.type)) lookAtImport(node)
    if (node.type === 'ImportExpression') {
      const source = node['source'] as Node
      const isPlain = source.type === 'Literal' && typeof source['value'] === 'string'
      if (!isPlain) found.push('import()')
      else if (NETWORK.test(source['value'] as string)) found.push(source['value'] as string)
    }
    if (node.type === 'Identifier') lookAtName(node['name'] as string, parent, place)
    for (const [key, value] of Object.entries(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, node, key)
    }
  }

  function lookAtImport(node: Node): void {
    const source = node['source'] as { value: string } | null
    if (!source || !NETWORK.test(source.value) || [node['importKind'], node['exportKind']].includes('type')) return
    const specifiers = (node['specifiers'] ?? [{ type: 'all' }]) as (Node & { imported?: { name: string } })[]
    const taken = specifiers.filter(({ importKind, imported }) => importKind !== 'type' && !HARMLESS.has(imported?.name ?? '')) // oxfmt-ignore
    if (taken.length > 0 || specifiers.length === 0) found.push(source.value)
  }

  function lookAtName(name: string, parent: Node | undefined, place: string | undefined): void {
    const isMember = parent?.type === 'MemberExpression' && place === 'property' && !parent['computed']
    if (isMember && MEMBERS.has(name)) found.push(name)
    // `{ fetch: … }` and `app.fetch` are names of ours; `{ fetch }` takes the global one.
    const isKey = place === 'key' && !parent?.['shorthand']
    if (!isMember && !isKey && GLOBALS.has(name)) found.push(name)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

describe('a way out is seen', () => {
  test.each([
    "import { request } from 'node:http'\nrequest('http://x')",
    "import http from 'node:http'\nhttp.get('http://x')",
    "import * as net from 'net'\nnet.connect(1)",
    "import { createServer, connect } from 'node:net'",
    "import { lookup } from 'node:dns/promises'",
    "import { fetch as ask } from 'undici'",
    "import 'undici'",
    "export { request } from 'undici'",
    "export * from 'node:https'",
    "const { request } = await import('undici')",
    "await import('und' + 'ici')",
    "await fetch('http://x')",
    "await globalThis.fetch('http://x')",
    "await globalThis['fetch']('http://x')",
    'const { fetch: ask } = globalThis',
    'const deps = { fetch }',
    'const ask = fetch',
    "new WebSocket('ws://x')",
    "import { createRequire } from 'node:module'",
    "process.getBuiltinModule('http')",
    "import { proxy } from 'hono/proxy'",
    "import { createTransport } from 'nodemailer'",
  ])('%s', (text) => expect(waysOut(text)).not.toEqual([]))

  test.each([
    "import { createServer, type Server } from 'node:http'",
    "import type { AddressInfo } from 'node:net'",
    "import { isIP } from 'node:net'",
    'getRequestListener(app.fetch)',
    "const { createServer } = await import('vite')",
    'createApp({ fetch: ours })',
  ])('%s is none', (text) => expect(waysOut(text)).toEqual([]))
})

test('no file outside fetch/ reaches out of the server', () => {
  const reaching = sources
    .filter(({ name }) => !name.startsWith('fetch/'))
    .map(({ name, text }) => ({ name, ways: waysOut(text) }))
    .filter(({ ways }) => ways.length > 0)
  // The build of the pages is loaded from the disk, by the name that it was given.
  expect(reaching).toEqual([{ name: 'pages/web-build.ts', ways: ['import()'] }])
})

test('in fetch/ there is one file for each way out', () => {
  const reaching = sources
    .filter(({ name }) => name.startsWith('fetch/'))
    .flatMap(({ name, text }) => waysOut(text).map((way) => [name, way]))
  expect(reaching).toEqual([
    // Opens connections, to checked addresses alone.
    ['fetch/checked-dial.ts', 'undici'],
    // Speaks HTTP on them.
    ['fetch/checked-request.ts', 'undici'],
    // The mail server of the operator.
    ['fetch/mail.ts', 'nodemailer'],
    // Looks names up.
    ['fetch/network.ts', 'node:dns/promises'],
  ])
})

test('no code is made from text', () => {
  const making = sources.filter(({ text }) => /\beval\(|new Function\(|from 'node:(vm|child_process)'/.test(text))
  expect(making.map(({ name }) => name)).toEqual([])
})
