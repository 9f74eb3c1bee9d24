import { describe, expect, test } from 'vitest'
import { type ExplainOptions, openExplanation } from './open-explanation.ts'
import { type RouteQuestion, readQuestion } from './shared/question.ts'

/** The answer in one line: `3 fits Proxy > A`, what stays open behind it. */
function answered(text: string, question: RouteQuestion, options: ExplainOptions = {}): string {
  const answer = openExplanation(text, options).ask(question)
  if (answer === undefined) return 'no config'
  const { rule, why, groups, node, nodes, needs, unknown, passed } = answer
  const way = [...groups, node ?? (nodes === undefined ? '?' : `(${nodes.join('|')})`)].join(' > ')
  return [
    `${rule === null ? 'none' : rule.index} ${why.code} ${way}`,
    ...needs.map(({ fact, rules, isMore }) => `${fact}:${rules.map(({ index }) => index).join()}${isMore ? '+' : ''}`), // oxfmt-ignore
    ...unknown.map((name) => `unread:${name}`),
    ...passed.map((one) => `${one.why}:${one.rule.index}`),
  ].join(' ')
}

const NODES = `proxies:
- {name: A, type: socks5, server: 192.0.2.1, port: 1, udp: true}
- {name: B, type: socks5, server: 192.0.2.2, port: 1, udp: true}
- {name: W, type: http, server: 192.0.2.3, port: 1}
proxy-groups:
- {name: G, type: select, proxies: [A, B]}
- {name: T, type: url-test, proxies: [G, B, W]}
- {name: L, type: select, proxies: [L]}
- {name: P, type: select, use: [remote]}
- {name: F, type: select, include-all: true, filter: "^B\`^A", proxies: [W]}
- {name: O, type: select, use: [inline], filter: "C\`Aa"}
- {name: X, type: select, proxies: [A, B], exclude-filter: A}
- {name: E, type: select, proxies: [A], exclude-filter: A}
- {name: N, type: select, proxies: [PASS, A]}
proxy-providers:
  remote: {type: http, url: "https://example.com/a"}
  inline: {type: inline, payload: [{name: Aa, type: ss}, {name: C, type: ss}]}
`
const mihomo = (rules: readonly string[], more = '') => `${NODES}${more}rules:\n${rules.map((rule) => `- ${rule}\n`).join('')}` // oxfmt-ignore

