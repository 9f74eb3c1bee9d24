import { describe, expect, test } from 'vitest'
import { type ConvertOptions, convertText, readOwnConfig, type Template } from '../../index.ts'
import type { TemplateGroup } from '../../templates/template.ts'

type Rule = Record<string, unknown>
interface Config {
  log: Record<string, unknown>
  dns: { servers: Rule[] }
  inbounds: Rule[]
  outbounds: (Rule & { tag: string })[]
  routing: { domainStrategy: string; rules: Rule[]; balancers?: Rule[] }
  observatory?: Rule
}

const link = (name: string, server = '203.0.113.7') => `trojan://p@${server}:443#${name}`
const NODES = ['A', 'B', 'C'].map((name) => link(name)).join('\n')

function config(options: Partial<ConvertOptions> = {}, text = NODES) {
  const { text: written, report } = convertText([{ name: 'nodes', text }], { to: 'xray', ...options })
  const reported = report.issues.map(({ code, node, field, args }) => ({ code, node, field, args }))
  return { config: JSON.parse(written) as Config, report, reported, codes: reported.map(({ code }) => code) }
}

const all = { kind: 'all' } as const
const ref = (name: string) => ({ kind: 'ref', name }) as const

function template(groups: readonly Partial<TemplateGroup>[], rules: readonly string[] = []): Template {
  return {
    name: 'test',
    groups: groups.map((group) => ({ name: 'G', type: 'select', members: [all], whenEmpty: 'direct', ...group })),
    rules: rules.map((text) => ({ kind: 'line', text })),
  }
}

describe('tags', () => {
  test('have one length, and names stand beside them', () => {
    const { config: written } = config({ template: template([{ name: 'G' }]) })
    expect(written.outbounds.map(({ tag, remarks }) => [tag, remarks])).toEqual([
      ['n001', 'A'],
      ['n002', 'B'],
      ['n003', 'C'],
      ['direct', undefined],
      ['block', undefined],
    ])
  })

  test('no tag is the start of another, with a thousand nodes too', () => {
    const text = Array.from({ length: 1_200 }, (_, at) => link(`N${at}`)).join('\n')
    const tags = config({ output: { list: true } }, text).config.outbounds.map(({ tag }) => tag)
    expect(tags[0]).toBe('n0001')
    expect(new Set(tags.map((tag) => tag.length))).toEqual(new Set([5]))
  })
})

