import {
  ANY, FLAG, type KeyRule, type KeyTable, keys, listOf, MAP, mapOf, NUMBER, oneOf, TEXT, textAs, TEXTS, nameOf,
  either, between,
} from '../../../model/key-rules.ts' // oxfmt-ignore
import { HANDSHAKES, MULTIPLEXING } from '../../../protocols/mieru.ts'
import { MIHOMO_SHAPES } from '../../../protocols/mihomo-only.ts'
import { MIHOMO_SS_CIPHERS } from '../../../protocols/ss.ts'
import { SSR_CIPHERS, SSR_OBFS, SSR_PROTOCOLS } from '../../../protocols/ssr.ts'
import { VMESS_CIPHERS } from '../../../protocols/vmess.ts'
import { AMNEZIA_NUMBERS, AMNEZIA_TEXTS } from '../../../protocols/wireguard.ts'
import { XHTTP_MODES, XHTTP_OPTIONS, XHTTP_REUSE } from '../../../protocols/shared/xhttp.ts'

/** Keys of `proxies:` by type, as mihomo of July 2026 takes them: docs/formats/check.md, "Nodes of mihomo". */

function required(rule: KeyRule): KeyRule {
  return { ...rule, isRequired: true }
}

const PORT: KeyRule = NUMBER
const ADDRESS: KeyTable = { server: required(TEXT), port: required(PORT) }
const HEADERS: KeyRule = { kind: 'map-of', of: TEXT, isSolid: true }
const HEADER_LISTS: KeyRule = { kind: 'map-of', of: TEXTS, isSolid: true }

const SMUX = keys({
  enabled: FLAG,
  protocol: TEXT,
  'max-connections': NUMBER,
  'min-streams': NUMBER,
  'max-streams': NUMBER,
  padding: FLAG,
  statistic: FLAG,
  'only-tcp': FLAG,
  'brutal-opts': keys({ enabled: FLAG, up: TEXT, down: TEXT }),
})

const COMMON: KeyTable = {
  name: TEXT,
  type: TEXT,
  udp: FLAG,
  tfo: FLAG,
  mptcp: FLAG,
  'ip-version': TEXT,
  'interface-name': TEXT,
  'routing-mark': NUMBER,
  'dialer-proxy': nameOf('proxy'),
  smux: ANY,
  'udp-over-tcp': FLAG,
}

const TLS_SET: KeyTable = {
  'skip-cert-verify': FLAG,
  fingerprint: TEXT,
  'name-cert-verify': TEXT,
  certificate: TEXT,
  'private-key': TEXT,
}
/** The pin is looked at when the file is read. */
const CHECKED_TLS_SET: KeyTable = { ...TLS_SET, fingerprint: textAs('pin') }
const ECH = keys({ enable: FLAG, config: TEXT, 'query-server-name': TEXT })
const REALITY = keys({ 'public-key': TEXT, 'short-id': TEXT, 'support-x25519mlkem768': FLAG }, 'public-key')

const WS = keys({
  path: TEXT,
  headers: HEADERS,
  'max-early-data': NUMBER,
  'early-data-header-name': TEXT,
  'v2ray-http-upgrade': FLAG,
  'v2ray-http-upgrade-fast-open': FLAG,
})
const GRPC = keys({
  'grpc-service-name': TEXT,
  'grpc-user-agent': TEXT,
  'ping-interval': NUMBER,
  'max-connections': NUMBER,
  'min-streams': NUMBER,
  'max-streams': NUMBER,
})
const HTTP = keys({ method: TEXT, path: TEXTS, headers: HEADER_LISTS })
const H2 = keys({ host: TEXTS, path: TEXT })

const XHTTP_KINDS: Readonly<Record<string, KeyRule>> = { bool: FLAG, int: NUMBER }
const REUSE = keys(Object.fromEntries(XHTTP_REUSE.map(([key, kind]) => [key, XHTTP_KINDS[kind] ?? TEXT])))
const XHTTP_KEYS: KeyTable = {
  path: TEXT,
  host: TEXT,
  mode: TEXT,
  headers: HEADERS,
  ...Object.fromEntries(XHTTP_OPTIONS.map(([key, kind]) => [key, XHTTP_KINDS[kind] ?? TEXT])),
  'reuse-settings': REUSE,
}
const XHTTP = keys({
  ...XHTTP_KEYS,
  mode: oneOf('', ...XHTTP_MODES),
  'download-settings': keys({
    ...XHTTP_KEYS,
    server: TEXT,
    port: NUMBER,
    tls: FLAG,
    alpn: TEXTS,
    servername: TEXT,
    'client-fingerprint': TEXT,
    'ech-opts': ECH,
    'reality-opts': REALITY,
    ...TLS_SET,
  }),
})

const STREAM: KeyTable = {
  tls: FLAG,
  alpn: TEXTS,
  servername: TEXT,
  'client-fingerprint': TEXT,
  network: TEXT,
  'ech-opts': ECH,
  'reality-opts': REALITY,
  'http-opts': HTTP,
  'h2-opts': H2,
  'grpc-opts': GRPC,
  'ws-opts': WS,
  ...TLS_SET,
}

