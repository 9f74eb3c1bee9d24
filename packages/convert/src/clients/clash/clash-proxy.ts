import type { NodeIssues, IssueCode } from '../../model/issue.ts'
import { scalarText } from '../../model/fields.ts'
import type { MihomoProxy, Protocol } from '../../protocols/protocol.ts'
import { isRecord, type JsonObject } from '../../text/record.ts'

/**
 * Classic Clash (Dreamacro, open source 1.18) reads the `proxies:` of mihomo, with fewer types and keys
 * (docs/formats/clash.md, "Nodes"). What is left out is reported. A node that cannot connect without it is refused.
 */

const COMMON = ['name', 'type', 'server', 'port', 'udp', 'interface-name', 'routing-mark']
const VMESS_TRANSPORT = ['network', 'ws-opts', 'http-opts', 'h2-opts', 'grpc-opts']

/** Keys per type; a type that is missing here has no place in classic Clash. */
export const CLASH_PROXY_KEYS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries<ReadonlySet<string>>({
    ss: new Set([...COMMON, 'cipher', 'password', 'plugin', 'plugin-opts']),
    ssr: new Set([...COMMON, 'cipher', 'password', 'obfs', 'obfs-param', 'protocol', 'protocol-param']),
    vmess: new Set([
      ...COMMON,
      'uuid',
      'alterId',
      'cipher',
      'tls',
      'skip-cert-verify',
      'servername',
      ...VMESS_TRANSPORT,
    ]),
    trojan: new Set([...COMMON, 'password', 'alpn', 'sni', 'skip-cert-verify', 'network', 'ws-opts', 'grpc-opts']),
    snell: new Set([...COMMON, 'psk', 'version', 'obfs-opts']),
    socks5: new Set([...COMMON, 'username', 'password', 'tls', 'skip-cert-verify']),
    http: new Set([...COMMON, 'username', 'password', 'tls', 'sni', 'skip-cert-verify', 'headers']),
  }),
)

/** What classic Clash has. */
export function isInClash({ mihomoTypes }: Protocol): boolean {
  return mihomoTypes.some((type) => CLASH_PROXY_KEYS.has(type))
}

const WS_KEYS = new Set(['path', 'headers', 'max-early-data', 'early-data-header-name'])

/** `none` is spelled `dummy` there, and a mihomo, which most programs called Clash are, refuses the whole file for it. */
export const CLASH_SS_CIPHERS = new Set([
  'aes-128-gcm', 'aes-192-gcm', 'aes-256-gcm', 'chacha20-ietf-poly1305', 'xchacha20-ietf-poly1305',
  'aes-128-ctr', 'aes-192-ctr', 'aes-256-ctr', 'aes-128-cfb', 'aes-192-cfb', 'aes-256-cfb',
  'rc4-md5', 'chacha20-ietf', 'xchacha20',
]) // oxfmt-ignore
export const CLASH_VMESS_CIPHERS = new Set(['auto', 'none', 'aes-128-gcm', 'chacha20-poly1305'])

/** Keys without which the node still connects, and what their loss is called. */
const LOSS: ReadonlyMap<string, IssueCode> = new Map(
  Object.entries<IssueCode>({
    alpn: 'alpn-unsupported',
    'client-fingerprint': 'fp-unsupported',
    'ech-opts': 'ech-unsupported',
    fingerprint: 'pin-not-convertible',
    'name-cert-verify': 'pin-not-convertible',
    smux: 'mux-unsupported',
  }),
)

/** A mihomo entry as classic Clash takes it; undefined after a refusal. */
export function toClassicClash(proxy: MihomoProxy, issues: NodeIssues): MihomoProxy | undefined {
  const type = String(proxy['type'])
  const keys = CLASH_PROXY_KEYS.get(type)
  if (keys === undefined) return issues.refuse('type-unsupported', 'type', { type })
  if (proxy['reality-opts'] !== undefined) return issues.refuse('reality-unsupported', 'reality-opts')
  if (proxy['ss-opts'] !== undefined) return issues.refuse('encryption-unsupported', 'ss-opts')
  if (proxy['dialer-proxy'] !== undefined) return issues.refuse('client-refuses', 'dialer-proxy')
  if (proxy['udp-over-tcp'] === true) issues.note('field-ignored', 'udp-over-tcp')
  const entry: MihomoProxy = {}
  for (const key of Object.keys(proxy)) {
    if (keys.has(key)) entry[key] = proxy[key]
    else if (!key.startsWith('udp-over-tcp')) noteLoss(key, key, proxy, issues)
  }
  return checkType(type, entry, issues) && checkTransport(entry, issues) ? entry : undefined
}

