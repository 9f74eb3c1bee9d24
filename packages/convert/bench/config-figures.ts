import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { checkConfig, injectChanges, openExplanation, readChanges } from '../src/configs.ts'
import type { ClientId } from '../src/clients/facts.ts'
import { CONFIG_CHECKERS } from '../src/clients/checkers.ts'
import { openDocument } from '../src/document/open-document.ts'

/** What is done to a config of one client, each as a ratio to reading the same text with places once. */
export interface ConfigFigures {
  client: ClientId
  rules: number
  kilobytes: number
  openMs: number
  check: number
  /** Ten changes. */
  inject: number
  explain: number
  /** 1,000 questions, as a ratio to the opening for them. */
  questions: number
}

const NODES = 2_000
const QUESTIONS = 1_000
const ROUNDS = 7

/** Measures with configs of so many rules and a tenth as many nodes. */
export async function configFigures(rules: number, timeOf: Timer): Promise<ConfigFigures[]> {
  const time: Timer = async (work) => {
    collect()
    return await timeOf(work)
  }
  const figures: ConfigFigures[] = []
  for (const client of ['mihomo', 'singbox', 'xray'] as const) figures.push(await measure(client, rules, time))
  return figures
}

/** CPU time of some work, in ms. */
export type Timer = (work: () => unknown) => Promise<number>

setFlagsFromString('--expose-gc')
/** What one measure leaves behind is not swept up in the time of the next. */
const collect = runInNewContext('gc') as () => void

async function measure(client: ClientId, rules: number, time: Timer): Promise<ConfigFigures> {
  const text = CONFIGS[client]!(rules, Math.min(NODES, rules / 10))
  const { changes } = readChanges(CHANGES[client]!)
  const { format } = CONFIG_CHECKERS[client]
  const opens: number[] = []
  const ratios: Record<'check' | 'inject' | 'explain' | 'questions', number[]> = { check: [], inject: [], explain: [], questions: [] } // oxfmt-ignore
  for (let round = -2; round < ROUNDS; round++) {
    const open = await time(() => openDocument(text, { format }))
    const check = await time(() => checkConfig(text, { client }))
    const inject = await time(() => injectChanges(text, changes, { client }))
    let explanation = openExplanation('', { client })
    const explain = await time(() => (explanation = openExplanation(text, { client })))
    const questions = await time(() => {
      for (let n = 0; n < QUESTIONS; n++) explanation.ask({ host: `h${n * 19}.list${n % 97}.example.com`, port: 443 })
    })
    if (round < 0) continue
    opens.push(open)
    ratios.check.push(check / open)
    ratios.inject.push(inject / open)
    ratios.explain.push(explain / open)
    ratios.questions.push(questions / explain)
  }
  const of = (key: keyof typeof ratios) => round2(median(ratios[key]))
  const kilobytes = Math.round(text.length / 1024)
  return { client, rules, kilobytes, openMs: round2(median(opens)), check: of('check'), inject: of('inject'), explain: of('explain'), questions: of('questions') } // oxfmt-ignore
}

function median(values: number[]): number {
  return values.toSorted((left, right) => left - right)[values.length >> 1]!
}

function round2(value: number): number {
  return Math.round(value * 100) / 100
}

const host = (n: number) => `h${n}.list${n % 97}.example.com`

