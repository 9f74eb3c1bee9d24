import { keptRecordOf } from '../../../text/kept-scalar.ts'
import { isIp } from '../../../text/ip.ts'
import type { JsonObject } from '../../../text/record.ts'
import {
  type ConfigDraft,
  freeTags,
  rewrite,
  rulesIn,
  take,
  type ReportChange,
  textOf,
  textsOf,
} from './config-draft.ts'
import { rcodeOf, serverOfAddress } from './dns-address.ts'
import { bareDirects, defaultOutbound, directs } from './outbounds.ts'
import { withCondition } from './rule-parts.ts'

const SERVERS = ['dns', 'servers'] as const
const RULES = ['dns', 'rules'] as const

/** A server that answers with a fixed code is an action of the rules that name it. */
export function rcodeServers(draft: ConfigDraft, report: ReportChange): void {
  const codes = new Map<unknown, string>()
  draft.replaceEach(...SERVERS, (server) => {
    const rcode = isTyped(server) ? undefined : rcodeOf(server['address'])
    if (rcode === undefined) return [server]
    codes.set(server['tag'], rcode)
    report(draft.placeOf(server, 'address'), { to: 'dns.rules[].action: predefined' })
    return []
  })
  if (codes.size === 0) return
  for (const rule of draft.records(...RULES)) {
    const rcode = codes.get(rule['server'])
    if (rcode === undefined) continue
    delete rule['server']
    // `route-options` never looked at its server.
    if (!isRoute(rule)) continue
    for (const key of OPTIONS) delete rule[key]
    Object.assign(rule, { action: 'predefined', rcode })
  }
  const { final } = draft.look('dns')
  const rcode = codes.get(final)
  if (rcode === undefined) return
  delete draft.look('dns')['final']
  draft.add(...RULES, { action: 'predefined', rcode })
}

/** `address: tls://8.8.8.8` is `type: tls, server: 8.8.8.8`. */
export function addressServers(draft: ConfigDraft, report: ReportChange): void {
  const resolvers = resolverTags(draft)
  const real = draft.records(...SERVERS).filter(({ address, type }) => address !== 'fakeip' && type !== 'fakeip')
  const proxy = defaultOutbound(draft)
  const isProxied = proxy !== undefined && !bareDirects(draft).has(proxy)
  draft.replaceEach(...SERVERS, (server) => {
    if (!('address' in server)) return [server]
    const address = take(server, 'address')
    const place = draft.placeOf(server, 'address')
    // A server that has its type is refused for the field.
    if (isTyped(server) && (server['server'] !== undefined || !REMOTE.has(server['type']))) {
      report(place, 'no-effect')
      return [server]
    }
    const fields = typeof address === 'string' ? serverOfAddress(address) : undefined
    if (fields === undefined) {
      report(place, 'lost')
      return []
    }
    const { type: own, tag, ...others } = server
    const type = textOf(own) ?? fields['type']
    const typed = { type, tag, ...fields, ...others, ...(textOf(own) ? { type } : {}) }
    rewrite(server, typed)
    if (type === 'fakeip') delete server['detour']
    // A server without a detour used to be asked through the default outbound. What looks up nodes cannot be.
    if (isProxied && REMOTE.has(type) && real.length > 1 && !resolvers.has(tag)) server['detour'] ??= proxy
    report(place, {
      to: Object.keys(fields)
        .filter((key) => fields[key] !== undefined)
        .join(', '),
    })
    return [server]
  })
}

/** The ranges of made-up addresses stand at the server that gives them. */
export function fakeIpRanges(draft: ConfigDraft, report: ReportChange): void {
  const dns = draft.look('dns')
  // A server in its old form, which somebody keeps, has its ranges nowhere else.
  if (!('fakeip' in dns) || draft.records(...SERVERS).some(({ address }) => address === 'fakeip')) return
  const { enabled, inet4_range, inet6_range } = keptRecordOf(take(dns, 'fakeip'))
  const servers = draft.records(...SERVERS).filter(({ type }) => type === 'fakeip')
  if (enabled !== true || servers.length === 0) return report('dns.fakeip', 'no-effect')
  for (const server of servers) {
    server['inet4_range'] ??= inet4_range
    server['inet6_range'] ??= inet6_range
  }
  report('dns.fakeip', { to: 'dns.servers[].inet4_range, inet6_range' })
}

