import { type AnyKind, flag, json, type Kind as KindOf, listOf, objectOf, scalar, text, whole } from '../model/kinds.ts'
import { nodeFields } from '../model/node-fields.ts'
import { type Fields, scalarText } from '../model/fields.ts'
import type { NodeBase } from '../model/node.ts'
import { base64Bytes } from '../text/base64.ts'
import { type MIHOMO_ONLY_TYPES, mihomoOnlyForm } from './mihomo-only.form.ts'
import type { MihomoProxy, Protocol } from './protocol.ts'
import { addressFromMihomo, restOfMihomo } from './shared/address.ts'
import { dialFromMihomo, dialToMihomo } from './shared/dial.ts'
import type { Reach } from '../model/reach.ts'
import { handshake, OVER_TCP } from './shared/reach.ts'
import { keysOf, type JsonObject } from '../text/record.ts'

/**
 * Types that only mihomo has and that no share link names: read from its lists and written back to it, field by field,
 * so that a value of the wrong kind cannot break the file: docs/formats/mihomo-only.md, "Fields".
 */

export interface MihomoOnlyNode extends NodeBase {
  type: MihomoOnlyType
  /** Values under mihomo's own keys, each of the kind mihomo wants. */
  options: JsonObject
}

type Kind = 'text' | 'int' | 'bool' | 'list' | 'texts' | 'map'

interface Shape {
  keys: Readonly<Record<string, Kind>>
  required: readonly string[]
  /** Has no server and port of its own. */
  addressless?: boolean
  /** The type has a `udp` key. */
  udp: boolean
  /** How its server is spoken to; absent: over TCP. Undefined: it answers nobody without the key. */
  way?: (options: JsonObject) => 'tcp' | 'tls' | 'quic' | undefined
  /** The key of a value mihomo would refuse, or undefined. */
  issue?: (options: JsonObject) => string | undefined
}

const TLS_KEYS = {
  'skip-cert-verify': 'bool',
  fingerprint: 'text',
  certificate: 'text',
  'private-key': 'text',
} as const
const WINDOW_KEYS = { 'congestion-controller': 'text', cwnd: 'int', 'bbr-profile': 'text' } as const
const DNS_KEYS = { 'remote-dns-resolve': 'bool', dns: 'list' } as const

const TABLE_TYPES = ['prefer_ascii', 'prefer_entropy', 'up_ascii_down_entropy', 'up_entropy_down_ascii', '']
const OPENVPN_CIPHER = /^(?:AES-(?:128|192|256)-(?:GCM|CBC)|CHACHA20-POLY1305)$/
const OPENVPN_AUTH = ['MD5', 'SHA1', 'SHA256', 'SHA384', 'SHA512']

