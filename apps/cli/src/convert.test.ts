import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { readYaml } from '@switchyard/convert'
import { afterAll, describe, expect, test } from 'vitest'
import { Folder, removeFolders, type CliRun, runCli } from './run-cli.ts'

afterAll(removeFolders)

const ID = '11111111-2222-4333-8444-555555555555'
const TROJAN = 'trojan://canary-secret@example.com:443?sni=example.com#HK'
const VLESS = `vless://${ID}@example.com:443?security=tls&sni=example.com&type=tcp#US`
const SS = `ss://${Buffer.from('aes-128-gcm:canary-secret').toString('base64url')}@192.0.2.1:8388#JP`
const THREE = [TROJAN, VLESS, SS].join('\n')

/** Everything below needs no network: the minimal template has no lists. */
const MINIMAL = ['--template', 'minimal']

interface ReportJson extends Record<string, unknown> {
  issues: { line?: number; code: string; severity: string; message: string; kept?: boolean }[]
}

async function report(args: readonly string[], stdin: string): Promise<CliRun & { report: ReportJson }> {
  const folder = new Folder()
  const run = await runCli(['convert', ...args, '--report', 'report.json'], { stdin, cwd: folder.path })
  return { ...run, report: JSON.parse(folder.read('report.json')) as ReportJson }
}

