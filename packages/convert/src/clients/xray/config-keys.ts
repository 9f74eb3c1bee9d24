import {
  ANY, between, either, FLAG, type KeyRule, type KeyTable, keys, listOf, MAP, mapOf, nameOf, NUMBER, NUMBERS, oneOrMore, TEXT, textAs, TEXTS,
} from '../../model/key-rules.ts' // oxfmt-ignore

/** Keys of an Xray config, as Xray 26.3.27 takes them: docs/formats/xray.md, "What finds which mistake". Keys are matched without case. */

/** A list, or one text with commas. */
const WORDS = oneOrMore(TEXT)
const PORT: KeyRule = between(0, 65535)
/** `80`, `"80,443,1000-2000"`. */
const PORTS = either(between(0, 4294967295), textAs('ports'))
/** A number, or `"a-b"`. */
const RANGE = either(NUMBER, textAs('range'))
const HEADERS: KeyRule = mapOf(TEXT)

const TLS: KeyTable = {
  serverName: TEXT,
  alpn: WORDS,
  fingerprint: textAs('fingerprint'),
  pinnedPeerCertSha256: textAs('pins'),
  verifyPeerCertByName: TEXT,
  echConfigList: TEXT,
  echForceQuery: textAs('ech-query'),
  minVersion: TEXT,
  maxVersion: TEXT,
  cipherSuites: TEXT,
  curvePreferences: WORDS,
  certificates: listOf(MAP),
  allowInsecure: FLAG,
  disableSystemRoot: FLAG,
  enableSessionResumption: FLAG,
  rejectUnknownSni: FLAG,
  masterKeyLog: TEXT,
  echServerKeys: TEXT,
  echSockopt: MAP,
}

const REALITY: KeyTable = {
  show: FLAG,
  publicKey: TEXT,
  password: TEXT,
  serverName: TEXT,
  fingerprint: textAs('reality-fingerprint'),
  shortId: textAs('short-id'),
  spiderX: TEXT,
  mldsa65Verify: TEXT,
  masterKeyLog: TEXT,
  // Those of a server.
  target: ANY,
  dest: ANY,
  xver: NUMBER,
  serverNames: TEXTS,
  privateKey: TEXT,
  shortIds: TEXTS,
  maxTimeDiff: NUMBER,
  minClientVer: TEXT,
  maxClientVer: TEXT,
  mldsa65Seed: TEXT,
  limitFallbackUpload: MAP,
  limitFallbackDownload: MAP,
}

const HTTP_HEAD = keys({ version: TEXT, method: TEXT, path: WORDS, headers: mapOf(WORDS) })

const XHTTP_EXTRA: KeyTable = {
  headers: HEADERS,
  xPaddingBytes: RANGE,
  xPaddingObfsMode: FLAG,
  xPaddingKey: TEXT,
  xPaddingHeader: TEXT,
  xPaddingPlacement: TEXT,
  xPaddingMethod: TEXT,
  uplinkHTTPMethod: TEXT,
  sessionPlacement: TEXT,
  sessionKey: TEXT,
  seqPlacement: TEXT,
  seqKey: TEXT,
  uplinkDataPlacement: TEXT,
  uplinkDataKey: TEXT,
  uplinkChunkSize: RANGE,
  noGRPCHeader: FLAG,
  noSSEHeader: FLAG,
  scMaxEachPostBytes: RANGE,
  scMinPostsIntervalMs: RANGE,
  scMaxBufferedPosts: NUMBER,
  scStreamUpServerSecs: RANGE,
  serverMaxHeaderBytes: NUMBER,
  xmux: keys({
    maxConcurrency: RANGE,
    maxConnections: RANGE,
    cMaxReuseTimes: RANGE,
    hMaxRequestTimes: RANGE,
    hMaxReusableSecs: RANGE,
    hKeepAlivePeriod: NUMBER,
  }),
  downloadSettings: MAP,
  // Names of a later Xray, which this one passes over.
  sessionIDPlacement: TEXT,
  sessionIDKey: TEXT,
  sessionIDTable: TEXT,
  sessionIDLength: ANY,
  sessionTable: TEXT,
  sessionLength: ANY,
}