/** `address_resolver` is `domain_resolver`. A server at an address needs none. */
export function serverResolvers(draft: ConfigDraft, report: ReportChange): void {
  for (const server of draft.records(...SERVERS)) {
    const resolver = take(server, 'address_resolver')
    const strategy = take(server, 'address_strategy')
    const delay = take(server, 'address_fallback_delay')
    const isNamed = isDomain(server['server'])
    const own = keptRecordOf(server['domain_resolver'])['server'] ?? server['domain_resolver'] ?? resolver
    if (resolver !== undefined) {
      if (isNamed) server['domain_resolver'] ??= resolver
      report(draft.placeOf(server, 'address_resolver'), isNamed ? { to: 'domain_resolver' } : 'no-effect')
    }
    if (strategy !== undefined) {
      const isUsed = isNamed && own !== undefined
      if (isUsed) server['domain_resolver'] = { ...resolverOf(server['domain_resolver'] ?? own), strategy }
      report(draft.placeOf(server, 'address_strategy'), isUsed ? { to: 'domain_resolver.strategy' } : 'no-effect')
    }
    if (delay === undefined) continue
    if (isNamed) server['fallback_delay'] ??= delay
    report(draft.placeOf(server, 'address_fallback_delay'), isNamed ? { to: 'fallback_delay' } : 'no-effect')
  }
}

/**
 * A server that kept to one family: its rules answer the questions for the other one with nothing. An order of the
 * families is a setting of all of DNS.
 */
export function serverStrategies(draft: ConfigDraft, report: ReportChange): void {
  const dns = draft.look('dns')
  const servers = draft.records(...SERVERS)
  const said = servers.filter((server) => textOf(server['strategy']) !== undefined)
  const strategies = new Set(servers.map(({ strategy }) => strategy))
  const [only] = strategies
  const isForAll = said.length === servers.length && strategies.size === 1 && textOf(dns['strategy']) === undefined
  const final = textOf(dns['final']) ?? textOf(servers[0]?.['tag'])
  const hiddenBy = new Map<unknown, string>()
  for (const server of servers) {
    if (!('strategy' in server)) continue
    const strategy = textOf(take(server, 'strategy'))
    const place = draft.placeOf(server, 'strategy')
    const hidden = strategy === undefined ? undefined : HIDDEN_TYPES.get(strategy)
    if (strategy === undefined || strategy === 'as_is' || strategy === dns['strategy']) report(place, 'no-effect')
    else if (isForAll) report(place, { to: 'dns.strategy' })
    else if (hidden === undefined || server['tag'] === undefined) report(place, 'lost')
    else {
      hiddenBy.set(server['tag'], hidden)
      report(place, { to: `dns.rules[].query_type: ${hidden}` })
    }
  }
  draft.replaceEach(...RULES, (rule) => {
    const hidden = isRoute(rule) && textOf(rule['strategy']) === undefined ? hiddenBy.get(rule['server']) : undefined
    return hidden === undefined ? [rule] : [...emptyAnswer(draft, rule, hidden), rule]
  })
  const hiddenLast = hiddenBy.get(final)
  if (hiddenLast !== undefined) draft.add(...RULES, { query_type: [hiddenLast], action: 'predefined' })
  if (isForAll && said.length > 0) dns['strategy'] = only
}

/** The subnet that a server was asked with is said by the rules that ask it. */
export function serverSubnets(draft: ConfigDraft, report: ReportChange): void {
  const dns = draft.look('dns')
  const servers = draft.records(...SERVERS)
  const final = textOf(dns['final']) ?? textOf(servers[0]?.['tag'])
  const subnets = new Map<unknown, unknown>()
  for (const server of servers) {
    const subnet = take(server, 'client_subnet')
    if (subnet === undefined) continue
    subnets.set(server['tag'], subnet)
    report(draft.placeOf(server, 'client_subnet'), { to: 'dns.rules[].client_subnet' })
  }
  for (const rule of draft.records(...RULES)) {
    const subnet = isRoute(rule) ? subnets.get(rule['server']) : undefined
    if (subnet !== undefined) rule['client_subnet'] ??= subnet
  }
  const lastSubnet = final === undefined ? undefined : subnets.get(final)
  if (lastSubnet !== undefined) draft.add(...RULES, { action: 'route', server: final, client_subnet: lastSubnet })
}