export const MIHOMO_SHAPES = {
  sudoku: {
    keys: {
      key: 'text', 'aead-method': 'text', 'padding-min': 'int', 'padding-max': 'int', 'table-type': 'text', 'custom-table': 'text',
      'custom-tables': 'list', 'enable-pure-downlink': 'bool', httpmask: 'map', 'http-mask': 'bool', 'http-mask-mode': 'text',
      'http-mask-tls': 'bool', 'http-mask-host': 'text', 'http-mask-multiplex': 'text', 'path-root': 'text',
    }, // oxfmt-ignore
    required: ['key'],
    udp: false,
    way: ({ 'http-mask-tls': isTls }) => (isTls === true ? 'tls' : 'tcp'),
    issue: ({ 'table-type': type, 'custom-table': table }) =>
      !TABLE_TYPES.includes(scalarText(type))
        ? 'table-type'
        : table !== undefined && scalarText(table).length !== 8
          ? 'custom-table'
          : undefined,
  },
  masque: {
    keys: {
      'private-key': 'text', 'public-key': 'text', ip: 'text', ipv6: 'text', uri: 'text', sni: 'text', mtu: 'int', 'skip-cert-verify': 'bool',
      network: 'text', ...WINDOW_KEYS, ...DNS_KEYS,
    }, // oxfmt-ignore
    required: ['private-key', 'public-key'],
    udp: true,
    way: ({ network }) => (network === 'h2' ? 'tls' : 'quic'),
    issue: (options) => {
      if (!isDer(options['private-key'], SEC1_START)) return 'private-key'
      if (!isDer(options['public-key'], PKIX_START)) return 'public-key'
      return options['network'] !== 'h3-l4proxy' && options['ip'] === undefined && options['ipv6'] === undefined
        ? 'ip'
        : undefined
    },
  },
  trusttunnel: {
    keys: {
      username: 'text', password: 'text', alpn: 'list', sni: 'text', 'ech-opts': 'map', 'client-fingerprint': 'text', ...TLS_KEYS,
      'health-check': 'bool', quic: 'bool', ...WINDOW_KEYS, 'max-connections': 'int', 'min-streams': 'int', 'max-streams': 'int',
    }, // oxfmt-ignore
    required: ['username'],
    udp: true,
    way: ({ quic }) => (quic === true ? 'quic' : 'tls'),
    issue: ({ alpn, quic }) =>
      Array.isArray(alpn) && !alpn.includes(quic === true ? 'h3' : 'h2') ? 'alpn' : undefined,
  },
  openvpn: {
    keys: {
      proto: 'text', dev: 'text', cipher: 'text', auth: 'text', 'comp-lzo': 'text', ca: 'text', cert: 'text', key: 'text', 'tls-crypt': 'text',
      username: 'text', password: 'text', 'peer-info': 'texts', ping: 'int', 'ping-restart': 'int', mtu: 'int', ...DNS_KEYS,
    }, // oxfmt-ignore
    required: ['ca'],
    udp: false,
    way: ({ proto }) => (scalarText(proto).startsWith('tcp') ? 'tcp' : undefined),
    issue: openvpnIssue,
  },
  tailscale: {
    keys: {
      hostname: 'text', 'auth-key': 'text', 'control-url': 'text', 'state-dir': 'text', ephemeral: 'bool', 'accept-routes': 'bool',
      'exit-node': 'text', 'exit-node-allow-lan-access': 'bool',
    }, // oxfmt-ignore
    required: [],
    addressless: true,
    udp: true,
    issue: ({ 'state-dir': folder }) =>
      folder !== undefined && /^[/\\]|^\w:|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(scalarText(folder))
        ? 'state-dir'
        : undefined,
  },
  'gost-relay': {
    keys: {
      forward: 'bool',
      tls: 'bool',
      mux: 'bool',
      sni: 'text',
      username: 'text',
      password: 'text',
      ...TLS_KEYS,
      'client-fingerprint': 'text',
    },
    required: [],
    udp: true,
    way: ({ tls }) => (tls === true ? 'tls' : 'tcp'),
  },
  rematch: {
    keys: { 'target-rematch-name': 'text', 'target-sub-rule': 'text' },
    required: [],
    addressless: true,
    udp: false,
    issue: (options) =>
      options['target-rematch-name'] === undefined && options['target-sub-rule'] === undefined
        ? 'target-rematch-name'
        : undefined,
  },
  direct: { keys: {}, required: [], addressless: true, udp: true },
  reject: { keys: {}, required: [], addressless: true, udp: false },
  dns: { keys: {}, required: [], addressless: true, udp: false },
} as const satisfies Readonly<Record<(typeof MIHOMO_ONLY_TYPES)[number], Shape>>

export type MihomoOnlyType = keyof typeof MIHOMO_SHAPES

/** First byte of a DER structure. */
const DER_SEQUENCE = 0x30
/** Version 1 and an octet string: SEC1. PKCS#8 begins with version 0, and mihomo does not read it. */
const SEC1_START = [0x02, 0x01, 0x01, 0x04]
/** A sequence that begins with the identifier of an EC public key: PKIX. */
const PKIX_START = [0x30, undefined, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01]

/** Whether base64 holds a DER sequence whose content begins so; undefined stands for any byte. */
function isDer(value: unknown, start: readonly (number | undefined)[]): boolean {
  const bytes = base64Bytes(scalarText(value))
  if (bytes?.[0] !== DER_SEQUENCE) return false
  // A length below 128 is one byte; above, its low bits say how many follow.
  const length = bytes[1] ?? 0
  const from = length < 0x80 ? 2 : 2 + (length & 0x7f)
  return start.every((byte, index) => byte === undefined || bytes[from + index] === byte)
}

/** The hex digits of the 256 bytes between the lines of an OpenVPN static key. */
const STATIC_KEY_DIGITS = 512

function isStaticKey(text: string): boolean {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const begin = lines.findIndex((line) => line.startsWith('-----BEGIN OpenVPN Static key'))
  const end = lines.findIndex((line) => line.startsWith('-----END OpenVPN Static key'))
  if (begin < 0 || end < begin) return false
  const digits = lines.slice(begin + 1, end).join('')
  return digits.length === STATIC_KEY_DIGITS && /^[0-9a-f]*$/i.test(digits)
}

