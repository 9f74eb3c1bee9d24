import { keptRecordOf } from '../../../text/kept-scalar.ts'
import type { JsonObject } from '../../../text/record.ts'
import { type ConfigDraft, freeTags, take, type ReportChange, textOf, textsOf } from './config-draft.ts'

/** Addresses of both families are one list. */
export function tunAddresses(draft: ConfigDraft, report: ReportChange): void {
  for (const inbound of draft.records('inbounds')) {
    for (const [key, olds] of MERGED) {
      for (const old of olds) {
        const value = take(inbound, old)
        if (value === undefined) continue
        inbound[key] = [...new Set([...textsOf(inbound[key]), ...textsOf(value)])]
        report(draft.placeOf(inbound, old), { to: key })
      }
    }
  }
}

const MERGED: readonly (readonly [string, readonly string[]])[] = [
  ['address', ['inet4_address', 'inet6_address']],
  ['route_address', ['inet4_route_address', 'inet6_route_address']],
  ['route_exclude_address', ['inet4_route_exclude_address', 'inet6_route_exclude_address']],
]

/** GSO did nothing for a TUN. */
export function tunGso(draft: ConfigDraft, report: ReportChange): void {
  for (const inbound of draft.records('inbounds')) {
    if (inbound['type'] !== 'tun' || !('gso' in inbound)) continue
    delete inbound['gso']
    report(draft.placeOf(inbound, 'gso'), 'no-effect')
  }
}

/** What an inbound did before the rules, the first rules do for it: sniff, then look up, as 1.12 did. */
export function inboundActions(draft: ConfigDraft, report: ReportChange): void {
  const inbounds = draft.records('inbounds')
  const free = freeTags(draft.all('inbounds'))
  const actions = new Map<string, { action: JsonObject; tags: string[] }>()
  const addFor = (inbound: JsonObject, action: JsonObject) => {
    const key = JSON.stringify(action)
    const known = actions.get(key) ?? { action, tags: [] }
    actions.set(key, known)
    const tag = textOf(inbound['tag']) ?? free(`${String(inbound['type'])}-in`)
    inbound['tag'] = tag
    known.tags.push(tag)
  }
  for (const inbound of inbounds) {
    const place = (key: string) => draft.placeOf(inbound, key)
    const had = new Set(ACTION_FIELDS.filter((key) => key in inbound))
    if (had.size === 0) continue
    const sniffs = take(inbound, 'sniff') === true
    const overrides = take(inbound, 'sniff_override_destination') === true
    const timeout = take(inbound, 'sniff_timeout')
    const strategy = textOf(take(inbound, 'domain_strategy'))
    const unmapped = take(inbound, 'udp_disable_domain_unmapping') === true
    if (sniffs) addFor(inbound, { action: 'sniff', ...(textOf(timeout) ? { timeout } : {}) })
    if (strategy !== undefined && strategy !== 'as_is') addFor(inbound, { action: 'resolve', strategy })
    if (unmapped) addFor(inbound, { action: 'route-options', udp_disable_domain_unmapping: true })
    const isWritten: Record<string, boolean> = {
      sniff: sniffs,
      sniff_timeout: sniffs && textOf(timeout) !== undefined,
      domain_strategy: strategy !== undefined && strategy !== 'as_is',
      udp_disable_domain_unmapping: unmapped,
    }
    for (const key of had) {
      if (key === 'sniff_override_destination') report(place(key), sniffs && overrides ? 'lost' : 'no-effect')
      else report(place(key), isWritten[key] === true ? { to: `route.rules[].${ACTION_OF[key]}` } : 'no-effect')
    }
  }
  if (actions.size === 0) return
  const order = ['sniff', 'resolve', 'route-options']
  const rules = [...actions.values()]
    .toSorted((a, b) => order.indexOf(String(a.action['action'])) - order.indexOf(String(b.action['action'])))
    .map(({ action, tags }): JsonObject => Object.assign({ inbound: tags }, action))
  const route = draft.part('route')
  route['rules'] = [...rules, ...draft.all('route', 'rules')]
}

const ACTION_OF: Readonly<Record<string, string>> = {
  sniff: 'action: sniff',
  sniff_timeout: 'timeout',
  domain_strategy: 'action: resolve',
  udp_disable_domain_unmapping: 'action: route-options',
}
const ACTION_FIELDS = [...Object.keys(ACTION_OF), 'sniff_override_destination']

/** ShadowsocksR and the PROXY protocol went with 1.6. */
export function proxyProtocol(draft: ConfigDraft, report: ReportChange): void {
  const inbounds = draft.records('inbounds')
  const directs = draft.records('outbounds').filter(({ type }) => type === 'direct')
  for (const item of [...inbounds, ...directs]) {
    for (const key of ['proxy_protocol', 'proxy_protocol_accept_no_header']) {
      const value = take(item, key)
      if (value !== undefined)
        report(draft.placeOf(item, key), value === true || Number(value) > 0 ? 'lost' : 'no-effect')
    }
  }
}

/** The certificate of an inbound is asked for by a provider. */
export function inlineAcme(draft: ConfigDraft, report: ReportChange): void {
  for (const inbound of draft.records('inbounds')) {
    const tls = keptRecordOf(inbound['tls'])
    const acme = take(tls, 'acme')
    if (acme === undefined) continue
    tls['certificate_provider'] ??= { type: 'acme', ...keptRecordOf(acme) }
    report(draft.placeOf(inbound, 'tls.acme'), { to: 'certificate_provider' })
  }
}