describe('mihomo', () => {
  test.each<[what: string, rules: string[], question: RouteQuestion, wanted: string]>([
    ['a suffix', ['DOMAIN-SUFFIX,b.example,A', 'MATCH,B'], { host: 'a.b.example' }, '0 fits A'],
    ['MATCH', ['DOMAIN,b.example,A', 'MATCH,B'], { host: 'a.b.example' }, '1 takes-all B'],
    ['no rule', ['DOMAIN,b.example,A'], { host: 'c.example' }, 'none no-rule DIRECT'],
    ['groups', ['MATCH,T'], { host: 'c.example' }, '0 takes-all T > (A|B|W)'],
    ['a loop of groups', ['MATCH,L'], { host: 'c.example' }, '0 takes-all L > ?'],
    ['a provider whose nodes are not at hand', ['MATCH,P'], { host: 'c.example' }, '0 takes-all P > ? unread:remote'],
    ['own members stand before those of a filter', ['MATCH,F'], { host: 'c.example' }, '0 takes-all F > W'],
    ['the patterns of a filter order the nodes of providers', ['MATCH,O'], { host: 'c.example' }, '0 takes-all O > C'],
    ['members that a filter leaves out', ['MATCH,X'], { host: 'c.example' }, '0 takes-all X > B'],
    ['a group of nobody', ['MATCH,E'], { host: 'c.example' }, '0 takes-all E > COMPATIBLE'],
    ['PASS', ['MATCH,PASS', 'MATCH,A'], { host: 'c.example' }, '1 takes-all A goes-on:0'],
    ['PASS by a group', ['MATCH,N', 'MATCH,A'], { host: 'c.example' }, '1 takes-all A goes-on:0'],
    ['UDP past a target without it', ['MATCH,W', 'MATCH,G'], { host: 'a.example', network: 'udp' }, '1 takes-all G > A no-udp:0'], // oxfmt-ignore
    ['UDP past all of them', ['MATCH,W'], { host: 'a.example', network: 'udp' }, 'none no-rule DIRECT no-udp:0'],
    ['an address that nobody told', ['IP-CIDR,10.0.0.0/8,A', 'MATCH,B'], { host: 'a.example' }, '1 takes-all B address:0'], // oxfmt-ignore
    ['an address', ['IP-CIDR,10.0.0.0/8,A', 'MATCH,B'], { host: 'a.example', resolved: ['10.1.1.1'] }, '0 fits A'],
    ['a name without one', ['IP-CIDR,10.0.0.0/8,A', 'MATCH,B'], { host: 'a.example', resolved: [] }, '1 takes-all B'],
    ['IPv4 is preferred', ['IP-CIDR6,::/0,A', 'MATCH,B'], { host: 'a.example', resolved: ['::1', '192.0.2.7'] }, '1 takes-all B'], // oxfmt-ignore
    [
      'no-resolve before and behind a rule that resolves',
      ['IP-CIDR,10.0.0.0/8,A,no-resolve', 'IP-CIDR,172.16.0.0/12,A', 'IP-CIDR,10.0.0.0/8,B,no-resolve', 'MATCH,W'],
      { host: 'a.example', resolved: ['10.1.1.1'] },
      '2 fits B',
    ],
    ['a rule that could not match anyway', ['AND,((DOMAIN,b.example),(IP-CIDR,10.0.0.0/8)),A', 'MATCH,B'], { host: 'a.example' }, '1 takes-all B'], // oxfmt-ignore
    ['NOT', ['NOT,((DOMAIN,b.example)),A', 'MATCH,B'], { host: 'a.example' }, '0 fits A'],
    ['OR with something unknown', ['OR,((DST-PORT,22),(DOMAIN,a.example)),A', 'MATCH,B'], { host: 'a.example' }, '0 fits A'], // oxfmt-ignore
    ['a port that nobody told', ['DST-PORT,22,A', 'MATCH,B'], { host: 'a.example' }, '1 takes-all B port:0'],
    ['a database', ['GEOSITE,cn,A', 'GEOIP,CN,A,no-resolve', 'MATCH,B'], { host: 'a.example' }, '2 takes-all B unread:GEOSITE,cn'], // oxfmt-ignore
    ['private addresses', ['GEOIP,LAN,A', 'MATCH,B'], { ip: '192.168.1.1' }, '0 fits A'],
    ['an IPv4 address as IPv6', ['IP-CIDR,192.0.2.0/24,A', 'MATCH,B'], { ip: '::ffff:192.0.2.1' }, '0 fits A'],
    ['a prefix that is written as no client reads it', ['DOMAIN-SUFFIX,.b.example,A', 'MATCH,B'], { host: 'a.b.example' }, '1 takes-all B'], // oxfmt-ignore
    ['an address without a name', ['DOMAIN-KEYWORD,a,A', 'MATCH,B'], { ip: '192.0.2.1' }, '1 takes-all B'],
    ['a rule that cannot be read', ['DOMAIN', 'MATCH,B'], { ip: '192.0.2.1' }, '1 takes-all B'],
  ])('%s', (_, rules, question, wanted) => expect(answered(mihomo(rules), question)).toBe(wanted))

  test.each<[what: string, more: string, rules: string[], question: RouteQuestion, wanted: string]>([
    ['the mode says it all', 'mode: direct\n', ['MATCH,B'], { host: 'a.example' }, 'none mode DIRECT'],
    ['the group that nobody wrote', 'mode: global\n', ['MATCH,B'], { host: 'a.example' }, 'none mode GLOBAL > DIRECT'],
    ['a sniffer may find a name', 'sniffer: {enable: true}\n', ['DOMAIN,a.example,A', 'MATCH,B'], { ip: '192.0.2.1' }, '1 takes-all B name:0'], // oxfmt-ignore
    ['and finds it', 'sniffer: {enable: true}\n', ['DOMAIN,a.example,A', 'MATCH,B'], { ip: '192.0.2.1', host: 'a.example' }, '0 fits A'], // oxfmt-ignore
    ['without one the name stays hidden', '', ['DOMAIN,a.example,A', 'MATCH,B'], { ip: '192.0.2.1', host: 'a.example' }, '1 takes-all B'], // oxfmt-ignore
    ['hosts', 'hosts: {"+.a.example": 10.0.0.1}\n', ['IP-CIDR,10.0.0.0/8,A,no-resolve', 'MATCH,B'], { host: 'x.a.example' }, '0 fits A'], // oxfmt-ignore
    ['hosts that go round', 'hosts: {a.example: b.example, b.example: a.example}\n', ['MATCH,B'], { host: 'a.example' }, '0 takes-all B'], // oxfmt-ignore
    ['a set of sub-rules', 'sub-rules: {s: ["DOMAIN,x.example,PASS-RULE", "DOMAIN-SUFFIX,example,A"]}\n', ['SUB-RULE,(NETWORK,tcp),s', 'MATCH,B'], { host: 'x.example', network: 'tcp' }, '1 fits A'], // oxfmt-ignore
    ['one in which nothing fits', 'sub-rules: {s: ["DOMAIN,x.example,A"]}\n', ['SUB-RULE,(NETWORK,tcp),s', 'MATCH,B'], { host: 'y.example', network: 'tcp' }, '1 takes-all B'], // oxfmt-ignore
    ['sets that go round', 'sub-rules: {s: ["SUB-RULE,(NETWORK,tcp),s"]}\n', ['SUB-RULE,(NETWORK,tcp),s', 'MATCH,B'], { host: 'y.example', network: 'tcp' }, '1 takes-all B'], // oxfmt-ignore
    ['a list within', 'rule-providers: {l: {type: inline, behavior: domain, payload: ["+.l.example"]}}\n', ['RULE-SET,l,A', 'MATCH,B'], { host: 'X.L.example' }, '0 fits A'], // oxfmt-ignore
    ['a list elsewhere', 'rule-providers: {l: {type: http, behavior: domain, url: "https://l.example"}}\n', ['RULE-SET,l,A', 'MATCH,B'], { host: 'l.example' }, '1 takes-all B unread:l'], // oxfmt-ignore
    ['a list of addresses resolves', 'rule-providers: {l: {type: inline, behavior: ipcidr, payload: ["10.0.0.0/8"]}}\n', ['RULE-SET,l,A', 'MATCH,B'], { host: 'l.example' }, '1 takes-all B address:0'], // oxfmt-ignore
    ['and does not with no-resolve', 'rule-providers: {l: {type: inline, behavior: ipcidr, payload: ["10.0.0.0/8"]}}\n', ['RULE-SET,l,A,no-resolve', 'MATCH,B'], { host: 'l.example' }, '1 takes-all B'], // oxfmt-ignore
    ['without a look at processes', 'find-process-mode: off\n', ['PROCESS-NAME,curl,A', 'MATCH,B'], { host: 'a.example', process: 'curl' }, '1 takes-all B'], // oxfmt-ignore
  ])('%s', (_, more, rules, question, wanted) => expect(answered(mihomo(rules, more), question)).toBe(wanted))

  test('lists and providers whose texts are given', () => {
    const more =
      'rule-providers: {l: {type: http, behavior: classical, format: text, url: "https://l.example/l.list"}}\n'
    const lists = new Map([
      ['https://l.example/l.list', '# mine\nDOMAIN-SUFFIX,l.example\nDST-PORT,8080\n'],
      ['https://example.com/a', 'proxies:\n- {name: R, type: ss}\n'],
    ])
    const text = mihomo(['RULE-SET,l,P', 'MATCH,B'], more)
    expect(answered(text, { host: 'a.l.example' }, { lists })).toBe('0 fits P > R')
    expect(answered(text, { ip: '192.0.2.1', port: 8080 }, { lists })).toBe('0 fits P > R')
    expect(openExplanation(text).lists).toEqual([
      { name: 'l', url: 'https://l.example/l.list' },
      { name: 'remote', url: 'https://example.com/a' },
    ])
  })
})

