import { expect, test } from 'vitest'
import type { ClientId } from '../clients/facts.ts'
import { injectChanges } from './inject-changes.ts'
import { readChanges } from './read-changes.ts'

/** Changes are collected, and the text is read again only where one goes by another: nobody may see a difference. */

type Client = Extract<ClientId, 'mihomo' | 'singbox' | 'xray'>

/** Whole ones, ones that lack all that changes make on their way, with keys in another case, aliases and merges. */
const CONFIGS: Readonly<Record<Client, readonly string[]>> = {
  mihomo: [
    `proxies:
  - {name: Tokyo, type: ss, server: jp.example.com, port: 443, cipher: aes-128-gcm, password: "p"} # fast
proxy-providers:
  airport: {type: http, url: "https://sub.example.com"}
proxy-groups:
  - {name: Select, type: select, proxies: [Auto, Tokyo, DIRECT], use: [airport]}
  - name: Auto
    type: url-test
    proxies: [Tokyo]
dns:
  nameserver: [192.0.2.1]
rules:
  # first
  - DOMAIN,a.example.com,Select # one
  - MATCH,Select
`,
    `proxies:
- {name: Tokyo, type: ss, server: jp.example.com, port: 443, cipher: aes-128-gcm, password: p}
proxy-groups:
- &s {name: Select, type: select, proxies: [Tokyo]}
- <<: *s
  name: Auto
mode: rule`,
    'proxy-groups: [{name: Select, type: select, proxies: [DIRECT]}, {name: Auto, type: select, proxies: [DIRECT]}]\n',
  ],
  singbox: [
    `{
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
`,
    '{"outbounds": [{"type": "direct", "tag": "direct"}, {"type": "selector", "tag": "Select", "outbounds": ["direct"]}]}',
    '{"outbounds": [{"type": "selector", "tag": "Select", "outbounds": ["direct"]}, {"type": "direct", "tag": "direct"}], "Log": {}}',
  ],
  xray: [
    `{
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
`,
    '{"outbounds": [{"tag": "direct", "protocol": "freedom"}]}',
    '{"Routing": {}, "outbounds": [{"tag": "direct", "protocol": "freedom"}]}',
  ],
}

/** Changes that go by one another: `n` is one of a few numbers. */
const CHANGES: Readonly<Record<Client, (n: number) => readonly string[]>> = {
  mihomo: (n) => [
    `add-rules: {rules: ["DOMAIN,${n}.example.org,Select"], at: top}`,
    `add-rules: {rules: ["DOMAIN,${n}.example.org,DIRECT", "DOMAIN,a.example.com,Select"], at: bottom}`,
    `add-rules: {rules: ["DOMAIN-SUFFIX,${n}.org,Auto"], at: {after: a.example.com}}`,
    `add-group: {group: {name: G${n}, type: select, proxies: [Tokyo, DIRECT]}, into: [Select]}`,
    `replace-group: {name: G${n}, group: {type: select, proxies: [DIRECT]}}`,
    `add-nodes: {nodes: ["trojan://p@n${n}.example.com:443#N${n}", "ss://YWVzLTEyOC1nY206cA@jp.example.com:443#Tokyo"], into: [Select]}`,
    `add-rule-set: {name: s${n}, set: {type: http, behavior: domain, url: "https://r.example.com/${n}"}, rule: "RULE-SET,s${n},Select", at: top}`,
    `add-proxy-provider: {name: p${n}, provider: {type: http, url: "https://b.example.com/${n}"}, into: [Auto]}`,
    `remove: {rule: "DOMAIN,${n}.example.org,Select"}`,
    `remove: {node: N${n}}`,
    `remove: {group: G${n}}`,
    `set: {path: /dns/k${n}, value: ${n}}`,
    `rename: {from: G${n}, to: H${n}}`,
    `rename: {from: s${n}, to: t${n}}`,
    'prefix: {nodes: "A "}',
  ],
  singbox: (n) => [
    `add-rules: {rules: ["DOMAIN,${n}.example.org,Select"], at: top}`,
    `add-rules: {rules: ["DOMAIN,${n}.example.org,DIRECT", "DOMAIN-SUFFIX,cn.example.com,DIRECT"], at: bottom}`,
    `add-rules: {rules: [{domain: ["${n}.obj.org"], outbound: Select}]}`,
    `add-group: {group: {tag: G${n}, type: selector, outbounds: [direct]}, into: [Select]}`,
    `replace-group: {name: G${n}, group: {type: selector, outbounds: [Select]}}`,
    `add-nodes: {nodes: ["trojan://p@n${n}.example.com:443#N${n}", "ss://YWVzLTEyOC1nY206cA@jp.example.com:443#Tokyo"], into: [Select]}`,
    `add-rule-set: {name: s${n}, set: {type: inline, rules: [{domain: [a]}]}, rule: "RULE-SET,s${n},Select", at: top}`,
    `remove: {rule: {domain: ["${n}.example.org"], action: route, outbound: Select}}`,
    `remove: {rule: {domain: ["${n}.obj.org"], outbound: Select}}`,
    `remove: {node: N${n}}`,
    `remove: {group: G${n}}`,
    `set: {path: /log/k${n}, value: ${n}}`,
    `set: {path: /route/k${n}, value: ${n}}`,
  ],
  xray: (n) => [
    `add-rules: {rules: ["DOMAIN,${n}.example.org,Auto"], at: top}`,
    `add-rules: {rules: ["DOMAIN,${n}.example.org,DIRECT", "DOMAIN,a.example.com,DIRECT"], at: bottom}`,
    `add-group: {group: {tag: G${n}, selector: [direct]}}`,
    `replace-group: {name: G${n}, group: {selector: [n01]}}`,
    `add-nodes: {nodes: ["trojan://p@n${n}.example.com:443#N${n}", "socks5://192.0.2.1:1080#n01"]}`,
    `remove: {rule: {domain: ["full:${n}.example.org"], balancerTag: Auto}}`,
    `remove: {node: N${n}}`,
    `remove: {group: G${n}}`,
    `set: {path: /log/k${n}, value: ${n}}`,
  ],
}

const ROUNDS = Number(process.env['INJECT_RUNS'] ?? 150)

/** Linear congruential: the same seed gives the same changes everywhere. */
function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test.each(['mihomo', 'singbox', 'xray'] as const)(
  'changes of %s that are made together do what they do one by one',
  async (client) => {
    for (let seed = 1; seed <= ROUNDS; seed++) {
      const random = randomOf(seed * 7919)
      const lines = Array.from({ length: 2 + random(6) }, () => {
        const all = CHANGES[client](random(3))
        return `- ${all[random(all.length)]}`
      })
      const config = CONFIGS[client][random(3)]!
      const { changes } = readChanges(lines.join('\n'))
      const told = []
      let text = config
      for (const change of changes) {
        const alone = await injectChanges(text, [change], { client })
        text = alone.text
        told.push({ kind: change.kind, added: alone.added, skipped: alone.skipped, refused: alone.refused })
      }
      const together = await injectChanges(config, changes, { client })
      const toldTogether = together.changes.map(({ kind, added, skipped, refused }) => ({ kind, added, skipped, refused })) // oxfmt-ignore
      expect({ lines, text: together.text, told: toldTogether }).toEqual({ lines, text, told })
    }
  },
)
