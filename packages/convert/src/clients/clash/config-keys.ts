import { type KeyRule, type KeyTable, keys, listOf, mapOf, oneOf, textAs, TEXT } from '../../model/key-rules.ts'
import { CONFIG_KEYS, DNS_KEYS, GROUP_KEYS, PROVIDER_KEYS } from '../mihomo/config-keys/config.ts'
import { PROXY_KEYS } from '../mihomo/config-keys/proxies.ts'
import { CLASH_PROXY_KEYS, CLASH_SS_CIPHERS, CLASH_VMESS_CIPHERS } from './clash-proxy.ts'

/** Keys of Clash 1.18: those of mihomo that it has, with fewer values. Docs: docs/formats/clash.md, "Facts". */

const OWN: Readonly<Record<string, KeyTable>> = {
  ss: { cipher: { ...oneOf(...CLASH_SS_CIPHERS, 'dummy'), isRequired: true } },
  vmess: {
    cipher: { ...oneOf(...CLASH_VMESS_CIPHERS), isRequired: true },
    uuid: { ...textAs('uuid'), isRequired: true },
  },
  snell: { version: { kind: 'number', values: [0, 1, 2, 3] } },
}

const PROXIES: Readonly<Record<string, KeyTable>> = Object.fromEntries(
  [...CLASH_PROXY_KEYS].map(([type, known]) => {
    const table = PROXY_KEYS[type] ?? {}
    const kept = Object.entries(table).filter(([key]) => known.has(key))
    return [type, { ...Object.fromEntries(kept), ...OWN[type] }]
  }),
)

function weak(table: KeyTable): KeyRule {
  return { kind: 'map', keys: table, reading: 'weak' }
}

function pick(table: KeyTable, ...names: readonly string[]): KeyTable {
  return Object.fromEntries(names.map((name) => [name, table[name] ?? TEXT]))
}

const NAME_SERVERS = listOf(textAs('name-server'))

/** The keys at the top. */
export const CLASH_KEYS: KeyTable = {
  ...pick(
    CONFIG_KEYS,
    'port',
    'socks-port',
    'redir-port',
    'tproxy-port',
    'mixed-port',
    'authentication',
    'allow-lan',
    'bind-address',
    'mode',
    'log-level',
    'ipv6',
    'external-controller',
    'external-ui',
    'secret',
    'interface-name',
    'routing-mark',
    'tunnels',
    'rules',
    'hosts',
    'profile',
    'experimental',
    'inbound-tfo',
    // The Premium core has them; this one passes them over.
    'tun',
    'script',
    'rule-providers',
    'ebpf',
  ),
  proxies: listOf({ kind: 'variants', by: 'type', of: PROXIES, reading: 'weak' }),
  'proxy-groups': listOf(
    weak(
      pick(
        GROUP_KEYS,
        'name',
        'type',
        'proxies',
        'use',
        'url',
        'interval',
        'lazy',
        'tolerance',
        'strategy',
        'disable-udp',
        'interface-name',
        'routing-mark',
        'filter',
      ),
    ),
  ),
  'proxy-providers': mapOf(
    weak({
      ...pick(PROVIDER_KEYS, 'url', 'interval', 'health-check', 'filter'),
      type: { ...oneOf('http', 'file'), isRequired: true },
      path: { ...TEXT, isRequired: true },
    }),
  ),
  dns: keys({
    ...pick(
      DNS_KEYS,
      'enable',
      'ipv6',
      'listen',
      'enhanced-mode',
      'use-hosts',
      'default-nameserver',
      'fallback-filter',
      'fake-ip-filter',
      'nameserver-policy',
    ),
    'fake-ip-range': textAs('prefix-v4'),
    nameserver: NAME_SERVERS,
    fallback: NAME_SERVERS,
    'search-domains': listOf(TEXT),
  }),
}