const singbox = (rules: readonly object[], more: object = {}, route: object = {}) =>
  JSON.stringify({
    inbounds: [{ type: 'mixed', tag: 'in' }],
    outbounds: [
      { type: 'selector', tag: 'G', outbounds: ['U', 'a'] },
      { type: 'urltest', tag: 'U', outbounds: ['a', 'b'] },
      { type: 'socks', tag: 'a' },
      { type: 'socks', tag: 'b' },
      { type: 'direct', tag: 'direct' },
    ],
    route: { rules, ...route },
    ...more,
  })

describe('sing-box', () => {
  const sets = (rules: object[]) => ({ rule_set: [{ tag: 's', rules }] })
  test.each<[what: string, text: string, question: RouteQuestion, wanted: string]>([
    ['no final: the first outbound', singbox([]), { host: 'a.example' }, 'none no-rule G > U > (a|b)'],
    ['alternatives of one kind', singbox([{ domain: 'x.example', ip_cidr: '10.0.0.0/8', outbound: 'a' }]), { ip: '10.1.1.1' }, '0 fits a'], // oxfmt-ignore
    ['kinds hold together', singbox([{ domain: 'x.example', port: 80, outbound: 'a' }]), { host: 'x.example', port: 81 }, 'none no-rule G > U > (a|b)'], // oxfmt-ignore
    ['an address of a name is not looked up', singbox([{ ip_cidr: '10.0.0.0/8', outbound: 'a' }]), { host: 'x.example' }, 'none no-rule G > U > (a|b)'], // oxfmt-ignore
    ['unless a rule says so', singbox([{ action: 'resolve' }, { ip_cidr: '10.0.0.0/8', outbound: 'a' }]), { host: 'x.example', resolved: ['10.1.1.1'] }, '1 fits a goes-on:0'], // oxfmt-ignore
    ['and it may be told or not', singbox([{ action: 'resolve' }, { ip_cidr: '10.0.0.0/8', outbound: 'a' }], {}, { final: 'b' }), { host: 'x.example' }, 'none no-rule b address:1 goes-on:0'], // oxfmt-ignore
    ['a look at the first bytes', singbox([{ action: 'sniff' }, { domain: 'x.example', outbound: 'a' }], {}, { final: 'b' }), { ip: '192.0.2.1' }, 'none no-rule b name:1 goes-on:0'], // oxfmt-ignore
    ['that finds the name', singbox([{ action: 'sniff' }, { domain: 'x.example', outbound: 'a' }]), { ip: '192.0.2.1', host: 'x.example' }, '1 fits a goes-on:0'], // oxfmt-ignore
    ['a protocol without it', singbox([{ protocol: 'dns', action: 'hijack-dns' }], {}, { final: 'b' }), { ip: '192.0.2.1' }, 'none no-rule b'], // oxfmt-ignore
    ['a protocol with it', singbox([{ action: 'sniff' }, { protocol: 'dns', action: 'hijack-dns' }], {}, { final: 'b' }), { ip: '192.0.2.1' }, 'none no-rule b protocol:1 goes-on:0'], // oxfmt-ignore
    ['reject', singbox([{ domain_keyword: 'ads', action: 'reject' }]), { host: 'ads.example' }, '0 fits reject'],
    ['invert', singbox([{ domain: 'x.example', invert: true, outbound: 'a' }]), { host: 'y.example' }, '0 fits a'],
    ['logical', singbox([{ type: 'logical', mode: 'or', rules: [{ port: 53 }, { domain: 'x.example' }], outbound: 'a' }]), { host: 'x.example' }, '0 fits a'], // oxfmt-ignore
    ['logical turned round', singbox([{ type: 'logical', mode: 'and', rules: [{ port: 53 }, { domain: 'x.example' }], invert: true, outbound: 'a' }]), { host: 'y.example' }, '0 fits a'], // oxfmt-ignore
    ['an empty rule', singbox([{ outbound: 'a' }]), { host: 'y.example' }, '0 takes-all a'],
    ['a mode', singbox([{ clash_mode: 'direct', outbound: 'direct' }, { clash_mode: 'rule', outbound: 'a' }]), { host: 'y.example' }, '1 takes-all a'], // oxfmt-ignore
    ['a set', singbox([{ rule_set: 's', outbound: 'a' }], {}, sets([{ domain_suffix: ['x.example'] }, { port: [22] }])), { host: 'q.x.example', port: 80 }, '0 fits a'], // oxfmt-ignore
    ['a set beside a name: alternatives', singbox([{ domain: 'z.example', rule_set: 's', outbound: 'a' }], {}, sets([{ domain_suffix: ['x.example'] }])), { host: 'z.example' }, '0 fits a'], // oxfmt-ignore
    ['a set of two rules beside a name: both', singbox([{ domain: 'z.example', rule_set: 's', outbound: 'a' }], {}, { final: 'b', ...sets([{ domain: ['x.example'] }, { domain: ['y.example'] }]) }), { host: 'z.example' }, 'none no-rule b'], // oxfmt-ignore
    ['a set beside a port: both', singbox([{ port: 80, rule_set: 's', outbound: 'a' }], {}, { final: 'b', ...sets([{ domain: ['x.example'] }]) }), { host: 'x.example', port: 81 }, 'none no-rule b'], // oxfmt-ignore
    ['an old list, beside a name', singbox([{ geosite: ['cn'], domain_suffix: ['b.example'], outbound: 'a' }], {}, { final: 'b' }), { host: 'x.example' }, 'none no-rule b unread:geosite:cn'], // oxfmt-ignore
    ['an old list of addresses', singbox([{ geoip: 'cn', outbound: 'a' }], {}, { final: 'b' }), { ip: '192.0.2.1' }, 'none no-rule b unread:geoip:cn'], // oxfmt-ignore
    ['a set that is not at hand', singbox([{ rule_set: 's', outbound: 'a' }], {}, { final: 'b', rule_set: [{ tag: 's', type: 'remote', url: 'https://s.example/s.srs' }] }), { host: 'x.example' }, 'none no-rule b unread:s'], // oxfmt-ignore
    ['one of several inbounds', singbox([{ inbound: 'in', outbound: 'a' }], { inbounds: [{ type: 'tun', tag: 'tun' }, { type: 'mixed', tag: 'in' }] }, { final: 'b' }), { host: 'x.example' }, 'none no-rule b inbound:0'], // oxfmt-ignore
    ['what no question says', singbox([{ wifi_ssid: 'home', outbound: 'a' }], {}, { final: 'b' }), { host: 'x.example' }, 'none no-rule b other:0'], // oxfmt-ignore
    ['no object', '[]', { host: 'x.example' }, 'no config'],
  ])('%s', (_, text, question, wanted) => expect(answered(text, question, { client: 'singbox' })).toBe(wanted))

  test('a source file of a set', () => {
    const text = singbox([{ rule_set: 's', outbound: 'a' }], {}, { rule_set: [{ tag: ['s'], type: 'local', path: 'sets/{tag}.json' }] }) // oxfmt-ignore
    const lists = new Map([['sets/s.json', '{"version": 1, "rules": [{"domain": "x.example"}]}']])
    expect(answered(text, { host: 'x.example' }, { client: 'singbox', lists })).toBe('0 fits a')
  })
})

