import { isRecord } from '../src/text/record.ts'
import type { JsonObject } from '../src/text/record.ts'

/**
 * Every config that is started passes here first: whatever it would dial, listen on or fetch becomes a place of
 * loopback, so that a test reaches nobody. `check` and `-t` get the text as it was written.
 */

type Config = JsonObject

export interface LoopbackPorts {
  mixed: number
  controller: number
  /** Answers `/generate_204`; without it probes go to `dead`. */
  probe?: number
  /** Nobody listens there: nodes, resolvers and clocks that are not ours. */
  dead: number
}

const LOOPBACK = '127.0.0.1'
/** A name of the lists that we put in the place of remote ones. */
const LISTED_DOMAIN = 'listed.test'
/** Rules that make mihomo download a database before it starts. */
const DATABASE_RULE = /^\s*(?:GEOIP\s*,\s*(?!LAN\b)|SRC-GEOIP|GEOSITE|IP-ASN|SRC-IP-ASN)/i
/** Types that speak to a service of their maker, wherever their server is. */
const HOSTED_TYPES = new Set(['tailscale', 'cloudflared', 'usbip'])

/** A sing-box config that starts on loopback only. */
export function singboxOnLoopback(config: Config, ports: LoopbackPorts): Config {
  const copy = structuredClone(config)
  copy['log'] = { level: 'info' }
  if (isRecord(copy['dns']))
    copy['dns']['servers'] = maps(copy['dns']['servers']).map((server) => dnsServer(server, ports))
  if (isRecord(copy['ntp'])) Object.assign(copy['ntp'], { server: LOOPBACK, server_port: ports.dead })
  copy['inbounds'] = maps(copy['inbounds']).flatMap((inbound) => singboxInbound(inbound, ports))
  copy['outbounds'] = maps(copy['outbounds']).map((outbound) => singboxOutbound(outbound, ports))
  if (copy['endpoints']) copy['endpoints'] = maps(copy['endpoints']).map((endpoint) => singboxEndpoint(endpoint, ports))
  if (isRecord(copy['route']) && copy['route']['rule_set']) {
    copy['route']['rule_set'] = maps(copy['route']['rule_set']).flatMap(inlineRuleSet)
  }
  if (isRecord(copy['experimental'])) copy['experimental'] = singboxExperimental(copy['experimental'], ports)
  delete copy['certificate_providers']
  assertOnLoopback(copy, 'sing-box config')
  return copy
}

function dnsServer(server: Config, ports: LoopbackPorts): Config {
  if (server['type'] === 'fakeip' || server['type'] === 'hosts') return server
  // Those that ask the system or its network have no server to put loopback into.
  if (server['server'] === undefined)
    return { type: 'udp', tag: server['tag'], server: LOOPBACK, server_port: ports.dead }
  const { domain_resolver: _, ...others } = server
  return { ...others, server: LOOPBACK, server_port: ports.dead }
}

function singboxInbound(inbound: Config, ports: LoopbackPorts): Config[] {
  // A tun device needs rights, and would take the machine's traffic.
  if (inbound['type'] === 'tun' || inbound['type'] === 'redirect' || inbound['type'] === 'tproxy') return []
  const { set_system_proxy: _, ...others } = inbound
  return [{ ...others, listen: LOOPBACK, listen_port: inbound['type'] === 'mixed' ? ports.mixed : 0 }]
}

function singboxOutbound(outbound: Config, ports: LoopbackPorts): Config {
  if (HOSTED_TYPES.has(String(outbound['type'])))
    throw new Error(`no way to keep ${String(outbound['type'])} on loopback`)
  const copy = { ...outbound }
  if (copy['type'] === 'urltest') copy['url'] = probeAddress(ports)
  if (isRecord(copy['realm'])) {
    copy['realm'] = {
      ...copy['realm'],
      server_url: `https://${LOOPBACK}:${ports.dead}`,
      stun_servers: [`${LOOPBACK}:${ports.dead}`],
    }
  }
  if (copy['server'] === undefined || isLoopback(copy['server'])) return copy
  copy['server'] = LOOPBACK
  if (copy['server_port'] !== undefined) copy['server_port'] = ports.dead
  if (copy['server_ports'] !== undefined) copy['server_ports'] = [`${ports.dead}:${ports.dead}`]
  // A domain is asked for of the system's resolver.
  delete copy['domain_resolver']
  return copy
}

function singboxEndpoint(endpoint: Config, ports: LoopbackPorts): Config {
  if (endpoint['type'] !== 'wireguard') throw new Error(`no way to keep ${String(endpoint['type'])} on loopback`)
  for (const peer of maps(endpoint['peers'])) Object.assign(peer, { address: LOOPBACK, port: ports.dead })
  return { ...endpoint, system: false }
}

function inlineRuleSet(set: Config): Config[] {
  if (set['type'] !== 'remote' && set['type'] !== 'local') return [set]
  const tags = Array.isArray(set['tag']) ? set['tag'] : [set['tag']]
  return tags.map((tag) => ({ type: 'inline', tag, rules: [{ domain: [LISTED_DOMAIN] }] }))
}

