import { describe, expect, test } from 'vitest'
import type { ClientId } from '../clients/facts.ts'
import { applyEdits } from '../document/text-edit.ts'
import { injectChanges, type InjectResult } from './inject-changes.ts'
import { readChanges } from './read-changes.ts'

const MIHOMO = `# mine
mixed-port: 7890
proxies:
  - {name: Tokyo, type: ss, server: jp.example.com, port: 443, cipher: aes-128-gcm, password: "p"} # fast
  - {name: Osaka, type: http, server: os.example.com, port: 80, dialer-proxy: Tokyo}
proxy-providers:
  airport: {type: http, url: "https://sub.example.com"}
proxy-groups:
  - {name: Select, type: select, proxies: [Auto, Tokyo, DIRECT], use: [airport]}
  - name: Auto
    type: url-test
    proxies: [Tokyo]
rule-providers:
  ads: {type: http, behavior: domain, url: "https://lists.example.com/ads.yaml"}
dns:
  nameserver: ['https://dns.example.com/dns-query#Select', 192.0.2.1]
rules:
  # first
  - DOMAIN,a.example.com,Select # one
  - AND,((RULE-SET,ads),(NETWORK,udp)),REJECT
  - RULE-SET,ads,REJECT
  - MATCH,Select
`

const SINGBOX = `{
  // mine
  "outbounds": [
    {"type": "selector", "tag": "Select", "outbounds": ["Tokyo", "direct"]},
    {"type": "shadowsocks", "tag": "Tokyo", "server": "jp.example.com", "server_port": 443, "method": "aes-128-gcm", "password": "p"},
    {"type": "direct", "tag": "direct"}
  ],
  "route": {
    "rules": [
      {"action": "sniff"},
      {"domain_suffix": ["cn.example.com"], "outbound": "direct"}
    ],
    "final": "Select"
  }
}
`

const XRAY = `{
  "outbounds": [
    {"tag": "n01", "protocol": "socks", "settings": {"address": "192.0.2.1", "port": 1080}},
    {"tag": "direct", "protocol": "freedom"}
  ],
  "routing": {
    "balancers": [{"tag": "Auto", "selector": ["n0"]}],
    "rules": [
      {"inboundTag": ["api"], "outboundTag": "direct"},
      {"domain": ["full:a.example.com"], "outboundTag": "direct"}
    ]
  }
}
`

async function inject(text: string, changes: string, client?: ClientId): Promise<InjectResult> {
  const read = readChanges(changes)
  expect(read.issues).toEqual([])
  const result = await injectChanges(text, read.changes, { client })
  expect(applyEdits(text, result.edits)).toBe(result.text)
  const again = await injectChanges(result.text, read.changes, { client })
  expect(again.text).toBe(result.text)
  return result
}

/** Lines that are gone (`-`) and lines that are new (`+`), in the order of the text. */
function changed(before: string, after: string): string[] {
  const old = before.split('\n')
  const now = after.split('\n')
  const gone = old.filter((line) => !now.includes(line)).map((line) => `-${line}`)
  return [...gone, ...now.filter((line) => !old.includes(line)).map((line) => `+${line}`)]
}

