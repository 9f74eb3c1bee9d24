import { isKeptRecord, keptRecordOf } from '../../../text/kept-scalar.ts'
import { isIp } from '../../../text/ip.ts'
import type { JsonObject } from '../../../text/record.ts'
import { type ConfigDraft, rewrite, take, type ReportChange, textOf, textsOf } from './config-draft.ts'
import { resolverPicker } from './dns-steps.ts'
import { bareDirects } from './outbounds.ts'

/** Rules that sent DNS to an outbound hijack it. */
export function dnsOutbounds(draft: ConfigDraft, report: ReportChange): void {
  const tags = removeOutbounds(draft, report, ({ type }) => type === 'dns', { to: 'route.rules[].action: hijack-dns' })
  for (const rule of draft.records('route', 'rules')) {
    if (!isRouteTo(rule, tags)) continue
    delete rule['outbound']
    rule['action'] = 'hijack-dns'
  }
}

/** Rules that sent to a `block` outbound reject. The outbound stays: groups may hold it, and every version takes it. */
export function blockRules(draft: ConfigDraft, report: ReportChange): void {
  const blocks = draft.records('outbounds').filter(({ type }) => type === 'block')
  const tags = new Set(blocks.map(({ tag }) => tag))
  for (const rule of draft.records('route', 'rules')) {
    if (!isRouteTo(rule, tags)) continue
    delete rule['outbound']
    rule['action'] = 'reject'
    report(draft.placeOf(rule, 'outbound'), { to: 'action: reject' })
  }
}

/** No version since 1.6 speaks ShadowsocksR. */
export function shadowsocksr(draft: ConfigDraft, report: ReportChange): void {
  removeOutbounds(draft, report, ({ type }) => type === 'shadowsocksr', 'lost')
  const { inbounds } = draft.config
  if (!Array.isArray(inbounds)) return
  draft.config['inbounds'] = inbounds.filter((inbound) => {
    if (!isKeptRecord(inbound) || inbound['type'] !== 'shadowsocksr') return true
    report(draft.placeOf(inbound, 'type'), 'lost')
    return false
  })
}

/** Rules that send to a direct outbound say which place it dials instead. */
export function directOverrides(draft: ConfigDraft, report: ReportChange): void {
  const overrides = new Map<unknown, JsonObject>()
  for (const outbound of draft.records('outbounds').filter(({ type }) => type === 'direct')) {
    const override_address = take(outbound, 'override_address')
    const override_port = take(outbound, 'override_port')
    const options: JsonObject = {
      ...(textOf(override_address) ? { override_address } : {}),
      ...(Number(override_port) > 0 ? { override_port } : {}),
    }
    const isEmpty = Object.keys(options).length === 0
    if (!isEmpty) overrides.set(outbound['tag'], options)
    for (const [key, value] of Object.entries({ override_address, override_port })) {
      if (value === undefined) continue
      const isRuled = !isEmpty && key in options
      report(draft.placeOf(outbound, key), isRuled ? { to: `route.rules[].${key}` } : 'no-effect')
    }
  }
  if (overrides.size === 0) return
  for (const rule of draft.records('route', 'rules')) {
    const options = isRouteTo(rule, overrides) ? overrides.get(rule['outbound']) : undefined
    if (options !== undefined) Object.assign(rule, { ...options, ...rule })
  }
  const { final } = draft.look('route')
  const last = overrides.get(final)
  if (last !== undefined) draft.add('route', 'rules', { action: 'route-options', ...last })
  // What reaches the outbound by another way goes where it wants from now on.
  const members = new Set(draft.records('outbounds').flatMap((group) => textsOf(group['outbounds'])))
  for (const outbound of draft.records('outbounds')) {
    const options = overrides.get(outbound['tag'])
    if (options === undefined || !members.has(String(outbound['tag']))) continue
    for (const key of Object.keys(options)) report(draft.placeOf(outbound, key), 'lost')
  }
}

/** A WireGuard outbound is an endpoint of the same tag. */
export function wireguardOutbounds(draft: ConfigDraft, report: ReportChange): void {
  const { outbounds } = draft.config
  if (!Array.isArray(outbounds)) return
  draft.config['outbounds'] = outbounds.filter((outbound) => {
    if (!isKeptRecord(outbound) || outbound['type'] !== 'wireguard') return true
    draft.add(undefined, 'endpoints', draft.madeFrom(wireguardEndpoint(outbound), outbound))
    report(draft.placeOf(outbound, 'type'), { to: 'endpoints' })
    return false
  })
}

function wireguardEndpoint(outbound: JsonObject): JsonObject {
  const {
    server,
    server_port,
    system_interface,
    interface_name,
    local_address,
    private_key,
    peer_public_key,
    pre_shared_key,
    reserved,
    peers,
    mtu,
    gso: _,
    network: __,
    fake_packets: ___,
    ...others
  } = outbound
  const keepalive = take(others, 'persistent_keepalive_interval')
  const given = Array.isArray(peers) && peers.length > 0 ? peers.map(keptRecordOf) : undefined
  const one = { server, server_port, public_key: peer_public_key, pre_shared_key, reserved }
  const fields = {
    ...others,
    system: system_interface,
    name: interface_name,
    mtu,
    address: textsOf(local_address),
    private_key,
    peers: (given ?? [one]).map((peer) => wireguardPeer(peer, reserved, keepalive)),
  }
  const endpoint: JsonObject = {}
  rewrite(endpoint, fields)
  return endpoint
}

function wireguardPeer(peer: JsonObject, reserved: unknown, keepalive: unknown): JsonObject {
  const fields = {
    address: peer['server'],
    port: peer['server_port'],
    public_key: peer['public_key'],
    pre_shared_key: textOf(peer['pre_shared_key']),
    allowed_ips: peer['allowed_ips'] ?? ['0.0.0.0/0', '::/0'],
    persistent_keepalive_interval: keepalive,
    reserved: peer['reserved'] ?? reserved,
  }
  const written: JsonObject = {}
  rewrite(written, fields)
  return written
}

