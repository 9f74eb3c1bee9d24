import type { JsonObject } from '../text/record.ts'

/** What every node has, and the parts that several protocols share. Knows no protocol, no link and no client. */

export interface NodeBase {
  type: string
  name: string
  /** Host name, IPv4 or IPv6 without brackets. */
  server: string
  /** 1..65535. */
  port: number
  /** Absent = on where the protocol has UDP. */
  udp?: boolean
  tfo?: boolean
  mptcp?: boolean
  /** Name of the node or group this one connects through (mihomo dialer-proxy, sing-box detour). */
  dialer?: string
  interfaceName?: string
  routingMark?: number
  /** dual, ipv4, ipv6, ipv4-prefer, ipv6-prefer. */
  ipVersion?: string
  rest?: Rest
}

/** What was not understood, or what only the format it came from can say: kept so that a round trip loses nothing. */
export interface Rest {
  /** Link parameters as spelled, percent-decoded. */
  link?: [key: string, value: string][]
  /** Further keys of a `proxies:` entry. */
  mihomo?: JsonObject
  /** Further keys of a sing-box outbound or endpoint. */
  singbox?: JsonObject
}

export interface Tls {
  sni?: string
  /** The certificate is not checked. */
  insecure?: boolean
  alpn?: string[]
  /** uTLS browser name, lower case. */
  fingerprint?: string
  /** SHA-256 of the leaf certificate, 64 hex digits in lower case. */
  certificatePin?: string
  /** Further ones of a list: the certificate may match any of them. */
  morePins?: string[]
  /** Name the certificate is checked against instead of the SNI. */
  certificateName?: string
  reality?: Reality
  /** The old `security=xtls`, which no client of ours speaks. */
  xtls?: true
  ech?: Ech
  /** Client certificate and key: PEM text or a path. */
  certificate?: string
  privateKey?: string
  disableSni?: boolean
}

export interface Reality {
  /** 32 bytes, URL-safe base64 without padding. */
  publicKey: string
  shortId?: string
  spiderX?: string
  /** ML-DSA-65 verify key (link parameter pqv). */
  mldsa65?: string
  supportX25519Mlkem768?: boolean
}

export interface Ech {
  /** ECHConfigList in standard base64. Absent: looked up in DNS. */
  config?: string
  /** Name whose HTTPS record holds the config. */
  queryName?: string
  /** DNS over HTTPS address of the link form `domain+https://…`. */
  doh?: string
}

export interface WsTransport {
  type: 'ws'
  path: string
  host?: string
  headers?: Record<string, string>
  /** Bytes of early data. */
  earlyData?: number
  earlyDataHeader?: string
}

export interface HttpUpgradeTransport {
  type: 'httpupgrade'
  path: string
  host?: string
  headers?: Record<string, string>
  fastOpen?: boolean
}

export interface GrpcTransport {
  type: 'grpc'
  serviceName: string
  /** gun (default) or multi. */
  mode?: string
  authority?: string
  userAgent?: string
  /** Seconds. */
  pingInterval?: number
  maxConnections?: number
  minStreams?: number
  maxStreams?: number
}

/** The HTTP/1.1 header of raw TCP (`headerType=http`). */
export interface HttpHeaderTransport {
  type: 'http'
  method?: string
  path: string[]
  host: string[]
  headers?: Record<string, string[]>
}

export interface H2Transport {
  type: 'h2'
  path: string
  host: string[]
  method?: string
  headers?: Record<string, string[]>
}

export interface XhttpTransport {
  type: 'xhttp'
  path: string
  host?: string
  mode?: string
  headers?: Record<string, string>
  /** Further options in mihomo's spelling (`xhttp-opts`), already checked. */
  options?: JsonObject
  /** The link's `extra` as given, for the way back. */
  extra?: string
  /** Without TLS: HTTP/2 in place of HTTP/1.1. */
  h2c?: boolean
}

export interface KcpTransport {
  type: 'kcp'
  seed?: string
  header?: string
}

export interface QuicTransport {
  type: 'quic'
  security?: string
  key?: string
  header?: string
}

export type Transport =
  | WsTransport
  | HttpUpgradeTransport
  | GrpcTransport
  | HttpHeaderTransport
  | H2Transport
  | XhttpTransport
  | KcpTransport
  | QuicTransport

export interface Multiplex {
  /** smux, yamux or h2mux. Absent = the client's default (h2mux). */
  protocol?: string
  maxConnections?: number
  minStreams?: number
  maxStreams?: number
  padding?: boolean
  statistic?: boolean
  onlyTcp?: boolean
  /** Rates in Mbps. */
  brutal?: { up: number; down: number }
}
