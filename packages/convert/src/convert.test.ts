import { load } from 'js-yaml'
import { describe, expect, test } from 'vitest'
import {
  type ConvertOptions, ConvertError, convert, convertEntries, convertText, convertToBytes, type NodeEntry, parseNodes,
  type ParsedNode,
} from './index.ts' // oxfmt-ignore
import { isChecked } from './model/checked-node.ts'

const A = 'trojan://p@a.example.com:443#A'
const B = 'ss://YWVzLTI1Ni1nY206cGFzcw@b.example.com:8388#B'
const VLESS = 'vless://11111111-2222-4333-8444-555555555555@v.example.com:443?security=tls#V'
const TUIC = 'tuic://11111111-2222-4333-8444-555555555555:p@t.example.com:443#T'

const run = (text: string, options: Partial<ConvertOptions> = {}) =>
  convertText([{ name: 'in', text }], { to: 'mihomo', output: { list: true }, ...options })
const names = (text: string, options: Partial<ConvertOptions> = {}) =>
  [...run(text, options).text.matchAll(/name: ([^,]*),/g)].map((match) => match[1])

test('a prefix does not make a message of the provider out of every node', () => {
  const text = `${A}\n${B}\ntrojan://p@c.example.com:443#${encodeURIComponent('官网：example.com')}\n`
  const json = convertText([{ name: 'in', text }], {
    to: 'singbox',
    template: 'minimal',
    names: { prefix: '套餐：' },
  }).text
  const { outbounds } = JSON.parse(json) as { outbounds: { tag: string; outbounds?: string[] }[] }
  const groups = new Map(outbounds.map((one) => [one.tag, one.outbounds]))
  expect(groups.get('Auto')).toEqual(['套餐：A', '套餐：B'])
  expect(groups.get('Select')).toEqual(['Auto', '套餐：A', '套餐：B', 'direct', '套餐：官网：example.com'])
})

test('every entry is in one number', () => {
  const text = `# note\n${A}\n${A}\nbroken\n${B}\n${VLESS}\n\n剩余流量\n`
  const { report } = run(text, { to: 'clash' })
  expect(report).toMatchObject({
    entries: 7,
    comments: 1,
    skipped: 2,
    nodes: 4,
    duplicates: 1,
    excluded: 1,
    refused: 0,
    output: 2,
  })
})

test.each<[string, string, Partial<ConvertOptions>, string[]]>([
  ['a second A becomes A_1', `${A}\n${A.replace('a.', 'b.')}\n`, {}, ['A', 'A_1']],
  [
    'the prefix stands before the suffix',
    `${A}\n${A.replace('a.', 'b.')}\n`,
    { names: { prefix: 'x ' } },
    ['"x A"', '"x A_1"'],
  ],
  ['a prefix is cleaned as names are', `${A}\n`, { names: { prefix: 'x\u0000\u202e\n ' } }, ['"x A"']],
  ['kept duplicates get names of their own', `${A}\n${A}\n`, { read: { keepDuplicates: true } }, ['A', 'A_1']],
  ['excluded types are left out', `${A}\n${B}\n`, { read: { excludes: ['ss'] } }, ['A']],
  [
    'a flag stands before a name that has none',
    `${A.replace('#A', '#Tokyo')}\n`,
    { names: { flag: true } },
    ['"🇯🇵 Tokyo"'],
  ],
])('%s', (_, text, options, expected) => {
  expect(names(text, options)).toEqual(expected)
})

