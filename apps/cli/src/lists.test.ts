import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { Folder, removeFolders, runCli } from './run-cli.ts'

afterAll(removeFolders)

describe.each(['docs/command-line.md', 'docs/command-line.zh-CN.md'])('the list that %s converts', (name) => {
  const page = readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')
  const [, file = '', text = ''] = /<!-- listed (\S+) -->\n+```\n([^`]*)```/.exec(page) ?? []
  const [, args = '', said = ''] = /\$ npx switchyard (lists [^\n]*)\n([^`]*)```/.exec(page) ?? []

  test('becomes what stands there', async () => {
    const folder = new Folder({ [file]: text })
    const { code, stdout, stderr } = await runCli(args.split(' '), { cwd: folder.path })
    expect([code, stdout + stderr]).toEqual([1, said])
  })
})

test('several become one, compiled, and explain reads it', async () => {
  const config = '{"route": {"rule_set": [{"tag": "s", "type": "local", "path": "s.srs"}], "rules": [{"rule_set": "s", "action": "reject"}]}}' // oxfmt-ignore
  const folder = new Folder({ 'a.txt': 'a.example\n', 'b.yaml': 'payload:\n  - +.b.example\n', 'c.json': config })
  const first = await runCli(['lists', 'a.txt', 'b.yaml', '--to', 'srs', '-o', 's.srs'], { cwd: folder.path })
  expect([first.code, first.stdout]).toEqual([0, ''])
  expect(readFileSync(join(folder.path, 's.srs')).subarray(0, 3).toString()).toBe('SRS')
  const { stdout } = await runCli(['lists', 's.srs', '--to', 'mihomo-text', '--sort'], { cwd: folder.path })
  expect(stdout).toBe('a.example\n+.b.example\n')
  const answer = await runCli(['explain', 'c.json', '--host', 'x.b.example'], { cwd: folder.path })
  expect(answer.stdout).toContain('rule_set s; domain_suffix b.example fits x.b.example\nreject\n')
})

test('compiled by mihomo, it is read, and explain and check look into it', async () => {
  const provider = (behavior: string) =>
    `rule-providers: {l: {type: file, behavior: ${behavior}, format: mrs, path: l.mrs}}\nrules: ["RULE-SET,l,REJECT", "MATCH,DIRECT"]\n` // oxfmt-ignore
  const folder = new Folder({ 'c.yaml': provider('domain'), 'other.yaml': provider('ipcidr') })
  const bytes = Buffer.from('KLUv/QQAHQIAFANNUlMBAAYocAbVeqqqwKqqAAAAHWVscG1heGUuYWJjZGXmLi4uLpYrKisqhy7keLitBgAg8J2LKy1qPmB5F9dpAVefJag=', 'base64') // oxfmt-ignore
  const run = async (...args: string[]) => (await runCli(args, { cwd: folder.path })).stdout
  writeFileSync(join(folder.path, 'l.mrs'), bytes)
  expect(await run('lists', 'l.mrs', '--to', 'mihomo-text', '--sort')).toBe(
    'a.example\nxn--fiq228c.example\n*.c.example\n.d.example\nx.*.e.example\n+.b.example\n',
  )
  for (const [host, target] of [
    ['b.example', 'REJECT'],
    ['d.example', 'DIRECT'],
    ['x.d.example', 'REJECT'],
  ] as const)
    // oxfmt-ignore
    expect(await run('explain', 'c.yaml', '--host', host)).toContain(target)
  expect(await run('check', 'c.yaml', '--lists', '.')).toBe('')
  expect(await run('check', 'other.yaml', '--lists', '.')).toContain('list-empty')
  writeFileSync(join(folder.path, 'l.mrs'), bytes.subarray(0, 60))
  expect(await run('explain', 'c.yaml', '--host', 'b.example')).toContain('Not at hand, so not looked into: l')
  expect(await run('check', 'c.yaml', '--lists', '.')).toContain('list-empty')
})

test('as JSON, with counts and reasons', async () => {
  const { code, stdout } = await runCli(['lists', '-', '--to', 'surge', '--json'], {
    stdin: 'DOMAIN-REGEX,^a\nDOMAIN,a\n',
  })
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({
    to: 'surge', read: 2, skipped: 0, merged: 0, carried: 1, dropped: 1, issues: [{ code: 'rule-unsupported', args: { type: 'DOMAIN-REGEX' } }], text: 'DOMAIN,a\n',
  }) // oxfmt-ignore
})

test.each([
  [['lists', '-'], '--to'],
  [['lists', '-', '--to', 'mrs'], 'mihomo-yaml'],
  [['lists', '-', '--to', 'surge', '--behavior', 'x'], 'ipcidr'],
  [['lists', 'nowhere', '--to', 'surge'], 'nowhere'],
])('%j is a wrong call', async (args, named) => {
  const { code, stderr } = await runCli(args, { stdin: '' })
  expect(code).toBe(2)
  expect(stderr).toContain(named)
})
