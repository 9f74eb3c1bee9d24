import { describe, expect, test } from 'vitest'
import { byName } from './by-name.ts'
import { casts } from './casts.ts'
import { citations } from './citations.ts'
import { languages, missingFiles } from './languages.ts'
import { findAll, type Lint } from './lint.ts'
import { names } from './names.ts'
import { onlyWayOut } from './only-way-out.ts'
import { sentences } from './sentences.ts'
import { sourceOf } from './source.ts'
import { wordsUsed } from './words-used.ts'

const ENGINE = 'packages/convert/src/nodes/x.ts'
const SERVER = 'apps/server/src/features/x.ts'
const PAGE = 'apps/web/app/features/x.tsx'

/** What a lint finds in one text, where nothing is allowed. */
async function foundIn(lint: Lint, path: string, text: string): Promise<string[]> {
  const alone = { ...lint, allowed: {} }
  const found = await findAll([alone], lint.covers(path) ? [sourceOf(path, text)] : [])
  return found.get(alone)!.map(({ line, what }) => (line === undefined ? what : `${line} ${what}`))
}

describe('a comparison by name', () => {
  test.each<[code: string, found: string[]]>([
    ["if (target === 'singbox') x()", ['singbox']],
    ['if (to == "mihomo") x()', ['mihomo']],
    ["switch (x) { case 'clash': y() }", ['clash']],
    ["if ('links' !== to) x()", ['links']],
    ['if (to === `xray`) x()', ['xray']],
    ["if (to === ('xray' as const)) x()", ['xray']],
    ["y(node.type != 'vmess')", ['vmess']],
    ["['vmess', 'vless'].includes(type)", ['vmess', 'vless']],
    ["(['clash'] as const).some((one) => one === to)", ['clash']],
    ["names.has('ssr')", ['ssr']],
    ["const OLD = new Set(['clash'])", ['clash']],
    ["const ALL = ['mihomo', 'sing-box'] as const", ['mihomo', 'sing-box']],
    ["const MAIN = 'mihomo'", ['mihomo']],
    ["const facts = { spellings: ['mihomo'], id: 'mihomo' }", []],
    ["// to === 'singbox'\nwrite({ to: 'mihomo' })", []],
  ])('is seen in %s', async (code, found) => {
    expect((await foundIn(byName(), PAGE, code)).toSorted()).toEqual(found.toSorted())
  })

  test('is no fault in the folder of a client, and one in the contract of all', async () => {
    const code = "x(to === 'mihomo')"
    expect(await foundIn(byName(), 'packages/convert/src/clients/mihomo/x.ts', code)).toEqual([])
    expect(await foundIn(byName(), 'packages/convert/src/clients/x.ts', code)).toEqual(['mihomo'])
  })
})

test('a cast is found wherever it stands, unless a comment gives its reason', async () => {
  const text = `
const a = JSON.parse('1') as number
const b = ['a', 'b'] as const
// a reason
const c = d as unknown as string
const e = f as string // a reason
call(g as string, [h, i as number])
`
  expect(await foundIn(casts(), ENGINE, text)).toEqual(['2 a cast without its reason', '7 a cast without its reason'])
  expect(await foundIn(casts(), 'packages/convert/src/nodes/x.test.ts', text)).toEqual([])
})

test.each<[path: string, text: string, found: string[]]>([
  ['apps/x.ts', '// docs/security.md, "Sizes"; docs/formats/ss.md', []],
  ['apps/x.ts', '// docs/security.md, "No such heading"', ['docs/security.md, "No such heading"']],
  ['apps/x.yaml', '# docs/formats/no-such-page.md', ['docs/formats/no-such-page.md']],
  ['apps/x.ts', '// mihomo.md §4', ['mihomo.md §4']],
  ['docs/formats/x.md', '[rules](rules.md), [out](https://x.example/y.md)', []],
  ['docs/formats/x.md', '[lost](no-such-page.md)', ['](no-such-page.md)']],
  ['docs/formats/x.md', '[rules](rules.md), "No such heading"', ['](rules.md), "No such heading"']],
])('a citation leads to a page and a heading: %s with %s', async (path, text, found) => {
  expect(await foundIn(citations(), path, text)).toEqual(found)
})

