import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { Folder, removeFolders, runCli } from './run-cli.ts'

afterAll(removeFolders)

describe.each(['docs/command-line.md', 'docs/command-line.zh-CN.md'])('the config that %s shows', (name) => {
  const page = readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')
  const [, file = '', text = ''] = /<!-- config (\S+) -->\n```yaml\n([^`]*)```/.exec(page) ?? []
  const [, args = '', said = ''] = /\$ npx switchyard (check [^\n]*)\n([^`]*)```/.exec(page) ?? []

  test('gets the answer that stands there', async () => {
    const folder = new Folder({ [file]: text })
    const { code, stdout, stderr } = await runCli(args.split(' '), { cwd: folder.path })
    expect([code, stdout + stderr]).toEqual([1, said])
  })
})

test('as JSON, with the place of everything', async () => {
  const stdin = 'port: 7890\nmode: rul\n'
  const { code, stdout, stderr } = await runCli(['check', '-', '--json'], { stdin })
  expect([code, stderr]).toEqual([1, ''])
  expect(JSON.parse(stdout)).toEqual({
    client: 'mihomo',
    version: '1.19',
    errors: 1,
    warnings: 0,
    notes: 0,
    issues: [
      {
        code: 'value-wrong',
        severity: 'error',
        line: 2,
        column: 7,
        endLine: 2,
        endColumn: 10,
        path: '/mode',
        args: { key: 'mode', values: 'rule, global, direct', nearest: 'rule' },
        message: 'mode must be one of rule, global, direct (did you mean rule?)',
        fix: { title: 'rule', edits: [{ from: 17, to: 20, text: 'rule' }] },
      },
    ],
  })
})

test('as JSON, a rule stands in its message', async () => {
  const { stdout } = await runCli(['check', '-', '--json'], { stdin: 'rules:\n  - DOMAIN,a.example.com\n' })
  const { issues }: { issues: { message: string }[] } = JSON.parse(stdout)
  expect(issues.map(({ message }) => message)).toEqual([
    'Line 2: DOMAIN,a.example.com → Write TYPE,SITE,GROUP, for example DOMAIN-SUFFIX,netflix.com,Japan',
  ])
})

test('a sound config is praised in one line, and the version is told', async () => {
  const stdin = '{"outbounds": [{"type": "direct", "tag": "direct"}]}'
  const { code, stdout, stderr } = await runCli(['check', '-', '--client-version', '1.13'], { stdin })
  expect([code, stdout, stderr]).toEqual([0, '', 'sing-box 1.13: 0 errors, 0 warnings, 0 notes\n'])
})

test('rule lists of a folder are looked at', async () => {
  const folder = new Folder({ 'a.txt': 'USER-AGENT,x\n' })
  const stdin =
    'rule-providers:\n  a: {type: file, behavior: classical, path: ./a.txt, format: text}\nrules:\n  - RULE-SET,a,DIRECT\n'
  const { code, stdout } = await runCli(['check', '-', '--lists', '.'], { stdin, cwd: folder.path })
  expect(code).toBe(0)
  expect(stdout.split('\n').map((line) => line.split(' ', 2).join(' '))).toEqual(['2:3 rule-unsupported', '2:3 list-empty', '']) // oxfmt-ignore
})

test.each([
  [['check', '-', '--lists', 'nowhere'], 'nowhere'],
  [['check', '-', '--for', 'surge'], '--for'],
  [['check', '-', '--client-version', 'new'], '--client-version'],
  [['check', 'nowhere.yaml'], 'nowhere.yaml'],
])('%j is a wrong call', async (args, named) => {
  const { code, stderr } = await runCli(args, { stdin: '' })
  expect(code).toBe(2)
  expect(stderr).toContain(named)
})