describe('groups', () => {
  test('a select group is its first member, and that is told', () => {
    const { config: written, reported } = config({ template: template([{ name: 'G', members: [all, ref('DIRECT')] }]) })
    expect(written.outbounds[0]).toMatchObject({ tag: 'n001', remarks: 'A' })
    expect(written.routing.balancers).toBeUndefined()
    expect(written.observatory).toBeUndefined()
    expect(reported).toContainEqual({
      code: 'group-choice-fixed',
      node: undefined,
      field: 'proxy-groups',
      args: { group: 'G', name: 'A' },
    })
  })

  test('url-test takes the fastest of all nodes, and the first one as long as none was tested', () => {
    const { config: written } = config({
      template: template([{ name: 'G', type: 'url-test', url: 'https://probe.example/204', interval: 300 }]),
    })
    expect(written.routing.balancers).toEqual([
      { tag: 'b001', remarks: 'G', selector: ['n'], strategy: { type: 'leastPing' }, fallbackTag: 'n001' },
    ])
    expect(written.observatory).toEqual({
      subjectSelector: ['n'],
      probeURL: 'https://probe.example/204',
      probeInterval: '300s',
      enableConcurrency: true,
    })
  })

  test('what no rule takes goes to the first outbound, which leads back to a balancer', () => {
    const { config: written } = config({ template: template([{ name: 'G', type: 'url-test' }], ['MATCH,G']) })
    expect(written.outbounds[0]).toEqual({ tag: 'g001', protocol: 'loopback', settings: { inboundTag: 'g001' } })
    expect(written.routing.rules[0]).toEqual({ inboundTag: ['g001'], balancerTag: 'b001' })
  })

  test.each([
    ['DIRECT', 'direct'],
    ['REJECT', 'block'],
    ['B', 'n002'],
  ])('MATCH,%s puts %s first', (target, tag) => {
    const { config: written } = config({ template: template([{ name: 'G' }], [`MATCH,${target}`]) })
    expect(written.outbounds[0]!.tag).toBe(tag)
    expect(written.outbounds.filter((outbound) => outbound.tag === tag)).toHaveLength(1)
  })

  test('a fallback group tries its members in order, each by a balancer of its own', () => {
    const { config: written } = config({ template: template([{ name: 'G', type: 'fallback' }], ['MATCH,G']) })
    expect(written.routing.balancers!.map(({ selector, fallbackTag }) => [selector, fallbackTag])).toEqual([
      [['n001'], 'g002'],
      [['n002'], 'g003'],
      [['n003'], 'n001'],
    ])
    expect(written.routing.rules.slice(0, 3)).toEqual([
      { inboundTag: ['g001'], balancerTag: 'b001' },
      { inboundTag: ['g002'], balancerTag: 'b002' },
      { inboundTag: ['g003'], balancerTag: 'b003' },
    ])
  })

  test('of a long fallback group the first members are tried in order, and that is told', () => {
    const text = Array.from({ length: 40 }, (_, at) => link(`N${at}`)).join('\n')
    const { config: written, reported } = config({ template: template([{ name: 'G', type: 'fallback' }]) }, text)
    expect(written.routing.balancers).toHaveLength(16)
    expect(written.routing.balancers!.at(-1)!['selector']).toHaveLength(25)
    expect(reported).toContainEqual(
      expect.objectContaining({ code: 'group-order-cut', args: { group: 'G', count: 15 } }),
    )
  })

  test('load-balance spreads at random, and round-robin in turn', () => {
    const spread = (strategy?: string) =>
      config({ template: template([{ name: 'G', type: 'load-balance', strategy }]) })
    expect(spread('round-robin').config.routing.balancers![0]!['strategy']).toEqual({ type: 'roundRobin' })
    const sticky = spread('sticky-sessions')
    expect(sticky.config.routing.balancers![0]!['strategy']).toEqual({ type: 'random' })
    expect(sticky.reported).toContainEqual(
      expect.objectContaining({
        code: 'group-kind-changed',
        args: { group: 'G', from: 'load-balance (sticky-sessions)', to: 'random' },
      }),
    )
  })

  test.each<[string, string[], string, string]>([
    ['a later group that holds nodes is', ['E', 'DIRECT', 'Full'], 'b001', 'Full'],
    ['a later node is', ['E', 'DIRECT', 'A'], 'n001', 'A'],
    ['without either nothing else is: DIRECT would go past the proxy', ['E', 'DIRECT'], 'block', 'E'],
    ['one that is no group is not passed over', ['DIRECT', 'A'], 'direct', 'DIRECT'],
  ])('if the first member of a select group found nothing, %s its choice', (_, members, tag, name) => {
    const { config: written, reported } = config({
      template: template(
        [
          { name: 'S', type: 'select', members: members.map(ref) },
          { name: 'E', type: 'url-test', whenEmpty: 'reject', members: [{ kind: 'pattern', pattern: 'nobody' }] },
          { name: 'Full', type: 'url-test', members: [ref('A'), ref('B')] },
        ],
        ['DOMAIN,a.example,S'],
      ),
    })
    expect(Object.values(written.routing.rules.find((rule) => rule['domain'])!)).toContain(tag)
    expect(reported).toContainEqual(expect.objectContaining({ code: 'group-choice-fixed', args: { group: 'S', name } }))
  })

  test('a group inside a group is an outbound that leads to its balancer', () => {
    const { config: written } = config({
      template: template([
        { name: 'Outer', type: 'url-test', members: [ref('Inner'), ref('C')] },
        { name: 'Inner', type: 'load-balance', members: [{ kind: 'nodes', names: ['A', 'B'] }] },
      ]),
    })
    const [outer, inner] = written.routing.balancers!
    expect(outer).toMatchObject({ remarks: 'Outer', selector: ['g002', 'n003'], fallbackTag: 'g002' })
    expect(inner).toMatchObject({ remarks: 'Inner', selector: ['n001', 'n002'] })
    expect(written.routing.rules).toContainEqual({ inboundTag: ['g002'], balancerTag: inner!['tag'] })
    expect(written.observatory!['subjectSelector']).toEqual(['n', 'g002'])
  })

  test('groups that nothing leads to are not written', () => {
    const { config: written } = config({
      template: template([
        { name: 'G', members: [ref('A')] },
        { name: 'Unused', type: 'url-test' },
      ]),
    })
    expect(written.routing.balancers).toBeUndefined()
  })
})

