import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { Folder, removeFolders, runCli } from './run-cli.ts'

afterAll(removeFolders)

describe.each(['docs/command-line.md', 'docs/command-line.zh-CN.md'])('the config that %s upgrades', (name) => {
  const page = readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')
  const [, file = '', text = ''] = /<!-- upgraded (\S+) -->\n+```json\n([^`]*)```/.exec(page) ?? []
  const [, args = '', said = ''] = /\$ npx switchyard (upgrade [^\n]*)\n([^`]*)```/.exec(page) ?? []

  test('is changed as it stands there', async () => {
    const folder = new Folder({ [file]: text })
    const { code, stdout, stderr } = await runCli(args.split(' '), { cwd: folder.path })
    expect([code, stdout + stderr]).toEqual([0, said])
  })
})

const OLD = '{\n  // mine\n  "inbounds": [{"type": "tun", "gso": true}]\n}\n'
const NEW = '{\n  // mine\n  "inbounds": [{"type": "tun"}]\n}\n'

test('into the file itself, and twice is once', async () => {
  const folder = new Folder({ 'c.json': OLD })
  const call = ['upgrade', 'c.json', '--for', 'sing-box', '--to', '1.13', '--in-place']
  const first = await runCli(call, { cwd: folder.path })
  expect([first.code, first.stdout, folder.read('c.json')]).toEqual([0, '', NEW])
  const second = await runCli(call, { cwd: folder.path })
  expect([second.code, second.stderr]).toEqual([0, 'sing-box 1.13: 0 changes, 0 without a new form, 0 errors left\n'])
})

test('as JSON, with the place of everything', async () => {
  const { stdout } = await runCli(['upgrade', '-', '--for', 'sing-box', '--json'], { stdin: OLD })
  expect(JSON.parse(stdout)).toMatchObject({
    client: 'sing-box',
    to: '1.14',
    changes: [{ name: 'tun-gso', code: 'setting-migrated', line: 3, column: 32, path: '/inbounds/0/gso' }],
    issues: [],
    text: NEW,
  })
})

test('what has no new form is taken out and said', async () => {
  const stdin = '{"outbounds": [{"type": "direct", "tag": "d"}, {"type": "shadowsocksr", "tag": "r", "server": "a"}]}'
  const { code, stdout, stderr } = await runCli(['upgrade', '-', '--to', '1.12'], { stdin })
  expect([code, stdout]).toEqual([1, '{"outbounds": [{"type": "direct", "tag": "d"}]}'])
  expect(stderr).toContain('1 without a new form')
})

test.each([
  ['mihomo', 'tun:\n  inet4-route-address: [1.0.0.0/8] # mine\n', 'tun:\n  route-address: [1.0.0.0/8] # mine\n', 0],
  ['mihomo', 'mode: rule\nglobal-client-fingerprint: chrome\n', 'mode: rule\n', 1],
  ['xray', '{"outbounds": [{"protocol": "freedom", "streamSettings": {"network": "tcp"}}]}', '{"outbounds": [{"protocol": "freedom", "streamSettings": {"network": "raw"}}]}', 0],
])('%s has one version to go to', async (client, stdin, text, exit) => {
  const { code, stdout, stderr } = await runCli(['upgrade', '-', '--for', client], { stdin })
  expect([code, stdout]).toEqual([exit, text])
  expect(stderr).toContain(`1 change, ${exit} without a new form, 0 errors left`)
}) // oxfmt-ignore

test.each([
  [['upgrade', '-', '--to', '1.11', '--for', 'sing-box'], '1.11'],
  [['upgrade', '-', '--for', 'clash'], 'Clash'],
  [['upgrade', '-', '--for', 'mihomo', '--to', '1.18'], '1.19'],
  [['upgrade', '-', '--for', 'sing-box', '--in-place'], '--in-place'],
  [['upgrade', 'bad.json', '--for', 'sing-box'], 'bad.json'],
])('%j is a wrong call', async (args, named) => {
  const folder = new Folder({ 'bad.json': '{"route": {' })
  const { code, stderr } = await runCli(args, { stdin: '{}', cwd: folder.path })
  expect(code).toBe(2)
  expect(stderr).toContain(named)
})
