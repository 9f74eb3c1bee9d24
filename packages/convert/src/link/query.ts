import { percentDecode } from '../text/percent.ts'

/**
 * The parameters of a link under their canonical names; an absent or empty one is ''. One field for every parameter
 * of every protocol, so that all links share one shape and reading stays fast.
 */
export class Query {
  name = ''
  // TLS
  security = ''
  tls = ''
  sni = ''
  insecure = ''
  /** Inverse of insecure. */
  verify = ''
  alpn = ''
  fp = ''
  pin = ''
  vcn = ''
  pbk = ''
  sid = ''
  spx = ''
  pqv = ''
  ech = ''
  disableSni = ''
  // transport
  type = ''
  headerType = ''
  host = ''
  path = ''
  serviceName = ''
  mode = ''
  authority = ''
  ed = ''
  eh = ''
  seed = ''
  extra = ''
  obfs = ''
  obfsParam = ''
  obfsPassword = ''
  quicSecurity = ''
  key = ''
  method = ''
  // vmess, vless, trojan
  encryption = ''
  flow = ''
  xtls = ''
  packetEncoding = ''
  alterId = ''
  ws = ''
  mux = ''
  // shadowsocks, ssr, snell, anytls
  plugin = ''
  pluginOpts = ''
  uot = ''
  udpOverTcp = ''
  udpOverTcpVersion = ''
  shadowTls = ''
  v2rayPlugin = ''
  gost = ''
  group = ''
  psk = ''
  userkey = ''
  reuse = ''
  obfsMode = ''
  protoParam = ''
  udpPort = ''
  idleCheckInterval = ''
  idleTimeout = ''
  minIdle = ''
  version = ''
  // QUIC protocols
  uuid = ''
  token = ''
  auth = ''
  username = ''
  password = ''
  protocol = ''
  congestionControl = ''
  udpRelayMode = ''
  reduceRtt = ''
  heartbeat = ''
  up = ''
  down = ''
  ports = ''
  hopInterval = ''
  recvWindow = ''
  recvWindowConn = ''
  disableMtuDiscovery = ''
  udpOverStream = ''
  /** Repeatable: all values stand in `read`. */
  stun = ''
  // ssh, mieru
  passphrase = ''
  hostKey = ''
  hostKeyAlgorithms = ''
  port = ''
  profile = ''
  multiplexing = ''
  handshakeMode = ''
  trafficPattern = ''
  // wireguard
  privateKey = ''
  presharedKey = ''
  address = ''
  ipv6 = ''
  allowedIps = ''
  reserved = ''
  keepalive = ''
  mtu = ''
  dns = ''
  endpoint = ''
  // dial
  udp = ''
  tfo = ''
  mptcp = ''

  /** What was read, in the order of the link; only the first `count` places hold something. */
  count = 0
  /** Canonical names; undefined where no protocol knows the parameter. */
  readonly params: (ParamName | undefined)[] = []
  /** Keys as spelled. */
  readonly keys: string[] = []
  /** Decoded values. */
  readonly values: string[] = []

  /** Every value of a repeated parameter that is not empty, in order. */
  all(param: ParamName): string[] {
    return this.values.filter((value, index) => index < this.count && this.params[index] === param && value !== '')
  }

  /** The parameters that are none of `params`, as spelled; undefined when there are none. */
  rest(params: ReadonlySet<ParamName>): [key: string, value: string][] | undefined {
    let rest: [string, string][] | undefined
    for (let index = 0; index < this.count; index++) {
      const param = this.params[index]
      if (param !== undefined && params.has(param)) continue
      rest ??= []
      rest.push([this.keys[index]!, this.values[index]!])
    }
    return rest
  }
}

export type ParamName = Exclude<keyof Query, 'count' | 'params' | 'keys' | 'values' | 'rest' | 'all'>