describe('what a download of XHTTP needs', () => {
  const link = (mode: string, extra: object) => {
    const address = { address: 'b.com', port: 443, network: 'xhttp', security: 'tls' }
    const reuse = { xhttpSettings: { path: '/y', extra: { xmux: { maxConcurrency: '1-2' } } } }
    const json = JSON.stringify({ ...extra, downloadSettings: { ...address, ...reuse } })
    return `vless://11111111-2222-4333-8444-555555555555@a.com:443?security=tls&sni=a.com&type=xhttp&path=/x&mode=${mode}&extra=${encodeURIComponent(json)}#A`
  }
  const reported = (text: string, to: ConvertOptions['to']) =>
    run(`${text}\n${B}`, { to }).report.issues.map(({ code, field, args }) => `${code} ${field} ${args?.['reason']}`)

  test.each<[string, string, ConvertOptions['to'], string[]]>([
    ['mihomo reuses its connections only beside those of the node', link('auto', {}), 'mihomo', ['field-ignored download-settings.reuse-settings reuse-of-node']], // oxfmt-ignore
    ['it does beside them', link('auto', { xmux: { maxConcurrency: 1 } }), 'mihomo', []],
    ['a link keeps what it says', link('auto', {}), 'links', []],
    ['mihomo has one connection in the mode stream-one', link('stream-one', {}), 'mihomo', ['client-refuses mode one-connection']], // oxfmt-ignore
  ])('%s', (_, text, to, issues) => {
    expect(reported(text, to)).toEqual(issues)
  })
})

describe('nodes that connect only under a condition', () => {
  const PIN = 'ba88456781d60bcf4e1e2db4dbb5d8cabf7b4be9fd8b9d8a6bf3c22b5a6d11de'
  const pinned = (host: string, more = '') => `trojan://p@${host}:443?pcs=${PIN}${more}#A`

  test.each<[string, string, Partial<ConvertOptions>, object]>([
    ['one whose pin sing-box cannot check is in the output and doubtful', pinned('a.com'), { to: 'singbox' }, { output: 1, doubtful: 1 }], // oxfmt-ignore
    ['in a config as well as in a list', pinned('a.com'), { to: 'singbox', output: { list: false } }, { output: 1, doubtful: 1 }], // oxfmt-ignore
    ['classic Clash compares with none either', pinned('a.com'), { to: 'clash' }, { output: 1, doubtful: 1 }],
    ['a pin that cannot be read is not compared with', 'trojan://p@a.com:443?pcs=zzz#A', { to: 'mihomo' }, { output: 1, doubtful: 1 }], // oxfmt-ignore
    ['one of two that cannot be read may be the one', pinned('a.com').replace('pcs=', 'pcs=zzz,'), { to: 'mihomo' }, { output: 1, doubtful: 1 }], // oxfmt-ignore
    ['one that checks no certificate needs no pin', 'trojan://p@a.com:443?pcs=zzz&allowInsecure=1#A', { to: 'mihomo' }, { output: 1, doubtful: 0 }], // oxfmt-ignore
    ['mihomo compares with the pin', pinned('a.com'), { to: 'mihomo' }, { output: 1, doubtful: 0 }],
    ['one that is refused besides is refused', pinned('a.com', '&type=kcp'), { to: 'singbox' }, { refused: 1, doubtful: 0 }], // oxfmt-ignore
    ['one that checks no certificate connects', pinned('a.com', '&allowInsecure=1'), { to: 'singbox' }, { output: 1, doubtful: 0 }], // oxfmt-ignore
    ['each counts once', `${pinned('a.com', '&vcn=b.com')}\n${pinned('b.com')}`, { to: 'singbox' }, { output: 2, doubtful: 2 }], // oxfmt-ignore
  ])('%s', (_, text, options, counts) => {
    expect(run(`${text}\n${B}`, options).report).toMatchObject({
      ...counts,
      nodes: text.split('\n').length + 1,
      output: expect.any(Number),
    })
  })
})

