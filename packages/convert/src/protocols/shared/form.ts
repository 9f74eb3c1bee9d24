import type { JsonObject } from '../../text/record.ts'

/** The form of a node: which fields a person can fill in, how, and which of them are secret. Light: pages load it. */

/** How a field is filled in. */
export type FieldKind = 'text' | 'number' | 'switch' | 'select' | 'list' | 'map' | 'long' | 'json'

/** A field of a node's form. */
export interface NodeField {
  /** Where it stands in the record. */
  path: readonly string[]
  kind: FieldKind
  required?: boolean
  /** Nobody should read it over a shoulder, nor anything within it. */
  secret?: true | undefined
  options?: readonly string[]
  min?: number
  max?: number
}

/** The form of a protocol's nodes, beside the fields that every node has. */
export interface NodeForm {
  /** Fields of its own. */
  fields: readonly NodeField[]
  /** `or-null`: a node without TLS says `null`, `or-absent`: it says nothing. */
  tls: 'always' | 'or-null' | 'or-absent' | 'none'
  /** REALITY can stand within its TLS. */
  reality: boolean
  /** The same of transport; where there is one, there may be multiplexing too. */
  transport: 'or-null' | 'or-absent' | 'none'
  /** A plugin can stand before it. */
  plugin?: true
}

/** A path with dots; `!`: it has to be filled in. */
type Spec = `${string}${'' | '!'}`

/** A line of text. */
export const text = (name: Spec) => field(name, 'text')
/** What nobody should read over a shoulder. */
export const secret = (name: Spec, kind: FieldKind = 'text'): NodeField => ({ ...field(name, kind), secret: true })
/** A whole number. */
export const number = (name: Spec, min = 0, max?: number): NodeField => ({ ...field(name, 'number'), min, max })
/** On or off. */
export const flag = (name: Spec) => field(name, 'switch')
/** One a line. */
export const list = (name: Spec) => field(name, 'list')
/** `key: value`, one a line. */
export const map = (name: Spec) => field(name, 'map')
/** Several lines. */
const long = (name: Spec) => field(name, 'long')
/** An object as it stands, for which there are no fields. */
export const json = (name: Spec) => field(name, 'json')
/** One of a few. */
export const pick = (name: Spec, ...options: string[]): NodeField => ({ ...field(name, 'select'), options })

function field(name: Spec, kind: FieldKind): NodeField {
  const required = name.endsWith('!')
  return { path: (required ? name.slice(0, -1) : name).split('.'), kind, required }
}

/** Browsers that a TLS handshake can be made to look like. */
export const FINGERPRINTS = [
  'chrome', 'firefox', 'safari', 'ios', 'android', 'edge', '360', 'qq', 'random', 'randomized',
] as const // oxfmt-ignore
/** Which addresses of a server are tried. */
export const IP_VERSIONS = ['dual', 'ipv4', 'ipv6', 'ipv4-prefer', 'ipv6-prefer'] as const

/** The fields of TLS. */
export const TLS: readonly NodeField[] = [
  text('tls.sni'),
  flag('tls.insecure'),
  list('tls.alpn'),
  pick('tls.fingerprint', ...FINGERPRINTS),
  text('tls.certificatePin'),
  text('tls.certificateName'),
  flag('tls.disableSni'),
  json('tls.ech'),
  long('tls.certificate'),
  secret('tls.privateKey', 'long'),
]

/** Those of REALITY, which stands within TLS. */
export const REALITY: readonly NodeField[] = [
  text('tls.reality.publicKey!'),
  text('tls.reality.shortId'),
  text('tls.reality.spiderX'),
  text('tls.reality.mldsa65'),
  flag('tls.reality.supportX25519Mlkem768'),
]