const XHTTP = keys({ host: TEXT, path: TEXT, mode: textAs('xhttp-mode'), extra: keys(XHTTP_EXTRA), ...XHTTP_EXTRA })
const RAW = keys({
  header: {
    kind: 'variants',
    by: 'type',
    of: { none: { type: TEXT }, http: { type: TEXT, request: HTTP_HEAD, response: MAP } },
  },
  acceptProxyProtocol: FLAG,
})
const WS = keys({ host: TEXT, path: TEXT, headers: HEADERS, heartbeatPeriod: NUMBER, acceptProxyProtocol: FLAG })
const GRPC = keys({
  serviceName: TEXT,
  authority: TEXT,
  multiMode: FLAG,
  idle_timeout: NUMBER,
  health_check_timeout: NUMBER,
  permit_without_stream: FLAG,
  initial_windows_size: NUMBER,
  user_agent: TEXT,
})
const KCP = keys({
  mtu: between(576, 1460),
  tti: between(10, 5000),
  uplinkCapacity: NUMBER,
  downlinkCapacity: NUMBER,
  congestion: FLAG,
  readBufferSize: NUMBER,
  writeBufferSize: NUMBER,
  header: { ...ANY, gone: '26.1', instead: 'finalmask.udp' },
  seed: { ...ANY, gone: '26.1', instead: 'finalmask.udp' },
})

const SOCKOPT = keys({
  mark: NUMBER,
  tcpFastOpen: either(FLAG, NUMBER),
  tcpMptcp: FLAG,
  tproxy: TEXT,
  interface: TEXT,
  dialerProxy: nameOf('dialer'),
  domainStrategy: textAs('domain-strategy'),
  tcpKeepAliveIdle: NUMBER,
  tcpKeepAliveInterval: NUMBER,
  tcpUserTimeout: NUMBER,
  tcpMaxSeg: NUMBER,
  tcpWindowClamp: NUMBER,
  tcpCongestion: TEXT,
  tcpNoDelay: FLAG,
  acceptProxyProtocol: FLAG,
  penetrate: FLAG,
  V6Only: FLAG,
  happyEyeballs: MAP,
  addressPortStrategy: TEXT,
  customSockopt: listOf(MAP),
  trustedXForwardedFor: TEXTS,
})

const FINALMASK = keys({
  tcp: listOf(keys({ type: textAs('tcp-mask'), settings: MAP })),
  udp: listOf(keys({ type: textAs('udp-mask'), settings: MAP })),
  quicParams: keys({
    congestion: textAs('congestion'),
    brutalUp: TEXT,
    brutalDown: TEXT,
    udpHop: keys({ ports: ANY, interval: RANGE }),
    debug: FLAG,
    initStreamReceiveWindow: NUMBER,
    maxStreamReceiveWindow: NUMBER,
    initConnectionReceiveWindow: NUMBER,
    maxConnectionReceiveWindow: NUMBER,
    maxIdleTimeout: NUMBER,
    keepAlivePeriod: NUMBER,
    disablePathMTUDiscovery: FLAG,
    maxIncomingStreams: NUMBER,
  }),
})

const STREAM_KEYS: KeyTable = {
  address: TEXT,
  port: PORT,
  network: TEXT,
  method: TEXT,
  security: TEXT,
  tlsSettings: keys(TLS),
  realitySettings: keys(REALITY),
  rawSettings: RAW,
  tcpSettings: RAW,
  xhttpSettings: XHTTP,
  splithttpSettings: XHTTP,
  kcpSettings: KCP,
  grpcSettings: GRPC,
  wsSettings: WS,
  httpupgradeSettings: WS,
  hysteriaSettings: keys(
    {
      version: { kind: 'number', values: [2] },
      auth: TEXT,
      up: TEXT,
      down: TEXT,
      congestion: TEXT,
      udphop: MAP,
      udpIdleTimeout: NUMBER,
      masquerade: ANY,
    },
    'version',
  ),
  finalmask: FINALMASK,
  sockopt: SOCKOPT,
}

const USER: KeyTable = {
  id: TEXT,
  level: NUMBER,
  email: TEXT,
  security: TEXT,
  encryption: TEXT,
  flow: TEXT,
  experiments: TEXT,
  alterId: NUMBER,
  reverse: MAP,
}
const SERVER: KeyTable = { address: TEXT, port: PORT, level: NUMBER, email: TEXT }
const VNEXT: KeyTable = {
  ...SERVER,
  ...USER,
  vnext: listOf(keys({ address: TEXT, port: PORT, users: listOf(keys(USER)) })),
}

