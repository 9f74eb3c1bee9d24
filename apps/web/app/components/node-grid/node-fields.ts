import { ownValue, tidyName, SS_METHODS, getAt } from '@switchyard/recipe/model'
import { fieldText, readField, type FieldKind, type FieldProblem, type NodeField } from './field-values.ts'
import type { NodeRecord } from './types.ts'

/** The form of a node: which fields its record may have. */

/** A part of the form. With `part`, it stands for one object of the record that may be absent. */
export interface FieldSection {
  name: 'address' | 'credentials' | 'tls' | 'reality' | 'transport' | 'multiplex' | 'quic' | 'dial' | 'other'
  part?: readonly string[]
  /** What the object starts as when it is switched on. */
  start?: unknown
  /** Absent = `null` in the record, not left out. */
  nullable?: boolean
  fields: readonly NodeField[]
}

type Spec = `${string}${'' | '!'}`

const text = (name: Spec) => field(name, 'text')
const secret = (name: Spec, kind: FieldKind = 'text'): NodeField => ({ ...field(name, kind), secret: true })
const number = (name: Spec, min = 0, max?: number): NodeField => ({ ...field(name, 'number'), min, max })
const flag = (name: Spec) => field(name, 'switch')
const list = (name: Spec) => field(name, 'list')
const map = (name: Spec) => field(name, 'map')
const long = (name: Spec) => field(name, 'long')
const json = (name: Spec) => field(name, 'json')
const pick = (name: Spec, ...options: string[]): NodeField => ({ ...field(name, 'select'), options })

function field(name: Spec, kind: FieldKind): NodeField {
  const required = name.endsWith('!')
  return { path: (required ? name.slice(0, -1) : name).split('.'), kind, required }
}

const CREDENTIALS: Readonly<Record<string, readonly NodeField[]>> = {
  anytls: [secret('password!'), number('idleCheckInterval'), number('idleTimeout'), number('minIdle')],
  http: [secret('username'), secret('password'), text('path'), map('headers')],
  socks5: [secret('username'), secret('password'), pick('version', '4', '4a'), number('udpOverTcp', 1, 2)],
  hysteria: [
    secret('auth'),
    secret('authBytes'),
    secret('obfs'),
    pick('protocol', 'wechat-video', 'faketcp'),
    number('up'),
    number('down'),
    text('ports'),
    json('hopInterval'),
  ],
  hysteria2: [
    secret('password'),
    text('ports'),
    json('hopInterval'),
    json('obfs'),
    number('up'),
    number('down'),
    pick('bbrProfile', 'conservative', 'standard', 'aggressive'),
    json('realm'),
  ],
  mieru: [
    secret('username!'),
    secret('password!'),
    pick('transport!', 'TCP', 'UDP'),
    text('portRange'),
    text('multiplexing'),
    text('handshakeMode'),
    text('trafficPattern'),
    text('profile'),
  ],
  snell: [secret('psk!'), number('version', 1, 6), secret('userKey'), flag('reuse'), text('mode'), json('obfs')],
  ss: [text('method!'), secret('password!'), json('plugin'), number('udpOverTcp', 1, 2), text('group')],
  ssh: [
    secret('username!'),
    secret('password'),
    secret('privateKey', 'long'),
    secret('passphrase'),
    list('hostKeys'),
    list('hostKeyAlgorithms'),
    text('clientVersion'),
    list('ciphers'),
    list('macs'),
    list('keyExchanges'),
  ],
  ssr: [
    text('method!'),
    secret('password!'),
    text('protocol!'),
    secret('protocolParam'),
    text('obfs!'),
    text('obfsParam'),
    text('group'),
    text('udpPort'),
    text('uot'),
  ],
  trojan: [secret('password!'), text('plugin'), json('shadowsocks')],
  tuic: [
    secret('uuid'),
    secret('password'),
    secret('token'),
    pick('congestion', 'cubic', 'new_reno', 'bbr', 'bbr_meta_v1', 'bbr_meta_v2'),
    pick('udpRelayMode', 'native', 'quic'),
    flag('reduceRtt'),
    number('heartbeat'),
    number('udpOverStream', 1, 2),
  ],
  vless: [
    secret('uuid!'),
    pick('flow', 'xtls-rprx-vision', 'xtls-rprx-vision-udp443'),
    secret('encryption'),
    pick('packetEncoding', 'packetaddr', 'xudp', 'none'),
  ],
  vmess: [
    secret('uuid!'),
    number('alterId!'),
    pick('cipher!', 'auto', 'none', 'zero', 'aes-128-gcm', 'chacha20-poly1305', 'aes-128-cfb'),
    pick('packetEncoding', 'packetaddr', 'xudp'),
    flag('globalPadding'),
    flag('authenticatedLength'),
    json('json'),
  ],
  wireguard: [
    secret('privateKey!'),
    text('publicKey!'),
    secret('presharedKey'),
    list('address!'),
    list('allowedIps'),
    list('reserved'),
    number('keepalive'),
    number('mtu'),
    list('dns'),
    flag('remoteDns'),
    number('workers'),
    json('amnezia'),
    json('morePeers'),
  ],
}