describe('mihomo: a change makes these lines and no others', () => {
  test.each<[string, string, string[]]>([
    ['a rule on top', 'add-rules: {rules: ["DOMAIN-SUFFIX,new.example.com,Select"], at: top}', ['+  - DOMAIN-SUFFIX,new.example.com,Select']], // oxfmt-ignore
    ['a rule with blanks and small letters', 'add-rules: {rules: ["domain , b.example.com , DIRECT"]}', ['+  - DOMAIN,b.example.com,DIRECT']], // oxfmt-ignore
    [
      'a rule set with its rule',
      'add-rule-set: {name: video, set: {type: http, behavior: domain, url: "https://lists.example.com/v.yaml"}, rule: "RULE-SET,video,Select", at: {before: "RULE-SET,ads,REJECT"}}',
      [
        '+  video: {type: http, behavior: domain, url: "https://lists.example.com/v.yaml"}',
        '+  - RULE-SET,video,Select',
      ],
    ],
    [
      'a provider into a group',
      'add-proxy-provider: {name: second, provider: {type: http, url: "https://two.example.com"}, into: [Select]}',
      [
        '-  - {name: Select, type: select, proxies: [Auto, Tokyo, DIRECT], use: [airport]}',
        '+  second: {type: http, url: "https://two.example.com"}',
        '+  - {name: Select, type: select, proxies: [Auto, Tokyo, DIRECT], use: [airport, second]}',
      ],
    ],
    [
      'a group behind another one, and in it',
      'add-group: {group: {name: AI, type: select, proxies: [Auto]}, at: {after: Select}, into: [Auto]}',
      ['-    proxies: [Tokyo]', '+  - {name: AI, type: select, proxies: [Auto]}', '+    proxies: [Tokyo, AI]'],
    ],
    [
      'a node into a group',
      'add-nodes: {nodes: ["trojan://p@new.example.com:443#New"], into: [Auto]}',
      [
        '-    proxies: [Tokyo]',
        '+  - {name: New, type: trojan, server: new.example.com, port: 443, password: p, udp: true}',
        '+    proxies: [Tokyo, New]',
      ],
    ],
    [
      'another name, wherever it stands',
      'rename: {from: Select, to: 选择}',
      [
        '-  - {name: Select, type: select, proxies: [Auto, Tokyo, DIRECT], use: [airport]}',
        "-  nameserver: ['https://dns.example.com/dns-query#Select', 192.0.2.1]",
        '-  - DOMAIN,a.example.com,Select # one',
        '-  - MATCH,Select',
        '+  - {name: 选择, type: select, proxies: [Auto, Tokyo, DIRECT], use: [airport]}',
        "+  nameserver: ['https://dns.example.com/dns-query#选择', 192.0.2.1]",
        '+  - DOMAIN,a.example.com,选择 # one',
        '+  - MATCH,选择',
      ],
    ],
    [
      'another name of a rule set',
      'rename: {from: ads, to: adverts}',
      [
        '-  ads: {type: http, behavior: domain, url: "https://lists.example.com/ads.yaml"}',
        '-  - AND,((RULE-SET,ads),(NETWORK,udp)),REJECT',
        '-  - RULE-SET,ads,REJECT',
        '+  adverts: {type: http, behavior: domain, url: "https://lists.example.com/ads.yaml"}',
        '+  - AND,((RULE-SET,adverts),(NETWORK,udp)),REJECT',
        '+  - RULE-SET,adverts,REJECT',
      ],
    ],
    [
      'a prefix of nodes',
      'prefix: {nodes: "A "}',
      [
        '-  - {name: Tokyo, type: ss, server: jp.example.com, port: 443, cipher: aes-128-gcm, password: "p"} # fast',
        '-  - {name: Osaka, type: http, server: os.example.com, port: 80, dialer-proxy: Tokyo}',
        '-  - {name: Select, type: select, proxies: [Auto, Tokyo, DIRECT], use: [airport]}',
        '-    proxies: [Tokyo]',
        '+  - {name: A Tokyo, type: ss, server: jp.example.com, port: 443, cipher: aes-128-gcm, password: "p"} # fast',
        '+  - {name: A Osaka, type: http, server: os.example.com, port: 80, dialer-proxy: A Tokyo}',
        '+  - {name: Select, type: select, proxies: [Auto, A Tokyo, DIRECT], use: [airport]}',
        '+    proxies: [A Tokyo]',
      ],
    ],
    [
      'a prefix of a provider',
      'prefix: {provider: airport, prefix: "A ", renames: [{pattern: x, target: y}]}',
      [
        '-  airport: {type: http, url: "https://sub.example.com"}',
        '+  airport: {type: http, url: "https://sub.example.com", override: {additional-prefix: "A ", proxy-name: [{pattern: "x", target: "y"}]}}',
      ],
    ],
    [
      'a group replaced',
      'replace-group: {name: Auto, group: {type: fallback, proxies: [Tokyo], url: "https://example.com", interval: 300}}',
      ['-    type: url-test', '+    type: fallback', '+    url: https://example.com', '+    interval: 300', '+    proxies:', '+      - Tokyo', '-    proxies: [Tokyo]'].sort(), // oxfmt-ignore
    ],
    ['a rule taken out', 'remove: {rule: "DOMAIN,a.example.com,Select"}', ['-  - DOMAIN,a.example.com,Select # one']],
    [
      'a provider taken out, and where it is listed',
      'remove: {proxy-provider: airport}',
      [
        '-  airport: {type: http, url: "https://sub.example.com"}',
        '-proxy-providers:',
        '-  - {name: Select, type: select, proxies: [Auto, Tokyo, DIRECT], use: [airport]}',
        '+proxy-providers: {}',
        '+  - {name: Select, type: select, proxies: [Auto, Tokyo, DIRECT], use: []}',
      ],
    ],
    ['a value', 'set: {path: /dns/enable, value: true}', ['+  enable: true']],
    ['a value in its place', 'set: {path: /mixed-port, value: 7891}', ['-mixed-port: 7890', '+mixed-port: 7891']],
    ['a rule that is there', 'add-rules: {rules: ["MATCH,Select", "DOMAIN,a.example.com,Select"]}', []],
  ])('%s', async (_, change, lines) => {
    const { text, refused } = await inject(MIHOMO, `- ${change}`)
    expect(refused).toBe(0)
    expect(changed(MIHOMO, text).toSorted()).toEqual([...lines].toSorted())
  })

  test.each<[string, string]>([
    [
      'a group that rules lead to',
      '- add-rules: {rules: ["DOMAIN,x.example.com,Select"]}\n- rename: {from: Select, to: Choose}',
    ],
    [
      'a group that was added',
      '- add-group: {group: {name: AI, type: select, proxies: [Auto]}, into: [Select]}\n- rename: {from: AI, to: Brain}\n- rename: {from: Auto, to: Self}',
    ],
    [
      'a group that was replaced',
      '- replace-group: {name: Auto, group: {type: select, proxies: [Tokyo]}}\n- rename: {from: Auto, to: Self}',
    ],
    [
      'twice',
      '- add-rules: {rules: ["DOMAIN,x.example.com,Auto"]}\n- rename: {from: Auto, to: Self}\n- rename: {from: Self, to: Own}',
    ],
    [
      'a node that a prefix renames',
      '- add-rules: {rules: ["DOMAIN,x.example.com,Tokyo"], at: {before: "DOMAIN,a.example.com,Select"}}\n- prefix: {nodes: "A "}\n- rename: {from: A Tokyo, to: A Kyoto}\n- rename: {from: Select, to: Choose}',
    ],
    [
      'a provider and a rule set',
      '- add-proxy-provider: {name: b, provider: {type: http, url: "https://b.example.com"}, into: [Select]}\n- add-rule-set: {name: r, set: {type: http, behavior: domain, url: "https://r.example.com"}, rule: "RULE-SET,r,Select"}\n- rename: {from: b, to: bee}\n- rename: {from: r, to: are}\n- rename: {from: Select, to: Choose}',
    ],
  ])('%s has another name by now, and is found by it', async (_, changes) => {
    const { text, refused } = await inject(MIHOMO, changes)
    const again = await injectChanges(text, readChanges(changes).changes)
    expect({ refused, again: again.refused, added: again.added }).toEqual({ refused: 0, again: 0, added: 0 })
  })

  test('what is added on top stands before all, at the bottom before the rule that takes the rest', async () => {
    const { text } = await inject(
      MIHOMO,
      '- add-rules: {rules: ["DOMAIN,t.example.com,DIRECT"], at: top}\n- add-rules: {rules: ["DOMAIN,b.example.com,DIRECT"], at: bottom}',
    )
    const rules = text.slice(text.indexOf('rules:\n')).split('\n')
    expect(rules[1]).toContain('t.example.com')
    expect(rules.at(-3)).toContain('b.example.com')
    expect(rules.at(-2)).toContain('MATCH')
  })
})