/** `settings` of outbounds. */
export const OUTBOUND_SETTINGS: Readonly<Record<string, KeyTable | undefined>> = {
  vmess: VNEXT,
  vless: { ...VNEXT, seed: TEXT, testpre: NUMBER, testseed: ANY },
  trojan: {
    ...SERVER,
    password: TEXT,
    flow: TEXT,
    servers: listOf(keys({ ...SERVER, password: TEXT, flow: TEXT })),
  },
  shadowsocks: {
    ...SERVER,
    method: TEXT,
    password: TEXT,
    uot: FLAG,
    uotVersion: NUMBER,
    servers: listOf(
      keys({ ...SERVER, method: TEXT, password: TEXT, uot: FLAG, uotVersion: NUMBER, ivCheck: FLAG, ota: FLAG }),
    ),
  },
  socks: { ...SERVER, user: TEXT, pass: TEXT, servers: listOf(keys({ ...SERVER, users: listOf(keys({ user: TEXT, pass: TEXT, level: NUMBER, email: TEXT })) })) }, // oxfmt-ignore
  http: { ...SERVER, user: TEXT, pass: TEXT, headers: HEADERS, servers: listOf(keys({ ...SERVER, users: listOf(keys({ user: TEXT, pass: TEXT, level: NUMBER, email: TEXT })) })) }, // oxfmt-ignore
  wireguard: {
    secretKey: textAs('wireguard-key'),
    address: listOf(textAs('wireguard-address')),
    peers: listOf(
      keys({
        publicKey: textAs('wireguard-key'),
        preSharedKey: textAs('wireguard-key'),
        endpoint: TEXT,
        keepAlive: NUMBER,
        allowedIPs: TEXTS,
      }),
    ),
    mtu: NUMBER,
    reserved: either(NUMBERS, TEXT),
    noKernelTun: FLAG,
    domainStrategy: textAs('wireguard-strategy'),
    workers: NUMBER,
    kernelMode: FLAG,
  },
  hysteria: { ...SERVER, version: NUMBER },
  freedom: {
    domainStrategy: textAs('domain-strategy'),
    targetStrategy: textAs('domain-strategy'),
    redirect: TEXT,
    userLevel: NUMBER,
    fragment: keys(
      { packets: textAs('packets'), length: RANGE, interval: RANGE, delay: RANGE, maxSplit: RANGE },
      'length',
    ),
    noise: MAP,
    noises: listOf(keys({ type: TEXT, packet: ANY, delay: RANGE, applyTo: TEXT }, 'packet')),
    proxyProtocol: NUMBER,
    finalRules: listOf(MAP),
  },
  blackhole: { response: { kind: 'variants', by: 'type', of: { none: { type: TEXT }, http: { type: TEXT } } } },
  dns: { network: TEXT, address: TEXT, port: PORT, nonIPQuery: TEXT, blockTypes: listOf(NUMBER), userLevel: NUMBER, rewriteNetwork: TEXT, rewriteAddress: TEXT, rewritePort: PORT, rules: listOf(MAP) }, // oxfmt-ignore
  loopback: { inboundTag: TEXT, sniffing: MAP },
}

export const OUTBOUND_ALIASES: Readonly<Record<string, string>> = { direct: 'freedom', block: 'blackhole' }

const ACCOUNTS: KeyTable = {
  auth: TEXT,
  accounts: listOf(keys({ user: TEXT, pass: TEXT })),
  users: listOf(keys({ user: TEXT, pass: TEXT, email: TEXT, level: NUMBER })),
  udp: FLAG,
  ip: TEXT,
  userLevel: NUMBER,
  timeout: NUMBER,
  allowTransparent: FLAG,
}
const TUNNEL: KeyTable = {
  address: TEXT,
  port: PORT,
  network: WORDS,
  portMap: mapOf(TEXT),
  followRedirect: FLAG,
  userLevel: NUMBER,
  timeout: NUMBER,
  rewriteAddress: TEXT,
  rewritePort: PORT,
  allowedNetwork: WORDS,
}

/** `settings` of inbounds; those of servers are not looked into. */
export const INBOUND_SETTINGS: Readonly<Record<string, KeyTable | undefined>> = {
  socks: ACCOUNTS,
  http: ACCOUNTS,
  mixed: ACCOUNTS,
  'dokodemo-door': TUNNEL,
  tunnel: TUNNEL,
}

/** Protocols of inbounds. */
export const INBOUND_PROTOCOLS: readonly string[] = [
  'socks', 'http', 'mixed', 'dokodemo-door', 'tunnel', 'tun', 'vmess', 'vless', 'trojan', 'shadowsocks', 'wireguard',
  'hysteria', 'hysteria2',
] // oxfmt-ignore