describe('a node object without its TLS is never written in plaintext without a word', () => {
  const place = { name: 'N', server: 'a.example.com', port: 443 }
  const address = { ...place, password: 'p' }
  const uuid = '11111111-2222-4333-8444-555555555555'

  test.each<[string, object, ConvertOptions['to'], string[]]>([
    ['trojan for sing-box', { ...address, type: 'trojan', transport: null }, 'singbox', ['no-tls true']],
    ['trojan for mihomo, which has it over TLS only', { ...address, type: 'trojan', transport: null }, 'mihomo', ['tls-required false']], // oxfmt-ignore
    ['vless', { ...place, type: 'vless', uuid, transport: null }, 'singbox', ['no-tls true']],
    ['vmess', { ...place, type: 'vmess', uuid, alterId: 0, cipher: 'auto', transport: null }, 'mihomo', ['no-tls true']], // oxfmt-ignore
    ['anytls', { ...address, type: 'anytls' }, 'singbox', ['missing-field false']],
    ['hysteria2', { ...address, type: 'hysteria2' }, 'mihomo', ['missing-field false']],
  ])('%s', (_, node, client, said) => {
    const { nodes } = parseNodes(B)
    const { report } = convert({ nodes: [node, nodes[0]!.node], to: client, output: { list: true } })
    const reported = report.issues.filter((issue) => issue.node === 'N').map(({ code, kept }) => `${code} ${kept}`)
    expect(reported).toEqual(said)
  })
})

test('a node object without a transport has a link', () => {
  const node = { type: 'trojan', name: 'N', server: 'a.example.com', port: 443, password: 'p', tls: {} }
  expect(convert({ nodes: [node], to: 'links' }).text).toBe('trojan://p@a.example.com:443?security=tls#N\n')
})

test('a server called localhost is an address in sing-box, which asks a DNS server for names', () => {
  const { text } = run('trojan://p@localhost:443#A', { to: 'singbox' })
  expect(JSON.parse(text)).toMatchObject({
    outbounds: [{ server: '127.0.0.1', tls: { server_name: 'localhost' } }],
  })
})

test('node objects given to the library become A, A_2, A_3', () => {
  const { nodes } = parseNodes(`${A}\n${A.replace('a.', 'b.')}\n${A.replace('a.', 'c.')}\n`)
  const { text } = convert({ nodes: nodes.map(({ node }) => node), to: 'mihomo', output: { list: true } })
  expect([...text.matchAll(/name: ([^,]*),/g)].map((match) => match[1])).toEqual(['A', 'A_2', 'A_3'])
})

test('entries that were read before convert in the given order, and tell their final names', () => {
  const [a, b, c] = parseNodes(`${A}\n${B}\n${A.replace('a.', 'c.')}\n`).nodes
  const reported: (readonly [number | undefined, string])[] = []
  const { report } = convertEntries([c!, { ...b!, disabled: true }, a!], {
    to: 'mihomo',
    output: { list: true },
    onNamed: ({ line }, name) => reported.push([line, name]),
  })
  expect(reported).toEqual([
    [3, 'A'],
    [1, 'A_1'],
  ])
  expect(report).toMatchObject({ entries: 3, nodes: 3, disabled: 1, output: 2 })
})

test('nodes that a conversion gives away are known when they come back', () => {
  const given: NodeEntry[] = []
  run(A, { onNamed: (entry) => given.push(entry) })
  run(A.replace('#', '?allowInsecure=1#'), { onIssue: (entry) => given.push(entry) })
  expect(given.map(({ node }) => isChecked(node))).toEqual([true, true])
})

test.each<[string, string, Partial<ConvertOptions>, string]>([
  ['no node at all', 'broken', {}, 'no-nodes'],
  ['nothing that Clash takes', VLESS, { to: 'clash' }, 'no-nodes-for-clash'],
  ['no type that Clash has', TUIC, { to: 'clash' }, 'no-nodes-for-clash'],
])('%s has nothing to give back, and says so by code with the report', (_, text, options, code) => {
  expect(() => run(text, options)).toThrow(ConvertError)
  try {
    run(text, options)
  } catch (error) {
    expect(error).toMatchObject({ code, report: { output: 0 } })
  }
})

test.each<[string, Partial<ConvertOptions>]>([
  ['on the default list of Clash', { to: 'clash' }],
  ['that somebody wanted to try', { to: 'clash', read: { includes: ['vless'] } }],
])('a type that the client does not have is excluded: one %s', (_, options) => {
  const { report } = run([A, VLESS, TUIC].join('\n'), options)
  expect(report).toMatchObject({ nodes: 3, excluded: 2, refused: 0, output: 1 })
})