export const FINGERPRINTS = [
  'chrome', 'firefox', 'safari', 'ios', 'android', 'edge', '360', 'qq', 'random', 'randomized',
] as const // oxfmt-ignore
export const IP_VERSIONS = ['dual', 'ipv4', 'ipv6', 'ipv4-prefer', 'ipv6-prefer'] as const

const TLS: readonly NodeField[] = [
  text('tls.sni'),
  flag('tls.insecure'),
  list('tls.alpn'),
  pick('tls.fp', ...FINGERPRINTS),
  text('tls.pin'),
  text('tls.vcn'),
  flag('tls.disableSni'),
  json('tls.ech'),
  long('tls.certificate'),
  secret('tls.privateKey', 'long'),
]

const REALITY: readonly NodeField[] = [
  text('tls.reality.publicKey!'),
  text('tls.reality.shortId'),
  text('tls.reality.spiderX'),
  text('tls.reality.mldsa65'),
  flag('tls.reality.supportX25519Mlkem768'),
]

const TRANSPORTS: Readonly<Record<string, readonly NodeField[]>> = {
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

const TRANSPORT_TYPES = Object.keys(TRANSPORTS)

/** A new transport of a type: what it cannot do without. */
export function startTransport(type: string): Record<string, unknown> {
  if (type === 'grpc') return { type, serviceName: '' }
  if (type === 'http') return { type, path: ['/'], host: [] }
  if (type === 'h2') return { type, path: '/', host: [] }
  return type === 'kcp' || type === 'quic' ? { type } : { type, path: '/' }
}

const MULTIPLEX: readonly NodeField[] = [
  pick('multiplex.protocol', 'smux', 'yamux', 'h2mux'),
  number('multiplex.maxConnections'),
  number('multiplex.minStreams'),
  number('multiplex.maxStreams'),
  flag('multiplex.padding'),
  flag('multiplex.statistic'),
  flag('multiplex.onlyTcp'),
  json('multiplex.brutal'),
]

const DIAL: readonly NodeField[] = [
  flag('udp'),
  flag('tfo'),
  flag('mptcp'),
  text('dialer'),
  text('interfaceName'),
  number('routingMark'),
  pick('ipVersion', ...IP_VERSIONS),
]

const ALWAYS_TLS = new Set(['anytls', 'hysteria', 'hysteria2', 'tuic'])
const MAYBE_TLS = new Set(['http', 'socks5', 'trojan', 'vless', 'vmess', 'ss'])
const WITH_TRANSPORT = new Set(['trojan', 'vless', 'vmess', 'ss'])
const MAX_PORT = 65535

/** Every field that a record of this protocol has or may have. Nothing of the record is left without a field. */
export function sectionsOf(node: NodeRecord): FieldSection[] {
  const { type } = node
  const sections: FieldSection[] = [
    { name: 'address', fields: [text('name!'), text('server!'), { ...number('port!', 1, MAX_PORT) }] },
    { name: 'credentials', fields: (ownValue(CREDENTIALS, type) ?? []).map((each) => withOwnValue(each, node, type)) },
  ]
  if (ALWAYS_TLS.has(type)) sections.push({ name: 'tls', fields: TLS })
  else if (MAYBE_TLS.has(type)) {
    const nullable = type !== 'ss'
    sections.push({ name: 'tls', part: ['tls'], start: {}, nullable, fields: TLS })
  }
  if (getAt(node, ['tls']) && (type === 'vless' || type === 'trojan' || type === 'vmess' || type === 'anytls')) {
    sections.push({ name: 'reality', part: ['tls', 'reality'], start: { publicKey: '' }, fields: REALITY })
  }
  if (WITH_TRANSPORT.has(type)) {
    const current = getAt(node, ['transport', 'type'])
    sections.push({
      name: 'transport',
      part: ['transport'],
      nullable: type !== 'ss',
      fields: [
        { ...pick('transport.type', ...TRANSPORT_TYPES) },
        ...((typeof current === 'string' && ownValue(TRANSPORTS, current)) || []),
      ],
    })
    sections.push({ name: 'multiplex', part: ['multiplex'], start: {}, fields: MULTIPLEX })
  }
  sections.push({ name: 'dial', fields: DIAL })
  const other = otherFields(node, sections)
  if (other.length > 0) sections.push({ name: 'other', fields: other })
  return sections.filter(({ fields }) => fields.length > 0)
}

/** A value that the list does not have is one of its options as well. */
function withOwnValue(each: NodeField, node: NodeRecord, type: string): NodeField {
  if (type === 'ss' && each.path[0] === 'method') {
    return { ...each, kind: 'select', options: SS_METHODS }
  }
  const value = getAt(node, each.path)
  return each.kind !== 'json' && typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ...each, kind: 'json' }
    : each
}

