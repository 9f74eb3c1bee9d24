import { afterAll, expect, test } from 'vitest'
import { Folder, removeFolders, runCli } from './run-cli.ts'

afterAll(removeFolders)

const TROJAN = 'trojan://secret@example.com:443?sni=example.com#HK'

interface Entry {
  line: number
  inner?: number
  ok: boolean
  node?: Record<string, unknown>
  link?: string
  issues: Record<string, unknown>[]
}

async function parse(
  stdin: string,
  ...args: string[]
): Promise<{ code: number | null; entries: Entry[]; stderr: string }> {
  const { code, stdout, stderr } = await runCli(['parse', ...args], { stdin })
  return {
    code,
    stderr,
    entries: stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Entry])),
  }
}

test('a file that is not UTF-8 is read, and the terminal says so', async () => {
  const link = Buffer.concat([Buffer.from('trojan://p@example.com:443#'), Buffer.from('cfe3b8db', 'hex')])
  const folder = new Folder({ 'a.txt': link })
  const { code, stdout, stderr } = await runCli(['parse', 'a.txt'], { cwd: folder.path })
  expect([code, (JSON.parse(stdout) as Entry).node!['name']]).toEqual([0, '香港'])
  expect(stderr).toContain('GB18030')
})

test('one object an entry, in the order of the input; comments and blank lines give none', async () => {
  const { code, entries } = await parse(`# comment\n${TROJAN}\n\ntrojan://secret@example.com:0#bad\n${TROJAN}\n`)
  expect(code).toBe(0)
  expect(entries.map(({ line, ok }) => [line, ok])).toEqual([
    [2, true],
    [4, false],
    [5, true],
  ])
  expect(entries[0]).toEqual({
    line: 2,
    ok: true,
    node: expect.objectContaining({ type: 'trojan', name: 'HK', port: 443 }),
    link: TROJAN,
    issues: [],
  })
  expect(entries[1]!.issues).toEqual([
    expect.objectContaining({
      code: 'bad-port',
      severity: 'error',
      field: 'port',
      message: 'Port must be 1–65535',
    }),
  ])
  expect(entries[2]!.issues).toEqual([
    expect.objectContaining({ code: 'duplicate', of: 2, message: 'Same as line 2 (server, port, name)' }),
  ])
  expect(entries[2]!.node!['name']).toBe('HK')
})

test('inside base64 the line of the body is told as well', async () => {
  const { entries } = await parse(Buffer.from(`${TROJAN}\n${TROJAN.replace('HK', 'US')}`).toString('base64'))
  expect(entries.map(({ line, inner }) => [line, inner])).toEqual([
    [1, 1],
    [1, 2],
  ])
})

test('--as gives the node as a client spells it', async () => {
  const mihomo = await parse(TROJAN, '--as', 'mihomo')
  expect(mihomo.entries[0]!.node).toMatchObject({
    name: 'HK',
    type: 'trojan',
    server: 'example.com',
    port: 443,
    password: 'secret',
  })
  for (const name of ['sing-box', 'singbox']) {
    const { entries } = await parse(TROJAN, '-', '--as', name)
    expect(entries[0]!.node).toMatchObject({ type: 'trojan', tag: 'HK', server_port: 443 })
  }
  const links = await parse(TROJAN, '--as', 'links')
  expect(links.entries[0]).toEqual({ line: 1, ok: true, link: TROJAN, issues: [] })
})

test('a node that the client would refuse is read, and an issue says that it is not kept', async () => {
  const ssr = `ssr://${Buffer.from(`192.0.2.1:80:origin:aes-128-cfb:plain:${Buffer.from('x').toString('base64url')}`).toString('base64url')}`
  const { code, entries } = await parse(ssr, '--as', 'sing-box')
  expect(code).toBe(0)
  expect(entries[0]).toMatchObject({ ok: true, issues: [{ code: 'type-unsupported', kept: false }] })
  expect(entries[0]).not.toHaveProperty('node')
})

test('a node that may not connect is said to be doubtful, here and in the report', async () => {
  const pinned = `trojan://secret@example.com:443?pcs=${'ab'.repeat(32)}#HK`
  const { entries } = await parse(`${pinned}\n`, '--as', 'sing-box')
  expect(entries[0]!.issues).toEqual([
    expect.objectContaining({
      code: 'pin-not-convertible',
      kept: true,
      doubtful: true,
      message: expect.stringContaining('will not connect unless') as unknown,
    }),
  ])
  const { stderr } = await runCli(['convert', '--to', 'sing-box', '--list'], { stdin: `${pinned}\n${TROJAN}2\n` })
  expect(stderr).toContain('→ 2 in output, 1 doubtful')
  const chinese = await runCli(['convert', '--to', 'sing-box', '--list', '--lang', 'zh-CN'], { stdin: `${pinned}\n` })
  expect(chinese.stderr).toContain('→ 输出 1，其中存疑 1')
})

test('a node list has true line numbers and gets links', async () => {
  const folder = new Folder({
    'list.yaml':
      'proxies:\n  - name: A\n    type: trojan\n    server: example.com\n    port: 443\n    password: x\n  - {name: B, type: trojan, server: example.com, port: 443}\n',
  })
  const { stdout } = await runCli(['parse', 'list.yaml', '--lang', 'zh-CN'], { cwd: folder.path })
  const [first, second] = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Entry)
  expect(first).toMatchObject({ line: 2, ok: true, link: expect.stringMatching(/^trojan:\/\/x@example\.com:443.*#A$/) })
  expect(second).toMatchObject({
    line: 7,
    ok: false,
    issues: [{ code: 'missing-field', field: 'password', message: '缺少密码' }],
  })
})

test('without any node the exit code is 1', async () => {
  const { code, entries, stderr } = await parse('nonsense://x', '--lang', 'zh-CN')
  expect([code, stderr]).toEqual([1, '节点为空\n'])
  expect(entries).toHaveLength(1)
  expect((await parse('')).code).toBe(1)
})