test('a value that the client does not have is refused', () => {
  const { report } = run([A, B.replace('YWVzLTI1Ni1nY206cGFzcw', btoa('no-such-cipher:p'))].join('\n'), { to: 'clash' })
  expect(report).toMatchObject({ nodes: 2, excluded: 0, refused: 1, output: 1 })
})

test('names that are not wanted are excluded, and each issue is told with its entry', () => {
  const { nodes } = parseNodes(`${A}\n${A}\n${B}\n`)
  const reported: unknown[] = []
  const { report } = convertEntries(nodes, {
    to: 'mihomo',
    read: { nameInclude: '^a$' },
    onIssue: (entry, { code }) => reported.push([code, nodes.indexOf(entry)]),
  })
  expect(report).toMatchObject({ nodes: 3, duplicates: 1, excluded: 1, output: 1 })
  expect(reported).toEqual([
    ['duplicate', 1],
    ['excluded', 2],
  ])
})

test('an entry that is to stay does so under a name of its own', () => {
  const { nodes } = parseNodes(`${A}\n${A}\n`)
  const { text } = convertEntries([nodes[0]!, { ...nodes[1]!, kept: true }], { to: 'links' })
  expect(text).toBe('trojan://p@a.example.com:443#A\ntrojan://p@a.example.com:443#A_1\n')
})

