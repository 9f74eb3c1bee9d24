import { planLists } from '../src/templates/plan-lists.ts'
import type { ConfigRequest, GroupedNode, SingboxRequest } from '../src/config/config-request.ts'
import { singboxTarget } from '../src/clients/singbox/write-outbound.ts'
import { type ClientId, clientFacts } from '../src/clients/facts.ts'
import type { MihomoProxy, SingboxOutbound } from '../src/protocols/protocol.ts'
import type { SingboxVersion } from '../src/model/singbox-version.ts'
import type { Template } from '../src/templates/template.ts'

const SAMPLES: readonly Omit<GroupedNode, 'type' | 'server'>[] = [
  { name: '🇭🇰 香港', region: 'HK' },
  { name: '🇯🇵 Tokyo', region: 'JP' },
  { name: '🇺🇸 US', region: 'US' },
  { name: '🇸🇬 新加坡', region: 'SG' },
  { name: '🇹🇼 Taiwan', region: 'TW' },
  { name: 'Mars' },
]

/** Nodes of all regions in turn: `🇭🇰 香港 1`, `🇯🇵 Tokyo 2` … */
export function sampleNodes(count: number): GroupedNode[] {
  return Array.from({ length: count }, (_, i) => {
    const { name, region } = SAMPLES[i % SAMPLES.length]!
    return { name: `${name} ${i + 1}`, type: 'ss', server: 'node.example', region }
  })
}

/** What a list of rules may hold, classical or one entry a line; nothing of it is anybody's list. */
function sampleList(address: string): string {
  if (address.includes('cncidr')) return "payload:\n  - '192.0.2.0/24'\n  - '2001:db8::/32'\n"
  if (address.includes('/geo/geosite/')) return '+.listed.example\nfull.listed.example\n'
  if (address.includes('/geo/geoip/')) return '192.0.2.0/24\n'
  const name = encodeURIComponent(address.split('/').at(-1)!)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
  return `# ${name}\nDOMAIN-SUFFIX,${name}.example\nDOMAIN-KEYWORD,${name}\nIP-CIDR,203.0.113.0/24,no-resolve\nUSER-AGENT,x*\n`
}

/** A request for a whole config, with the texts of all lists it needs. */
export function configRequest(
  client: ClientId,
  template: Template,
  more: Partial<ConfigRequest> & { version?: SingboxVersion } = {},
): SingboxRequest {
  const { version = 'compatible', ...rest } = more
  const { additionRules: lines, ruleProviders: providers, clashPremium: premium } = rest
  const addresses = planLists(template, client, { rules: { lines, providers }, clash: { premium } })
  const lists = new Map(addresses.map((address) => [address, sampleList(address)]))
  return {
    client: clientFacts(client),
    template,
    lang: 'en-US',
    singbox: singboxTarget(version),
    nodes: sampleNodes(6),
    ruleProviders: [],
    proxyProviders: [],
    clashPremium: false,
    settings: {},
    expandsLists: false,
    listMirrors: [],
    remoteLists: false,
    lists,
    ...rest,
  }
}

/** The entries of `proxies:` for the nodes of a request. */
export function sampleProxies({ nodes }: ConfigRequest): MihomoProxy[] {
  return nodes.map(({ name, server }) => ({
    name,
    type: 'ss',
    server,
    port: 8388,
    cipher: 'aes-128-gcm',
    password: 'p',
    udp: true,
  }))
}

/** The same nodes as outbounds. */
export function sampleOutbounds({ nodes }: ConfigRequest): SingboxOutbound[] {
  return nodes.map(({ name, server }) => ({
    type: 'shadowsocks',
    tag: name,
    server,
    server_port: 8388,
    method: 'aes-128-gcm',
    password: 'p',
  }))
}
