import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { npm } from './npm.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SOURCE = join(ROOT, 'packages/convert')
const readme = readFileSync(join(SOURCE, 'README.md'), 'utf8')
const block = (language: string) => readme.split(`\`\`\`${language}\n`)[1]!.split('```')[0]!

/** Outside the repository, so that nothing of it is found by chance. */
const folder = mkdtempSync(join(tmpdir(), 'switchyard-pack-'))
const installed = join(folder, 'node_modules/@switchyard/convert')
const at = (path: string) => join(folder, path)
const node = (...args: string[]) => spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })

interface Manifest {
  exports: Record<string, { types: string; default: string }>
  [key: string]: unknown
}
let manifest: Manifest

beforeAll(() => {
  const packed = node(join(ROOT, 'scripts/pack.ts'), folder)
  expect(packed.status, packed.stderr).toBe(0)
  writeFileSync(at('package.json'), JSON.stringify({ private: true, type: 'module' }))
  // What it depends on comes from the repository, so nothing is fetched; js-yaml needs argparse. What the package imports
  // and does not name is missing here.
  const { dependencies } = JSON.parse(readFileSync(join(SOURCE, 'package.json'), 'utf8')) as Record<string, object>
  const named = [...Object.keys(dependencies!), 'argparse'].map((name) => `file:${join(ROOT, 'node_modules', name)}`)
  const tarball = `./${globSync('*.tgz', { cwd: folder })[0]}`
  const options = ['--offline', '--install-links', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock']
  expect(npm(['install', ...options, tarball, ...named], folder)).toBe(false)
  manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Manifest
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the package that npm packs stands alone', () => {
  expect(manifest).toMatchObject({ name: '@switchyard/convert', license: 'MIT', type: 'module' })
  expect(manifest['private']).toBeUndefined()
  expect(Object.keys(manifest['dependencies'] as object)).toEqual([
    'fzstd',
    'js-yaml',
    'jsonc-parser',
    're2js',
    'smol-toml',
    'yaml',
  ])
  const files = globSync('**/*', { cwd: installed, withFileTypes: true }).filter((file) => file.isFile())
  const names = files.map(({ name }) => name)
  const isCode = (name: string) => /\.(js|d\.ts)$/.test(name) && !name.includes('.test.')
  expect(names.filter((name) => !isCode(name)).sort()).toEqual(['LICENSE', 'README.md', 'package.json'])
})

test('the example of the README runs from the package as plain JavaScript', () => {
  // The example has no type annotation, so it is JavaScript as it stands.
  writeFileSync(at('example.js'), block('ts'))
  const { stdout, stderr } = node('example.js')
  expect(stdout, stderr).toBe(block('text'))
})

test('every door of the package opens', () => {
  const doors = Object.keys(manifest.exports).map((door) => `@switchyard/convert${door.slice(1)}`)
  expect(doors.length).toBeGreaterThan(1)
  writeFileSync(at('doors.js'), doors.map((door) => `import ${JSON.stringify(door)}\n`).join(''))
  const { status, stderr } = node('doors.js')
  expect(status, stderr).toBe(0)
})

test('a TypeScript caller sees the types of the package, and is told of a wrong field', () => {
  const lines = [
    "import { convert, parseNodes, type ConvertResult, type ProxyNode } from '@switchyard/convert'",
    "const flows = parseNodes('').nodes.map(({ node }) => (node.type === 'vless' ? node.flow : undefined))",
    "export const result: ConvertResult = convert({ nodes: [], to: 'mihomo' })",
    'export const name = (node: ProxyNode): string => node.name + flows.length',
    '// @ts-expect-error no such output',
    "convert({ nodes: [], to: 'nowhere' })",
    '// @ts-expect-error only a node that is known to be vless has a flow',
    'export const flow = (node: ProxyNode) => node.flow',
  ]
  writeFileSync(at('caller.ts'), `${lines.join('\n')}\n`)
  const compilerOptions = { strict: true, module: 'nodenext', lib: ['ES2025'], types: [], noEmit: true, skipLibCheck: false } // oxfmt-ignore
  writeFileSync(at('tsconfig.json'), JSON.stringify({ compilerOptions, files: ['caller.ts'] }))
  expect(node(join(ROOT, 'node_modules/typescript/lib/tsc.js'), '-p', folder).stdout).toBe('')
})
