import { clientFacts, type ClientId } from '@switchyard/convert/facts'
import { DEFAULT_LOCALE, inEveryLocale, type Locale, type WordsByLocale } from '../../lib/locale.ts'

/**
 * What the keys of a config mean, one sentence each. `*` stands for any name, list items are left out of the path.
 * Sources: mihomo's `docs/config.yaml` and its parser, sing-box's option package; values as their own checks take them.
 */
export interface SchemaHint {
  path: string
  words: WordsByLocale
  /** What the key takes, where that is one of a few. */
  values?: readonly string[]
}

/** Keys that are told of together: `clash` has what classic Clash and Mihomo know, `mihomo` what only Mihomo knows. */
type HintTable = 'clash' | 'mihomo' | 'singbox' | 'xray'

/** By table and path; the order is the one in which keys are offered. */
type HintWords = Readonly<Record<HintTable, Readonly<Record<string, string>>>>

const FILES = import.meta.glob<HintWords>('./hint-words/*.json', { eager: true, import: 'default' })
const wordsOf = (locale: Locale): HintWords => FILES[`./hint-words/${locale}.json`]!

const SWITCH = ['true', 'false'] as const

/** The values of keys that take one of a few. */
const VALUES: Readonly<Record<HintTable, Readonly<Record<string, readonly string[]>>>> = {
  clash: {
    'allow-lan': SWITCH,
    mode: ['rule', 'global', 'direct'],
    'log-level': clientFacts('clash').settings.logLevels,
    ipv6: SWITCH,
    'profile.store-selected': SWITCH,
    'profile.store-fake-ip': SWITCH,
    'dns.enable': SWITCH,
    'dns.ipv6': SWITCH,
    'dns.enhanced-mode': ['fake-ip', 'redir-host'],
    'dns.use-hosts': SWITCH,
    'proxies.udp': SWITCH,
    'proxies.skip-cert-verify': SWITCH,
    'proxies.network': ['tcp', 'ws', 'http', 'h2', 'grpc'],
    'proxy-groups.type': clientFacts('clash').groups.types,
    'proxy-groups.lazy': SWITCH,
    'proxy-groups.strategy': ['consistent-hashing', 'round-robin', 'sticky-sessions'],
    'proxy-providers.*.type': ['http', 'file', 'inline'],
    'rule-providers.*.type': ['http', 'file', 'inline'],
    'rule-providers.*.behavior': ['domain', 'ipcidr', 'classical'],
  },
  mihomo: {
    'unified-delay': SWITCH,
    'tcp-concurrent': SWITCH,
    'find-process-mode': ['always', 'strict', 'off'],
    'global-client-fingerprint': ['chrome', 'firefox', 'safari', 'ios', 'android', 'edge', 'random'],
    'geodata-mode': SWITCH,
    'geo-auto-update': SWITCH,
    'sniffer.enable': SWITCH,
    'tun.enable': SWITCH,
    'tun.stack': ['system', 'gvisor', 'mixed'],
    'tun.auto-route': SWITCH,
    'tun.auto-detect-interface': SWITCH,
    'tun.strict-route': SWITCH,
    'dns.fake-ip-filter-mode': ['blacklist', 'whitelist'],
    'dns.respect-rules': SWITCH,
    'dns.prefer-h3': SWITCH,
    'proxies.client-fingerprint': ['chrome', 'firefox', 'safari', 'ios', 'android', 'edge', 'random'],
    'proxies.ip-version': ['dual', 'ipv4', 'ipv6', 'ipv4-prefer', 'ipv6-prefer'],
    'proxy-groups.include-all': SWITCH,
    'proxy-groups.hidden': SWITCH,
    'rule-providers.*.format': ['yaml', 'text', 'mrs'],
  },
  singbox: {
    'log.level': ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'panic'],
    'log.disabled': SWITCH,
    'log.timestamp': SWITCH,
    'dns.servers.type': ['local', 'udp', 'tcp', 'tls', 'https', 'quic', 'h3', 'dhcp', 'fakeip', 'hosts'],
    'dns.strategy': ['prefer_ipv4', 'prefer_ipv6', 'ipv4_only', 'ipv6_only'],
    'inbounds.type': ['tun', 'mixed', 'socks', 'http', 'redirect', 'tproxy', 'direct'],
    'inbounds.auto_route': SWITCH,
    'inbounds.strict_route': SWITCH,
    'inbounds.stack': ['system', 'gvisor', 'mixed'],
    'outbounds.type': [
      'selector',
      'urltest',
      'direct',
      'shadowsocks',
      'vmess',
      'vless',
      'trojan',
      'hysteria',
      'hysteria2',
      'tuic',
      'anytls',
      'socks',
      'http',
      'shadowtls',
      'ssh',
    ],
    'outbounds.interrupt_exist_connections': SWITCH,
    'outbounds.tls.enabled': SWITCH,
    'outbounds.tls.insecure': SWITCH,
    'outbounds.transport.type': ['http', 'ws', 'quic', 'grpc', 'httpupgrade'],
    'endpoints.type': ['wireguard', 'tailscale'],
    'route.rules.action': ['route', 'reject', 'hijack-dns', 'sniff', 'resolve', 'route-options'],
    'route.rule_set.type': ['remote', 'local', 'inline'],
    'route.rule_set.format': ['source', 'binary'],
    'route.auto_detect_interface': SWITCH,
    'experimental.cache_file.enabled': SWITCH,
    'experimental.cache_file.store_fakeip': SWITCH,
  },
  xray: {
    'log.loglevel': ['debug', 'info', 'warning', 'error', 'none'],
    'dns.servers.skipFallback': SWITCH,
    'inbounds.protocol': ['mixed', 'socks', 'http', 'tunnel', 'tun'],
    'outbounds.protocol': [
      'vless',
      'vmess',
      'trojan',
      'shadowsocks',
      'hysteria',
      'wireguard',
      'socks',
      'http',
      'freedom',
      'blackhole',
      'loopback',
    ],
    'outbounds.streamSettings.network': ['raw', 'ws', 'grpc', 'httpupgrade', 'xhttp', 'kcp', 'hysteria'],
    'outbounds.streamSettings.security': ['none', 'tls', 'reality'],
    'routing.domainStrategy': ['AsIs', 'IPIfNonMatch', 'IPOnDemand'],
  },
}

