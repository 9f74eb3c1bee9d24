import { percentDecode } from '../text/percent.ts'

/** Canonical names of the parameters of all protocols. */
const PARAM_NAMES = [
  'name',
  // TLS
  'security',
  'tls',
  'sni',
  'insecure',
  // Inverse of insecure.
  'verify',
  'alpn',
  'fp',
  'pin',
  'vcn',
  'pbk',
  'sid',
  'spx',
  'pqv',
  'ech',
  'disableSni',
  // transport
  'type',
  'headerType',
  'host',
  'path',
  'serviceName',
  'mode',
  'authority',
  'ed',
  'eh',
  'seed',
  'extra',
  'xPaddingBytes',
  'obfs',
  'obfsParam',
  'obfsPassword',
  'quicSecurity',
  'key',
  'method',
  // vmess, vless, trojan
  'encryption',
  'flow',
  'xtls',
  'packetEncoding',
  'alterId',
  'ws',
  'mux',
  // shadowsocks, ssr, snell, anytls
  'plugin',
  'pluginOpts',
  'uot',
  'udpOverTcp',
  'udpOverTcpVersion',
  'shadowTls',
  'v2rayPlugin',
  'gost',
  'group',
  'psk',
  'userkey',
  'reuse',
  'obfsMode',
  'protoParam',
  'udpPort',
  'idleCheckInterval',
  'idleTimeout',
  'minIdle',
  'version',
  // QUIC protocols
  'uuid',
  'token',
  'auth',
  'username',
  'password',
  'protocol',
  'congestionControl',
  'udpRelayMode',
  'reduceRtt',
  'heartbeat',
  'up',
  'down',
  'ports',
  'hopInterval',
  'recvWindow',
  'recvWindowConn',
  'disableMtuDiscovery',
  'udpOverStream',
  // Repeatable: all values stand in `read`.
  'stun',
  // ssh, mieru
  'passphrase',
  'hostKey',
  'hostKeyAlgorithms',
  'port',
  'profile',
  'multiplexing',
  'handshakeMode',
  'trafficPattern',
  // wireguard
  'privateKey',
  'presharedKey',
  'address',
  'ipv6',
  'allowedIps',
  'reserved',
  'keepalive',
  'mtu',
  'dns',
  'endpoint',
  // dial
  'udp',
  'tfo',
  'mptcp',
] as const

export type ParamName = (typeof PARAM_NAMES)[number]

/**
 * The parameters of a link under their canonical names (`query.sni`); an absent or empty one is ''. One place for every
 * parameter of every protocol, so that all links share one shape and reading stays fast.
 */
export interface Query extends QueryTexts, Record<ParamName, string> {}

class QueryTexts {
  /** By place of the name in PARAM_NAMES. */
  readonly texts: string[] = PARAM_NAMES.map(() => '')
  /** What was read, in the order of the link; only the first `count` places hold something. */
  count = 0
  /** Places of the canonical names; UNKNOWN where no protocol knows the parameter. */
  readonly places: number[] = []
  /** Keys as spelled. */
  readonly keys: string[] = []
  /** Decoded values. */
  readonly values: string[] = []

  /** Whether no protocol knows the parameter read at an index. */
  isUnknown(index: number): boolean {
    return this.places[index] === UNKNOWN
  }

  /** Every value of a repeated parameter that is not empty, in order. */
  all(param: ParamName): string[] {
    const place = PLACES.get(param)
    return this.values.filter((value, index) => index < this.count && this.places[index] === place && value !== '')
  }

  /** The parameters that are none of `params`, as spelled; undefined when there are none. */
  rest(params: ReadonlySet<ParamName>): [key: string, value: string][] | undefined {
    const isKnown = placesOf(params)
    let rest: [string, string][] | undefined
    for (let index = 0; index < this.count; index++) {
      if (isKnown[this.places[index]!]) continue
      rest ??= []
      rest.push([this.keys[index]!, this.values[index]!])
    }
    return rest
  }