function singboxExperimental(experimental: Config, ports: LoopbackPorts): Config {
  const copy = { ...experimental }
  if (isRecord(copy['clash_api'])) {
    const {
      external_ui: _ui,
      external_ui_download_url: _url,
      external_ui_download_detour: _detour,
      ...api
    } = copy['clash_api']
    copy['clash_api'] = { ...api, external_controller: `${LOOPBACK}:${ports.controller}` }
  }
  delete copy['v2ray_api']
  return copy
}

/** An Xray config that starts on loopback only. */
export function xrayOnLoopback(config: Config, ports: LoopbackPorts): Config {
  const copy = structuredClone(config)
  copy['log'] = { loglevel: 'info' }
  if (isRecord(copy['dns'])) {
    copy['dns']['servers'] = (copy['dns']['servers'] as unknown[]).map((server) =>
      Object.assign(isRecord(server) ? server : {}, { address: LOOPBACK, port: ports.dead }),
    )
  }
  copy['inbounds'] = maps(copy['inbounds']).map((inbound) =>
    Object.assign(inbound, { listen: LOOPBACK, port: ports.mixed }),
  )
  copy['outbounds'] = maps(copy['outbounds']).map((outbound) => xrayOutbound(outbound, ports))
  if (isRecord(copy['observatory'])) copy['observatory']['probeURL'] = probeAddress(ports)
  assertOnLoopback(copy, 'Xray config')
  return copy
}

function xrayOutbound(outbound: Config, ports: LoopbackPorts): Config {
  const { settings, streamSettings } = outbound
  if (isRecord(settings)) {
    for (const peer of maps(settings['peers']))
      if (!isLoopback(peer['endpoint'])) peer['endpoint'] = `${LOOPBACK}:${ports.dead}`
    if (typeof settings['address'] === 'string' && !isLoopback(settings['address'])) {
      settings['address'] = LOOPBACK
      settings['port'] = ports.dead
      hopOver(streamSettings, String(ports.dead))
    }
  }
  if (isRecord(streamSettings)) stayOnLoopback(streamSettings, ports)
  return outbound
}

function hopOver(stream: unknown, port: string): void {
  const mask = isRecord(stream) ? stream['finalmask'] : undefined
  const quic = isRecord(mask) ? mask['quicParams'] : undefined
  if (isRecord(quic) && isRecord(quic['udpHop'])) quic['udpHop']['ports'] = port
}

/** The download of xhttp has an address of its own; a config of ECH is asked for at an address of the web. */
function stayOnLoopback(stream: Config, ports: LoopbackPorts): void {
  if (isRecord(stream['tlsSettings'])) delete stream['tlsSettings']['echConfigList']
  const xhttp = stream['xhttpSettings']
  const extra = isRecord(xhttp) ? xhttp['extra'] : undefined
  const download = isRecord(extra) ? extra['downloadSettings'] : undefined
  if (!isRecord(download)) return
  Object.assign(download, { address: LOOPBACK, port: ports.dead })
  stayOnLoopback(download, ports)
}

/** A mihomo config that starts on loopback only. */
export function mihomoOnLoopback(config: Config, ports: LoopbackPorts): Config {
  const copy = structuredClone(config)
  for (const key of [
    'port',
    'socks-port',
    'redir-port',
    'tproxy-port',
    'external-ui',
    'external-ui-url',
    'listeners',
    'tunnels',
  ])
    delete copy[key]
  for (const key of ['tun', 'geox-url', 'geo-auto-update', 'external-controller-tls', 'external-controller-unix'])
    delete copy[key]
  Object.assign(copy, {
    'mixed-port': ports.mixed,
    'external-controller': `${LOOPBACK}:${ports.controller}`,
    'allow-lan': false,
    'bind-address': LOOPBACK,
    'log-level': 'info',
  })
  if (isRecord(copy['dns'])) copy['dns'] = mihomoDns(copy['dns'], ports)
  if (isRecord(copy['ntp'])) Object.assign(copy['ntp'], { server: LOOPBACK, port: ports.dead })
  if (copy['proxies']) copy['proxies'] = maps(copy['proxies']).map((proxy) => mihomoProxy(proxy, ports))
  for (const group of maps(copy['proxy-groups'])) if (group['url'] !== undefined) group['url'] = probeAddress(ports)
  for (const [name, provider] of providers(copy['proxy-providers'])) {
    provider['type'] = 'inline'
    provider['payload'] = [{ name: `${name} node`, type: 'socks5', server: LOOPBACK, port: ports.dead }]
    for (const key of ['url', 'path', 'header', 'proxy', 'filter', 'exclude-filter', 'exclude-type'])
      delete provider[key]
    if (isRecord(provider['health-check'])) provider['health-check']['url'] = probeAddress(ports)
  }
  for (const [, provider] of providers(copy['rule-providers'])) {
    if (provider['type'] === 'inline') continue
    provider['type'] = 'inline'
    provider['payload'] = mihomoPayload(provider['behavior'])
    for (const key of ['url', 'path', 'format', 'header', 'proxy']) delete provider[key]
  }
  if (Array.isArray(copy['rules'])) copy['rules'] = copy['rules'].filter((rule) => !DATABASE_RULE.test(String(rule)))
  assertOnLoopback(copy, 'mihomo config')
  return copy
}