/** `{outbound: any, server}` is `route.default_domain_resolver`; other names have their own `domain_resolver`. */
export function outboundRules(draft: ConfigDraft, report: ReportChange): void {
  const servers = new Map(draft.records(...SERVERS).map((server) => [server['tag'], server]))
  const dialers = new Map(
    [...draft.records('outbounds'), ...draft.records('endpoints')].map((one) => [one['tag'], one]),
  )
  draft.replaceEach(...RULES, (rule) => {
    if (!rulesIn(rule).some((one) => 'outbound' in one)) return [rule]
    const tags = textsOf(rule['outbound'])
    const server = servers.get(rule['server'])
    const resolver = resolverOfRule(rule, server)
    const place = draft.placeOf(rule, 'outbound')
    if (resolver === undefined || tags.length === 0) {
      report(place, 'lost')
      return []
    }
    if (tags.includes('any')) {
      const route = draft.part('route')
      route['default_domain_resolver'] ??= resolver
      report(place, { to: 'route.default_domain_resolver' })
      return []
    }
    for (const tag of tags) {
      const dialer = dialers.get(tag)
      const isDialing = dialer !== undefined && !Array.isArray(dialer['outbounds']) && !textOf(dialer['detour'])
      if (isDialing) dialer['domain_resolver'] ??= resolver
    }
    report(place, { to: 'outbounds[].domain_resolver' })
    return []
  })
}

/** A rule that only says which server outbounds ask, as the resolver that it stands for. */
function resolverOfRule(rule: JsonObject, server: JsonObject | undefined): unknown {
  const others = Object.keys(rule).filter((key) => !RESOLVING.has(key) && rule[key] !== undefined)
  const type = textOf(rule['type']) ?? 'default'
  if (server === undefined || others.length > 0 || type !== 'default' || !isRoute(rule)) return undefined
  if (server['type'] === 'fakeip' || server['address'] === 'fakeip') return undefined
  const { server: tag, disable_cache, rewrite_ttl } = rule
  const options = {
    strategy: textOf(rule['strategy']) ?? textOf(server['strategy']),
    disable_cache,
    rewrite_ttl,
    client_subnet: rule['client_subnet'] ?? server['client_subnet'],
  }
  const said = Object.entries(options).filter(([, value]) => value !== undefined)
  return said.length === 0 ? tag : { server: tag, ...Object.fromEntries(said) }
}

const OPTIONS = ['strategy', 'disable_cache', 'rewrite_ttl', 'client_subnet', 'timeout', 'disable_optimistic_cache']
const RESOLVING: ReadonlySet<string> = new Set([
  'type',
  'outbound',
  'action',
  'server',
  'strategy',
  'disable_cache',
  'rewrite_ttl',
  'client_subnet',
])

/** With two servers or more it has to be said which one looks up the names of nodes. */
export function defaultResolver(draft: ConfigDraft, report: ReportChange): void {
  if (draft.records(...SERVERS).length < 2 || draft.look('route')['default_domain_resolver'] !== undefined) return
  draft.part('route')['default_domain_resolver'] = resolverPicker(draft)()
  report('route', { to: 'default_domain_resolver' })
}

/**
 * Picks the server that looks up the names of nodes, and of another server where that one asks. Where none can do it
 * without a node, the resolver of the system is added.
 */
export function resolverPicker(draft: ConfigDraft): (asker?: JsonObject) => string {
  const said = draft.look('route')['default_domain_resolver']
  const named = textOf(said) ?? textOf(keptRecordOf(said)['server'])
  const { final } = draft.look('dns')
  const direct = directs(draft)
  const able = draft.records(...SERVERS).filter((server) => isReachedDirectly(server, direct))
  const best = able.find(({ tag }) => tag === named || tag === final)
  const [first, second] = best === undefined ? able : [best, able.find((server) => server !== best)]
  let added: string | undefined
  return (asker) => {
    if (named !== undefined && named !== asker?.['tag']) return named
    const found = first === asker ? second : first
    return found === undefined ? (added ??= addSystemResolver(draft)) : tagOf(found, draft)
  }
}