describe('what cannot be done is told with its line, and the nearest name', () => {
  test.each<[string, string, string[]]>([
    ['a line of two parts', 'add-rules: {rules: ["DOMAIN,x"]}', ['1 rule-parts three-segments']],
    ['an unknown type', 'add-rules:\n    rules:\n      - DOMAIN,b.example.com,DIRECT\n      - DOMIAN,x,DIRECT', ['4 rule-type-unknown type-unknown DOMAIN']], // oxfmt-ignore
    ['a group that is not there', 'add-rules: {rules: ["DOMAIN,b.example.com,Selct"]}', ['1 rule-target-missing target-missing Select, REJECT']], // oxfmt-ignore
    ['a second rule for the rest', 'add-rules: {rules: ["MATCH,DIRECT"]}', ['1 rule-duplicate final-taken']],
    ['a place that is not there', 'add-rules: {rules: ["DOMAIN,b.example.com,DIRECT"], at: {before: nothing}}', ['1 name-missing']], // oxfmt-ignore
    ['a member that is not there', 'add-group: {group: {name: G, type: select, proxies: [Tokio]}}', ['1 name-missing Tokyo']], // oxfmt-ignore
    ['a group of an unknown type', 'add-group: {group: {name: G, type: selct, proxies: [Tokyo]}}', ['1 value-wrong select']], // oxfmt-ignore
    ['a group called as a node', 'add-group: {group: {name: Tokyo, type: select, proxies: [Auto]}}', ['1 name-taken']],
    ['a set without behavior', 'add-rule-set: {name: x, set: {type: http, url: "https://example.com"}}', ['1 key-missing']], // oxfmt-ignore
    ['a name that is taken', 'rename: {from: Tokyo, to: Osaka}', ['1 name-taken']],
    ['a name of the client', 'rename: {from: Tokyo, to: DIRECT}', ['1 name-taken']],
    ['a name that no rule can hold', 'rename: {from: Select, to: "a,b"}', ['1 rule-action action-comma']],
    ['nobody of that name', 'rename: {from: Tokio, to: x}', ['1 name-missing Tokyo']],
    ['a node that others connect through', 'remove: {node: Tokyo}', ['1 name-used']],
    ['a group that rules lead to', 'remove: {group: Select}', ['1 name-used']],
    ['a set inside another rule', 'remove: {rule-set: ads}', ['1 name-used']],
    ['a path through a value', 'set: {path: /mixed-port/x, value: 1}', ['1 change-refused not-a-map']],
    ['a node that cannot be read', 'add-nodes: {nodes: ["ss://x"]}', ['1 bad-base64']],
  ])('%s', async (_, change, issues) => {
    const { text, changes, refused } = await injectChanges(MIHOMO, readChanges(`- ${change}`).changes)
    const [report] = changes
    const told = report!.issues.map(({ line, code, args = {} }) => [line, code, args['reason'], args['nearest']].filter((part) => part !== undefined).join(' ')) // oxfmt-ignore
    expect([told, refused]).toEqual([issues, 1])
    if (!change.includes('b.example.com,DIRECT\n')) expect(text).toBe(MIHOMO)
  })

  test('what is gone already is passed over, and the nearest name is told', async () => {
    const { skipped, changes } = await inject(MIHOMO, '- remove: {node: Oska}')
    expect([skipped, changes[0]!.issues[0]]).toMatchObject([1, { code: 'change-nothing', severity: 'warning', args: { nearest: 'Osaka' } }]) // oxfmt-ignore
  })

  test('a set that is there and says something else stays', async () => {
    const { text, changes } = await inject(MIHOMO, '- add-rule-set: {name: ads, set: {type: http, behavior: domain, url: "https://other.example.com"}}') // oxfmt-ignore
    expect(text).toBe(MIHOMO)
    expect(changes[0]!.issues.map(({ code }) => code)).toEqual(['change-differs'])
  })

  test('places that an anchor shares are told', async () => {
    const text = 'proxy-groups:\n  - &g {name: A, type: select, proxies: &p [DIRECT]}\n  - {name: B, type: select, proxies: *p}\n' // oxfmt-ignore
    const { changes } = await injectChanges(text, readChanges('- add-group: {group: {name: C, type: select, proxies: [DIRECT]}, into: [A]}').changes) // oxfmt-ignore
    expect(changes[0]!.issues).toMatchObject([{ code: 'change-follows', args: { lines: '3' } }])
  })

  test.each([
    ['proxies: [1', 'bad-yaml'],
    ['- a\n', 'value-type'],
  ])('%j is no config that can be changed', async (text, code) => {
    const result = await injectChanges(text, [{ kind: 'set', path: ['a'], value: 1 }], { client: 'mihomo' })
    expect(result).toMatchObject({ text, edits: [], refused: 1, issue: { code } })
  })
})