const QUIC: KeyTable = {
  sni: TEXT,
  alpn: TEXTS,
  'ech-opts': ECH,
  ...CHECKED_TLS_SET,
  'disable-mtu-discovery': FLAG,
  'fast-open': FLAG,
}
const CONGESTION: KeyTable = { 'congestion-controller': TEXT, cwnd: NUMBER, 'bbr-profile': TEXT }

const PEER: KeyTable = {
  server: TEXT,
  port: NUMBER,
  'public-key': textAs('wireguard-key'),
  'pre-shared-key': textAs('wireguard-key'),
  reserved: either(listOf(NUMBER), TEXT),
  'allowed-ips': TEXTS,
}

/** Types that only mihomo has: their keys stand on the protocols' page. */
const ONLY: Record<string, KeyRule> = { text: TEXT, int: NUMBER, bool: FLAG, list: TEXTS, texts: MAP, map: MAP }
const MIHOMO_ONLY: Readonly<Record<string, KeyTable>> = Object.fromEntries(
  Object.entries(MIHOMO_SHAPES).map(([type, shape]) => [
    type,
    {
      ...COMMON,
      ...('addressless' in shape ? { server: TEXT, port: PORT } : ADDRESS),
      ...Object.fromEntries(Object.entries(shape.keys).map(([key, kind]) => [key, ONLY[kind] ?? ANY])),
      ...Object.fromEntries(shape.required.map((key) => [key, required(TEXT)])),
    },
  ]),
)

