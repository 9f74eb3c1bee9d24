import { checkConfig, injectChanges, readChanges, upgradeConfig, type WantedChange } from '../src/configs.ts'
import { CLIENT_FACTS, type ClientId } from '../src/clients/facts.ts'
import { applyEdits } from '../src/document/text-edit.ts'
import { cpuMs } from './check-fuzz.ts'

/** What stands in the configs that are mutated (check-fuzz.ts), and what is new. */
const COMMON = (group: string, node: string) => `
- add-rules: {rules: ["DOMAIN-SUFFIX,new.example.com,${group}", "DOMAIN,b.example.com,DIRECT"], at: top}
- add-rules: {rules: ["IP-CIDR,192.0.2.0/24,${group},no-resolve"], at: bottom}
- add-nodes: {nodes: ["trojan://p@new.example.com:443#New"]}
- rename: {from: ${group}, to: ${group} 2}
- rename: {from: ${node}, to: "a: #b"}
- remove: {node: New}
- prefix: {nodes: "A "}
`

const CHANGES: Readonly<Record<ClientId, readonly WantedChange[]>> = {
  mihomo: read(`${COMMON('G', '香港')}
- add-group: {group: {name: AI, type: select, proxies: [DIRECT]}, into: [G 2]}
- add-rule-set: {name: ads, set: {type: http, behavior: domain, url: "https://example.com/a"}, rule: "RULE-SET,ads,REJECT", at: {after: example}}
- add-proxy-provider: {name: b, provider: {type: http, url: "https://example.com/b"}, into: [G 2]}
- prefix: {provider: a, prefix: "P "}
- remove: {rule: "DOMAIN-SUFFIX,example.com,G"}
- remove: {proxy-provider: a}
- set: {path: /dns/enable, value: false}
- set: {path: /p/interval, value: 60}
`),
  clash: read(COMMON('G', '香港')),
  singbox: read(`${COMMON('G', 's')}
- add-group: {group: {type: selector, tag: AI, outbounds: [direct]}, into: [G 2]}
- replace-group: {name: AI, group: {type: selector, outbounds: [direct]}}
- add-rule-set: {name: ads, set: {type: inline, rules: [{domain: [a]}]}, rule: "RULE-SET,ads,REJECT", at: top}
- set: {path: /log/level, value: warn}
`),
  xray: read(`${COMMON('b', 'n')}
- add-group: {group: {tag: AI, selector: [n]}}
- remove: {group: AI}
- set: {path: /log/loglevel, value: warning}
`),
}

function read(text: string): WantedChange[] {
  const { changes, issues } = readChanges(text)
  if (issues.length > 0) throw new TypeError(JSON.stringify(issues))
  return changes
}

/** What was found wrong, and the longest time that a client took, in milliseconds. */
export interface EditFinding {
  wrong: string[]
  ms: number
}

/** Changes a text for every client, twice. */
export async function injectForAll(text: string): Promise<EditFinding> {
  const wrong: string[] = []
  let ms = 0
  for (const { id: client } of CLIENT_FACTS) {
    const start = cpuMs()
    const once = await injectChanges(text, CHANGES[client], { client })
    ms = Math.max(ms, cpuMs() - start)
    if (applyEdits(text, once.edits) !== once.text) wrong.push(`${client}: the edits are not what was done`)
    if (once.issue !== undefined) continue
    const { errors: before, issues } = checkConfig(text, { client })
    const after = checkConfig(once.text, { client }).errors
    if (after > before) wrong.push(`${client}: ${before} errors became ${after}`)
    // Of two parts with one name, which no client takes, one keeps it.
    if (issues.some(({ code }) => code === 'name-taken')) continue
    const again = await injectChanges(once.text, CHANGES[client], { client })
    if (again.text !== once.text) wrong.push(`${client}: a second time changes more`)
  }
  return { wrong, ms }
}

/** Upgrades a text for every client, twice. */
export function upgradeForAll(text: string): EditFinding {
  const wrong: string[] = []
  let ms = 0
  for (const { id: client } of CLIENT_FACTS) {
    const start = cpuMs()
    const once = upgradeConfig(text, { client })
    ms = Math.max(ms, cpuMs() - start)
    if (applyEdits(text, once.edits) !== once.text) wrong.push(`${client}: the edits are not what was done`)
    if (once.edits.length > 0 && upgradeConfig(once.text, { client }).text !== once.text) wrong.push(`${client}: a second time changes more`) // oxfmt-ignore
    const before = checkConfig(text, { client }).errors
    const after = once.check.errors
    if (after > before) wrong.push(`${client}: ${before} errors became ${after}`)
  }
  return { wrong, ms }
}