describe('sing-box and Xray take rule lines in Clash spelling', () => {
  test('translated, shown, and behind what prepares them', async () => {
    const { text, changes } = await inject(
      SINGBOX,
      '- add-rules: {rules: ["DOMAIN-SUFFIX,a.example.com,Select", "DOMAIN,b.example.com,Select", "GEOSITE,cn,DIRECT", "IP-ASN,1,Select"], at: top}',
    )
    expect(changed(SINGBOX, text)).toEqual([
      '-    "final": "Select"',
      '+      {"domain": ["b.example.com"], "domain_suffix": ["a.example.com"], "action": "route", "outbound": "Select"},',
      '+      {"rule_set": ["geosite-cn"], "action": "route", "outbound": "direct"},',
      '+    "final": "Select",',
      '+    "rule_set": [',
      '+      {',
      '+        "type": "remote",',
      '+        "tag": "geosite-cn",',
      '+        "format": "binary",',
      '+        "url": "https://raw.githubusercontent.com/SagerNet/sing-geosite/rule-set/geosite-cn.srs"',
      '+      }',
      '+    ]',
    ])
    expect(text.indexOf('sniff')).toBeLessThan(text.indexOf('a.example.com'))
    expect(changes[0]).toMatchObject({ added: 4, refused: 1, issues: [{ code: 'rule-unsupported' }] })
    expect(changes[0]!.translated[0]).toEqual({
      from: 'DOMAIN-SUFFIX,a.example.com,Select',
      to: '{"domain_suffix":["a.example.com"],"action":"route","outbound":"Select"}',
    })
  })

  test.each<[string, string, string[]]>([
    ['a rule without action and outbound', 'add-rules: {rules: [{domain: [a]}]}', ['rule-value field-missing']],
    ['a domain that is no list', 'add-rules: {rules: [{domain: a.example.com, outbound: Select}]}', ['rule-rewritten action-added', 'rule-rewritten list-added']], // oxfmt-ignore
    ['port 0', 'add-rules: {rules: [{port: [0], outbound: Select}]}', ['rule-value number']],
    ['port 65536', 'add-rules: {rules: [{port: [65536], outbound: Select}]}', ['rule-value number']],
    ['a field that sing-box does not have', 'add-rules: {rules: [{domian: [a], outbound: Select}]}', ['rule-value field-unknown']], // oxfmt-ignore
    ['a set without type', 'add-rule-set: {name: x, set: {rules: [{domain: [a]}]}}', ['rule-value field-missing']],
    ['a remote set without url', 'add-rule-set: {name: x, set: {type: remote, format: binary}}', ['rule-value field-missing']], // oxfmt-ignore
    ['an inline set without rules', 'add-rule-set: {name: x, set: {type: inline}}', ['rule-value field-missing']],
  ])('what the form asks for: %s', async (_, change, issues) => {
    const { text, changes } = await injectChanges(SINGBOX, readChanges(`- ${change}`).changes)
    const told = changes[0]!.issues.map(({ code, args }) => `${code} ${args?.['reason']}`)
    expect(told).toEqual(issues)
    const isWritten = issues.every((issue) => issue.startsWith('rule-rewritten'))
    expect(text !== SINGBOX).toBe(isWritten)
    if (isWritten) expect(text).toContain('{"domain": ["a.example.com"], "outbound": "Select", "action": "route"}')
  })

  test('the rest stands under final', async () => {
    expect((await inject(SINGBOX, '- add-rules: {rules: ["MATCH,Select"]}')).skipped).toBe(1)
    const { refused } = await injectChanges(SINGBOX, readChanges('- add-rules: {rules: ["MATCH,direct"]}').changes)
    expect(refused).toBe(1)
  })

  test('in Xray a rule leads to an outbound or a balancer', async () => {
    const { text } = await inject(XRAY, '- add-rules: {rules: ["DOMAIN-SUFFIX,b.example.com,Auto", "GEOIP,cn,DIRECT"], at: top}') // oxfmt-ignore
    expect(changed(XRAY, text)).toEqual([
      '+      {"domain": ["domain:b.example.com"], "balancerTag": "Auto"},',
      '+      {"ip": ["geoip:cn"], "outboundTag": "direct"},',
    ])
    expect(text.indexOf('"api"')).toBeLessThan(text.indexOf('b.example.com'))
  })

  test('a name that a selector would lose is refused', async () => {
    const { text, refused } = await injectChanges(XRAY, readChanges('- rename: {from: n01, to: tokyo}').changes)
    expect([text, refused]).toEqual([XRAY, 1])
    const { text: fine } = await inject(XRAY, '- rename: {from: n01, to: n02}')
    expect(changed(XRAY, fine)).toHaveLength(2)
  })
})