  clear(): void {
    for (let index = 0; index < this.count; index++) this.texts[this.places[index]!] = ''
    this.count = 0
  }

  /** The last value of a repeated parameter wins; repeated `alpn` are joined. */
  add(place: number, key: string, value: string): void {
    const joined = place === ALPN && this.texts[ALPN] !== '' && value !== '' ? `${this.texts[ALPN]},${value}` : value
    this.texts[place] = joined
    this.record(place, key, value)
  }

  record(place: number, key: string, value: string): void {
    const index = this.count++
    this.places[index] = place
    this.keys[index] = key
    this.values[index] = value
  }
}

/** Behind the places of the known parameters. */
const UNKNOWN = PARAM_NAMES.length
const ALPN = PARAM_NAMES.indexOf('alpn')
const PLACES: ReadonlyMap<ParamName, number> = new Map(PARAM_NAMES.map((name, place) => [name, place]))
// A store by name costs twenty times as much as one by place; reading through an accessor costs nothing.
for (const [place, name] of PARAM_NAMES.entries()) {
  Object.defineProperty(QueryTexts.prototype, name, {
    get(this: QueryTexts) {
      return this.texts[place]
    },
    set(this: QueryTexts, value: string) {
      this.texts[place] = value
    },
  })
}

const placesBySet = new WeakMap<ReadonlySet<ParamName>, Uint8Array>()

/** 1 at the places of the parameters of a set. */
function placesOf(params: ReadonlySet<ParamName>): Uint8Array {
  let places = placesBySet.get(params)
  if (places === undefined) {
    places = Uint8Array.from([...PARAM_NAMES.map((name) => Number(params.has(name))), 0])
    placesBySet.set(params, places)
  }
  return places
}

