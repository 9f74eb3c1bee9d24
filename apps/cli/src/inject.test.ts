import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { changedLines } from './changed-lines.ts'
import { Folder, removeFolders, runCli } from './run-cli.ts'

afterAll(removeFolders)

describe.each(['docs/command-line.md', 'docs/command-line.zh-CN.md'])('the example that %s shows', (name) => {
  const page = readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')
  const files = Object.fromEntries(
    [...page.matchAll(/<!-- inject (\S+) -->\n```\w*\n([^`]*)```/g)].map(([, file, text]) => [file!, text!]),
  )
  const [, args = '', said = ''] = /\$ npx switchyard (inject [^\n]*)\n([^`]*)```/.exec(page) ?? []

  test('gets the answer that stands there', async () => {
    const folder = new Folder(files)
    const { code, stdout, stderr } = await runCli(args.split(' '), { cwd: folder.path })
    expect([code, stdout + stderr]).toEqual([1, said])
  })

  test('and its changes can all be made, once', async () => {
    const folder = new Folder({ ...files, 'nodes.txt': 'trojan://p@new.example.com:443#New\n' })
    const call = ['inject', 'mine.yaml', '--changes', 'changes.yaml', '--in-place']
    const first = await runCli(call, { cwd: folder.path })
    const text = readFileSync(join(folder.path, 'mine.yaml'), 'utf8')
    const second = await runCli(call, { cwd: folder.path })
    expect([first.code, second.code]).toEqual([0, 0])
    expect(readFileSync(join(folder.path, 'mine.yaml'), 'utf8')).toBe(text)
    expect(text).toContain('东京')
  })
})

const CONFIG = 'rules: # mine\n  - MATCH,DIRECT\n'

test('the config goes to stdout, to the letter', async () => {
  const folder = new Folder({
    'a.yaml': `\ufeff${CONFIG.replaceAll('\n', '\r\n')}`,
    'r.txt': 'DOMAIN,a.example.com,DIRECT\n',
  })
  const { code, stdout } = await runCli(['inject', 'a.yaml', '--rules', 'r.txt'], { cwd: folder.path })
  expect([code, stdout]).toEqual([0, '\ufeffrules: # mine\r\n  - DOMAIN,a.example.com,DIRECT\r\n  - MATCH,DIRECT\r\n'])
})

test('rules for sing-box are shown as they are written', async () => {
  const folder = new Folder({ 'r.txt': '# mine\nDOMAIN,a.example.com,direct\n' })
  const { stderr } = await runCli(['inject', '-', '--rules', 'r.txt'], {
    cwd: folder.path,
    stdin: '{"outbounds": [{"type": "direct", "tag": "direct"}]}',
  })
  expect(stderr).toBe(
    'DOMAIN,a.example.com,direct → {"domain":["a.example.com"],"action":"route","outbound":"direct"}\n' +
      'sing-box: 1 added, 0 there already, 0 refused\n',
  )
})

test('all that is wrong with a rule stands on one line', async () => {
  const folder = new Folder({ 'r.txt': 'DOMAIN,a.example.com,DIRECT\n\nDOMIAN,a b,Nobody\n' })
  const { stderr } = await runCli(['inject', '-', '--rules', 'r.txt'], { cwd: folder.path, stdin: CONFIG })
  expect(stderr).toBe(
    'Line 3: DOMIAN,a b,Nobody → Unknown rule type: DOMIAN (did you mean DOMAIN?); Nobody is neither a group nor built in\n' +
      'Mihomo: 1 added, 0 there already, 1 refused\n',
  )
})

test('as JSON, with what became of each change', async () => {
  const folder = new Folder({ 'c.yaml': '- add-rules: {rules: ["DOMAIN,x", "MATCH,DIRECT"]}\n- renam: {}\n' })
  const { code, stdout } = await runCli(['inject', '-', '--changes', 'c.yaml', '--json'], { cwd: folder.path, stdin: CONFIG }) // oxfmt-ignore
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({
    client: 'mihomo', added: 0, skipped: 1, refused: 2, edits: [], text: CONFIG,
    changes: [{ kind: 'add-rules', line: 1, issues: [{ message: 'Line 1: DOMAIN,x → Write TYPE,SITE,GROUP, for example DOMAIN-SUFFIX,netflix.com,Japan' }] }],
    issues: [{ line: 2, message: 'Unknown key renam (did you mean rename?)' }],
  }) // oxfmt-ignore
})

test('a result that the client would refuse is not written', async () => {
  const folder = new Folder({ 'a.yaml': CONFIG, 'c.yaml': '- set: {path: /mode, value: rul}\n' })
  const { code, stdout, stderr } = await runCli(['inject', 'a.yaml', '--changes', 'c.yaml'], { cwd: folder.path })
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('Nothing is written')
  expect(stderr).toContain('value-wrong')
})

test.each([
  [['inject', '-'], '--changes'],
  [['inject', '-', '--rules', 'r.txt', '--at', 'here'], '--at'],
  [['inject', '-', '--rules', 'r.txt', '--in-place'], '--in-place'],
  [['inject', '-', '--rules', 'nowhere.txt'], 'nowhere.txt'],
])('%j is a wrong call', async (args, named) => {
  const folder = new Folder({ 'r.txt': '' })
  const { code, stderr } = await runCli(args, { stdin: CONFIG, cwd: folder.path })
  expect(code).toBe(2)
  expect(stderr).toContain(named)
})

describe('lines that change', () => {
  test.each([
    ['a\nb\nc\n', [{ from: 2, to: 3, text: 'B' }], '@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n'],
    ['a', [{ from: 1, to: 1, text: '\nb' }], '@@ -1,1 +1,2 @@\n-a\n\\ No newline at end of file\n+a\n+b\n\\ No newline at end of file\n'],
    ['', [{ from: 0, to: 0, text: 'a\n' }], '@@ -0,0 +1,1 @@\n+a\n'],
    ['1\n2\n3\n4\n5\n6\n7\n8\n9\n', [{ from: 0, to: 2, text: '' }, { from: 16, to: 16, text: 'x\n' }], '@@ -1,4 +1,3 @@\n-1\n 2\n 3\n 4\n@@ -6,4 +5,5 @@\n 6\n 7\n 8\n+x\n 9\n'],
    ['a\n', [], undefined],
  ])('%j with %j', (text, edits, hunks) => {
    expect(changedLines(text, edits, 'f')).toBe(hunks === undefined ? '' : `--- f\n+++ f\n${hunks}`)
  }) // oxfmt-ignore
})