describe('sing-box takes groups in Clash spelling', () => {
  test.each<[string, string, string, string[]]>([
    [
      'one that is chosen from',
      'add-group: {group: {name: AI, type: select, proxies: [Tokyo, DIRECT]}, into: [Select]}',
      '{"type": "selector", "tag": "AI", "outbounds": ["Tokyo", "direct"]}',
      [],
    ],
    [
      'one that takes the fastest',
      'add-group: {group: {name: AI, type: url-test, proxies: [Tokyo], url: "https://a.example.com", interval: 3600, tolerance: 50}}',
      '{"type": "urltest", "tag": "AI", "outbounds": ["Tokyo"], "url": "https://a.example.com", "interval": "1h", "idle_timeout": "1h", "tolerance": 50}',
      [],
    ],
    [
      'one that sing-box has not',
      'add-group: {group: {name: AI, type: fallback, proxies: [Tokyo]}}',
      '{"type": "urltest", "tag": "AI", "outbounds": ["Tokyo"]}',
      ['group-kind-changed'],
    ],
    [
      'in the place of another one',
      'replace-group: {name: Select, group: {type: url-test, proxies: [Tokyo]}}',
      '{"tag": "Select", "type": "urltest", "outbounds": ["Tokyo"]}',
      [],
    ],
  ])('%s', async (_, change, group, codes) => {
    const { text, refused, changes } = await inject(SINGBOX, `- ${change}`)
    expect(text).toContain(group)
    expect(refused).toBe(0)
    const [{ translated, issues } = { translated: [], issues: [] }] = changes
    expect(translated).toHaveLength(1)
    expect(issues.map(({ code }) => code)).toEqual(codes)
  })

  test('a member that does not exist there is told', async () => {
    const { text, changes } = await inject(SINGBOX, '- add-group: {group: {name: AI, type: select, proxies: [REJECT]}}')
    expect(text).toBe(SINGBOX)
    expect(changes[0]!.issues).toMatchObject([{ code: 'name-missing', args: { name: 'REJECT' } }])
  })
})

describe('a list of changes', () => {
  test.each([
    ['add-rules: {}', ['key-unknown'], '- add-rule: {rules: []}'],
    ['', ['value-type'], 'a: 1'],
    ['', ['bad-yaml'], '- ['],
    ['', ['key-missing'], '- rename: {from: A}'],
    ['', ['key-unknown'], '- rename: {from: A, to: B, at: top}'],
    ['', ['value-wrong'], '- add-rules: {rules: [], at: middle}'],
    ['', ['value-type'], '- add-rules: {rules: x}'],
    ['', ['value-wrong'], '- set: {path: dns, value: 1}'],
    ['', ['key-missing'], '- add-nodes: {into: [A]}'],
    ['', [], '[{"rename": {"from": "A", "to": "B"}}]'],
    ['', [], ''],
  ])('%s %j: %s', (_, codes, text) => {
    expect(readChanges(text).issues.map(({ code }) => code)).toEqual(codes)
  })
})