function tagOf(server: JsonObject, draft: ConfigDraft): string {
  const tag = textOf(server['tag']) ?? freeTags(draft.all(...SERVERS))('dns')
  server['tag'] = tag
  return tag
}

function addSystemResolver(draft: ConfigDraft): string {
  const tag = freeTags(draft.all(...SERVERS))('dns-local')
  draft.add(...SERVERS, { type: 'local', tag })
  return tag
}

function isReachedDirectly(
  { type, server, detour, domain_resolver }: JsonObject,
  direct: ReadonlySet<unknown>,
): boolean {
  if (textOf(detour) !== undefined && !direct.has(detour)) return false
  if (type === 'local' || type === 'dhcp') return true
  return REMOTE.has(type) && typeof server === 'string' && (!isDomain(server) || domain_resolver !== undefined)
}

/** A server at a domain that is asked directly needs somebody to look it up: no version takes the default for that. */
export function namedServers(draft: ConfigDraft, report: ReportChange): void {
  const pick = resolverPicker(draft)
  for (const server of draft.records(...SERVERS)) {
    if (!isDomain(server['server']) || server['domain_resolver'] !== undefined || textOf(server['detour'])) continue
    server['domain_resolver'] = pick(server)
    report(draft.placeOf(server, 'server'), { to: 'domain_resolver' })
  }
}

/** `strategy` of a rule cannot stand beside rules of the new kind in 1.14, which count `query_type` among them. */
export function ruleStrategies(draft: ConfigDraft, report: ReportChange): void {
  if (draft.range.low < 14 && !hasNewRules(draft)) return
  draft.replaceEach(...RULES, (rule) => {
    if (!('strategy' in rule)) return [rule]
    const strategy = textOf(take(rule, 'strategy'))
    const hidden = strategy === undefined ? undefined : HIDDEN_TYPES.get(strategy)
    const place = draft.placeOf(rule, 'strategy')
    if (hidden === undefined) {
      report(place, strategy === undefined || strategy === 'as_is' ? 'no-effect' : 'lost')
      return [rule]
    }
    report(place, { to: `query_type: ${hidden}` })
    return [...emptyAnswer(draft, rule, hidden), rule]
  })
}

/** What is asked for and hidden where only one family is wanted. */
const HIDDEN_TYPES: ReadonlyMap<string, string> = new Map([
  ['ipv4_only', 'AAAA'],
  ['ipv6_only', 'A'],
])

/** Before a rule: its questions of one type have no answer. Not made where the rule does not take that type. */
function emptyAnswer(draft: ConfigDraft, rule: JsonObject, type: string): JsonObject[] {
  const { query_type: asked, invert, ...conditions } = conditionsOf(rule)
  const isPlain = invert !== true && rule['type'] !== 'logical'
  const types: unknown[] = asked === undefined ? [] : [asked].flat()
  if (isPlain && types.length > 0 && !types.includes(type)) return []
  const matched = isPlain
    ? { ...conditions, query_type: [type] }
    : withCondition(conditionsOf(rule), { query_type: [type] })
  return [draft.madeFrom({ ...matched, action: 'predefined' }, rule)]
}

/** A rule less what it does. */
function conditionsOf(rule: JsonObject): JsonObject {
  const { action: _, server: __, ...others } = rule
  return Object.fromEntries(Object.entries(others).filter(([key]) => !OPTIONS.includes(key)))
}

/**
 * A rule about addresses of an answer asks for the answer first: from 1.14 on, `evaluate` does that, and `respond` gives
 * it. `query_type` in another rule makes the old form fatal there.
 */
