import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { Folder, removeFolders, runCli } from './run-cli.ts'

afterAll(removeFolders)

describe.each(['docs/command-line.md', 'docs/command-line.zh-CN.md'])('the configs that %s compares', (name) => {
  const page = readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')
  const files = [...page.matchAll(/<!-- compared (\S+) -->\n+```yaml\n([^`]*)```/g)].map(([, file = '', text = '']) => [file, text]) // oxfmt-ignore
  const [, args = '', said = ''] = /\$ npx switchyard (compare [^\n]*)\n([^`]*)```/.exec(page) ?? []

  test('get the answer that stands there', async () => {
    const folder = new Folder(Object.fromEntries(files))
    const { code, stdout, stderr } = await runCli(args.split(' '), { cwd: folder.path })
    expect([code, stdout + stderr]).toEqual([1, said])
  })
})

test('two that mean the same', async () => {
  const folder = new Folder({ 'a.yaml': 'port: 1\nmode: rule\n', 'b.yaml': '# b\nmode: rule\nport: 1\n' })
  const call = ['compare', 'a.yaml', 'b.yaml']
  expect(await runCli(call, { cwd: folder.path })).toEqual({ code: 0, stdout: '', stderr: 'No difference in meaning\n' }) // oxfmt-ignore
  const { stdout } = await runCli([...call, '--json'], { cwd: folder.path })
  expect(JSON.parse(stdout)).toEqual({ client: 'mihomo', isEqual: true, parts: [], rules: [], settings: [] })
})

test.each([
  [['compare', '-', '-'], '-'],
  [['compare', '-', 'nowhere'], 'nowhere'],
  [['compare', '-', 'bad.json', '--for', 'sing-box'], 'bad.json'],
])('%j is a wrong call', async (args, named) => {
  const folder = new Folder({ 'bad.json': '{"route": {' })
  const { code, stderr } = await runCli(args, { stdin: '{}', cwd: folder.path })
  expect(code).toBe(2)
  expect(stderr).toContain(named)
})