describe('what it writes', () => {
  test.each([
    ['mihomo', /^ {2}- \{name: HK, type: trojan/m],
    ['clash', /^ {2}- \{name: JP, type: ss/m],
    ['sing-box', /"type": ?"trojan"/],
    ['singbox', /"type": ?"shadowsocks"/],
    ['links', /^trojan:\/\/canary-secret@example\.com/m],
  ])('--to %s', async (to, expected) => {
    const { code, stdout, stderr } = await runCli(['convert', '--to', to, ...MINIMAL], { stdin: THREE })
    expect(stderr).toMatch(/^3 nodes · 0 skipped/)
    expect(stdout).toMatch(expected)
    expect(code).toBe(0)
  })

  test('--to base64 is the links again', async () => {
    const { stdout } = await runCli(['convert', '--to', 'base64'], { stdin: THREE })
    expect(Buffer.from(stdout, 'base64').toString()).toBe(`${THREE}\n`)
  })

  test('--xray-version names the masks of mKCP, a recipe too, and a flag wins over it', async () => {
    const stdin = `vless://${ID}@192.168.1.1:443?security=none&type=kcp#A`
    const recipe = { switchyard: 'recipe', version: 3, output: 'xray', perOutput: { xray: { xrayVersion: '26.3' } } }
    const folder = new Folder({ 'old.json': JSON.stringify(recipe) })
    const masks = async (...args: string[]) => {
      const { stdout } = await runCli(['convert', ...args, ...MINIMAL], { stdin, cwd: folder.path })
      return /mkcp-\w+/.exec(stdout)?.[0]
    }
    expect(await masks('--to', 'xray')).toBe('mkcp-legacy')
    expect(await masks('--to', 'xray', '--xray-version', '26.3')).toBe('mkcp-original')
    expect(await masks('--recipe', 'old.json', '-')).toBe('mkcp-original')
    expect(await masks('--recipe', 'old.json', '--xray-version', '26.6', '-')).toBe('mkcp-legacy')
  })

  test('--list writes nothing but nodes', async () => {
    const yaml = await runCli(['convert', '--to', 'mihomo', '--list'], { stdin: THREE })
    expect(yaml.stdout.split('\n')[0]).toBe('proxies:')
    expect(yaml.stdout.trimEnd().split('\n')).toHaveLength(4)
    const json = await runCli(['convert', '--to', 'sing-box', '--list'], { stdin: THREE })
    expect(Object.keys(JSON.parse(json.stdout) as object)).toEqual(['outbounds'])
  })

  test('-o writes a file and says so; several sources keep their order', async () => {
    const folder = new Folder({ 'a.txt': TROJAN, 'b.txt': VLESS })
    const args = ['convert', 'b.txt', '-', 'a.txt', '--to', 'mihomo', '--list', '-o', 'out.yaml']
    const { code, stdout, stderr } = await runCli(args, { stdin: SS, cwd: folder.path })
    expect([code, stdout]).toEqual([0, ''])
    expect(stderr).toContain('Written to out.yaml')
    expect([...folder.read('out.yaml').matchAll(/\{name: (\w+)/g)].map(([, name]) => name)).toEqual(['US', 'JP', 'HK'])
  })

  test('a file that Windows saved as UTF-16 is read', async () => {
    const folder = new Folder({ 'a.txt': Buffer.from(`\ufeff${TROJAN}`, 'utf16le') })
    const { stdout } = await runCli(['convert', 'a.txt', '--to', 'links'], { cwd: folder.path })
    expect(stdout).toBe(`${TROJAN}\n`)
  })

  test.each([
    ['GBK', 'cfe3b8db', '香港', 'GB18030'],
    ['Big5', 'a578c657', '台灣', 'Big5'],
  ])('a file in %s is read, and the report says so', async (_, name, text, encoding) => {
    const link = Buffer.concat([Buffer.from('trojan://p@example.com:443#'), Buffer.from(name, 'hex')])
    const folder = new Folder({ 'a.txt': link })
    const args = ['convert', 'a.txt', '--to', 'links', '--report', 'report.json']
    const { code, stdout, stderr } = await runCli(args, { cwd: folder.path })
    expect([code, decodeURIComponent(stdout)]).toEqual([0, `trojan://p@example.com:443#${text}\n`])
    const reported = JSON.parse(folder.read('report.json')) as ReportJson
    expect(reported).toMatchObject({ entries: 1, nodes: 1, skipped: 0, output: 1 })
    expect(reported.issues).toEqual([
      expect.objectContaining({ source: 'a.txt', code: 'text-encoding', severity: 'note' }),
    ])
    expect(stderr).toContain(encoding)
  })

  test('a gzip file is read, and a bomb is one skipped entry', async () => {
    const folder = new Folder({ 'a.gz': gzipSync(THREE), 'bomb.gz': gzipSync(Buffer.alloc(80 * 1024 * 1024, 'a')) })
    const args = ['convert', 'a.gz', 'bomb.gz', '--to', 'links', '--report', 'report.json']
    const { code, stdout } = await runCli(args, { cwd: folder.path })
    expect([code, stdout]).toEqual([0, `${THREE}\n`])
    const reported = JSON.parse(folder.read('report.json')) as ReportJson
    expect(reported).toMatchObject({ entries: 4, nodes: 3, skipped: 1 })
    expect(reported.issues).toEqual([expect.objectContaining({ source: 'bomb.gz', code: 'too-large' })])
  })

  test('--lang picks the words and the names of the groups', async () => {
    const args = ['convert', '--to', 'mihomo', ...MINIMAL, '--lang']
    const zh = await runCli([...args, 'zh-CN'], { stdin: TROJAN })
    expect(zh.stderr).toMatch(/^节点 1 · 跳过 0/)
    expect(zh.stdout).toContain('节点选择')
    const en = await runCli([...args, 'en-US'], { stdin: TROJAN })
    expect(en.stderr).toMatch(/^1 node · /)
    expect(en.stdout).toContain('Select')
  })

  test('--prefix, --rules, --rule-provider, --mapping', async () => {
    const folder = new Folder({
      'rules.txt': '# mine\nDOMAIN,a.example,DIRECT\n',
      'sets.yaml':
        'mine:\n  type: http\n  behavior: domain\n  url: https://lists.example.com/mine.yaml\n  interval: 3600\n',
      'mapping.json': '{"nodes": [{"name": "HK", "group": "Far away"}]}',
    })
    const args = ['--rules', 'rules.txt', '--rule-provider', 'sets.yaml', '--mapping', 'mapping.json', '--prefix', 'X ']
    const { code, stdout } = await runCli(['convert', '--to', 'mihomo', ...MINIMAL, ...args], {
      stdin: THREE,
      cwd: folder.path,
    })
    expect(code).toBe(0)
    expect(stdout).toContain('DOMAIN,a.example,DIRECT')
    expect(stdout).toContain('https://lists.example.com/mine.yaml')
    expect(stdout).toContain('Far away')
    expect(stdout).toMatch(/name: "?X HK/)
  })

  test('a mapping sees the name before the prefix and says what it never used', async () => {
    const folder = new Folder({
      'mapping.json':
        '{"nodes": [{"name": "^HK", "group": "Far"}, {"name": "^XX", "group": "Never"}], "groups": {"Nope": "X"}}',
    })
    const args = ['convert', '--to', 'mihomo', ...MINIMAL, '--mapping', 'mapping.json', '--prefix', 'X ']
    const { code, stdout, stderr } = await runCli(args, { stdin: THREE, cwd: folder.path })
    expect(code).toBe(0)
    expect(stdout).toMatch(/name: Far, type: select, proxies: \["X HK"\]/)
    expect(stderr).toContain('Mapping: row 2 fits no node')
    expect(stderr).toContain('Mapping: the template has no group Nope to rename')
  })

  test('a path is told to be replaced only where one is written', async () => {
    const folder = new Folder({
      'sets.yaml': 'mine: {type: http, behavior: domain, path: ./own.yaml, url: "https://lists.example.com/a.yaml"}\n',
    })
    for (const [to, ...more] of [
      ['mihomo'],
      ['sing-box'],
      ['clash'],
      ['clash', '--clash-premium'],
      ['mihomo', '--list'],
    ]) {
      const args = ['--to', to!, ...more, ...MINIMAL, '--rule-provider', 'sets.yaml', '--lists', '.']
      const { stdout, stderr } = await runCli(['convert', ...args], { stdin: SS, cwd: folder.path })
      expect(stderr.includes('path-rewritten')).toBe(stdout.includes('./providers/mine.yaml'))
    }
  })

  test('--route goes into sing-box', async () => {
    const folder = new Folder({
      'route.json': '// mine\n{"final": "direct", "rules": [{"domain": ["a.example"], "action": "reject"}],}',
    })
    const args = ['convert', '--to', 'sing-box', ...MINIMAL, '--route', 'route.json']
    const { stdout } = await runCli(args, { stdin: TROJAN, cwd: folder.path })
    const { route } = JSON.parse(stdout) as { route: { final: string; rules: object[] } }
    expect(route.final).toBe('direct')
    expect(JSON.stringify(route.rules)).toContain('a.example')
  })

  test('what is wrong in the file of --route has its line there', async () => {
    const route =
      '{\n"rules": [\n{"port": "80", "outbound": "direct"},\n{"domain": "a.example", "outbound": "direct"}]}'
    const folder = new Folder({ 'route.json': route })
    const args = ['convert', '--to', 'sing-box', ...MINIMAL, '--route', 'route.json']
    const { stdout, stderr } = await runCli(args, { stdin: TROJAN, cwd: folder.path })
    expect(stderr).toContain('Line 3: {"port":"80","outbound":"direct"} → port must be a number')
    expect(stdout).not.toContain('"80"')
    expect(stdout).toContain('a.example')
  })

  test('a provider alone is a result', async () => {
    const args = [
      'convert',
      '--to',
      'mihomo',
      ...MINIMAL,
      '--use-provider',
      '--provider',
      'Home=https://example.com/sub#canary',
    ]
    const { code, stdout, stderr } = await runCli(args)
    expect(code).toBe(0)
    expect(stdout).toContain('https://example.com/sub')
    expect(stdout).toContain('x-pass')
    expect(stdout).toContain('canary')
    expect(stderr).not.toContain('canary')
  })

  test('a provider without a name is called as on the page', async () => {
    const urls = ['https://a.example/sub?token=x', 'provider 2=https://b.example/', 'https://c.example/#canary']
    const args = ['convert', '--to', 'mihomo', ...MINIMAL, ...urls.flatMap((url) => ['--provider', url])]
    const { stdout } = await runCli(args, { stdin: TROJAN })
    const { 'proxy-providers': providers } = readYaml(stdout).documents[0]!.value as {
      'proxy-providers': Record<string, { url: string }>
    }
    expect(Object.entries(providers).map(([name, { url }]) => [name, url])).toEqual([
      ['provider', 'https://a.example/sub?token=x'],
      ['provider 2', 'https://b.example/'],
      ['provider 3', 'https://c.example/'],
    ])
  })

  test('an ini file and a config of one’s own are templates', async () => {
    const folder = new Folder({
      'my.ini': '[custom]\nruleset=Mine,[]FINAL\ncustom_proxy_group=Mine`select`.*\n',
      'my.yaml':
        'mixed-port: 7777\nproxies: []\nproxy-groups:\n  - {name: Own, type: select, proxies: []}\nrules:\n  - MATCH,Own\n',
    })
    const ini = await runCli(['convert', '--to', 'mihomo', '--template', 'my.ini'], { stdin: TROJAN, cwd: folder.path })
    expect(ini.stdout).toContain('MATCH,Mine')
    const own = await runCli(['convert', '--to', 'mihomo', '--template', 'my.yaml'], {
      stdin: TROJAN,
      cwd: folder.path,
    })
    expect(own.stdout).toContain('mixed-port: 7777')
    expect(own.stdout).toContain('MATCH,Own')
  })

  test('--lists takes texts by the SHA-1 of their address and fetches nothing', async () => {
    const address = 'https://lists.example.com/mine.list'
    const folder = new Folder({
      'my.ini': `[custom]\nruleset=Mine,${address}\nruleset=Mine,[]FINAL\ncustom_proxy_group=Mine\`select\`.*\n`,
      [createHash('sha1').update(address).digest('hex')]: 'DOMAIN-SUFFIX,listed.example\n',
    })
    const args = ['convert', '--to', 'clash', '--template', 'my.ini', '--lists', '.']
    const { code, stdout } = await runCli(args, { stdin: TROJAN, cwd: folder.path })
    expect(code).toBe(0)
    expect(stdout).toContain('DOMAIN-SUFFIX,listed.example,Mine')
  })
})

test.each([
  ['en', 'an address that stands only in a template must be a public one', '--lists DIR takes the texts'],
  ['zh-CN', '仅出现在模板中的地址必须是公网地址', '可用 --lists DIR 指定'],
])('a list whose address is refused says so, and only what helps is offered: %s', async (lang, why, hint) => {
  const ini = '[custom]\nruleset=PX,http://127.0.0.1:9/x.list\nruleset=PX,[]FINAL\ncustom_proxy_group=PX`select`.*\n'
  const { path: cwd } = new Folder({ 'my.ini': ini })
  const args = ['convert', '--to', 'mihomo', '--template', 'my.ini', '--lang', lang]
  const { stderr } = await runCli(args, { stdin: TROJAN, cwd })
  expect(stderr).toContain(why)
  expect(stderr).toContain(hint)
  expect(stderr).not.toMatch(/raw\.githubusercontent|remote-lists/)
})

test('the first of LIST_MIRROR stands in the config', async () => {
  const env = { LIST_MIRROR: 'https://mirror.example.com/raw, https://second.example.com' }
  const { stdout } = await runCli(['convert', '--to', 'mihomo'], { stdin: TROJAN, env })
  expect(stdout).toContain('url: https://mirror.example.com/raw/ACL4SSR/')
  expect(stdout).not.toContain('raw.githubusercontent.com')
  expect(stdout).not.toContain('second.example.com')
})

describe('the controller', () => {
  test('has a random secret, which is said with its address', async () => {
    const runs = await Promise.all([1, 2].map(() => runCli(['convert', '--to', 'mihomo', ...MINIMAL], { stdin: SS })))
    const secrets = runs.map(({ stdout }) => /^secret: '?([0-9a-f]{32})'?$/m.exec(stdout)?.[1])
    expect(secrets[0]).not.toBe(secrets[1])
    for (const [index, { stderr }] of runs.entries())
      expect(stderr).toContain(`Controller: 127.0.0.1:9090, secret ${secrets[index]}`)
  })

  test('has the secret given, which is not said again', async () => {
    const args = ['convert', '--to', 'sing-box', ...MINIMAL, '--secret', 'canary-controller']
    const { stdout, stderr } = await runCli(args, { stdin: SS })
    expect(JSON.parse(stdout)).toMatchObject({ experimental: { clash_api: { secret: 'canary-controller' } } })
    expect(stderr).toContain('Controller: 127.0.0.1:9090, with the secret given')
    expect(stderr).not.toContain('canary-controller')
  })

  test('stays closed where the secret is empty, in a list, and as an own config has it', async () => {
    const folder = new Folder({ 'own.yaml': 'proxies: []\nexternal-controller: 127.0.0.1:9999\nsecret: mine\n' })
    const calls = [[...MINIMAL, '--secret', ''], ['--list'], ['--template', 'own.yaml']]
    for (const more of calls) {
      const { stdout, stderr } = await runCli(['convert', '--to', 'mihomo', ...more], { stdin: SS, cwd: folder.path })
      expect(stdout).not.toContain(':9090')
      expect(stderr).not.toContain('Controller:')
    }
  })
})

test('--tun puts a TUN inbound into a file for sing-box and switches on that of mihomo', async () => {
  const box = await runCli(['convert', '--to', 'sing-box', ...MINIMAL, '--tun'], { stdin: SS })
  expect(JSON.parse(box.stdout)).toMatchObject({ inbounds: [{ type: 'tun', auto_route: true }, { type: 'mixed' }] })
  const yaml = await runCli(['convert', '--to', 'mihomo', ...MINIMAL, '--tun'], { stdin: SS })
  expect(yaml.stdout).toMatch(/^tun:\n  enable: true$/m)
})

test('lists out of reach are the first sentence; --remote-lists leaves them to sing-box', async () => {
  const args = ['convert', '--to', 'sing-box', '--lists', '.']
  const { cwd } = { cwd: new Folder().path }
  const less = await runCli(args, { stdin: SS, cwd })
  expect(less.stderr).toMatch(/^This config routes less than intended: \d+ rule lists are missing/)
  expect(less.stderr.match(/routes less than intended/g)).toHaveLength(1)
  expect(less.stdout).not.toContain('"remote"')
  expect(less.stderr).toContain('--remote-lists leaves rule lists to sing-box')
  const remote = await runCli([...args, '--remote-lists'], { stdin: SS, cwd })
  expect(remote.stdout).toContain('sing-geosite/rule-set/geosite-cn.srs')
  expect(remote.stderr).toMatch(/sing-box downloads \d+ rule lists by itself/)
})

describe('the report', () => {
  const MIXED = [
    '# comment',
    TROJAN,
    TROJAN,
    TROJAN.replace('canary-secret', 'other'),
    'trojan://canary-secret@example.com:0#zero',
    VLESS,
    'juicity://x@example.com:1#j',
    '',
    SS.replace('#JP', '#HK'),
  ].join('\n')

  test.each(['mihomo', 'clash', 'sing-box', 'links'])('adds up for %s', async (to) => {
    const { report: reported, stderr } = await report(['--to', to, ...MINIMAL], MIXED)
    const n = reported as unknown as Record<string, number>
    expect(n['entries']).toBe(8)
    expect(n['entries']).toBe(n['nodes']! + n['skipped']! + n['comments']!)
    expect(n['nodes']).toBe(n['duplicates']! + n['excluded']! + n['disabled']! + n['refused']! + n['output']!)
    expect(reported.issues.length).toBeGreaterThan(3)
    for (const issue of reported.issues) {
      expect(issue).not.toHaveProperty('args')
      expect(issue.message).not.toBe('')
      expect(issue.message).not.toMatch(/undefined|\{/)
    }
    expect(stderr).not.toContain('canary')
  })

  test('names the line of every issue', async () => {
    const { report: reported } = await report(['--to', 'mihomo', ...MINIMAL], MIXED)
    const at = (code: string) => reported.issues.filter((issue) => issue.code === code).map((issue) => issue.line)
    expect(at('duplicate')).toEqual([3])
    expect(at('duplicate-differs')).toEqual([4])
    expect(at('bad-port')).toEqual([5])
    expect(at('unsupported-scheme')).toEqual([7])
    expect(reported.issues.find((issue) => issue.code === 'duplicate')).toMatchObject({
      of: 2,
      source: '-',
      kept: false,
    })
    expect(reported['subscription']).toBeNull()
  })

  test('is written when there is nothing to convert, too', async () => {
    const { code, stdout, stderr, report: reported } = await report(['--to', 'mihomo'], 'nonsense://x')
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(/^No nodes\n/)
    expect(reported).toMatchObject({ entries: 1, skipped: 1, output: 0 })
  })

  test('Clash has no vless: it is excluded by default, and after --include for the same reason', async () => {
    const only = await report(['--to', 'clash', '--lang', 'zh-CN', ...MINIMAL], VLESS)
    expect(only.code).toBe(1)
    expect(only.stderr).toContain('Clash节点为空，Clash不支持Vless，Hysteria节点，请使用Mihomo')
    expect(only.report).toMatchObject({ excluded: 1, refused: 0 })
    expect(only.report.issues[0]!.message).toBe('Clash 不支持 vless，已排除')
    const included = await report(['--to', 'clash', '--include', 'vless', ...MINIMAL], VLESS)
    expect(included.report).toMatchObject({ excluded: 1, refused: 0 })
    expect(included.report.issues[0]).toMatchObject({
      code: 'type-unsupported',
      message: 'Clash does not support vless, excluded',
    })
  })

  test('long lists on stderr end with how many more there are', async () => {
    const many = Array.from({ length: 40 }, (_, i) => `nonsense://${i}`)
    const { stderr, report: reported } = await report(['--to', 'mihomo', ...MINIMAL], [TROJAN, ...many].join('\n'))
    expect(reported.issues).toHaveLength(40)
    expect(stderr.split('\n').length).toBeLessThan(20)
    expect(stderr).toContain('… and 30 more')
  })
})

async function withServer(answer: RequestListener, work: (base: string) => Promise<void>): Promise<void> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

describe('addresses', () => {
  test('are fetched with the given user agent, and tell traffic and expiry', async () => {
    let agent: string | undefined
    const answer: RequestListener = (request, response) => {
      agent = request.headers['user-agent']
      if (request.url === '/old?token=canary') response.writeHead(302, { location: '/new' }).end()
      else
        response
          .setHeader('subscription-userinfo', 'upload=1; download=2.0; total=1073741824; expire=1767225600')
          .end(Buffer.from(THREE).toString('base64'))
    }
    await withServer(answer, async (base) => {
      const {
        code,
        stderr,
        report: reported,
      } = await report([`${base}/old?token=canary`, '--to', 'mihomo', '--user-agent', 'mine/1', ...MINIMAL], '')
      expect(code).toBe(0)
      expect(agent).toBe('mine/1')
      expect(reported).toMatchObject({
        output: 3,
        subscription: { upload: 1, download: 2, total: 1073741824, expire: 1767225600 },
      })
      expect(stderr).toContain('3 B of 1.0 GiB used · until 2026-01-01')
      expect(stderr).not.toContain('canary')
    })
  })

  test('without a limit and without an end tell of neither', async () => {
    const answer: RequestListener = (_, response) =>
      void response
        .setHeader('subscription-userinfo', 'upload=1; download=2; total=0; expire=9007199254740991')
        .end(THREE)
    await withServer(answer, async (base) => {
      const { code, stderr, report: reported } = await report([base, '--to', 'mihomo', ...MINIMAL], '')
      expect(code).toBe(0)
      expect(reported.subscription).toEqual({ upload: 1, download: 2 })
      expect(stderr).not.toContain('until')
    })
  })

  test('that a link asks a client to import are fetched', async () => {
    await withServer(
      (_, response) => response.end(THREE),
      async (base) => {
        const link = `clash://install-config?url=${encodeURIComponent(`${base}/sub?token=canary`)}&name=N`
        const run = await report([link, '--to', 'mihomo', ...MINIMAL], '')
        expect(run.code).toBe(0)
        expect(run.report).toMatchObject({ entries: 3, nodes: 3, output: 3 })
      },
    )
  })

  test('that answer with an error in JSON or in gzip are told apart', async () => {
    await withServer(
      (request, response) => response.end(request.url === '/gz' ? gzipSync(THREE) : '{"message":"token expired"}'),
      async (base) => {
        const run = await report([`${base}/json`, `${base}/gz`, '--to', 'mihomo', ...MINIMAL], '')
        expect(run.report).toMatchObject({ entries: 4, nodes: 3, skipped: 1 })
        expect(run.report.issues[0]).toMatchObject({
          code: 'server-message',
          message: expect.stringContaining('token expired'),
        })
      },
    )
  })

  test('that give nothing are one skipped entry, the rest converts', async () => {
    await withServer(
      (_, response) => response.writeHead(404).end('canary'),
      async (base) => {
        const run = await report([`${base}/sub?token=canary`, '-', '--to', 'mihomo', ...MINIMAL], TROJAN)
        expect(run.code).toBe(0)
        expect(run.report).toMatchObject({ entries: 2, skipped: 1, nodes: 1, output: 1 })
        expect(run.report.issues[0]).toMatchObject({ code: 'fetch-failed', field: 'bad-status' })
        expect(run.stderr).toContain('the server answered 404')
        expect(run.stderr).not.toContain('canary')
      },
    )
  })

  test('that answer with a web page are no subscription', async () => {
    const page = '\n<!DOCTYPE html><html>vless://canary</html>'
    await withServer(
      (_, response) => response.end(page),
      async (base) => {
        const run = await report([base, '--to', 'mihomo', ...MINIMAL, '--lang', 'zh-CN'], '')
        expect(run.code).toBe(1)
        expect(run.stderr).toContain('返回的是网页而不是订阅')
        expect(run.report.issues[0]).toMatchObject({ code: 'fetch-failed', field: 'not-a-subscription' })
      },
    )
  })

  test('that answer mihomo with a page or no nodes are asked again as sing-box, and never under another name than a given one', async () => {
    const asked: string[] = []
    const answer: RequestListener = (request, response) => {
      const agent = request.headers['user-agent'] ?? ''
      asked.push(`${request.url} ${agent.split('/')[0]}`)
      const other = request.url === '/page' ? '<!doctype html><p>Sign in' : 'proxies: []'
      response.end(agent.startsWith('sing-box/') ? THREE : other)
    }
    await withServer(answer, async (base) => {
      const run = await report([`${base}/page`, `${base}/none`, '--to', 'mihomo', ...MINIMAL, '--keep-duplicates'], '')
      expect(run.report).toMatchObject({ output: 6, skipped: 0 })
      expect(asked.toSorted()).toEqual(['/none clash.meta', '/none sing-box', '/page clash.meta', '/page sing-box'])
      asked.length = 0
      const mine = await report([`${base}/page`, '--to', 'mihomo', '--user-agent', 'mine/1', ...MINIMAL], '')
      expect([mine.code, asked]).toEqual([1, ['/page mine']])
    })
  })

  test('that never end are given up at the limit', async () => {
    const megabyte = 'x'.repeat(1024 * 1024)
    const answer: RequestListener = (_, response) => {
      const more = () => {
        while (!response.destroyed && response.write(megabyte));
      }
      response.on('drain', more)
      more()
    }
    await withServer(answer, async (base) => {
      const run = await report([base, '--to', 'mihomo', ...MINIMAL], '')
      expect(run.code).toBe(1)
      expect(run.report.issues[0]).toMatchObject({ code: 'fetch-failed', field: 'too-large' })
    })
  })

  test('never lead to a file', async () => {
    await withServer(
      (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      async (base) => {
        const run = await report([base, '--to', 'mihomo', ...MINIMAL], '')
        expect(run.code).toBe(1)
        expect(run.report.issues[0]).toMatchObject({ code: 'fetch-failed', field: 'refused-address' })
      },
    )
  })
})

describe('a wrong call ends with 2 and a sentence', () => {
  test.each([
    [['convert'], /^--to.* is missing/],
    [['convert', '--to', 'quake'], /^--to cannot be “quake”; choose from: mihomo/],
    [['convert', '--to', 'mihomo', 'nowhere.txt'], /^There is no file nowhere\.txt/],
    [['convert', '--to', 'mihomo', '-', '-'], /^Standard input/],
    [
      ['convert', '--to', 'mihomo', '--template', 'nowhere.ini'],
      /^There is no template and no file nowhere\.ini; templates: minimal, standard, full/,
    ],
    [['convert', '--to', 'mihomo', '--lang', 'de'], /^--lang cannot be “de”/],
    [['convert', '--to', 'sing-box', '--sing-box-version', '1.9'], /^--sing-box-version cannot be/],
    [
      ['convert', '--to', 'xray', '--xray-version', '25.1'],
      /^--xray-version cannot be “25\.1”; choose from: 26\.6, 26\.3/,
    ],
    [['convert', '--to', 'mihomo', '--exclude', 'quake'], /^--exclude cannot be “quake”; choose from: .*vless/],
    [['convert', '--to', 'mihomo', '--provider', 'canary'], /^--provider is written URL or NAME=URL/],
    [['convert', '--to', 'mihomo', '--provider', 'a=ftp://canary'], /^--provider is written URL or NAME=URL/],
    [['convert', '--to', 'mihomo', '--provider', '=https://canary.example'], /^--provider is written URL or NAME=URL/],
    [['convert', '--to', 'mihomo', '--provider', 'http://[canary'], /^--provider is written URL or NAME=URL/],
    [['convert', '--to', 'mihomo', '--lists', 'nowhere'], /^There is no folder/],
    [['convert', '--to', 'mihomo', '--colour'], /^There is no option --colour/],
    [['convert', '--to', 'mihomo', '--colour=canary'], /^There is no option --colour/],
    [['chek', 'x'], /^There is no command chek/],
    [['rules'], /^file is missing/],
    [['rules', 'x', '--for', 'quake'], /^--for cannot be/],
    [['parse', '--as', 'quake'], /^--as cannot be/],
  ])('%j', async (args, words) => {
    const { code, stdout, stderr } = await runCli(args, { stdin: TROJAN })
    expect(stderr).toMatch(words)
    expect(stderr).not.toContain('canary')
    expect([code, stdout]).toEqual([2, ''])
  })

  test('a mirror that is no address', async () => {
    const { code, stderr } = await runCli(['convert', '--to', 'mihomo'], {
      stdin: TROJAN,
      env: { LIST_MIRROR: 'ftp://canary' },
    })
    expect(stderr).toMatch(/^LIST_MIRROR must be addresses/)
    expect(code).toBe(2)
  })

  test('in Chinese, too', async () => {
    const { code, stderr } = await runCli(['convert', '--to', 'mihomo', '--lang', 'zh-CN', '--colour'])
    expect(stderr).toMatch(/^没有选项 --colour/)
    expect(code).toBe(2)
  })

  test('files that cannot be understood', async () => {
    const folder = new Folder({ 'bad.json': '{', 'list.json': '[]', 'typo.json': '{"nodez": []}' })
    for (const args of [
      ['--mapping', 'typo.json'],
      ['--mapping', 'bad.json'],
      ['--route', 'bad.json'],
      ['--route', 'list.json'],
    ]) {
      const { code, stderr } = await runCli(['convert', '--to', 'sing-box', ...MINIMAL, ...args], {
        stdin: TROJAN,
        cwd: folder.path,
      })
      expect(stderr).toContain(args[1])
      expect(code).toBe(2)
    }
  })
})

test('help lists what is there and only that', async () => {
  const { code, stdout } = await runCli(['--help'])
  expect(code).toBe(0)
  const commands = ['convert', 'parse', 'rules', 'check', 'explain', 'inject', 'compare', 'upgrade', 'serve']
  for (const name of commands) expect(stdout).toContain(`  ${name}`)
  const convert = await runCli(['convert', '--help', '--lang', 'zh-CN'])
  expect(convert.stdout).toContain('示例：')
  expect(convert.stdout).toContain('{"nodes": [{"name": "香港"')
  for (const option of [
    '--sing-box-version',
    '--xray-version',
    '--mapping',
    '--provider',
    '--lists',
    '-o, --output',
    '--report',
  ]) {
    expect(convert.stdout).toContain(option)
  }
})

describe.each([
  ['docs/command-line.md', 'en'],
  ['docs/command-line.zh-CN.md', 'zh-CN'],
])('the files that %s shows', (name, lang) => {
  const page = readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')
  const shown = [...page.matchAll(/<!-- example (\S+) -->\n```\w+\n([^`]*)```/g)]
  const files = Object.fromEntries(shown.map(([, file, text]) => [file!, text!]))

  test('are taken as they stand there', async () => {
    expect(Object.keys(files)).toEqual(['mapping.json', 'sets.yaml', 'route.json'])
    const folder = new Folder(files)
    const args = ['--mapping', 'mapping.json', '--rule-provider', 'sets.yaml', '--route', 'route.json', '--lang', lang]
    const nodes = `${SS}\n${TROJAN}\n${TROJAN.replace('#HK', '#JP%201')}`
    const { code, stdout, stderr } = await runCli(['convert', '--to', 'sing-box', ...args, '--lists', '.'], {
      stdin: nodes,
      cwd: folder.path,
    })
    expect(code).toBe(0)
    expect(stderr).not.toMatch(/mapping-unused|rule-target-missing|provider-invalid/)
    for (const group of [/"Streaming"|"流媒体"/, /"Tokyo 1"|"东京 1"/, /"Others"|"其余"/, /"Proxy"|"代理"/])
      expect(stdout).toMatch(group)
    expect(stdout).toContain('work.example.com')
    expect(stdout).toContain('"final": "direct"')
  })
})

test.each([
  ['sets.yaml', 'a: {type: http}\nb: {}\na: {type: http}\n', 'line 3 has the same key as line 1'],
  ['sets.yaml', 'a:\n  type: http\n  type: file\n', 'line 3 has the same key as line 2'],
  ['sets.json', '{"a": {},\n"b": {},\n"a": {}}', 'line 3 has the same key as line 1'],
  ['sets.yaml', 'a: [1\nb: 2\n', 'line 1 cannot be read: a bracket is not closed'],
  ['sets.yaml', 'a: &a [*a]\n', 'line 1 cannot be read: an alias inside its own anchor'],
])('a file of rule providers that clients refuse is refused with its lines: %s', async (name, text, said) => {
  const folder = new Folder({ [name]: text })
  const args = ['convert', '--to', 'mihomo', '--template', 'minimal', '--rule-provider', name]
  const { code, stdout, stderr } = await runCli(args, { stdin: TROJAN, cwd: folder.path })
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain(`--rule-provider ${name}: ${said}`)
})

test.each([
  ['""', '输入不能为空'],
  ['a/../b', '无法解析输入'],
  ['owner/repo', '缺少路径部分'],
])('a rule set at the path %s is left out, and it is said why', async (path, why) => {
  const folder = new Folder({ 'sets.yaml': `- {providerName: mine, path: ${path}}\n` })
  const args = ['convert', '--to', 'mihomo', '--template', 'minimal', '--rule-provider', 'sets.yaml', '--lang', 'zh']
  const { stderr } = await runCli(args, { stdin: TROJAN, cwd: folder.path })
  expect(stderr).toContain(why)
})

test('a reader that goes away is no mistake', async () => {
  const main = fileURLToPath(new URL('main.mjs', import.meta.url))
  const many = Array.from({ length: 20_000 }, (_, i) => TROJAN.replace('#HK', `#HK${i}`)).join('\n')
  const child = spawn(process.execPath, [main, 'convert', '--to', 'links'])
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  child.stdout.once('data', () => child.stdout.destroy())
  child.stdin.end(many)
  const [code] = (await once(child, 'close')) as [number | null]
  expect(stderr).toBe('')
  expect(code).toBe(0)
})

test('no command at all shows the help', async () => {
  const { code, stdout, stderr } = await runCli([])
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toContain('convert [options] [source...]')
})

test('no colours off a terminal', async () => {
  const { stderr } = await runCli(['convert', '--to', 'mihomo', ...MINIMAL], { stdin: `${TROJAN}\nnonsense://x` })
  expect(stderr).not.toContain('\u001b')
})

test('names that hold terminal commands are shown without them', async () => {
  const { stderr } = await runCli(['convert', '--to', 'mihomo', ...MINIMAL], {
    stdin: `${TROJAN}\ntrojan://x@example.com:443?%1b%5b31m=1#%1b%5b31mred`,
  })
  expect(stderr).not.toContain('\u001b')
})

test('serve tells of every setting of the server', async () => {
  const bin = fileURLToPath(new URL('../bin/switchyard.mjs', import.meta.url))
  const { status, stdout } = spawnSync(process.execPath, [bin, 'serve', '--help'], { encoding: 'utf8' })
  expect(status).toBe(0)
  for (const name of ['HOST', 'PORT', 'SITE_URL', 'LOG_LEVEL'])
    expect(stdout).toMatch(new RegExp(`^ {2}${name}\\b`, 'm'))
})
