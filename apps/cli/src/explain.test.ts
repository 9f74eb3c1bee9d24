import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { Folder, removeFolders, runCli } from './run-cli.ts'

afterAll(removeFolders)

describe.each(['docs/command-line.md', 'docs/command-line.zh-CN.md'])('the config that %s explains', (name) => {
  const page = readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')
  const [, file = '', text = ''] = /<!-- explained (\S+) -->\n```yaml\n([^`]*)```/.exec(page) ?? []
  const [, args = '', said = ''] = /\$ npx switchyard (explain [^\n]*)\n([^`]*)```/.exec(page) ?? []

  test('gets the answer that stands there', async () => {
    const folder = new Folder({ [file]: text })
    const { code, stdout, stderr } = await runCli(args.split(' '), { cwd: folder.path })
    expect([code, stdout, stderr]).toEqual([0, said, ''])
  })
})

const CONFIG = 'rule-providers:\n  l: {type: http, behavior: domain, url: "https://l.example/l", path: ./l.yaml}\nrules:\n  - RULE-SET,l,REJECT\n' // oxfmt-ignore

test('as JSON, one line for each question', async () => {
  const questions = '{"host": "a.example", "port": 80}\n\n{"ip": "192.0.2.1"}\n'
  const folder = new Folder({ 'config.yaml': 'rules:\n  - DOMAIN,a.example,REJECT\n', 'questions.jsonl': questions })
  const args = ['explain', 'config.yaml', '--questions', 'questions.jsonl', '--json']
  const { code, stdout } = await runCli(args, { cwd: folder.path })
  expect(code).toBe(0)
  const answers: unknown[] = stdout.trim().split('\n').map((line) => JSON.parse(line)) // oxfmt-ignore
  expect(answers).toEqual([
    {
      rule: { index: 0, line: 2, text: 'DOMAIN,a.example,REJECT' },
      why: 'DOMAIN a.example',
      reason: { code: 'fits', held: [{ type: 'DOMAIN', value: 'a.example', fact: 'a.example' }] },
      groups: [],
      node: 'REJECT',
      needs: [],
      unknown: [],
      passed: [],
    },
    {
      rule: null,
      why: 'No rule takes it',
      reason: { code: 'no-rule' },
      groups: [],
      node: 'DIRECT',
      needs: [],
      unknown: [],
      passed: [],
    },
  ])
})

const LIST = 'payload:\n  - a.example\n'
const SHA1 = createHash('sha1').update('https://l.example/l').digest('hex')

test.each<[what: string, files: Record<string, string>, args: string[], said: string]>([
  ['nothing', {}, ['config.yaml'], 'Not at hand, so not looked into: l'],
  ['its path beside the config', { 'l.yaml': LIST }, ['config.yaml'], 'RULE-SET l; DOMAIN a.example'],
  ['the SHA-1 of its address', { [SHA1]: LIST }, ['-', '--lists', '.'], 'RULE-SET l; DOMAIN a.example'],
  ['its name in the folder', { 'l.yaml': LIST }, ['-', '--lists', '.'], 'RULE-SET l; DOMAIN a.example'],
])('a list is found by %s', async (_, files, args, said) => {
  const folder = new Folder({ 'config.yaml': CONFIG, ...files })
  const call = ['explain', ...args, '--host', 'a.example']
  const { stdout } = await runCli(call, { cwd: folder.path, stdin: CONFIG })
  expect(stdout).toContain(said)
})

test('what is no config has no answer', async () => {
  const { code, stderr } = await runCli(['explain', '-', '--for', 'xray', '--host', 'a'], { stdin: '[]' })
  expect([code, stderr]).toEqual([1, 'This is no config of Xray\n'])
})

test.each([
  [['explain', '-'], '--host'],
  [['explain', '-', '--host', 'a', '--port', '99999'], '--port'],
  [['explain', '-', '--ip', 'a'], '--ip'],
  [['explain', '-', '--host', 'a', '--resolved', 'x'], '--resolved'],
  [['explain', '-', '--host', 'a', '--for', 'surge'], '--for'],
  [['explain', '-', '--host', 'a', '--lists', 'nowhere'], 'nowhere'],
  [['explain', '-', '--questions', 'nowhere'], 'nowhere'],
])('%j is a wrong call', async (args, named) => {
  const { code, stderr } = await runCli(args, { stdin: '' })
  expect(code).toBe(2)
  expect(stderr).toContain(named)
})

test('a line that is no question is named', async () => {
  const folder = new Folder({ 'q.jsonl': '{"host": "a"}\n{"host": 1}\n' })
  const { code, stderr } = await runCli(['explain', '-', '--questions', 'q.jsonl'], { cwd: folder.path })
  expect([code, stderr.split('\n')[0]]).toEqual([2, 'Line 2 of q.jsonl is no question'])
})