/** A config as long as people's longest. */
const CONFIGS: Readonly<Partial<Record<ClientId, (rules: number, nodes: number) => string>>> = {
  mihomo(rules, nodes) {
    const proxies = times(nodes, (n) => `  - {name: "HK ${n}", type: ss, server: s${n}.example.com, port: ${n + 1}, cipher: aes-128-gcm, password: "p${n}"}`) // oxfmt-ignore
    const members = times(nodes, (n) => `      - HK ${n}`)
    const lines = times(rules, (n) => `  - DOMAIN-SUFFIX,${host(n)},Select`)
    return `mixed-port: 7890\nproxies:\n${proxies}\nproxy-providers:\n  airport: {type: http, url: "https://sub.example.com/a"}\nproxy-groups:\n  - name: Select\n    type: select\n    use: [airport]\n    proxies:\n${members}\nrules:\n${lines}\n  - MATCH,Select\n`
  },
  singbox(rules, nodes) {
    const outbounds = times(nodes, (n) => `    {"type": "shadowsocks", "tag": "HK ${n}", "server": "s${n}.example.com", "server_port": ${n + 1}, "method": "aes-128-gcm", "password": "p${n}"},`) // oxfmt-ignore
    const members = Array.from({ length: nodes }, (_, n) => `"HK ${n}"`).join(', ')
    const lines = times(rules, (n) => `      {"domain_suffix": ["${host(n)}"], "outbound": "Select"}${n + 1 < rules ? ',' : ''}`) // oxfmt-ignore
    return `{\n  "outbounds": [\n    {"type": "selector", "tag": "Select", "outbounds": [${members}]},\n${outbounds}\n    {"type": "direct", "tag": "direct"}\n  ],\n  "route": {\n    "rules": [\n${lines}\n    ],\n    "final": "Select"\n  }\n}\n`
  },
  xray(rules, nodes) {
    const outbounds = times(nodes, (n) => `    {"tag": "n${n + 10_000}", "protocol": "socks", "settings": {"address": "s${n}.example.com", "port": ${n + 1}}},`) // oxfmt-ignore
    const lines = times(rules, (n) => `      {"domain": ["domain:${host(n)}"], "balancerTag": "Select"}${n + 1 < rules ? ',' : ''}`) // oxfmt-ignore
    return `{\n  "outbounds": [\n${outbounds}\n    {"tag": "direct", "protocol": "freedom"}\n  ],\n  "routing": {\n    "balancers": [{"tag": "Select", "selector": ["n"]}],\n    "rules": [\n${lines}\n    ]\n  }\n}\n`
  },
}

function times(count: number, line: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => line(n)).join('\n')
}

const TEN = (rename: string) => `
- add-rules: {rules: ["DOMAIN-SUFFIX,a.example.org,Select", "DOMAIN,b.example.org,Select"], at: top}
- add-rules: {rules: ["DOMAIN-SUFFIX,c.example.org,Select"], at: bottom}
- add-nodes: {nodes: ["trojan://p@new.example.com:443#New"]}
- ${rename}
`

const CHANGES: Readonly<Partial<Record<ClientId, string>>> = {
  mihomo: `${TEN('add-group: {group: {name: AI, type: select, proxies: [HK 1, DIRECT]}, into: [Select]}')}
- add-rule-set: {name: ads, set: {type: http, behavior: domain, url: "https://lists.example.com/a.yaml"}, rule: "RULE-SET,ads,REJECT", at: top}
- add-proxy-provider: {name: second, provider: {type: http, url: "https://sub.example.com/b"}, into: [Select]}
- remove: {rule: "DOMAIN-SUFFIX,h7.list7.example.com,Select"}
- rename: {from: HK 5, to: Hong Kong 5}
- replace-group: {name: AI, group: {type: select, proxies: [DIRECT]}}
- set: {path: /dns/enable, value: true}
`,
  singbox: `${TEN('add-group: {group: {type: selector, tag: AI, outbounds: [HK 1, direct]}, into: [Select]}')}
- add-rule-set: {name: ads, set: {type: inline, rules: [{domain: [a]}]}, rule: "RULE-SET,ads,REJECT", at: top}
- remove: {rule: {domain_suffix: [h7.list7.example.com], outbound: Select}}
- rename: {from: HK 5, to: Hong Kong 5}
- rename: {from: HK 6, to: Hong Kong 6}
- replace-group: {name: AI, group: {type: selector, outbounds: [direct]}}
- set: {path: /log/level, value: warn}
`,
  xray: `${TEN('add-group: {group: {tag: AI, selector: [n10001]}}')}
- remove: {rule: {domain: ["domain:h7.list7.example.com"], balancerTag: Select}}
- rename: {from: n10005, to: n20005}
- rename: {from: n10006, to: n20006}
- rename: {from: direct, to: straight}
- replace-group: {name: AI, group: {selector: [n10002]}}
- set: {path: /log/loglevel, value: warning}
`,
}
