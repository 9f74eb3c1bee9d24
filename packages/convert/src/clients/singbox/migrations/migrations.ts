import * as dns from './dns-steps.ts'
import * as inbounds from './inbound-steps.ts'
import * as outbounds from './outbound-steps.ts'
import * as rules from './rule-steps.ts'
import * as storage from './storage-steps.ts'
import type { SingboxMigrationName } from '../../../model/singbox-migration.ts'
import type { ConfigDraft, ReportChange } from './config-draft.ts'

type Minor = 6 | 8 | 10 | 11 | 12 | 13 | 14 | 16

/** One thing that sing-box changed in its configs. */
export interface Migration {
  /** Where the old form stands. */
  place: string
  /** The minor version that called the form old. */
  deprecated: Minor
  /** The first one that refuses it, or loads it and does something else; absent: none so far. */
  removed?: Minor
  /** The first one that means the same by the new form. */
  since: Minor
  /** The new form says what the old one said. Where that is not sure, the issue is a warning. */
  isSure: boolean
  step: (draft: ConfigDraft, report: ReportChange) => void
}

/**
 * Every change, in the order in which the steps are made: some look at what earlier ones wrote. Versions are those of
 * sing-box's docs/deprecated.md and of its messages, measured with 1.12.12, 1.13.2 and 1.14.1
 * (docs/formats/sing-box.md, "Old configs").
 */