/** Spellings besides the canonical name; case does not count and `_` = `-` (formats.md §1, alias groups). */
const ALIASES: Partial<Record<ParamName, readonly string[]>> = {
  name: ['remarks', 'remark', 'ps', 'tag', 'title'],
  // `tls.servername`, `ws.host` and the like are Kitsunebi's.
  sni: ['peer', 'serverName', 'server_name', 'tls-host', 'tls.servername'],
  insecure: ['allowInsecure', 'allow_insecure', 'skip-cert-verify', 'skipCertVerify', 'tls.allowInsecure'],
  verify: ['verify_cert', 'verifyCert'],
  fp: ['fingerprint', 'client-fingerprint', 'clientFingerprint'],
  pin: ['pinSHA256', 'pcs', 'pinnedPeerCertSha256', 'hpkp', 'tls-cert-sha256'],
  vcn: ['verify-peer-cert-by-name', 'name-cert-verify'],
  pbk: ['publicKey', 'public-key', 'reality-pbk', 'peer_pk', 'peer_public_key'],
  sid: ['shortId', 'short-id'],
  spx: ['spiderX', 'spider-x'],
  pqv: ['mldsa65Verify'],
  disableSni: ['disable-sni'],
  type: ['net', 'network', 'transport'],
  headerType: ['header-type', 'header'],
  host: ['obfs-host', 'ws-host', 'ws.host', 'http.host', 'h2.host'],
  path: ['wspath', 'ws-path', 'obfs-uri', 'obfs-path'],
  serviceName: ['service_name', 'grpc-service-name'],
  encryption: ['scy', 'cipher'],
  obfsParam: ['obfs-param'],
  obfsPassword: ['obfs-password', 'salamander'],
  packetEncoding: ['packet-encoding'],
  alterId: ['aid'],
  pluginOpts: ['plugin-opts'],
  udpOverTcp: ['udp-over-tcp'],
  udpOverTcpVersion: ['udp-over-tcp-version'],
  obfsMode: ['obfs-mode'],
  protoParam: ['protocolparam', 'protocol-param'],
  userkey: ['user-key'],
  idleCheckInterval: ['idle-session-check-interval'],
  idleTimeout: ['idle-session-timeout'],
  minIdle: ['min-idle-session'],
  shadowTls: ['shadow-tls'],
  v2rayPlugin: ['v2ray-plugin'],
  congestionControl: ['congestion-controller', 'congestion_control', 'congestion'],
  udpRelayMode: ['udp-relay-mode'],
  reduceRtt: ['reduce-rtt', 'zero_rtt', 'zero-rtt-handshake'],
  heartbeat: ['heartbeat-interval'],
  up: ['upmbps', 'up_mbps'],
  down: ['downmbps', 'down_mbps'],
  ports: ['mport', 'server_ports'],
  hopInterval: ['hop-interval', 'mportHopInt', 'port-hopping-interval'],
  recvWindow: ['recv-window'],
  recvWindowConn: ['recv-window-conn'],
  disableMtuDiscovery: ['disable-mtu-discovery'],
  udpOverStream: ['udp-over-stream'],
  passphrase: ['private-key-passphrase'],
  hostKey: ['host-key'],
  hostKeyAlgorithms: ['host-key-algorithms'],
  handshakeMode: ['handshake-mode'],
  trafficPattern: ['traffic-pattern'],
  privateKey: ['private_key', 'privatekey', 'pk'],
  presharedKey: ['pre_shared_key', 'preshared-key', 'psk2'],
  address: ['ip', 'ips', 'local_address'],
  allowedIps: ['allowed_ips'],
  keepalive: ['persistentKeepalive', 'persistent_keepalive'],
  udp: ['udp-relay'],
  tfo: ['fast-open', 'fastopen'],
  username: ['user'],
}

/** Spelling -> parameter. Common spellings hit at once, others after folding. */
const PARAMS = new Map<string, ParamName>()
const INNER: ReadonlySet<string> = new Set(['count', 'params', 'keys', 'values'])
for (const param of Object.keys(new Query()).filter((key): key is ParamName => !INNER.has(key))) {
  for (const spelling of [param, ...(ALIASES[param] ?? [])]) {
    PARAMS.set(spelling, param)
    PARAMS.set(foldKey(spelling), param)
  }
}
// `auth` of old hysteria links is also spelled auth_str; `username` never folds into it.
PARAMS.set('auth-str', 'auth')

function foldKey(key: string): string {
  return key.toLowerCase().replaceAll('_', '-')
}

const shared = new Query()

/**
 * Reads `a=1&b=2` between two places of a link into the shared query, which the next call overwrites. The last value
 * of a repeated parameter wins; repeated `alpn` are joined.
 */
export function readQuery(link: string, start: number, end: number): Query {
  const query = shared
  for (let index = 0; index < query.count; index++) {
    const param = query.params[index]
    if (param !== undefined) query[param] = ''
  }
  query.count = 0
  let at = start
  while (at < end) {
    let stop = link.indexOf('&', at)
    if (stop < 0 || stop > end) stop = end
    if (stop > at) addPair(query, link, at, stop)
    at = stop + 1
  }
  return query
}

/** The parameter that a key spells, for those who read them from elsewhere (the JSON body of a vmess link). */
export function paramOf(key: string): ParamName | undefined {
  return PARAMS.get(key) ?? PARAMS.get(foldKey(key))
}

/** The shared query without a parameter, to be filled with `setParam`. */
export function emptyQuery(): Query {
  return readQuery('', 0, 0)
}

export function setParam(query: Query, param: ParamName, value: string): void {
  query[param] = value
  record(query, param, param, value)
}

/** The same for parameters that stand in a text of their own. */
export function readQueryText(text: string): Query {
  return readQuery(text, 0, text.length)
}

function addPair(query: Query, link: string, start: number, end: number): void {
  let equals = link.indexOf('=', start)
  if (equals < 0 || equals > end) equals = end
  const key = link.slice(start, equals)
  const value = equals < end ? percentDecode(link.slice(equals + 1, end)) : ''
  const param = PARAMS.get(key) ?? PARAMS.get(foldKey(percentDecode(key)))
  if (param !== undefined)
    query[param] = param === 'alpn' && query.alpn !== '' && value !== '' ? `${query.alpn},${value}` : value
  record(query, param, param === undefined ? percentDecode(key) : key, value)
}

function record(query: Query, param: ParamName | undefined, key: string, value: string): void {
  const index = query.count++
  query.params[index] = param
  query.keys[index] = key
  query.values[index] = value
}