const xray = (rules: readonly object[], routing: object = {}, more: object = {}) =>
  JSON.stringify({
    outbounds: [
      { tag: 'first', protocol: 'freedom' },
      { tag: 'n1', protocol: 'socks' },
      { tag: 'n2', protocol: 'socks' },
      { tag: 'back', protocol: 'loopback', settings: { inboundTag: 'again' } },
    ],
    routing: { rules, ...routing },
    ...more,
  })

describe('Xray', () => {
  test.each<[what: string, text: string, question: RouteQuestion, wanted: string]>([
    ['no rule: the first outbound', xray([]), { host: 'a.example' }, 'none no-rule first'],
    ['a word', xray([{ domain: ['exam'], outboundTag: 'n1' }]), { host: 'EXAMPLE.com' }, '0 fits n1'],
    ['a balancer', xray([{ port: 80, balancerTag: 'b' }], { balancers: [{ tag: 'b', selector: ['n'], fallbackTag: 'first' }] }), { host: 'a.example', port: 80 }, '0 fits b > (n1|n2|first)'], // oxfmt-ignore
    ['a balancer of one', xray([{ port: 80, balancerTag: 'b' }], { balancers: [{ tag: 'b', selector: ['n1'] }] }), { host: 'a.example', port: 80 }, '0 fits b > n1'], // oxfmt-ignore
    ['a loopback', xray([{ inboundTag: ['again'], outboundTag: 'n2' }, { domain: ['full:a.example'], outboundTag: 'back' }]), { host: 'a.example' }, '1 fits back > n2'], // oxfmt-ignore
    ['a loopback without end', xray([{ domain: ['full:a.example'], outboundTag: 'back' }]), { host: 'a.example' }, `0 fits ${'back > '.repeat(17)}back`], // oxfmt-ignore
    ['AsIs', xray([{ ip: ['10.0.0.0/8'], outboundTag: 'n1' }]), { host: 'a.example', resolved: ['10.1.1.1'] }, 'none no-rule first'], // oxfmt-ignore
    ['IPIfNonMatch', xray([{ ip: ['10.0.0.0/8'], outboundTag: 'n1' }, { domain: ['full:a.example'], outboundTag: 'n2' }], { domainStrategy: 'IPIfNonMatch' }), { host: 'a.example', resolved: ['10.1.1.1'] }, '1 fits n2'], // oxfmt-ignore
    ['IPIfNonMatch, once more', xray([{ ip: ['10.0.0.0/8'], outboundTag: 'n1' }], { domainStrategy: 'IPIfNonMatch' }), { host: 'a.example', resolved: ['10.1.1.1'] }, '0 fits n1'], // oxfmt-ignore
    ['IPIfNonMatch, nothing told', xray([{ ip: ['10.0.0.0/8'], outboundTag: 'n1' }], { domainStrategy: 'IPIfNonMatch' }), { host: 'a.example' }, 'none no-rule first address:0'], // oxfmt-ignore
    ['IPOnDemand', xray([{ ip: ['10.0.0.0/8'], outboundTag: 'n1' }, { domain: ['full:a.example'], outboundTag: 'n2' }], { domainStrategy: 'IPOnDemand' }), { host: 'a.example', resolved: ['10.1.1.1'] }, '0 fits n1'], // oxfmt-ignore
    ['a list that is not at hand', xray([{ domain: ['geosite:cn', 'full:b.example'], outboundTag: 'n1' }]), { host: 'a.example' }, 'none no-rule first unread:geosite:cn'], // oxfmt-ignore
    ['beside one that is', xray([{ domain: ['geosite:cn', 'full:b.example'], outboundTag: 'n1' }]), { host: 'b.example' }, '0 fits n1'], // oxfmt-ignore
    ['sniffing', xray([{ domain: ['full:b.example'], outboundTag: 'n1' }], {}, { inbounds: [{ tag: 'i', sniffing: { enabled: true } }] }), { ip: '192.0.2.1' }, 'none no-rule first name:0'], // oxfmt-ignore
    ['keys in any case', xray([{ DOMAIN: ['full:b.example'], OutboundTag: 'n1' }]), { host: 'b.example' }, '0 fits n1'], // oxfmt-ignore
  ])('%s', (_, text, question, wanted) => expect(answered(text, question, { client: 'xray' })).toBe(wanted))
})