describe('rules', () => {
  const group = [{ name: 'G' }]

  test('of one target stand together, one kind of condition each', () => {
    const rules = ['DOMAIN,a.example,DIRECT', 'IP-CIDR,192.0.2.0/24,DIRECT,no-resolve', 'DOMAIN-SUFFIX,b.example,DIRECT', 'DOMAIN-KEYWORD,c,REJECT', 'DOMAIN-REGEX,^d\\.,DIRECT', 'DST-PORT,80/1000-2000,DIRECT', 'NETWORK,udp,DIRECT', 'PROCESS-NAME,curl,DIRECT', 'SRC-IP-CIDR,10.0.0.0/8,DIRECT', 'SRC-PORT,53,DIRECT'] // oxfmt-ignore
    const { config: written } = config({ template: template(group, rules) })
    expect(written.routing.rules.slice(1)).toEqual([
      { domain: ['full:a.example', 'domain:b.example'], outboundTag: 'direct' },
      { ip: ['192.0.2.0/24'], outboundTag: 'direct' },
      { domain: ['keyword:c'], outboundTag: 'block' },
      { domain: ['regexp:(?i)^d\\.'], outboundTag: 'direct' },
      { port: '80,1000-2000', outboundTag: 'direct' },
      { network: 'udp', outboundTag: 'direct' },
      { process: ['curl'], outboundTag: 'direct' },
      { sourceIP: ['10.0.0.0/8'], outboundTag: 'direct' },
      { sourcePort: '53', outboundTag: 'direct' },
    ])
    expect(written.routing.domainStrategy).toBe('AsIs')
  })

  test('a rule that looks names up makes all rules about addresses come last for domains, and that is told', () => {
    const rules = ['IP-CIDR,192.0.2.0/24,REJECT', 'GEOIP,LAN,DIRECT,no-resolve', 'DOMAIN,a.example,G']
    const { config: written, reported } = config({ template: template(group, rules) })
    expect(written.routing.domainStrategy).toBe('IPIfNonMatch')
    expect(reported).toContainEqual(
      expect.objectContaining({ code: 'rule-semantics-changed', args: { reason: 'addresses-last', count: 2 } }),
    )
  })

  test('AND is one rule where its conditions differ, OR are several, NOT is left out', () => {
    const rules = ['AND,((DOMAIN,a.example),(NETWORK,udp)),REJECT', 'OR,((DOMAIN,b.example),(DST-PORT,443)),DIRECT', 'NOT,((DOMAIN,c.example)),DIRECT', 'AND,((DOMAIN,a.example),(DOMAIN-SUFFIX,example)),DIRECT'] // oxfmt-ignore
    const { config: written, codes } = config({ template: template(group, rules) })
    expect(written.routing.rules.slice(1)).toEqual([
      { domain: ['full:a.example'], network: 'udp', outboundTag: 'block' },
      { domain: ['full:b.example'], outboundTag: 'direct' },
      { port: '443', outboundTag: 'direct' },
    ])
    expect(codes.filter((code) => code === 'rule-unsupported')).toHaveLength(2)
  })

  test.each(['PROCESS-NAME-REGEX,^c', 'UID,1000', 'IN-NAME,mixed-in', 'IP-ASN,13335', 'IN-PORT,80', 'DSCP,4'])(
    '%s is left out and told',
    (rule) => {
      const { config: written, codes } = config({ template: template(group, [`${rule},DIRECT`]) })
      expect(written.routing.rules).toHaveLength(1)
      expect(codes).toContain('rule-unsupported')
    },
  )

  test('GEOIP and GEOSITE are written as the text of their list, and told where that is not at hand', () => {
    const rules = ['GEOSITE,google,G', 'GEOIP,CN,DIRECT']
    const lists = new Map([
      ['https://raw.githubusercontent.com/MetaCubeX/meta-rules-dat/meta/geo/geosite/google.list', '+.google.example\n'],
    ])
    const { config: written, reported } = config({ template: template(group, rules), rules: { lists } })
    expect(written.routing.rules.slice(1)).toEqual([{ domain: ['domain:google.example'], outboundTag: 'n001' }])
    expect(reported).toContainEqual(
      expect.objectContaining({ code: 'list-missing', args: expect.objectContaining({ list: 'geoip-cn' }) as object }),
    )
  })

  test('what a list holds and Xray cannot say is counted', () => {
    const provider = { name: 'mine', group: 'G', type: 'inline', behavior: 'classical', rules: ['DOMAIN,a.example', 'IP-ASN,1', 'IP-ASN,2'] } as const // oxfmt-ignore
    const { config: written, reported } = config({ template: template(group), rules: { providers: [provider] } })
    expect(written.routing.rules.slice(1)).toEqual([{ domain: ['full:a.example'], outboundTag: 'n001' }])
    expect(reported).toContainEqual(
      expect.objectContaining({
        code: 'rule-unsupported',
        args: expect.objectContaining({ type: 'IP-ASN', count: 2, list: 'mine' }) as object,
      }),
    )
  })
})

