import { isRecord } from '../src/text/record.ts'
import type { JsonObject } from '../src/text/record.ts'

/**
 * Names that lead nowhere. sing-box finds some of them only when it starts and some never: it starts with a route rule
 * whose outbound does not exist (docs/formats/sing-box.md, "What finds which mistake"). mihomo is not always at hand.
 */

type Config = JsonObject

/** Every reference of a sing-box config that names nothing. */
export function singboxDangling(config: Config): string[] {
  const dns = isRecord(config['dns']) ? config['dns'] : {}
  const route = isRecord(config['route']) ? config['route'] : {}
  const outbounds = new Set([...maps(config['outbounds']), ...maps(config['endpoints'])].map(({ tag }) => tag))
  const servers = new Set(maps(dns['servers']).map(({ tag }) => tag))
  const inbounds = new Set(maps(config['inbounds']).map(({ tag }) => tag))
  const sets = new Set(maps(route['rule_set']).flatMap(({ tag }) => tag))
  const dangling: string[] = []
  const look = (known: ReadonlySet<unknown>, where: string, ...names: unknown[]) => {
    for (const name of names.flat())
      if (name !== undefined && !known.has(name)) dangling.push(`${where}: ${text(name)}`)
  }
  for (const { tag, outbounds: members, default: chosen, detour } of maps(config['outbounds'])) {
    look(outbounds, `outbound ${text(tag)}`, members, chosen, detour)
  }
  for (const { tag, detour, domain_resolver: resolver } of maps(dns['servers'])) {
    look(outbounds, `DNS server ${text(tag)}`, detour)
    look(servers, `DNS server ${text(tag)}`, isRecord(resolver) ? resolver['server'] : resolver)
  }
  for (const { tag, domain_resolver: resolver } of maps(config['outbounds'])) {
    look(servers, `resolver of ${text(tag)}`, isRecord(resolver) ? resolver['server'] : resolver)
  }
  for (const [index, rule] of maps(dns['rules']).entries()) {
    look(servers, `DNS rule ${index}`, rule['server'])
    for (const part of [rule, ...maps(rule['rules'])]) look(sets, `DNS rule ${index}`, part['rule_set'])
  }
  for (const [index, rule] of maps(route['rules']).entries()) {
    look(outbounds, `route rule ${index}`, rule['outbound'])
    for (const part of [rule, ...maps(rule['rules'])]) {
      look(sets, `route rule ${index}`, part['rule_set'])
      look(inbounds, `route rule ${index}`, part['inbound'])
    }
  }
  for (const { tag, download_detour: detour } of maps(route['rule_set']))
    look(outbounds, `rule set ${text(tag)}`, detour)
  const resolver = route['default_domain_resolver']
  look(servers, 'default resolver', isRecord(resolver) ? resolver['server'] : resolver)
  look(servers, 'final DNS server', dns['final'])
  look(outbounds, 'final outbound', route['final'])
  return dangling
}

const MIHOMO_BUILT_IN = ['DIRECT', 'REJECT', 'REJECT-DROP', 'PASS', 'COMPATIBLE']

/** Every reference of a mihomo or Clash config that names nothing, and names that stand twice. */
export function mihomoDangling(config: Config): string[] {
  const names = [...maps(config['proxies']), ...maps(config['proxy-groups'])].map(({ name }) => name)
  const members = new Set<unknown>([...names, ...MIHOMO_BUILT_IN])
  const proxyProviders = new Set<unknown>(keysOf(config['proxy-providers']))
  const ruleProviders = new Set<unknown>(keysOf(config['rule-providers']))
  const dangling = names.filter((name, index) => names.indexOf(name) !== index).map((name) => `twice: ${text(name)}`)
  for (const { name, proxies, use } of maps(config['proxy-groups'])) {
    for (const member of [proxies ?? []].flat())
      if (!members.has(member)) dangling.push(`group ${text(name)}: ${text(member)}`)
    for (const provider of [use ?? []].flat())
      if (!proxyProviders.has(provider)) dangling.push(`group ${text(name)}: ${text(provider)}`)
  }
  for (const { name, 'dialer-proxy': dialer } of maps(config['proxies'])) {
    if (dialer !== undefined && !members.has(dialer)) dangling.push(`node ${text(name)}: ${text(dialer)}`)
  }
  for (const rule of Array.isArray(config['rules']) ? config['rules'] : []) {
    const parts = text(rule).split(',')
    const [type = '', value] = parts
    if (type === 'RULE-SET' && !ruleProviders.has(value)) dangling.push(`rule ${text(rule)}`)
    // Parameters follow the target; logic rules have commas inside, and their target last.
    const target = parts.findLast((part) => part !== 'no-resolve' && part !== 'src')
    if (!members.has(target) && target !== 'GLOBAL') dangling.push(`rule ${text(rule)}`)
  }
  return dangling
}

/** Every reference of an Xray config that names nothing, and tags that choose more than themselves. */
export function xrayDangling(config: Config): string[] {
  const routing = isRecord(config['routing']) ? config['routing'] : {}
  const outbounds = maps(config['outbounds'])
  const tags = outbounds.map(({ tag }) => text(tag))
  const known = new Set(tags)
  const balancers = new Set(maps(routing['balancers']).map(({ tag }) => tag))
  const inbounds = new Set<unknown>(maps(config['inbounds']).map(({ tag }) => tag))
  for (const { protocol, settings } of outbounds)
    if (protocol === 'loopback' && isRecord(settings)) inbounds.add(settings['inboundTag'])
  for (const server of maps(isRecord(config['dns']) ? config['dns']['servers'] : [])) inbounds.add(server['tag'])
  const dangling = tags.filter((tag, index) => tags.indexOf(tag) !== index).map((tag) => `twice: ${tag}`)
  for (const [first, second] of pairsOf([...known].sort()))
    if (second.startsWith(first)) dangling.push(`${first} begins ${second}`)
  for (const { tag, streamSettings } of outbounds) {
    const sockopt = isRecord(streamSettings) ? streamSettings['sockopt'] : undefined
    const dialer = isRecord(sockopt) ? sockopt['dialerProxy'] : undefined
    if (dialer !== undefined && !known.has(text(dialer))) dangling.push(`node ${text(tag)}: ${text(dialer)}`)
  }
  for (const { tag, selector, fallbackTag } of maps(routing['balancers'])) {
    if (!known.has(text(fallbackTag))) dangling.push(`balancer ${text(tag)}: ${text(fallbackTag)}`)
    for (const one of [selector].flat())
      if (!tags.some((known) => known.startsWith(text(one)))) dangling.push(`balancer ${text(tag)}: ${text(one)}`)
  }
  for (const [index, { inboundTag = [], outboundTag, balancerTag }] of maps(routing['rules']).entries()) {
    for (const tag of [inboundTag].flat()) if (!inbounds.has(tag)) dangling.push(`rule ${index}: ${text(tag)}`)
    const leads = outboundTag === undefined ? balancers.has(balancerTag) : known.has(text(outboundTag))
    if (!leads) dangling.push(`rule ${index}: ${text(outboundTag ?? balancerTag)}`)
  }
  return dangling
}

function pairsOf(names: readonly string[]): [string, string][] {
  return names.slice(1).map((name, index) => [names[index]!, name])
}

function maps(value: unknown): Config[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function keysOf(value: unknown): string[] {
  return isRecord(value) ? Object.keys(value) : []
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