function mihomoPayload(behavior: unknown): string[] {
  if (behavior === 'domain') return [LISTED_DOMAIN]
  return behavior === 'ipcidr' ? ['192.0.2.0/24'] : [`DOMAIN,${LISTED_DOMAIN}`]
}

function mihomoDns(dns: Config, ports: LoopbackPorts): Config {
  const resolver = `udp://${LOOPBACK}:${ports.dead}`
  const copy = { ...dns }
  delete copy['listen']
  for (const key of ['nameserver', 'default-nameserver', 'proxy-server-nameserver', 'direct-nameserver']) {
    if (Array.isArray(copy[key]) && copy[key].length > 0) copy[key] = [resolver]
  }
  // Both may need a database.
  delete copy['fallback']
  delete copy['fallback-filter']
  for (const key of ['nameserver-policy', 'proxy-server-nameserver-policy']) {
    if (isRecord(copy[key])) copy[key] = { [LISTED_DOMAIN]: resolver }
  }
  if (Array.isArray(copy['fake-ip-filter'])) {
    copy['fake-ip-filter'] = copy['fake-ip-filter'].filter((name) => !/^(?:geosite|geoip):/i.test(String(name)))
  }
  return copy
}

function mihomoProxy(proxy: Config, ports: LoopbackPorts): Config {
  if (HOSTED_TYPES.has(String(proxy['type']))) throw new Error(`no way to keep ${String(proxy['type'])} on loopback`)
  const copy = { ...proxy }
  if (Array.isArray(copy['dns'])) copy['dns'] = [LOOPBACK]
  for (const peer of maps(copy['peers'])) Object.assign(peer, { server: LOOPBACK, port: ports.dead })
  if (isRecord(copy['realm-opts'])) {
    copy['realm-opts'] = {
      ...copy['realm-opts'],
      'server-url': `https://${LOOPBACK}:${ports.dead}`,
      'stun-servers': [`${LOOPBACK}:${ports.dead}`],
    }
  }
  if (isRecord(copy['xhttp-opts']) && isRecord(copy['xhttp-opts']['download-settings'])) {
    const download = { ...copy['xhttp-opts']['download-settings'] }
    if (download['server'] !== undefined) Object.assign(download, { server: LOOPBACK, port: ports.dead })
    copy['xhttp-opts'] = { ...copy['xhttp-opts'], 'download-settings': download }
  }
  if (copy['server'] === undefined || isLoopback(copy['server'])) return copy
  copy['server'] = LOOPBACK
  if (copy['port'] !== undefined) copy['port'] = ports.dead
  if (copy['ports'] !== undefined) copy['ports'] = String(ports.dead)
  if (copy['port-range'] !== undefined) copy['port-range'] = `${ports.dead}-${ports.dead}`
  return copy
}

/** Throws when a key that names a place to dial or to listen on still names one elsewhere. */
export function assertOnLoopback(value: unknown, where: string): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) assertOnLoopback(item, `${where}[${index}]`)
    return
  }
  if (!isRecord(value) || NO_PLACES.test(where)) return
  for (const [key, item] of Object.entries(value)) {
    const place = `${where}.${key}`
    if (PLACE_KEYS.has(key) && typeof item === 'string' && !isLoopback(item))
      throw new Error(`${place} leaves loopback: ${item}`)
    assertOnLoopback(item, place)
  }
}

/** `server` in a DNS rule or a resolver is the tag of a DNS server, and a header or a fixed answer is no place. */
const NO_PLACES = /\.(?:rules\[\d+\]|default_domain_resolver|domain_resolver|headers|hosts|predefined)$/

const PLACE_KEYS = new Set([
  'server',
  'url',
  'server_url',
  'server-url',
  'listen',
  'external_controller',
  'external-controller',
  'external_ui_download_url',
  'external-ui-url',
  'bind-address',
  'address',
  'endpoint',
  'probeURL',
])

/** `127.0.0.1`, with or without scheme, port and path. */
function isLoopback(address: unknown): boolean {
  return typeof address === 'string' && /^(?:[a-z][a-z0-9+.-]*:\/\/)?127\.0\.0\.1(?:[:/]|$)/.test(address)
}

function probeAddress(ports: LoopbackPorts): string {
  return `http://${LOOPBACK}:${ports.probe ?? ports.dead}/generate_204`
}

function maps(value: unknown): Config[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function providers(value: unknown): [string, Config][] {
  return isRecord(value) ? Object.entries(value).filter((entry): entry is [string, Config] => isRecord(entry[1])) : []
}