describe('the rest of the file', () => {
  test('a node connects through another one, and through a group by the way that leads to it', () => {
    const text = `proxies:
  - {name: A, type: socks5, server: 192.0.2.1, port: 1080, dialer-proxy: B}
  - {name: B, type: socks5, server: 192.0.2.2, port: 1080}
  - {name: C, type: socks5, server: 192.0.2.3, port: 1080, dialer-proxy: Auto}
  - {name: D, type: socks5, server: 192.0.2.4, port: 1080, dialer-proxy: Gone}`
    const groups = [{ name: 'G', members: [ref('A')] }, { name: 'Auto', type: 'url-test', members: [{ kind: 'nodes', names: ['A', 'B'] }] }] as const // oxfmt-ignore
    const { config: written, report } = config({ template: template(groups) }, text)
    const through = written.outbounds.map(({ remarks, streamSettings }) => [
      remarks,
      (streamSettings as { sockopt?: Rule } | undefined)?.sockopt?.['dialerProxy'],
    ])
    expect(through.slice(0, 4)).toEqual([
      ['A', 'n002'],
      ['B', undefined],
      ['C', 'g001'],
      [undefined, undefined],
    ])
    expect(report).toMatchObject({ output: 3, refused: 1 })
  })

  test('in a bare list a node connects through another one too', () => {
    const text = `proxies:
  - {name: A, type: socks5, server: 192.0.2.1, port: 1080, dialer-proxy: B}
  - {name: B, type: socks5, server: 192.0.2.2, port: 1080}`
    expect(config({ output: { list: true } }, text).config).toEqual({
      outbounds: [
        { tag: 'n001', remarks: 'A', protocol: 'socks', settings: { address: '192.0.2.1', port: 1080 }, streamSettings: { sockopt: { dialerProxy: 'n002' } } },
        { tag: 'n002', remarks: 'B', protocol: 'socks', settings: { address: '192.0.2.2', port: 1080 } },
      ],
    }) // oxfmt-ignore
  })

  test('names of nodes are looked up by an encrypted resolver, foreign names through the proxy', () => {
    const { config: written } = config({ template: template([{ name: 'G' }]) }, link('A', 'node.example'))
    expect(written.outbounds[0]!['streamSettings']).toMatchObject({ sockopt: { domainStrategy: 'UseIPv4v6' } })
    expect(written.dns.servers[0]).toEqual({
      address: 'https+local://223.5.5.5/dns-query',
      domains: ['full:node.example'],
      skipFallback: true,
    })
    expect(written.dns.servers.at(-1)).toEqual({ address: 'https://1.1.1.1/dns-query', tag: 'dns-in' })
    expect(written.routing.rules[0]).toEqual({ inboundTag: ['dns-in'], outboundTag: 'n001' })
  })

  test('port, network and log are set; what Xray has no place for is told', () => {
    const settings = { mixedPort: 1080, allowLan: true, logLevel: 'silent', controllerPort: 9091, tun: true, tolerance: 80, urlTestInterval: '5m' } as const // oxfmt-ignore
    const { config: written, reported } = config({ output: { settings }, singbox: { route: { rules: [] } } })
    expect(written.inbounds).toMatchObject([{ protocol: 'mixed', listen: '0.0.0.0', port: 1080 }])
    expect(written.log).toEqual({ loglevel: 'none', access: 'none' })
    expect(written.observatory!['probeInterval']).toBe('300s')
    const ignored = reported.filter(({ code }) => code === 'field-ignored').map(({ field }) => field)
    expect(ignored).toEqual(['route', 'controller-port', 'tun', 'tolerance'])
  })

  test('listens on this machine alone unless asked otherwise', () => {
    expect(config().config.inbounds).toMatchObject([{ protocol: 'mixed', listen: '127.0.0.1', port: 7890 }])
  })

  test('hysteria2 nodes at one address share a connection, and that is told', () => {
    const text = 'hy2://one@203.0.113.7:443#A\nhy2://two@203.0.113.7:443#B\nhy2://two@203.0.113.8:443#C'
    const { reported } = config({}, text)
    expect(reported.filter(({ code }) => code === 'connection-shared')).toEqual([
      { code: 'connection-shared', node: 'B', field: 'server', args: { name: 'A' } },
    ])
  })

  test('a mihomo file as template gives its nodes, groups and rules', () => {
    const own = readOwnConfig(
      `proxies:
  - {name: Own, type: trojan, server: 203.0.113.9, port: 443, password: p}
proxy-groups:
  - {name: Pick, type: select, proxies: [Own]}
rules:
  - DOMAIN,a.example,DIRECT
  - MATCH,Pick
`,
      'own.yaml',
    )
    const { config: written } = config({ template: own }, link('A'))
    expect(written.outbounds.map(({ remarks }) => remarks).slice(0, 2)).toEqual(['Own', 'A'])
    expect(written.routing.rules.slice(1)).toEqual([{ domain: ['full:a.example'], outboundTag: 'direct' }])
  })

  test('a sing-box file is no template', () => {
    const own = readOwnConfig('{"outbounds":[{"type":"selector","tag":"S","outbounds":["direct"]},{"type":"direct","tag":"direct"}],"route":{"final":"S"}}', 'own.json') // oxfmt-ignore
    expect(() => config({ template: own })).toThrow(expect.objectContaining({ code: 'bad-template' }))
  })
})