/** What each type of `proxies:` takes. */
export const PROXY_KEYS: Readonly<Record<string, KeyTable | undefined>> = {
  ...MIHOMO_ONLY,
  ss: {
    ...COMMON,
    ...ADDRESS,
    cipher: required(oneOf(...MIHOMO_SS_CIPHERS)),
    password: required(TEXT),
    plugin: TEXT,
    'plugin-opts': MAP,
    'udp-over-tcp-version': { kind: 'number', values: [0, 1, 2] },
    'client-fingerprint': TEXT,
  },
  ssr: {
    ...COMMON,
    ...ADDRESS,
    cipher: required({ kind: 'choice', values: [...SSR_CIPHERS, 'dummy'], anyCase: true }),
    password: required(TEXT),
    obfs: required(oneOf(...SSR_OBFS)),
    'obfs-param': TEXT,
    protocol: required(oneOf(...SSR_PROTOCOLS)),
    'protocol-param': TEXT,
  },
  vmess: {
    ...COMMON,
    ...ADDRESS,
    ...STREAM,
    uuid: required(TEXT),
    alterId: required(NUMBER),
    cipher: required(oneOf(...VMESS_CIPHERS)),
    'packet-addr': FLAG,
    xudp: FLAG,
    'packet-encoding': TEXT,
    'global-padding': FLAG,
    'authenticated-length': FLAG,
  },
  vless: {
    ...COMMON,
    ...ADDRESS,
    ...STREAM,
    uuid: required(TEXT),
    flow: TEXT,
    'packet-addr': FLAG,
    xudp: FLAG,
    'packet-encoding': TEXT,
    encryption: TEXT,
    'ws-path': TEXT,
    'ws-headers': HEADERS,
    'xhttp-opts': XHTTP,
  },
  trojan: {
    ...COMMON,
    ...ADDRESS,
    password: required(TEXT),
    alpn: TEXTS,
    sni: TEXT,
    network: TEXT,
    'client-fingerprint': TEXT,
    'ech-opts': ECH,
    'reality-opts': REALITY,
    'grpc-opts': GRPC,
    'ws-opts': WS,
    'ss-opts': keys({ enabled: FLAG, method: TEXT, password: TEXT }),
    ...TLS_SET,
  },
  hysteria: {
    ...COMMON,
    ...QUIC,
    server: required(TEXT),
    port: PORT,
    ports: TEXT,
    protocol: TEXT,
    'obfs-protocol': TEXT,
    up: required(TEXT),
    down: required(TEXT),
    'up-speed': NUMBER,
    'down-speed': NUMBER,
    auth: textAs('base64'),
    'auth-str': TEXT,
    obfs: TEXT,
    'recv-window-conn': NUMBER,
    'recv-window': NUMBER,
    'hop-interval': NUMBER,
  },
  hysteria2: {
    ...COMMON,
    ...QUIC,
    ...CONGESTION,
    server: required(TEXT),
    port: PORT,
    ports: textAs('ranges'),
    'hop-interval': TEXT,
    up: TEXT,
    down: TEXT,
    password: TEXT,
    obfs: oneOf('', 'salamander', 'gecko'),
    'obfs-password': TEXT,
    'obfs-min-packet-size': NUMBER,
    'obfs-max-packet-size': NUMBER,
    'initial-stream-receive-window': NUMBER,
    'max-stream-receive-window': NUMBER,
    'initial-connection-receive-window': NUMBER,
    'max-connection-receive-window': NUMBER,
    'udp-mtu': NUMBER,
    'realm-opts': keys({
      enable: FLAG,
      'server-url': TEXT,
      token: TEXT,
      'realm-id': TEXT,
      'stun-servers': TEXTS,
      sni: TEXT,
      alpn: TEXTS,
      ...CHECKED_TLS_SET,
    }),
  },
  tuic: {
    ...COMMON,
    ...QUIC,
    ...CONGESTION,
    ...ADDRESS,
    token: TEXT,
    uuid: TEXT,
    password: TEXT,
    ip: TEXT,
    'heartbeat-interval': NUMBER,
    'reduce-rtt': FLAG,
    'request-timeout': NUMBER,
    'udp-relay-mode': TEXT,
    'disable-sni': FLAG,
    'max-udp-relay-packet-size': NUMBER,
    'max-open-streams': NUMBER,
    'recv-window-conn': NUMBER,
    'recv-window': NUMBER,
    'max-datagram-frame-size': NUMBER,
    'udp-over-stream': FLAG,
    'udp-over-stream-version': { kind: 'number', values: [0, 1, 2] },
  },
  wireguard: {
    ...COMMON,
    ...PEER,
    ip: textAs('prefix-or-ip'),
    ipv6: textAs('prefix-or-ip'),
    'private-key': required(textAs('wireguard-key')),
    workers: NUMBER,
    mtu: NUMBER,
    'persistent-keepalive': NUMBER,
    'amnezia-wg-option': keys(
      Object.fromEntries([...AMNEZIA_NUMBERS.map((key) => [key, NUMBER]), ...AMNEZIA_TEXTS.map((key) => [key, TEXT])]),
    ),
    peers: listOf(keys(PEER, 'allowed-ips')),
    'remote-dns-resolve': FLAG,
    dns: listOf(textAs('name-server')),
    'refresh-server-ip-interval': NUMBER,
  },
  anytls: {
    ...COMMON,
    ...ADDRESS,
    ...TLS_SET,
    password: required(TEXT),
    sni: TEXT,
    alpn: TEXTS,
    'client-fingerprint': TEXT,
    'ech-opts': ECH,
    'idle-session-check-interval': NUMBER,
    'idle-session-timeout': NUMBER,
    'min-idle-session': NUMBER,
  },
  snell: {
    ...COMMON,
    ...ADDRESS,
    psk: required(TEXT),
    version: between(0, 5),
    reuse: FLAG,
    'obfs-opts': MAP,
    'client-fingerprint': TEXT,
  },
  socks5: { ...COMMON, ...ADDRESS, ...TLS_SET, username: TEXT, password: TEXT, tls: FLAG },
  http: { ...COMMON, ...ADDRESS, ...TLS_SET, username: TEXT, password: TEXT, tls: FLAG, sni: TEXT, headers: HEADERS },
  ssh: {
    ...COMMON,
    ...ADDRESS,
    username: required(TEXT),
    password: TEXT,
    'private-key': TEXT,
    'private-key-passphrase': TEXT,
    'host-key': TEXTS,
    'host-key-algorithms': TEXTS,
  },
  mieru: {
    ...COMMON,
    server: required(TEXT),
    port: either(NUMBER, TEXT),
    'port-range': TEXT,
    transport: required(oneOf('TCP', 'UDP')),
    username: required(TEXT),
    password: required(TEXT),
    multiplexing: oneOf('', ...MULTIPLEXING),
    'handshake-mode': oneOf('', ...HANDSHAKES),
    'traffic-pattern': TEXT,
  },
}

/** Keys of `smux`, which is looked at only where it is a map. */
export const SMUX_KEYS = SMUX

/** Options of ss plugins; a name that is missing here is passed over. */
export const PLUGIN_KEYS: Readonly<Record<string, KeyRule | undefined>> = {
  obfs: keys({ mode: oneOf('http', 'tls'), host: TEXT }, 'mode'),
  'v2ray-plugin': keys(websocketPlugin(), 'mode'),
  'gost-plugin': keys(websocketPlugin(), 'mode'),
  'shadow-tls': keys({ host: TEXT, password: TEXT, version: NUMBER, alpn: TEXTS, ...TLS_SET }, 'host'),
  restls: keys(
    { host: TEXT, password: TEXT, 'version-hint': oneOf('tls12', 'tls13'), 'restls-script': TEXT },
    'host',
    'password',
    'version-hint',
  ),
  kcptun: MAP,
}

function websocketPlugin(): KeyTable {
  return {
    mode: oneOf('websocket'),
    tls: FLAG,
    host: TEXT,
    path: TEXT,
    headers: mapOf(TEXT),
    mux: FLAG,
    'ech-opts': ECH,
    'v2ray-http-upgrade': FLAG,
    'v2ray-http-upgrade-fast-open': FLAG,
    ...TLS_SET,
  }
}
