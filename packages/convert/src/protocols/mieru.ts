import { parsePort, parseUriLink } from '../link/uri-link.ts'
import type { ParamName } from '../link/query.ts'
import { optional, text } from '../model/kinds.ts'
import { nodeFields } from '../model/node-fields.ts'
import type { NodeIssues } from '../model/issue.ts'
import type { NodeBase } from '../model/node.ts'
import { base64Bytes, bytesToBase64, restorePlus } from '../text/base64.ts'
import { percentDecode, percentEncode } from '../text/percent.ts'
import { mieruForm } from './mieru.form.ts'
import type { MihomoProxy, Protocol } from './protocol.ts'
import { addressFromMihomo, restOfMihomo } from './shared/address.ts'
import { DIAL_PARAMS, dialFromMihomo, dialFromQuery, dialToMihomo, dialToQuery } from './shared/dial.ts'
import { OVER_TCP } from './shared/reach.ts'
import { restOf } from './shared/rest.ts'

export interface MieruNode extends NodeBase {
  type: 'mieru'
  username: string
  password: string
  /** TCP or UDP. */
  transport: string
  /** `2000-2100`; `port` is its first. */
  portRange?: string
  multiplexing?: string
  handshakeMode?: string
  /** Protobuf in base64. */
  trafficPattern?: string
  /** Profile of the link, where the name is another. */
  profile?: string
}

const PARAMS: ReadonlySet<ParamName> = new Set([
  ...DIAL_PARAMS, 'port', 'protocol', 'profile', 'multiplexing', 'handshakeMode', 'trafficPattern',
]) // oxfmt-ignore
export const MULTIPLEXING = new Set(['DEFAULT', 'OFF', 'LOW', 'MIDDLE', 'HIGH'].map((word) => `MULTIPLEXING_${word}`))
export const HANDSHAKES = new Set(['DEFAULT', 'STANDARD', 'NO_WAIT'].map((word) => `HANDSHAKE_${word}`))

/** Mieru (enfein/mieru docs/client-install.md): one link names several ports, each of them a node. */
export const mieru: Protocol<MieruNode> = {
  type: 'mieru',
  form: mieruForm,
  fields: nodeFields<MieruNode>({
    username: text,
    password: text,
    transport: text,
    portRange: optional(text),
    multiplexing: optional(text),
    handshakeMode: optional(text),
    trafficPattern: optional(text),
    profile: optional(text),
  }),
  schemes: ['mierus'],
  namedInside: true,
  mihomoTypes: ['mieru'],
  singboxTypes: [],
  reach: ({ transport }) => (transport.toUpperCase() === 'TCP' ? OVER_TCP : undefined),

  fromLink(link, issues) {
    const uri = parseUriLink(link, issues, { defaultPort: 0 })
    if (!uri) return undefined
    const { query, rawUser } = uri
    const colon = rawUser.indexOf(':')
    const username = percentDecode(colon < 0 ? rawUser : rawUser.slice(0, colon))
    const password = colon < 0 ? '' : percentDecode(rawUser.slice(colon + 1))
    if (username === '') return issues.refuse('missing-field', 'username')
    if (password === '') return issues.refuse('missing-field', 'password')
    const ports = query.all('port')
    if (ports.length === 0 && uri.port > 0) ports.push(String(uri.port))
    if (ports.length === 0) return issues.refuse('missing-field', 'port')
    const protocols = query.all('protocol')
    if (protocols.length === 0) protocols.push('TCP')
    if (protocols.length !== 1 && protocols.length !== ports.length) return issues.refuse('bad-value', 'protocol')

    const title = uri.name || query.profile
    const common = {
      username,
      password,
      multiplexing: wordOf(query.multiplexing, MULTIPLEXING, 'multiplexing', issues),
      handshakeMode: wordOf(query.handshakeMode, HANDSHAKES, 'handshake-mode', issues),
      trafficPattern: patternOf(restorePlus(query.trafficPattern), issues),
      profile: uri.name !== '' && query.profile !== '' && query.profile !== uri.name ? query.profile : undefined,
      ...dialFromQuery(query),
      rest: restOf(query, PARAMS, issues),
    }
    const nodes: MieruNode[] = []
    for (const [index, text] of ports.entries()) {
      const transport = (protocols.length === 1 ? protocols[0]! : protocols[index]!).toUpperCase()
      const range = rangeOf(text)
      // Each pair is an entry of its own: a bad one takes nobody with it.
      if (transport !== 'TCP' && transport !== 'UDP')
        issues.refuse('bad-value', 'protocol', { value: transport.slice(0, 40) })
      else if (range === undefined) issues.refuse('bad-port', 'port')
      if ((transport !== 'TCP' && transport !== 'UDP') || range === undefined) continue
      // As mihomo's own converter names them.
      const name = ports.length === 1 ? title : `${title || uri.server}:${text}/${transport}`
      nodes.push({ type: 'mieru', name, server: uri.server, ...range, transport, ...common })
    }
    if (nodes.length === 0) return undefined
    return ports.length === 1 ? nodes[0] : nodes
  },

  toLink(node, issues) {
    const query: [string, string][] = [
      ['profile', node.profile ?? node.name],
      ['port', node.portRange ?? String(node.port)],
      ['protocol', node.transport],
    ]
    if (node.multiplexing !== undefined) query.push(['multiplexing', node.multiplexing])
    if (node.handshakeMode !== undefined) query.push(['handshake-mode', node.handshakeMode])
    if (node.trafficPattern !== undefined) query.push(['traffic-pattern', node.trafficPattern])
    dialToQuery(node, query, issues)
    if (node.rest?.link) query.push(...node.rest.link)
    const host = node.server.includes(':') ? `[${node.server}]` : node.server
    const pairs = query.map(([key, value]) => `${percentEncode(key)}=${percentEncode(value)}`)
    const name = node.profile === undefined ? '' : `#${percentEncode(node.name)}`
    return `mierus://${percentEncode(node.username)}:${percentEncode(node.password)}@${host}?${pairs.join('&')}${name}`
  },

  fromMihomo(entry, issues) {
    const rangeText = entry.text('port-range')
    const address = addressFromMihomo(entry, issues, rangeText === undefined ? undefined : 0)
    if (!address) return undefined
    const username = entry.text('username')
    if (username === undefined) return issues.refuse('missing-field', 'username')
    const password = entry.text('password')
    if (password === undefined) return issues.refuse('missing-field', 'password')
    const transport = (entry.text('transport') ?? 'TCP').toUpperCase()
    if (transport !== 'TCP' && transport !== 'UDP')
      return issues.refuse('bad-value', 'transport', { value: transport.slice(0, 40) })
    // mihomo refuses both keys at once: a port is the narrower word.
    const range = address.port > 0 || rangeText === undefined ? { port: address.port } : rangeOf(rangeText)
    if (range === undefined) return issues.refuse('bad-port', 'port-range')
    if (address.port > 0 && rangeText !== undefined) issues.note('field-ignored', 'port-range')
    return {
      type: 'mieru',
      ...address,
      ...range,
      username,
      password,
      transport,
      multiplexing: wordOf(entry.text('multiplexing') ?? '', MULTIPLEXING, 'multiplexing', issues),
      handshakeMode: wordOf(entry.text('handshake-mode') ?? '', HANDSHAKES, 'handshake-mode', issues),
      trafficPattern: patternOf(entry.text('traffic-pattern') ?? '', issues),
      ...dialFromMihomo(entry),
      rest: restOfMihomo(entry),
    }
  },

  toMihomo(node, issues) {
    const entry: MihomoProxy = { name: node.name, type: 'mieru', server: node.server }
    if (node.portRange === undefined) entry['port'] = node.port
    else entry['port-range'] = node.portRange
    entry['transport'] = node.transport
    entry['username'] = node.username
    entry['password'] = node.password
    if (node.multiplexing !== undefined) entry['multiplexing'] = node.multiplexing
    if (node.handshakeMode !== undefined) entry['handshake-mode'] = node.handshakeMode
    if (node.trafficPattern !== undefined) entry['traffic-pattern'] = node.trafficPattern
    dialToMihomo(entry, node, true, issues)
    return entry
  },

  fromSingbox(_entry, issues) {
    return issues.refuse('type-unsupported', 'type', { type: 'mieru' })
  },

  toSingbox(_node, _target, issues) {
    return issues.refuse('type-unsupported', 'type', { type: 'mieru' })
  },
}

