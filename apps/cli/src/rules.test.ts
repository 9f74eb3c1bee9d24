import { afterAll, expect, test } from 'vitest'
import { Folder, removeFolders, runCli } from './run-cli.ts'

afterAll(removeFolders)

const RULES = `# mine
DOMAIN-SUFFIX,example.com,DIRECT
DOMAIN,bad_-,DIRECT

DOMAINS,example.org,DIRECT
DOMAIN,example.net
IP-CIDR,256.1.1.1/8,DIRECT
GEOIP,CN,DIRECT
MATCH,DIRECT
`

test('every mistake has its line, column, code and words', async () => {
  const folder = new Folder({ 'rules.txt': RULES })
  const { code, stdout } = await runCli(['rules', 'rules.txt'], { cwd: folder.path })
  expect(code).toBe(1)
  const lines = stdout.trimEnd().split('\n')
  expect(lines).toHaveLength(4)
  expect(lines[0]).toMatch(/^3:8 rule-value Invalid domain: /)
  expect(lines[1]).toMatch(/^5:1 rule-type-unknown Unknown rule type: DOMAINS \(did you mean DOMAIN/)
  expect(lines[2]).toBe('6:1 rule-parts Write TYPE,SITE,GROUP, for example DOMAIN-SUFFIX,netflix.com,Japan')
  expect(lines[3]).toMatch(/^7:9 rule-value Invalid IPv4 CIDR/)
})

test('in Chinese and as JSON', async () => {
  const { code, stdout } = await runCli(['rules', '-', '--json', '--lang', 'zh-CN', '--for', 'clash'], {
    stdin: 'DOMAIN,a.example\n',
  })
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toEqual([
    {
      line: 1,
      column: 1,
      code: 'rule-parts',
      severity: 'error',
      message: '第 1 行：DOMAIN,a.example → 写成 类型,网站,分组，例如 DOMAIN-SUFFIX,netflix.com,日本节点',
    },
  ])
})

test('clean rules say nothing', async () => {
  for (const client of ['mihomo', 'clash', 'sing-box', 'singbox']) {
    const stdin = 'DOMAIN-SUFFIX,example.com,DIRECT\nMATCH,DIRECT\n'
    const { code, stdout, stderr } = await runCli(['rules', '-', '--for', client], { stdin })
    expect([code, stdout, stderr]).toEqual([0, '', ''])
  }
})

test('a warning is no error', async () => {
  const { code, stdout } = await runCli(['rules', '-', '--for', 'sing-box'], {
    stdin: 'IP-ASN,13335,DIRECT\nMATCH,DIRECT\n',
  })
  expect(stdout).toMatch(/^1:1 rule-unsupported .*sing-box/)
  expect(code).toBe(0)
})

test('rules and convert --rules read a line alike', async () => {
  const folder = new Folder({
    'rules.txt': 'DOMAIN,a.example,PASS\nDOMAIN,b.example,PASS-RULE\nMATCH,PASS-RULE\n',
    'a.txt': 'trojan://p@t.example.com:443#A\n',
  })
  const found = await runCli(['rules', 'rules.txt'], { cwd: folder.path })
  expect([found.code, found.stdout.split('\n').map((line) => line.split(' ', 2).join(' '))]).toEqual([
    1,
    ['2:18 rule-action', '3:7 rule-action', ''],
  ])
  const call = [
    'convert',
    '--to',
    'mihomo',
    '--template',
    'minimal',
    '--rules',
    'rules.txt',
    'a.txt',
    '--report',
    'r.json',
  ]
  const { stdout } = await runCli(call, { cwd: folder.path })
  expect([stdout.includes('DOMAIN,a.example,PASS'), stdout.includes('PASS-RULE')]).toEqual([true, false])
  const { issues } = JSON.parse(folder.read('r.json')) as { issues: { code: string; line: number }[] }
  expect(issues.map(({ code, line }) => [code, line])).toEqual([
    ['rule-action', 2],
    ['rule-action', 3],
  ])
})

test('a rule behind MATCH is told once', async () => {
  for (const client of ['mihomo', 'clash', 'sing-box']) {
    const stdin = 'MATCH,DIRECT\nDOMAIN,a.example,DIRECT\n'
    const { stdout, stderr } = await runCli(['rules', '-', '--for', client], { stdin })
    expect(stdout).toMatch(/^2:1 rule-unreachable .*\n$/)
    expect(stderr).toBe('Errors: 0 · warnings and notes: 1\n')
  }
})

test('an action that is none of sing-box is called an action', async () => {
  const { stdout } = await runCli(['rules', '-', '--for', 'sing-box'], { stdin: '{"action": "rejct"}' })
  expect(stdout).toMatch(/^1:\d+ rule-action There is no action rejct \(did you mean reject/)
})

test('sing-box rules as JSON', async () => {
  const { code, stdout } = await runCli(['rules', '-', '--for', 'sing-box'], {
    stdin: '{"rules": [\n  {"domains": ["a"], "outbound": "x"}\n]}',
  })
  expect(stdout).toMatch(/^2:\d+ rule-value Unknown field domains/)
  expect(code).toBe(1)
})

test('rules are judged for the version of sing-box that is named', async () => {
  const stdin = '[{"package_name_regex": "^a", "outbound": "direct"}]'
  const codes = await Promise.all(
    ['1.12', '1.14'].map(
      async (version) =>
        (await runCli(['rules', '-', '--for', 'sing-box', '--sing-box-version', version], { stdin })).code,
    ),
  )
  expect(codes).toEqual([1, 0])
})
