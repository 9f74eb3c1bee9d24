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
  // shadowsocks, snell
  plugin = ''
  pluginOpts = ''
  uot = ''
  udpOverTcp = ''
  shadowTls = ''
  v2rayPlugin = ''
  gost = ''
  group = ''
  psk = ''
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

  /** What was read, in the order of the link: canonical name (or undefined), key as spelled, decoded value. */
  readonly read: { param: ParamName | undefined; key: string; value: string }[] = []

  /** The parameters that are none of `params`, as spelled; undefined when there are none. */
  rest(params: ReadonlySet<ParamName>): [key: string, value: string][] | undefined {
    let rest: [string, string][] | undefined
    for (const { param, key, value } of this.read) {
      if (param !== undefined && params.has(param)) continue
      rest ??= []
      rest.push([key, value])
    }
    return rest
  }
}

export type ParamName = Exclude<keyof Query, 'read' | 'rest'>

/** Spellings besides the canonical name; case does not count and `_` = `-` (formats.md §1, alias groups). */
const ALIASES: Partial<Record<ParamName, readonly string[]>> = {
  name: ['remarks', 'remark', 'ps', 'tag', 'title'],
  sni: ['peer', 'serverName', 'server_name', 'tls-host'],
  insecure: ['allowInsecure', 'allow_insecure', 'skip-cert-verify', 'skipCertVerify'],
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
  host: ['obfs-host', 'ws-host'],
  path: ['wspath', 'ws-path', 'obfs-uri', 'obfs-path'],
  serviceName: ['service_name', 'grpc-service-name'],
  obfsParam: ['obfs-param'],
  obfsPassword: ['obfs-password', 'salamander'],
  packetEncoding: ['packet-encoding'],
  alterId: ['aid'],
  pluginOpts: ['plugin-opts'],
  udpOverTcp: ['udp-over-tcp'],
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
for (const param of Object.keys(new Query()) as (ParamName | 'read')[]) {
  if (param === 'read') continue
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
  for (const { param } of query.read) if (param !== undefined) query[param] = ''
  query.read.length = 0
  let at = start
  while (at < end) {
    let stop = link.indexOf('&', at)
    if (stop < 0 || stop > end) stop = end
    if (stop > at) addPair(query, link, at, stop)
    at = stop + 1
  }
  return query
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
  if (param !== undefined) query[param] = param === 'alpn' && query.alpn !== '' && value !== '' ? `${query.alpn},${value}` : value
  query.read.push({ param, key: param === undefined ? percentDecode(key) : key, value })
}