/** Names that texts and clients give to a field, and what the record calls it. */
const FIELD_NAMES: Readonly<Record<string, readonly string[]>> = {
  cipher: ['cipher', 'method'],
  userinfo: ['password', 'uuid'],
  password: ['password', 'uuid', 'auth', 'token', 'psk'],
  insecure: ['tls.insecure'],
  'skip-cert-verify': ['tls.insecure'],
  pbk: ['tls.reality.publicKey'],
  sid: ['tls.reality.shortId'],
  'obfs-password': ['obfs'],
  'port-range': ['portRange'],
  type: ['transport.type'],
  network: ['transport.type'],
}

/** Where the record holds a field, by whatever name it was told. */
export function fieldPathOf(node: NodeRecord, name: string): readonly string[] | undefined {
  const fields = sectionsOf(node).flatMap((section) => section.fields)
  for (const wanted of ownValue(FIELD_NAMES, name) ?? [name]) {
    const found =
      fields.find(({ path }) => path.join('.') === wanted) ?? fields.find(({ path }) => path.at(-1) === wanted)
    if (found) return found.path
  }
  return undefined
}

/** Whatever else the record holds, as JSON. */
function otherFields(node: NodeRecord, sections: readonly FieldSection[]): NodeField[] {
  const known = new Set(['type'])
  for (const { part, fields } of sections) {
    if (part) known.add(part[0]!)
    for (const { path } of fields) known.add(path[0]!)
  }
  return (
    Object.keys(node)
      .filter((key) => !known.has(key) && node[key] !== undefined)
      // Of what nobody understood nobody knows what is secret.
      .map((key): NodeField => ({ path: [key], kind: 'json', secret: key === 'rest' || undefined }))
  )
}

/** What is wrong with a record as it stands, under the path of the field. */
export function recordProblems(node: NodeRecord): ReadonlyMap<string, FieldProblem> {
  const problems = new Map<string, FieldProblem>()
  for (const { part, fields } of sectionsOf(node)) {
    if (part && (getAt(node, part) ?? undefined) === undefined) continue
    for (const each of fields) {
      const value = getAt(node, each.path)
      const { problem } = readField(each, fieldText(each, value), value)
      if (problem) problems.set(each.path.join('.'), problem)
    }
  }
  // Of a name only what clients can show is kept.
  if (typeof node.name === 'string' && tidyName(node.name) === '') problems.set('name', 'required')
  return problems
}