test('an entry goes by the name it was given: filters, mapping, links and chains know it', () => {
  const hop = 'proxies: [{name: A, type: trojan, server: a.example.com, port: 443, password: p, dialer-proxy: B}]'
  const behind: NodeEntry = { ...parseNodes(hop).nodes[0]! }
  const entries: NodeEntry[] = [behind, { ...parseNodes(B).nodes[0]!, name: 'Hop' }]
  expect(convertEntries(entries, { to: 'mihomo', output: { list: true }, names: { prefix: '> ' } }).text).toMatch(
    /name: "> A",.*dialer-proxy: "> Hop"/,
  )
  expect(convertEntries(entries, { to: 'links', read: { nameExclude: 'a' } }).text).toMatch(/#Hop\n$/)
  const nodes = [
    { name: 'hop', group: 'G' },
    { name: '^Hop$', group: 'G', rename: 'Z' },
  ]
  const mapping = { nodes }
  expect(convertEntries(entries, { to: 'links', read: { nameExclude: 'a' }, groups: { mapping } }).text).toMatch(
    /#Z\n$/,
  )
})

test('a node that connects through DIRECT has no detour, in a config as in a list', () => {
  const hop = 'proxies: [{name: A, type: trojan, server: a.example.com, port: 443, password: p, dialer-proxy: DIRECT}]'
  for (const list of [true, false]) {
    const { text, report } = run(hop, { to: 'singbox', output: { list } })
    const { outbounds } = JSON.parse(text) as { outbounds: Record<string, unknown>[] }
    expect(outbounds.find(({ tag }) => tag === 'A')).not.toHaveProperty('detour')
    expect(report.output).toBe(1)
    expect(run(hop, { output: { list } }).text).toContain('dialer-proxy: DIRECT')
  }
})

test('where only names took all nodes out, the filter is named, and Clash is not to blame', () => {
  expect(() => run(`${A}\n${B}\n`, { to: 'clash', read: { nameInclude: 'x' } })).toThrow(
    expect.objectContaining({
      code: 'no-nodes-by-name',
      args: { n: 2, include: 'x' },
      report: expect.objectContaining({ excluded: 2 }) as unknown,
    }),
  )
})

test('a provider in use is a result without any node', () => {
  const { text, report } = run('', {
    output: { list: false },
    template: 'minimal',
    groups: { providers: [{ name: 'p', url: 'https://example.com/sub', password: 'secret' }] },
  })
  expect(report.output).toBe(0)
  expect(text).toContain('x-pass:')
})

test('links come out as they came in, but for a changed name', () => {
  const { text } = run(`${A}\n${A.replace('a.', 'b.')}\n`, { to: 'links' })
  expect(text).toBe('trojan://p@a.example.com:443#A\ntrojan://p@b.example.com:443#A_1\n')
})

test('a rule provider without a format is written in the one that the ending of its address says', () => {
  const provider = (name: string, ending: string) => ({
    name,
    type: 'http' as const,
    behavior: 'classical' as const,
    url: `https://example.com/${name}${ending}`,
  })
  const providers = [provider('a', '.list'), provider('b', '.txt'), provider('c', '.yaml')]
  const { text } = run(A, { output: { list: false }, template: 'minimal', rules: { providers } })
  const written = load(text) as { 'rule-providers': Record<string, { format?: string; path: string }> }
  expect(['a', 'b', 'c'].map((name) => written['rule-providers'][name]?.format ?? 'yaml')).toEqual([
    'text',
    'text',
    'yaml',
  ])
})

test('an edited node is compared as it is, not as its link says', () => {
  const links = ['a', 'b', 'c'].map((host) => `ss://YWVzLTI1Ni1nY206cGFzcw@${host}.example.com:1#${host}`)
  const [first, second, third] = parseNodes(links.join('\n')).nodes
  const entries = [edited(first!, 'pass'), edited(second!, 'pass'), edited(third!, 'other')]
  const { report } = convertEntries(entries, { to: 'mihomo', output: { list: true } })
  expect(report.issues.map(({ code, of }) => [code, of])).toEqual([
    ['duplicate', 1],
    ['duplicate-differs', 1],
  ])
})

function edited(entry: ParsedNode, password: string) {
  return { ...entry, node: { ...entry.node, name: 'X', server: 'same.example.com', password } }
}

test.each<ConvertOptions['to']>(['mihomo', 'clash', 'singbox'])(
  'for %s a pasted rule set keeps its good lines, each wrong one is told with its number, an empty set is not written',
  (client) => {
    const inline = { type: 'inline', behavior: 'classical', group: 'Select' } as const
    const { text, report } = convertText([{ name: 'in', text: A }], {
      to: client,
      template: 'minimal',
      rules: {
        providers: [
          { ...inline, name: 'mine', rules: ['DOMAIN,good.example', '', 'DOMAIN,b c'] },
          { ...inline, name: 'hollow', rules: ['nothing'] },
        ],
      },
    })
    expect(text).toContain('good.example')
    expect(text).not.toContain('hollow')
    const reported = report.issues.filter(({ field }) => field === 'ruleProviders' || field === 'rules')
    expect(
      reported.map(({ code, args }) => [code, args?.['name'] ?? args?.['list'], args?.['line'], args?.['raw']]),
    ).toEqual([
      ['rule-set-line', 'mine', 3, 'DOMAIN,b c'],
      ['list-empty', 'hollow', undefined, undefined],
      ['rule-set-line', 'hollow', 1, 'nothing'],
    ])
  },
)

test.each([
  ['a list for mihomo', { to: 'mihomo', output: { list: true } }],
  ['a list for sing-box, endpoints among it', { to: 'singbox', output: { list: true } }],
  ['a list for Xray', { to: 'xray', output: { list: true } }],
  ['a config', { to: 'mihomo' }],
  ['links', { to: 'links' }],
  ['base64', { to: 'base64' }],
] as const)('the bytes of a conversion are its text in UTF-8: %s', (_, options) => {
  const key = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8%3D'
  const text = `trojan://p@a.example.com:443#香港 🇭🇰\nwireguard://${key}@b.example.com:51820?publickey=${key}&address=10.0.0.2%2F32#日本`
  const sources = [{ name: 'list', text }]
  const { bytes, report } = convertToBytes(sources, options)
  const expected = convertText(sources, options)
  expect(new TextDecoder().decode(bytes)).toBe(expected.text)
  expect(report).toEqual(expected.report)
  expect(report.output).toBeGreaterThan(0)
})