function openvpnIssue(options: JsonObject): string | undefined {
  const text = (key: string) => (options[key] === undefined ? undefined : scalarText(options[key]))
  for (const key of ['ca', 'cert', 'key']) if (text(key) !== undefined && !text(key)!.includes('-----BEGIN')) return key
  if ((text('cert') === undefined) !== (text('key') === undefined)) return 'key'
  if (text('cert') === undefined && text('username') === undefined) return 'username'
  if (!/^(?:udp|tcp)/.test(text('proto') ?? 'udp')) return 'proto'
  if ((text('dev') ?? 'tun') !== 'tun') return 'dev'
  if (text('cipher') !== undefined && !OPENVPN_CIPHER.test(text('cipher')!)) return 'cipher'
  if (text('auth') !== undefined && !OPENVPN_AUTH.includes(text('auth')!)) return 'auth'
  if (text('tls-crypt') !== undefined && !isStaticKey(text('tls-crypt')!)) return 'tls-crypt'
  return Number(options['ping'] ?? 0) < 0 ? 'ping' : undefined
}

/** The kind of value that mihomo wants under a key. */
const KINDS: Readonly<Record<Kind, AnyKind>> = {
  text: scalar,
  int: whole,
  bool: flag,
  list: listOf(text),
  texts: listOf(text),
  map: json,
}

function mihomoOnly(type: MihomoOnlyType, shape: Shape): Protocol<MihomoOnlyNode> {
  return {
    type,
    form: mihomoOnlyForm,
    fields: nodeFields<MihomoOnlyNode>({ options: optionFields(shape) }),
    ...(shape.addressless ? { addressless: true } : {}),
    schemes: [],
    mihomoTypes: [type],
    singboxTypes: [],
    reach: (node) => reachOf(node, shape),
    fromLink: () => undefined,
    toLink: (node, issues) => issues.refuse('type-unsupported', 'type', { type: node.type }),
    fromSingbox: () => undefined,
    toSingbox: (node, _target, issues) => issues.refuse('type-unsupported', 'type', { type: node.type }),

    fromMihomo(entry, issues) {
      const address = shape.addressless ? addresslessName(entry) : addressFromMihomo(entry, issues)
      if (!address) return undefined
      const options = readOptions(entry, shape)
      for (const key of shape.required) if (options[key] === undefined) return issues.refuse('missing-field', key)
      return { type, ...address, options, ...dialFromMihomo(entry), rest: restOfMihomo(entry) }
    },

    toMihomo(node, issues) {
      const issue = shape.issue?.(node.options)
      if (issue !== undefined) return issues.refuse('client-refuses', issue)
      const proxy: MihomoProxy = { name: node.name, type }
      if (!shape.addressless) {
        proxy['server'] = node.server
        proxy['port'] = node.port
      }
      Object.assign(proxy, node.options)
      dialToMihomo(proxy, node, shape.udp, issues)
      return proxy
    },
  }
}

function reachOf({ server, options }: MihomoOnlyNode, { way }: Shape): Reach | undefined {
  const transport = way ? way(options) : 'tcp'
  if (transport === undefined || transport === 'tcp') return transport && OVER_TCP
  const { sni, alpn } = options
  return handshake(transport, server, {
    ...(typeof sni === 'string' ? { sni } : {}),
    ...(Array.isArray(alpn) ? { alpn: alpn.map(scalarText) } : {}),
  })
}

function addresslessName(entry: Fields): { name: string; server: string; port: number } {
  entry.str('type')
  return { name: entry.str('name') ?? '', server: '', port: 0 }
}

function readOptions(entry: Fields, shape: Shape): JsonObject {
  const options: JsonObject = {}
  for (const [key, kind] of Object.entries(shape.keys)) {
    const value = readKind(entry, key, kind)
    if (value !== undefined) options[key] = value
  }
  return options
}

function readKind(entry: Fields, key: string, kind: Kind): unknown {
  switch (kind) {
    case 'text':
      return entry.text(key)
    case 'int':
      return entry.int(key)
    case 'bool':
      return entry.bool(key)
    case 'list':
      return entry.list(key)
    case 'texts':
      return entry.texts(key)
    case 'map':
      return entry.map(key)?.rest()
  }
}

function optionFields({ keys, required }: Shape): KindOf<MihomoOnlyNode['options']> {
  const fields = Object.entries(keys).map(([key, kind]) => {
    const { read } = KINDS[kind]
    return [key, required.includes(key) ? { read } : { isOptional: true, read }] as const
  })
  return { read: objectOf(Object.fromEntries(fields)).read }
}

export const MIHOMO_ONLY: readonly Protocol<MihomoOnlyNode>[] = keysOf(MIHOMO_SHAPES).map((type) =>
  mihomoOnly(type, MIHOMO_SHAPES[type]),
)