const RULE = keys({
  type: ANY,
  enabled: ANY,
  ruleTag: TEXT,
  domain: WORDS,
  domains: WORDS,
  ip: WORDS,
  port: PORTS,
  sourcePort: PORTS,
  localPort: PORTS,
  network: WORDS,
  source: WORDS,
  sourceIP: WORDS,
  localIP: WORDS,
  user: WORDS,
  vlessRoute: PORTS,
  inboundTag: WORDS,
  protocol: WORDS,
  attrs: mapOf(TEXT),
  process: WORDS,
  outboundTag: TEXT,
  balancerTag: TEXT,
  domainMatcher: ANY,
  webhook: MAP,
})

const SNIFFING = keys({
  enabled: FLAG,
  destOverride: oneOrMore(textAs('dest-override')),
  domainsExcluded: WORDS,
  ipsExcluded: WORDS,
  metadataOnly: FLAG,
  routeOnly: FLAG,
})

const DNS_SERVER = keys({
  address: TEXT,
  port: PORT,
  domains: WORDS,
  expectedIPs: WORDS,
  expectIPs: WORDS,
  unexpectedIPs: WORDS,
  skipFallback: FLAG,
  queryStrategy: TEXT,
  clientIp: TEXT,
  clientIP: TEXT,
  tag: TEXT,
  timeoutMs: NUMBER,
  disableCache: FLAG,
  serveStale: FLAG,
  serveExpiredTTL: NUMBER,
  finalQuery: FLAG,
})

/** The keys at the top. */
export const XRAY_KEYS: KeyTable = {
  log: keys({ access: TEXT, error: TEXT, loglevel: TEXT, dnsLog: FLAG, maskAddress: TEXT }),
  dns: keys({
    servers: listOf(either(TEXT, DNS_SERVER)),
    hosts: mapOf(WORDS),
    clientIp: TEXT,
    queryStrategy: TEXT,
    disableCache: FLAG,
    serveStale: FLAG,
    serveExpiredTTL: NUMBER,
    disableFallback: FLAG,
    disableFallbackIfMatch: FLAG,
    enableParallelQuery: FLAG,
    useSystemHosts: FLAG,
    tag: TEXT,
  }),
  fakedns: either(keys({ ipPool: TEXT, poolSize: NUMBER }), listOf(keys({ ipPool: TEXT, poolSize: NUMBER }))),
  inbounds: listOf(
    keys({
      protocol: TEXT,
      port: PORTS,
      listen: textAs('listen'),
      tag: TEXT,
      settings: MAP,
      streamSettings: keys(STREAM_KEYS),
      sniffing: SNIFFING,
      allocate: MAP,
    }),
  ),
  outbounds: listOf(
    keys({
      protocol: TEXT,
      tag: TEXT,
      sendThrough: TEXT,
      settings: MAP,
      streamSettings: keys(STREAM_KEYS),
      proxySettings: keys({ tag: nameOf('dialer'), transportLayer: FLAG }),
      mux: keys({ enabled: FLAG, concurrency: NUMBER, xudpConcurrency: NUMBER, xudpProxyUDP443: textAs('xudp') }),
      targetStrategy: textAs('domain-strategy'),
    }),
  ),
  routing: keys({
    domainStrategy: TEXT,
    domainMatcher: ANY,
    rules: listOf(RULE),
    balancers: listOf(
      keys({
        tag: TEXT,
        selector: WORDS,
        strategy: keys({ type: textAs('strategy'), settings: MAP }),
        fallbackTag: TEXT,
      }),
    ),
  }),
  observatory: keys({
    subjectSelector: TEXTS,
    probeURL: TEXT,
    probeInterval: textAs('duration'),
    enableConcurrency: FLAG,
  }),
  burstObservatory: keys({
    subjectSelector: TEXTS,
    pingConfig: keys({
      destination: TEXT,
      connectivity: TEXT,
      interval: textAs('duration'),
      sampling: NUMBER,
      timeout: textAs('duration'),
      httpMethod: TEXT,
    }),
  }),
  policy: MAP,
  api: keys({ tag: TEXT, listen: TEXT, services: TEXTS }),
  stats: MAP,
  metrics: keys({ tag: TEXT, listen: TEXT }),
  version: keys({ min: TEXT, max: TEXT }),
  geodata: MAP,
  reverse: MAP,
  // An empty one passes; anything else is refused.
  transport: MAP,
}