describe('a question', () => {
  test.each([
    [{ host: 'a.example' }, { question: { host: 'a.example' } }],
    [{ ip: '[2001:db8::1]', resolved: null }, { question: { ip: '[2001:db8::1]' } }],
    [{ host: 'a', resolved: '10.0.0.1' }, { question: { host: 'a', resolved: ['10.0.0.1'] } }],
    [{ port: 80 }, { issue: { key: undefined } }],
    [{ process: 'curl' }, { question: { process: 'curl' } }],
    [{ host: '' }, { issue: { key: 'host' } }],
    [{ host: 'a'.repeat(256) }, { issue: { key: 'host' } }],
    [{ host: 'a', port: 65_536 }, { issue: { key: 'port' } }],
    [{ host: 'a', port: '80' }, { issue: { key: 'port' } }],
    [{ ip: 'a' }, { issue: { key: 'ip' } }],
    [{ host: 'a', network: 'icmp' }, { issue: { key: 'network' } }],
    [{ host: 'a', resolved: ['b'] }, { issue: { key: 'resolved' } }],
    ['a', { issue: { key: undefined } }],
  ])('%j', (value, wanted) => expect(readQuestion(value)).toEqual(wanted))
})

test.each<[string, string]>([
  [mihomo(['DOMAIN,a.example,B', 'PROCESS-NAME,curl,A', 'MATCH,B']), '1 fits A name:0'],
  [mihomo(['IP-CIDR,10.0.0.0/8,B', 'PROCESS-NAME,curl,A', 'MATCH,B']), '1 fits A address:0'],
  [
    singbox([
      { domain: 'a.example', outbound: 'b' },
      { process_name: 'curl', outbound: 'a' },
    ]),
    '1 fits a name:0',
  ],
  [
    xray([
      { domain: ['full:a.example'], outboundTag: 'n1' },
      { process: ['curl'], outboundTag: 'n2' },
    ]),
    '1 fits n2 name:0',
  ],
])('a program alone may go anywhere: rules about names and addresses stay open', (text, wanted) => {
  expect(answered(text, { process: 'curl' })).toBe(wanted)
})

test('what takes a connection is said with what fits', () => {
  const { rule, why } = openExplanation(mihomo(['AND,((DOMAIN-SUFFIX,example.com),(DST-PORT,443)),A'])).ask({
    host: 'www.example.com',
    port: 443,
  })!
  expect(rule).toEqual({ index: 0, line: 19, text: 'AND,((DOMAIN-SUFFIX,example.com),(DST-PORT,443)),A' })
  expect(why).toEqual({
    code: 'fits',
    held: [
      { type: 'DOMAIN-SUFFIX', value: 'example.com', fact: 'www.example.com' },
      { type: 'DST-PORT', value: '443', fact: '443' },
    ],
  })
})