/** Where the certificate is not checked at all, its pin decides nothing. */
function noteLoss(key: string, field: string, from: Readonly<JsonObject>, issues: NodeIssues): void {
  const code = LOSS.get(key) ?? 'field-ignored'
  if (code !== 'pin-not-convertible') issues.note(code, field)
  else if (from['skip-cert-verify'] === true) issues.note('field-ignored', field)
  else issues.doubt(code, field)
}

function checkType(type: string, entry: MihomoProxy, issues: NodeIssues): boolean {
  switch (type) {
    case 'ss':
      if (!CLASH_SS_CIPHERS.has(String(entry['cipher']))) {
        issues.refuse('cipher-unsupported', 'cipher', { cipher: String(entry['cipher']).slice(0, 40) })
        return false
      }
      return checkPlugin(entry, issues)
    case 'vmess':
      if (entry['cipher'] === 'zero') entry['cipher'] = 'none'
      if (CLASH_VMESS_CIPHERS.has(String(entry['cipher']))) return true
      issues.refuse('cipher-unsupported', 'cipher', { cipher: String(entry['cipher']).slice(0, 40) })
      return false
    case 'snell':
      if (Number(entry['version'] ?? 1) <= 3) return true
      issues.refuse('protocol-variant-unsupported', 'version')
      return false
    default:
      return true
  }
}

const PLUGIN_KEYS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries<ReadonlySet<string>>({
    obfs: new Set(['mode', 'host']),
    'v2ray-plugin': new Set(['mode', 'tls', 'host', 'path', 'mux', 'headers', 'skip-cert-verify']),
  }),
)

function checkPlugin(entry: MihomoProxy, issues: NodeIssues): boolean {
  const plugin = entry['plugin']
  if (plugin === undefined) return true
  const keys = PLUGIN_KEYS.get(scalarText(plugin))
  const options = entry['plugin-opts']
  if (keys === undefined || !isRecord(options)) {
    issues.refuse('plugin-unsupported', 'plugin', { plugin: scalarText(plugin).slice(0, 40) })
    return false
  }
  if (options['v2ray-http-upgrade'] === true) {
    issues.refuse('transport-unsupported', 'plugin-opts')
    return false
  }
  for (const key of Object.keys(options)) if (!keys.has(key)) noteLoss(key, `plugin-opts.${key}`, options, issues)
  entry['plugin-opts'] = Object.fromEntries(Object.entries(options).filter(([key]) => keys.has(key)))
  return true
}

function checkTransport(entry: MihomoProxy, issues: NodeIssues): boolean {
  const network = entry['network']
  if (network === undefined) return true
  const isKnown = entry['type'] === 'vmess' ? ['ws', 'http', 'h2', 'grpc'] : ['ws', 'grpc']
  const options = entry['ws-opts']
  const isUpgrade = isRecord(options) && options['v2ray-http-upgrade'] === true
  if (!isKnown.includes(scalarText(network)) || isUpgrade) {
    issues.refuse('transport-unsupported', 'network', { value: isUpgrade ? 'httpupgrade' : scalarText(network) })
    return false
  }
  if (isRecord(options))
    for (const key of Object.keys(options)) if (!WS_KEYS.has(key)) issues.note('field-ignored', `ws-opts.${key}`)
  if (isRecord(options))
    entry['ws-opts'] = Object.fromEntries(Object.entries(options).filter(([key]) => WS_KEYS.has(key)))
  const grpc = entry['grpc-opts']
  if (isRecord(grpc)) {
    const { 'grpc-service-name': name, ...others } = grpc
    // Taken for a part of the path there, with its slashes.
    if (scalarText(name).startsWith('/')) {
      issues.refuse('transport-unsupported', 'serviceName')
      return false
    }
    for (const key of Object.keys(others)) issues.note('field-ignored', `grpc-opts.${key}`)
    entry['grpc-opts'] = { 'grpc-service-name': name }
  }
  return true
}