export const SINGBOX_MIGRATIONS: Readonly<Record<SingboxMigrationName, Migration>> = {
  'geo-items': {
    place: 'route.rules[].geoip, geosite, source_geoip; dns.rules[] likewise',
    deprecated: 8,
    removed: 12,
    since: 12,
    isSure: true,
    step: rules.geoItems,
  },
  'match-source': {
    place: 'route.rules[].rule_set_ipcidr_match_source',
    deprecated: 10,
    removed: 11,
    since: 10,
    isSure: true,
    step: rules.sourceSpelling,
  },
  'tun-address': {
    place: 'inbounds[].inet4_address, inet6_address, inet4_route_address …',
    deprecated: 10,
    removed: 12,
    since: 10,
    isSure: true,
    step: inbounds.tunAddresses,
  },
  'tun-gso': {
    place: 'inbounds[].gso',
    deprecated: 11,
    removed: 12,
    since: 11,
    isSure: true,
    step: inbounds.tunGso,
  },
  shadowsocksr: {
    place: 'outbounds[].type: shadowsocksr',
    deprecated: 6,
    removed: 6,
    since: 6,
    isSure: true,
    step: outbounds.shadowsocksr,
  },
  'proxy-protocol': {
    place: 'inbounds[].proxy_protocol, outbounds[].proxy_protocol',
    deprecated: 6,
    removed: 6,
    since: 6,
    isSure: true,
    step: inbounds.proxyProtocol,
  },
  'dns-outbound': {
    place: 'outbounds[].type: dns',
    deprecated: 11,
    removed: 12,
    since: 11,
    isSure: true,
    step: outbounds.dnsOutbounds,
  },
  'direct-override': {
    place: 'outbounds[].override_address, override_port',
    deprecated: 11,
    removed: 12,
    since: 11,
    isSure: true,
    step: outbounds.directOverrides,
  },
  'wireguard-outbound': {
    place: 'outbounds[].type: wireguard',
    deprecated: 11,
    removed: 12,
    since: 11,
    isSure: true,
    step: outbounds.wireguardOutbounds,
  },
  'ech-settings': {
    place: 'outbounds[].tls.ech.pq_signature_schemes_enabled, dynamic_record_sizing_disabled',
    deprecated: 12,
    removed: 12,
    since: 12,
    isSure: true,
    step: outbounds.echSettings,
  },
  'inbound-actions': {
    place: 'inbounds[].sniff, sniff_timeout, domain_strategy …',
    deprecated: 11,
    removed: 13,
    since: 11,
    isSure: true,
    step: inbounds.inboundActions,
  },
  'dns-rcode': {
    place: 'dns.servers[].address: rcode://',
    deprecated: 12,
    removed: 13,
    since: 12,
    isSure: true,
    step: dns.rcodeServers,
  },
  'dns-address': {
    place: 'dns.servers[].address',
    deprecated: 12,
    removed: 13,
    since: 12,
    isSure: true,
    step: dns.addressServers,
  },
  'dns-fakeip': {
    place: 'dns.fakeip',
    deprecated: 12,
    removed: 13,
    since: 12,
    isSure: true,
    step: dns.fakeIpRanges,
  },
  'dns-outbound-rule': {
    place: 'dns.rules[].outbound',
    deprecated: 12,
    removed: 13,
    since: 12,
    isSure: true,
    step: dns.outboundRules,
  },
  'dns-resolver': {
    place: 'dns.servers[].address_resolver, address_strategy, address_fallback_delay',
    deprecated: 12,
    removed: 13,
    since: 12,
    isSure: true,
    step: dns.serverResolvers,
  },
  'default-resolver': {
    place: 'route.default_domain_resolver',
    deprecated: 12,
    removed: 13,
    since: 12,
    isSure: false,
    step: dns.defaultResolver,
  },
  'domain-strategy': {
    place: 'outbounds[].domain_strategy',
    deprecated: 12,
    removed: 13,
    since: 12,
    isSure: true,
    step: outbounds.domainStrategies,
  },
  'direct-detour': {
    place: 'dns.servers[].detour, outbounds[].detour',
    deprecated: 12,
    removed: 12,
    since: 12,
    isSure: true,
    step: outbounds.detoursToDirect,
  },
  'dns-server-name': {
    place: 'dns.servers[].server',
    deprecated: 12,
    removed: 12,
    since: 12,
    isSure: false,
    step: dns.namedServers,
  },
  'dns-strategy': {
    place: 'dns.servers[].strategy',
    deprecated: 12,
    removed: 13,
    since: 12,
    isSure: true,
    step: dns.serverStrategies,
  },
  'dns-subnet': {
    place: 'dns.servers[].client_subnet',
    deprecated: 12,
    removed: 13,
    since: 12,
    isSure: true,
    step: dns.serverSubnets,
  },
  'dns-rule-strategy': {
    place: 'dns.rules[].strategy',
    deprecated: 14,
    removed: 16,
    since: 12,
    isSure: true,
    step: dns.ruleStrategies,
  },
  'dns-rule-addresses': {
    place: 'dns.rules[].ip_cidr, ip_is_private, rule_set',
    deprecated: 14,
    removed: 16,
    since: 12,
    isSure: true,
    step: dns.addressRules,
  },
  'controller-cache': {
    place: 'experimental.clash_api.cache_file, cache_id, store_selected …',
    deprecated: 8,
    removed: 8,
    since: 8,
    isSure: true,
    step: storage.controllerCache,
  },
  'independent-cache': {
    place: 'dns.independent_cache',
    deprecated: 14,
    removed: 16,
    since: 14,
    isSure: true,
    step: storage.independentCache,
  },
  'store-refused': {
    place: 'experimental.cache_file.store_rdrc',
    deprecated: 14,
    removed: 16,
    since: 14,
    isSure: true,
    step: storage.storeRefused,
  },
  'http-client': {
    place: 'route.rule_set[].download_detour',
    deprecated: 14,
    removed: 16,
    since: 14,
    isSure: true,
    step: storage.httpClients,
  },
  'inline-acme': {
    place: 'inbounds[].tls.acme',
    deprecated: 14,
    removed: 16,
    since: 14,
    isSure: true,
    step: inbounds.inlineAcme,
  },
  'hysteria-windows': {
    place: 'outbounds[].recv_window, recv_window_conn, disable_mtu_discovery',
    deprecated: 14,
    removed: 16,
    since: 14,
    isSure: true,
    step: outbounds.hysteriaWindows,
  },
  'block-outbound': {
    place: 'route.rules[].outbound of a block outbound',
    deprecated: 11,
    since: 11,
    isSure: true,
    step: outbounds.blockRules,
  },
}