/** Two settings of ECH that nothing reads any more. */
export function echSettings(draft: ConfigDraft, report: ReportChange): void {
  const holders = [...draft.records('outbounds'), ...draft.records('inbounds'), ...draft.records('dns', 'servers')]
  for (const holder of holders) {
    const ech = keptRecordOf(keptRecordOf(holder['tls'])['ech'])
    for (const key of ['pq_signature_schemes_enabled', 'dynamic_record_sizing_disabled']) {
      if (take(ech, key) !== undefined) report(draft.placeOf(ech, key), 'no-effect')
    }
  }
}

/** Which family an outbound dials is said by what looks its server up. */
export function domainStrategies(draft: ConfigDraft, report: ReportChange): void {
  const pick = resolverPicker(draft)
  for (const item of [...dialers(draft), ...draft.records('dns', 'servers'), draft.look('ntp')]) {
    if (!('domain_strategy' in item)) continue
    const strategy = textOf(take(item, 'domain_strategy'))
    const place = draft.placeOf(item, 'domain_strategy')
    const { server, detour, domain_resolver: resolver } = item
    const isLookedUp = resolver !== undefined || textOf(detour) === undefined
    const isAddress = typeof server === 'string' && isIp(server)
    if (strategy === undefined || strategy === 'as_is' || isAddress || !isLookedUp) {
      report(place, 'no-effect')
      continue
    }
    const named = typeof resolver === 'string' ? { server: resolver } : keptRecordOf(resolver ?? { server: pick(item) })
    item['domain_resolver'] = { strategy, ...named }
    report(place, { to: 'domain_resolver.strategy' })
  }
}

/** A detour to an outbound that only says `direct` is the way without one, and refused. */
export function detoursToDirect(draft: ConfigDraft, report: ReportChange): void {
  const bare = bareDirects(draft)
  const ntp = draft.look('ntp')
  for (const item of [...draft.records('dns', 'servers'), ...dialers(draft), ...draft.records('http_clients'), ntp]) {
    if (item['detour'] === undefined || !bare.has(item['detour'])) continue
    delete item['detour']
    report(draft.placeOf(item, 'detour'), 'no-effect')
  }
}

/** The windows of hysteria are those of its QUIC. */
export function hysteriaWindows(draft: ConfigDraft, report: ReportChange): void {
  for (const item of [...draft.records('outbounds'), ...draft.records('inbounds')]) {
    if (item['type'] !== 'hysteria') continue
    for (const [old, key] of HYSTERIA_FIELDS) {
      const value = take(item, old)
      if (value === undefined) continue
      if (value !== 0 && value !== false) item[key] ??= value
      report(draft.placeOf(item, old), { to: key })
    }
  }
}

const HYSTERIA_FIELDS = [
  ['recv_window_conn', 'connection_receive_window'],
  ['recv_window', 'stream_receive_window'],
  ['recv_window_client', 'stream_receive_window'],
  ['max_conn_client', 'max_concurrent_streams'],
  ['disable_mtu_discovery', 'disable_path_mtu_discovery'],
] as const

/** An outbound without a server waits for one to be written in: examples have such ones. */
export function withoutPlaceholders(draft: ConfigDraft, report: ReportChange): void {
  removeOutbounds(draft, report, ({ server }) => server === '', 'empty')
}

/** What connects by itself: no groups. */
function dialers(draft: ConfigDraft): JsonObject[] {
  const all = [...draft.records('outbounds'), ...draft.records('endpoints')]
  return all.filter((one) => !Array.isArray(one['outbounds']) && one['type'] !== 'block')
}

function isRouteTo({ action, outbound }: JsonObject, tags: { has: (tag: unknown) => boolean }): boolean {
  const isRoute = action === undefined || action === null || action === '' || action === 'route'
  return isRoute && outbound !== undefined && tags.has(outbound)
}

/** Takes outbounds out, with what connects through them and what names them; gives their tags. */
export function removeOutbounds(
  draft: ConfigDraft,
  report: ReportChange,
  isGone: (outbound: JsonObject) => boolean,
  outcome: Parameters<ReportChange>[1],
): ReadonlySet<unknown> {
  const outbounds = draft.records('outbounds')
  const tags = new Set<unknown>()
  const behind = Map.groupBy(outbounds, (outbound) => outbound['detour'])
  const waiting = outbounds.filter(isGone)
  for (const outbound of waiting) report(draft.placeOf(outbound, 'type'), outcome)
  for (let gone = waiting.pop(); gone !== undefined; gone = waiting.pop()) {
    const { tag } = gone
    if (tag === undefined || tags.has(tag)) continue
    tags.add(tag)
    for (const outbound of behind.get(tag) ?? []) {
      report(draft.placeOf(outbound, 'detour'), 'lost')
      waiting.push(outbound)
    }
  }
  if (tags.size === 0 && !outbounds.some(isGone)) return tags
  const gone = new Set(outbounds.filter((outbound) => isGone(outbound) || tags.has(outbound['tag'])))
  draft.config['outbounds'] = draft.all('outbounds').filter((outbound) => !gone.has(outbound))
  for (const group of draft.all('outbounds')) {
    if (Array.isArray(group['outbounds'])) group['outbounds'] = group['outbounds'].filter((tag) => !tags.has(tag))
  }
  for (const server of draft.records('dns', 'servers')) if (tags.has(server['detour'])) delete server['detour']
  const route = draft.look('route')
  if (tags.has(route['final'])) delete route['final']
  return tags
}