const hintsOf = (table: HintTable): SchemaHint[] =>
  Object.keys(wordsOf(DEFAULT_LOCALE)[table]).map((path) => {
    const words = inEveryLocale((locale) => wordsOf(locale)[table][path]!)
    const values = VALUES[table][path]
    return values ? { path, words, values } : { path, words }
  })

export type HintedClient = ClientId

const BY_CLIENT: Readonly<Record<HintedClient, readonly SchemaHint[]>> = {
  clash: hintsOf('clash'),
  mihomo: [...hintsOf('clash'), ...hintsOf('mihomo')],
  singbox: hintsOf('singbox'),
  xray: hintsOf('xray'),
}

export const hintsFor = (client: HintedClient): readonly SchemaHint[] => BY_CLIENT[client]

/** Maps whose keys are names that people give. */
const NAMED = new Set(['proxy-providers', 'rule-providers'])

/** The hint for a key, by the keys that lead to it. */
export function hintAt(client: HintedClient, keys: readonly string[]): SchemaHint | undefined {
  const path = pathOf(keys)
  return hintsFor(client).find((hint) => hint.path === path)
}

/** Hints for the keys that may stand beside each other below the given ones. */
export function hintsBelow(client: HintedClient, keys: readonly string[]): readonly SchemaHint[] {
  const start = keys.length === 0 ? '' : `${pathOf(keys)}.`
  return hintsFor(client).filter(({ path }) => path.startsWith(start) && !/[.*]/.test(path.slice(start.length)))
}

function pathOf(keys: readonly string[]): string {
  return keys.map((key, index) => (index === 1 && NAMED.has(keys[0]!) ? '*' : key)).join('.')
}