/** Spellings besides the canonical name; case does not count and `_` = `-` (docs/formats/links.md, "Parameters"). */
const ALIASES: Partial<Record<ParamName, readonly string[]>> = {
  name: ['remarks', 'remark', 'ps', 'tag', 'title'],
  // `tls.servername`, `ws.host` and the like are Kitsunebi's.
  sni: ['peer', 'serverName', 'server_name', 'tls-host', 'tls.servername', 'tlsServerName'],
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
  xPaddingBytes: ['x_padding_bytes'],
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

/** Spelling -> place of the parameter. Common spellings hit at once, others after folding. */
const SPELLINGS = new Map<string, number>()
for (const [place, param] of PARAM_NAMES.entries()) {
  for (const spelling of [param, ...(ALIASES[param] ?? [])]) {
    SPELLINGS.set(spelling, place)
    SPELLINGS.set(foldKey(spelling), place)
  }
}
// `auth` of old hysteria links is also spelled auth_str; `username` never folds into it.
SPELLINGS.set('auth-str', PARAM_NAMES.indexOf('auth'))

/** Parameters that a link may name without a value: `?ws&tfo`. Never `insecure`: an empty one leaves the check on. */
const FLAGS: ReadonlySet<number> = new Set(
  (['ws', 'tls', 'udp', 'tfo', 'mptcp'] as const).map((name) => PARAM_NAMES.indexOf(name)),
)

function foldKey(key: string): string {
  return key.toLowerCase().replaceAll('_', '-')
}

// The parameters are accessors of the prototype, defined above from the same list as the type.
const shared = new QueryTexts() as Query

/** A key as it stood in a link, and the value that it had there last. */
interface KnownPair {
  /** `key=value` as it stands in the link. */
  pair: string
  /** `key=` */
  text: string
  key: string
  place: number
  /** Decoded. */
  value: string
  /** How often the value came again of late. */
  luck: number
}

/**
 * What links spelled so far, by the first letters of a key and what stood before it. The links of a subscription have
 * most keys and values in common: what is known is compared, and neither looked up nor decoded.
 */
const KNOWN_PAIRS: (KnownPair | undefined)[] = new Array<undefined>(1024).fill(undefined)
const LONGEST_KNOWN = 64
/** A value that differed this often (a password, an ID) is not compared any more. */
const OUT_OF_LUCK = -4
const MOST_LUCK = 4
const AMPERSAND = 0x26

/** Forgets the keys and values of the links read so far: they hold on to a text, and to secrets. */
export function forgetLinks(): void {
  KNOWN_PAIRS.fill(undefined)
  shared.clear()
}

/** Reads `a=1&b=2` between two places of a link into the shared query, which the next call overwrites. */
export function readQuery(link: string, start: number, end: number): Query {
  const query = shared
  query.clear()
  let before = 0
  for (let at = start; at < end;) {
    const slot = (before + link.charCodeAt(at) * 31 + link.charCodeAt(at + 1)) & (KNOWN_PAIRS.length - 1)
    const known = KNOWN_PAIRS[slot]
    const stop = known === undefined ? addPair(query, link, at, end, slot) : addKnown(query, known, link, at, end, slot)
    before = slot * 7 + stop - at
    at = stop + 1
  }
  return query
}

/**
 * Adds the pair at a place, which is likely the known one or another value of its key; gives its end. What is cut out is
 * compared as a whole, in a third of the time that `startsWith` takes with one character after the other.
 */
function addKnown(query: Query, known: KnownPair, link: string, at: number, end: number, slot: number): number {
  const { pair, text, luck } = known
  if (luck > OUT_OF_LUCK) {
    const stop = at + pair.length
    if ((stop === end || (stop < end && link.charCodeAt(stop) === AMPERSAND)) && link.slice(at, stop) === pair) {
      if (luck < MOST_LUCK) known.luck = luck + 1
      query.add(known.place, known.key, known.value)
      return stop
    }
  }
  const start = at + text.length
  if (start > end || link.slice(at, start) !== text) return addPair(query, link, at, end, slot)
  const stop = pairEnd(link, start, end)
  const value = percentDecode(link.slice(start, stop))
  if (luck > OUT_OF_LUCK) {
    known.luck = luck - 1
    if (stop - at <= LONGEST_KNOWN) {
      known.pair = link.slice(at, stop)
      known.value = value
    }
  }
  query.add(known.place, known.key, value)
  return stop
}

/** Adds the pair at a place, and gives its end. */
function addPair(query: Query, link: string, start: number, end: number, slot: number): number {
  const stop = pairEnd(link, start, end)
  if (stop === start) return stop
  let equals = link.indexOf('=', start)
  if (equals < 0 || equals > stop) equals = stop
  const key = link.slice(start, equals)
  const place = SPELLINGS.get(key) ?? SPELLINGS.get(foldKey(percentDecode(key)))
  const value =
    equals < stop ? percentDecode(link.slice(equals + 1, stop)) : place !== undefined && FLAGS.has(place) ? '1' : ''
  if (place === undefined) query.add(UNKNOWN, percentDecode(key), value)
  else {
    query.add(place, key, value)
    if (equals < stop && stop - start <= LONGEST_KNOWN)
      KNOWN_PAIRS[slot] = {
        pair: link.slice(start, stop),
        text: link.slice(start, equals + 1),
        key,
        place,
        value,
        luck: 0,
      }
  }
  return stop
}

function pairEnd(link: string, start: number, end: number): number {
  const stop = link.indexOf('&', start)
  return stop < 0 || stop > end ? end : stop
}

/** The parameter that a key spells, for those who read them from elsewhere (the JSON body of a vmess link). */
export function paramOf(key: string): ParamName | undefined {
  const place = SPELLINGS.get(key) ?? SPELLINGS.get(foldKey(key))
  return place === undefined ? undefined : PARAM_NAMES[place]
}

/** The shared query without a parameter, to be filled with `setParam`. */
export function emptyQuery(): Query {
  shared.clear()
  return shared
}

/** Sets a parameter, whatever its value was. */
export function setParam(query: Query, param: ParamName, value: string): void {
  const place = PLACES.get(param)!
  query.texts[place] = value
  query.record(place, param, value)
}

/** The same for parameters that stand in a text of their own. */
export function readQueryText(text: string): Query {
  return readQuery(text, 0, text.length)
}