/** Those of each transport. */
export const TRANSPORTS: Readonly<Record<string, readonly NodeField[]>> = {
  ws: [
    text('transport.path!'),
    text('transport.host'),
    map('transport.headers'),
    number('transport.earlyData'),
    text('transport.earlyDataHeader'),
  ],
  httpupgrade: [text('transport.path!'), text('transport.host'), map('transport.headers'), flag('transport.fastOpen')],
  grpc: [
    text('transport.serviceName!'),
    pick('transport.mode', 'gun', 'multi'),
    text('transport.authority'),
    text('transport.userAgent'),
    number('transport.pingInterval'),
    number('transport.maxConnections'),
    number('transport.minStreams'),
    number('transport.maxStreams'),
  ],
  http: [list('transport.path'), list('transport.host'), text('transport.method'), json('transport.headers')],
  h2: [text('transport.path!'), list('transport.host'), text('transport.method'), json('transport.headers')],
  xhttp: [
    text('transport.path!'),
    text('transport.host'),
    text('transport.mode'),
    map('transport.headers'),
    flag('transport.h2c'),
    json('transport.options'),
    long('transport.extra'),
  ],
  kcp: [secret('transport.seed'), text('transport.header')],
  quic: [text('transport.security'), secret('transport.key'), text('transport.header')],
}

/** A new transport of a type: what it cannot do without. */
export function startTransport(type: string): JsonObject {
  if (type === 'grpc') return { type, serviceName: '' }
  if (type === 'http') return { type, path: ['/'], host: [] }
  if (type === 'h2') return { type, path: '/', host: [] }
  return type === 'kcp' || type === 'quic' ? { type } : { type, path: '/' }
}

const WEBSOCKET_PLUGIN = [
  text('plugin.mode!'),
  text('plugin.host'),
  text('plugin.path'),
  number('plugin.mux'),
  map('plugin.headers'),
  flag('plugin.httpUpgrade'),
  flag('plugin.fastOpen'),
  json('plugin.tls'),
]
/** The handshake with a site that is borrowed. */
const BORROWED_SITE = [
  text('plugin.tls.sni'),
  list('plugin.tls.alpn'),
  pick('plugin.tls.fingerprint', ...FINGERPRINTS),
  flag('plugin.tls.insecure'),
]

/** Those of each Shadowsocks plugin. */
export const PLUGINS: Readonly<Record<string, readonly NodeField[]>> = {
  obfs: [pick('plugin.mode!', 'http', 'tls'), text('plugin.host'), text('plugin.uri')],
  'v2ray-plugin': WEBSOCKET_PLUGIN,
  'gost-plugin': WEBSOCKET_PLUGIN,
  'shadow-tls': [number('plugin.version', 1, 3), secret('plugin.password'), ...BORROWED_SITE],
  restls: [
    secret('plugin.password'),
    pick('plugin.versionHint', 'tls12', 'tls13'),
    text('plugin.script'),
    ...BORROWED_SITE,
  ],
  kcptun: [json('plugin.options')],
  other: [text('plugin.text!')],
}

/** A new plugin: what it cannot do without. */
export function startPlugin(name: string): JsonObject {
  if (name === 'obfs') return { name, mode: 'http' }
  if (name === 'v2ray-plugin' || name === 'gost-plugin') return { name, mode: 'websocket' }
  if (name === 'shadow-tls' || name === 'restls') return { name, tls: {} }
  return name === 'kcptun' ? { name, options: {} } : { name, text: '' }
}

/** Those of multiplexing. */
export const MULTIPLEX: readonly NodeField[] = [
  pick('multiplex.protocol', 'smux', 'yamux', 'h2mux'),
  number('multiplex.maxConnections'),
  number('multiplex.minStreams'),
  number('multiplex.maxStreams'),
  flag('multiplex.padding'),
  flag('multiplex.statistic'),
  flag('multiplex.onlyTcp'),
  json('multiplex.brutal'),
]

/** Those of how a node is dialled: every protocol has them. */
export const DIAL: readonly NodeField[] = [
  flag('udp'),
  flag('tfo'),
  flag('mptcp'),
  text('dialer'),
  text('interfaceName'),
  number('routingMark'),
  pick('ipVersion', ...IP_VERSIONS),
]