test('a language is named by its list alone, and has all its files', async () => {
  const own = { ...languages(), end: undefined }
  expect(await foundIn(own, SERVER, "// zh-CN\nconst x = lang === 'zh-CN'")).toEqual(['2 names a language'])
  expect(await foundIn(own, SERVER, '// zh-CN')).toEqual([])
  expect(missingFiles('ja-JP')).toContain('apps/web/app/messages/convert/ja-JP.json')
})

describe('a way out of the server', () => {
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
    'eval(text)',
    'new Function(text)',
    "import { runInContext } from 'node:vm'",
  ])('is seen in %s', async (text) => {
    expect(await foundIn(onlyWayOut(), SERVER, text)).not.toEqual([])
  })

  test.each([
    "import { createServer, type Server } from 'node:http'",
    "import type { AddressInfo } from 'node:net'",
    "import { isIP } from 'node:net'",
    'getRequestListener(app.fetch)',
    "const { createServer } = await import('vite')",
    'createApp({ fetch: ours })',
  ])('is not seen in %s', async (text) => expect(await foundIn(onlyWayOut(), SERVER, text)).toEqual([]))
})

test('a function that leaves its file has a sentence that says what comes back', async () => {
  const text = '/** Said. */\nexport function a() {}\nexport function b() {}\nexport const c = (x: string) => x\n'
  expect(await foundIn(sentences(), ENGINE, text)).toEqual(['3 b has no sentence', '4 c has no sentence'])
})

test('a word is shown when its key is written, put together, or handed on', async () => {
  const keys = { a: ['a.plain', 'a.kind.ss', 'a.kind.none'], b: ['b.plain'], c: ['c.label'] }
  const text = `
const t = useTranslations('a')
const KINDS = ['ss']
export const words = [t('plain'), KINDS.map((kind) => t(\`kind.\${kind}\`))]
`
  expect(await foundIn(wordsUsed(keys, []), PAGE, text)).toEqual(['a.kind.none', 'b.plain', 'c.label'])
})

test('the entry of a page names the parts of its words, and no other', async () => {
  const keys = { messages: [], convert: ['convert.a'], diff: ['diff.b'] }
  const text = "useTranslations('convert')('a'); useTranslations()('diff.b')"
  const found = (messages: ('convert' | 'diff' | 'publish')[]) =>
    foundIn(wordsUsed(keys, [{ name: 'x', messages }]), 'apps/web/app/routes/x.tsx', text)
  expect(await found(['convert', 'diff'])).toEqual([])
  expect(await found(['convert', 'publish'])).toEqual(['x needs diff', 'x does without publish'])
})

test('a name that means two things is found, and a span of time beside the others', async () => {
  const lint = names()
  const found = await findAll(
    [lint],
    [
      sourceOf(ENGINE, 'export interface Twice {}\nexport type Once = 1'),
      sourceOf(PAGE, 'export function Twice() {}\nconst DAY_MS = 86_400_000'),
    ],
  )
  expect(found.get(lint)).toEqual([
    { path: PAGE, what: 'a DAY_MS of its own' },
    { path: PAGE, what: `Twice, also in ${ENGINE}` },
  ])
})

test('what is allowed and no longer there is found', async () => {
  const lint = { ...byName(), allowed: { [PAGE]: ['mihomo', 'clash'] } }
  const found = await findAll([lint], [sourceOf(PAGE, "x(to === 'mihomo')")])
  expect(found.get(lint)).toEqual([{ path: PAGE, what: 'clash is allowed, and not there' }])
})