/** `2000` or `2000-2100`; a range of one port is that port, which mihomo would not take as a range. */
function rangeOf(text: string): { port: number; portRange?: string } | undefined {
  const dash = text.indexOf('-')
  const from = parsePort((dash < 0 ? text : text.slice(0, dash)).trim())
  const to = dash < 0 ? from : parsePort(text.slice(dash + 1).trim())
  if (from === 0 || to < from) return undefined
  return from === to ? { port: from } : { port: from, portRange: `${from}-${to}` }
}

/** A word of the list, also without its prefix; another one is left out and reported. */
function wordOf(text: string, words: ReadonlySet<string>, field: string, issues: NodeIssues): string | undefined {
  if (text === '') return undefined
  const word = text.trim().toUpperCase()
  if (words.has(word)) return word
  for (const known of words) if (known.slice(known.indexOf('_') + 1) === word) return known
  issues.note('bad-value', field, { value: text.slice(0, 40) })
  return undefined
}

/** Base64 of a protobuf message; mihomo refuses the file over any other. */
function patternOf(text: string, issues: NodeIssues): string | undefined {
  if (text === '') return undefined
  const bytes = base64Bytes(text)
  if (bytes !== undefined && bytes.length > 0 && isProtobuf(bytes)) return bytesToBase64(bytes)
  issues.note('bad-value', 'traffic-pattern')
  return undefined
}

/** Whether the bytes are fields of the wire format from first to last. */
function isProtobuf(bytes: Uint8Array): boolean {
  let at = 0
  const varint = (): number => {
    let value = 0
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = bytes[at++]
      if (byte === undefined) return -1
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
    return -1
  }
  while (at < bytes.length) {
    const tag = varint()
    if (tag < 8) return false
    const kind = tag % 8
    if (kind === 0) {
      if (varint() < 0) return false
    } else if (kind === 1) at += 8
    else if (kind === 5) at += 4
    else if (kind === 2) {
      const size = varint()
      if (size < 0) return false
      at += size
    } else return false
    if (at > bytes.length) return false
  }
  return true
}