export function addressRules(draft: ConfigDraft, report: ReportChange): void {
  const isOld = draft.range.low < 14
  if (isOld && !hasNewRules(draft)) return
  const geoSets = new Set(
    draft
      .records('route', 'rule_set')
      .filter(isGeoIp)
      .flatMap(({ tag }) => textsOf(tag)),
  )
  const isOfAddresses = (rule: JsonObject) =>
    ADDRESS_ITEMS.some((item) => item in rule) ||
    (rule['rule_set_ip_cidr_match_source'] !== true && textsOf(rule['rule_set']).some((tag) => geoSets.has(tag)))
  draft.replaceEach(...RULES, (rule) => {
    const found = rulesIn(rule).filter((one) => one['match_response'] === undefined && isOfAddresses(one))
    for (const one of rulesIn(rule)) {
      const isEmptyToo = take(one, 'rule_set_ip_cidr_accept_empty') === true
      if (isEmptyToo) report(draft.placeOf(one, 'rule_set_ip_cidr_accept_empty'), 'lost')
    }
    if (found.length === 0) return [rule]
    if (isOld || !isRoute(rule)) {
      report(draft.placeOf(rule), isOld ? { needs: '1.14' } : 'lost')
      return []
    }
    const options = Object.fromEntries(['server', ...OPTIONS].flatMap((key) => (key in rule ? [[key, rule[key]]] : [])))
    const asking = { ...otherConditions(rule, isOfAddresses), action: 'evaluate', ...options }
    for (const one of found) one['match_response'] = true
    rewrite(rule, { ...conditionsOf(rule), action: 'respond' })
    report(draft.placeOf(rule), { to: 'action: evaluate, respond' })
    return [draft.madeFrom(asking, rule), rule]
  })
}

/** The conditions of a rule that are known before an answer is there. */
function otherConditions(rule: JsonObject, isOfAddresses: (rule: JsonObject) => boolean): JsonObject {
  if (rule['type'] === 'logical') {
    const { mode, invert, rules } = rule
    const inner = Array.isArray(rules) ? rules.map(keptRecordOf) : []
    const known = inner.filter((one) => !rulesIn(one).some(isOfAddresses))
    const isAll = mode === 'and' && invert !== true && known.length > 0
    return isAll ? { type: 'logical', mode, rules: known } : {}
  }
  if (rule['invert'] === true) return {}
  const {
    rule_set: sets,
    ip_cidr: _,
    ip_is_private: __,
    ip_accept_any: ___,
    match_response: ____,
    ...others
  } = conditionsOf(rule)
  // A set of addresses beside others: any of them may match.
  return sets === undefined || Object.keys(others).length > 0 ? others : {}
}

const ADDRESS_ITEMS = ['ip_cidr', 'ip_is_private', 'ip_accept_any']

/** A set of addresses alone: as far as it stands in the file, else by its name. */
function isGeoIp(set: JsonObject): boolean {
  if (Array.isArray(set['rules'])) {
    return set['rules'].map(keptRecordOf).every((rule) => Object.keys(rule).every((key) => key === 'ip_cidr'))
  }
  return [...textsOf(set['tag']), textOf(set['url']) ?? '', textOf(set['path']) ?? ''].some((text) =>
    /geoip/i.test(text),
  )
}

/** Whether 1.14 reads the rules as those of the new kind. */
function hasNewRules(draft: ConfigDraft): boolean {
  const rules = draft.records(...RULES).flatMap(rulesIn)
  return rules.some(
    (rule) =>
      rule['query_type'] !== undefined ||
      rule['ip_version'] !== undefined ||
      rule['match_response'] !== undefined ||
      rule['action'] === 'evaluate' ||
      rule['action'] === 'respond',
  )
}

/** Servers that look up the names of others. */
function resolverTags(draft: ConfigDraft): ReadonlySet<unknown> {
  const route = draft.look('route')
  const named = [
    route['default_domain_resolver'],
    ...['outbounds', 'endpoints'].flatMap((list) => draft.records(list).map((one) => one['domain_resolver'])),
    ...draft.records(...SERVERS).flatMap((server) => [server['domain_resolver'], server['address_resolver']]),
  ].map((resolver) => textOf(resolver) ?? keptRecordOf(resolver)['server'])
  const ruled = draft.records(...RULES).flatMap((rule) => ('outbound' in rule ? [rule['server']] : []))
  return new Set([...named, ...ruled])
}

const REMOTE: ReadonlySet<unknown> = new Set(['udp', 'tcp', 'tls', 'quic', 'https', 'h3'])

function isTyped({ type }: JsonObject): boolean {
  return textOf(type) !== undefined && type !== 'legacy'
}

function isRoute({ action }: JsonObject): boolean {
  return action === undefined || action === null || action === '' || action === 'route'
}

function isDomain(server: unknown): boolean {
  return typeof server === 'string' && server !== '' && !isIp(server.replace(/^\[|\]$/g, ''))
}

function resolverOf(resolver: unknown): JsonObject {
  return typeof resolver === 'string' ? { server: resolver } : keptRecordOf(resolver)
}
