import { flag, json, nullable, optional, text, whole } from '../model/kinds.ts'
import { nodeFields, multiplex, tls, transport } from '../model/node-fields.ts'
import type { NodeIssues } from '../model/issue.ts'
import { type ParamName, type Query, emptyQuery, paramOf, readQuery, setParam } from '../link/query.ts'
import { parsePort, parseUriLink } from '../link/uri-link.ts'
import { type Fields, isYes } from '../model/fields.ts'
import type { Multiplex, NodeBase, Tls, Transport } from '../model/node.ts'
import { base64Decode, base64Encode, cleanedLength } from '../text/base64.ts'
import { readJsonObject } from '../text/json.ts'
import { percentDecode } from '../text/percent.ts'
import { vmessForm } from './vmess.form.ts'
import type { MihomoProxy, Protocol, SingboxOutbound } from './protocol.ts'
import { addressFromMihomo, addressFromSingbox, cleanHost, restOfMihomo, restOfSingbox } from './shared/address.ts'
import {
  DIAL_PARAMS,
  dialFromMihomo,
  dialFromQuery,
  dialFromSingbox,
  dialToMihomo,
  dialToQuery,
  dialToSingbox,
} from './shared/dial.ts'
import { MASK_PARAM, carriesWithoutMask } from './shared/finalmask.ts'
import { noteLinkLosses } from './shared/link-losses.ts'
import { multiplexFromMihomo, multiplexFromSingbox, multiplexToMihomo, multiplexToSingbox } from './shared/multiplex.ts'
import { readQuantumult } from './shared/quantumult.ts'
import { streamReach } from './shared/reach.ts'
import { restOf } from './shared/rest.ts'
import { authorityEnd, decodeAuthority, decodeUser } from './shared/shadowrocket.ts'
import {
  TLS_PARAMS,
  echText,
  mihomoTls,
  pinList,
  securityName,
  tlsFromQuery,
  tlsFromSingbox,
  tlsToMihomo,
  tlsToSingbox,
} from './shared/tls.ts'
import {
  TRANSPORT_PARAMS,
  defaultSni,
  earlyDataPath,
  keepServerSni,
  linkTls,
  singboxAlpn,
  transportFromMihomo,
  transportFromQuery,
  transportFromSingbox,
  transportToMihomo,
  transportToSingbox,
  withoutH3,
} from './shared/transport.ts'
import { isRecord, type JsonObject } from '../text/record.ts'

export interface VmessNode extends NodeBase {
  type: 'vmess'
  /** A UUID, or a text that the core hashes to one. */
  uuid: string
  /** More than 0 = the old MD5 header. */
  alterId: number
  /** auto, none, zero, aes-128-gcm, chacha20-poly1305, aes-128-cfb. */
  cipher: string
  /** packetaddr or xudp; absent = neither. */
  packetEncoding?: string
  globalPadding?: boolean
  authenticatedLength?: boolean
  tls: Tls | null
  transport: Transport | null
  multiplex?: Multiplex
  /** Unknown keys of a JSON body whose value is no text. They keep their types. */
  json?: JsonObject
}

const PARAMS: ReadonlySet<ParamName> = new Set([
  ...TLS_PARAMS, ...TRANSPORT_PARAMS, ...DIAL_PARAMS, 'encryption', 'alterId', 'packetEncoding',
]) // oxfmt-ignore
export const VMESS_CIPHERS = new Set(['auto', 'none', 'zero', 'aes-128-gcm', 'chacha20-poly1305', 'aes-128-cfb'])
const MIHOMO_NETWORKS: ReadonlySet<string> = new Set(['ws', 'grpc', 'http', 'h2'])
const MIHOMO_TLS = { nameKey: 'servername', tlsKey: true, fingerprint: true, alpn: true } as const
const OPEN_BRACE = 0x7b

/**
 * VMess. Its links have six forms: v2rayN's base64 JSON (2dust/v2rayN VmessFmt.cs), Shadowrocket's base64
 * `cipher:uuid@host:port`, the URI of vless, Quantumult's line in base64, Kitsunebi's `vmess1://`, and V2Ray's first
 * draft with transport and TLS in the user part.
 */
export const vmess: Protocol<VmessNode> = {
  type: 'vmess',
  form: vmessForm,
  fields: nodeFields<VmessNode>({
    uuid: text,
    alterId: whole,
    cipher: text,
    packetEncoding: optional(text),
    globalPadding: optional(flag),
    authenticatedLength: optional(flag),
    tls: nullable(tls, 'no-tls'),
    transport: nullable(transport),
    multiplex: optional(multiplex),
    json: optional(json),
  }),
  schemes: ['vmess', 'vmess1'],
  namedInside: true,
  mihomoTypes: ['vmess'],
  singboxTypes: ['vmess'],
  reach: (node) => streamReach(node, node.tls, node.transport),

  fromLink(link, issues) {
    const start = link.indexOf('://') + 3
    if (link.charCodeAt(start) === OPEN_BRACE) {
      const end = link.lastIndexOf('}') + 1
      return fromJson(link.slice(start, end), link, Math.max(end, start), issues)
    }
    const end = authorityEnd(link, start)
    const at = link.indexOf('@', start)
    if (at >= 0 && at < end) return fromUri(link, issues)
    if (end === start) return issues.refuse('missing-field', 'server')
    const text = link.slice(start, end)
    const body = base64Decode(text.includes('%') ? percentDecode(text) : text)
    if (body === undefined) return issues.refuse('bad-base64', 'body', { n: cleanedLength(text) })
    if (firstCode(body) === OPEN_BRACE) return fromJson(body, link, end, issues)
    const line = readQuantumult(body)
    if (line !== undefined) return fromQuantumult(line, link, end, issues)
    return body.includes('@') ? fromUri(decodeAuthority(link), issues) : issues.refuse('bad-json', 'body')
  },

  toLink(node, issues) {
    return 'vmess://' + base64Encode(JSON.stringify(bodyOf(node, issues)))
  },

  fromMihomo(entry, issues) {
    const address = addressFromMihomo(entry, issues)
    if (!address) return undefined
    const uuid = entry.text('uuid')
    if (uuid === undefined) return issues.refuse('missing-field', 'uuid')
    const transport = transportFromMihomo(entry, issues)
    if (transport === undefined) return undefined
    return {
      type: 'vmess',
      ...address,
      uuid,
      alterId: alterIdOf(entry.str('alterid', 'alter-id') ?? '', issues),
      cipher: cipherOf(entry.str('cipher') ?? '', issues),
      packetEncoding: mihomoPacketEncoding(entry),
      globalPadding: entry.bool('global-padding') || undefined,
      authenticatedLength: entry.bool('authenticated-length') || undefined,
      tls: defaultSni(mihomoTls(entry, issues), transport),
      transport,
      multiplex: multiplexFromMihomo(entry),
      ...dialFromMihomo(entry),
      rest: restOfMihomo(entry),
    }
  },

  toMihomo(node, issues) {
    if (node.tls === undefined) issues.note('no-tls', 'security')
    if (!carriesWithoutMask(node, issues)) return undefined
    const entry: MihomoProxy = { name: node.name, type: 'vmess', server: node.server, port: node.port, uuid: node.uuid, alterId: node.alterId, cipher: node.cipher } // oxfmt-ignore
    if (node.packetEncoding !== undefined) entry['packet-encoding'] = node.packetEncoding
    if (node.globalPadding) entry['global-padding'] = true
    if (node.authenticatedLength) entry['authenticated-length'] = true
    if (node.tls && !tlsToMihomo(entry, withoutH3(node.tls, node.transport, issues), MIHOMO_TLS, issues))
      return undefined
    if (node.transport) {
      // mihomo ignores reality on ws and connects with plain TLS.
      if (node.tls?.reality && (node.transport.type === 'ws' || node.transport.type === 'httpupgrade')) {
        return issues.refuse('transport-unsupported', 'reality')
      }
      const style = { networks: MIHOMO_NETWORKS, fallbackHost: node.tls?.sni ?? node.server }
      if (!transportToMihomo(entry, node.transport, style, issues)) return undefined
    }
    if (node.multiplex) multiplexToMihomo(entry, node.multiplex, issues)
    dialToMihomo(entry, node, true, issues)
    return entry
  },

  fromSingbox(entry, issues) {
    const address = addressFromSingbox(entry, issues)
    if (!address) return undefined
    const uuid = entry.text('uuid')
    if (uuid === undefined) return issues.refuse('missing-field', 'uuid')
    const tls = tlsFromSingbox(entry.map('tls'), issues)
    const transport = transportFromSingbox(entry.map('transport'), tls, issues)
    if (transport === undefined) return undefined
    return {
      type: 'vmess',
      ...address,
      uuid,
      alterId: alterIdOf(entry.str('alter-id') ?? '', issues),
      cipher: cipherFromSingbox(entry.str('security') ?? '', tls, issues),
      packetEncoding: packetEncodingOf(entry.str('packet-encoding') ?? ''),
      globalPadding: entry.bool('global-padding') || undefined,
      authenticatedLength: entry.bool('authenticated-length') || undefined,
      tls: keepServerSni(tls, transport, address.server),
      transport,
      multiplex: multiplexFromSingbox(entry),
      ...dialFromSingbox(entry),
      rest: restOfSingbox(entry),
    }
  },

  toSingbox(node, target, issues) {
    if (node.tls === undefined) issues.note('no-tls', 'security')
    if (!carriesWithoutMask(node, issues)) return undefined
    const out: SingboxOutbound = { type: 'vmess', tag: node.name, server: node.server, server_port: node.port, uuid: node.uuid, security: cipherForSingbox(node), alter_id: node.alterId } // oxfmt-ignore
    if (node.packetEncoding !== undefined) out['packet_encoding'] = node.packetEncoding
    if (node.globalPadding) out['global_padding'] = true
    if (node.authenticatedLength) out['authenticated_length'] = true
    if (node.tls) {
      const style = { quic: node.transport?.type === 'quic', alpn: singboxAlpn(node.transport) }
      const tls = tlsToSingbox(withoutH3(node.tls, node.transport, issues), style, target, issues)
      if (!tls) return undefined
      out['tls'] = tls
    }
    if (node.transport) {
      const transport = transportToSingbox(node.transport, node.tls, node.server, issues)
      if (!transport) return undefined
      out['transport'] = transport
    }
    if (node.multiplex) multiplexToSingbox(out, node.multiplex, issues)
    dialToSingbox(out, node, true, issues)
    return out
  },
}

/** `{"v":"2","ps":…,"add":…}`; the query and the name behind the body start at `end`. */
function fromJson(body: string, link: string, end: number, issues: NodeIssues): VmessNode | undefined {
  const json = readJsonObject(body)
  if (json === undefined) return issues.refuse('bad-json', 'body')
  const query = emptyQuery()
  let server = ''
  let port = ''
  let uuid = ''
  let cipher = ''
  let header = ''
  let tlsWord = ''
  let version = ''
  let rest: [string, string][] | undefined
  let unknown: [string, unknown][] | undefined
  for (const key in json) {
    const value = json[key]
    const text = typeof value === 'string' ? value : scalarText(value)
    switch (key) {
      case 'v':
        version = text ?? ''
        continue
      case 'ps':
        if (text) setParam(query, 'name', text)
        continue
      case 'add':
      case 'address':
        server = text || server
        continue
      case 'port':
        port = text ?? ''
        continue
      case 'id':
      case 'uuid':
        uuid = text || uuid
        continue
      case 'scy':
        cipher = text || cipher
        continue
      case 'type':
        header = text ?? ''
        continue
      case 'tls':
        if (text === undefined && value !== null) return issues.refuse('bad-value', 'tls')
        tlsWord = (text ?? '').trim().toLowerCase()
        continue
      case 'security':
        if (text && isCipher(text)) cipher ||= text
        else if (text) tlsWord ||= text.trim().toLowerCase()
        continue
      default:
    }
    const param = paramOf(key)
    if (param !== undefined && PARAMS.has(param)) {
      if (value === null || value === '') continue
      const known = text ?? structuredText(param, value)
      if (known !== undefined) {
        if (param !== 'name' || query.name === '') setParam(query, param, known)
      } else if (param === 'type') return issues.refuse('bad-value', key)
      else issues.note('bad-value', key)
      continue
    }
    const isReported = key.toLowerCase() === MASK_PARAM && typeof value === 'string'
    if (value !== null && value !== '' && !isReported) issues.note('parameter-unknown', key.slice(0, 40))
    if (typeof value === 'string') (rest ??= []).push([key, value])
    else (unknown ??= []).push([key, value])
  }
  const hash = link.indexOf('#', end)
  const name = (hash < 0 ? '' : percentDecode(link.slice(hash + 1)).trim()) || query.name.trim()
  if (server.trim() === '') return issues.refuse('missing-field', 'server')
  const host = cleanHost(server)
  if (host === undefined) return issues.refuse('bad-value', 'server')
  if (port.trim() === '') return issues.refuse('missing-field', 'port')
  const portNumber = parsePort(port.trim())
  if (portNumber === 0) return issues.refuse('bad-port', 'port')
  if (tlsWord !== '') setParam(query, 'security', SECURITY.get(tlsWord) ?? tlsWord)
  placeHeader(query, header === 'none' ? '' : header, version)
  const node = fromParts({ name, server: host, port: portNumber }, uuid, cipher || query.encryption, query, issues)
  if (node === undefined) return undefined
  if (link.charCodeAt(end) === 0x3f) {
    // Parameters behind a JSON body are nobody's habit: kept, and reported.
    const behind = restOf(readQuery(link, end + 1, hash < 0 ? link.length : hash), NO_PARAMS, issues)?.link
    if (behind) rest = rest ? [...rest, ...behind] : behind
  }
  if (rest !== undefined) node.rest = { link: rest }
  if (unknown !== undefined) node.json = Object.fromEntries(unknown)
  return node
}

const NO_PARAMS: ReadonlySet<ParamName> = new Set()

/** What `tls` of a body may say, besides names of our own. */
const SECURITY = new Map([
  ['tls', 'tls'], ['true', 'tls'], ['1', 'tls'], ['yes', 'tls'], ['reality', 'reality'],
  ['none', 'none'], ['false', 'none'], ['0', 'none'], ['no', 'none'],
]) // oxfmt-ignore

/** `extra` as an object, `alpn` as a list. */
function structuredText(param: ParamName, value: unknown): string | undefined {
  if (param === 'extra' && isRecord(value)) return JSON.stringify(value)
  return param === 'alpn' && Array.isArray(value) ? value.join(',') : undefined
}

function scalarText(value: unknown): string | undefined {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** `type`, `host` and `path` of a body mean something else for each `net`. */
function placeHeader(query: Query, header: string, version: string): void {
  switch (query.type.toLowerCase()) {
    case 'http':
      if (header !== 'http') return
      setParam(query, 'type', 'tcp')
      setParam(query, 'headerType', 'http')
      return
    case 'grpc':
    case 'gun':
      if (header !== '' && query.mode === '') setParam(query, 'mode', header)
      if (query.authority === '') setParam(query, 'authority', query.host)
      return
    case 'xhttp':
    case 'splithttp':
      if (header !== '' && query.mode === '') setParam(query, 'mode', header)
      return
    case 'quic':
      setParam(query, 'headerType', header)
      if (query.quicSecurity === '') setParam(query, 'quicSecurity', query.host)
      if (query.key === '') setParam(query, 'key', query.path)
      return
    case 'ws':
    case 'h2':
      if (query.path === '') splitOldHost(query, version)
      return
    default:
      if (header !== '') setParam(query, 'headerType', header)
  }
}

/** Version 1 of the body has no path: `host` holds both, in either order. */
function splitOldHost(query: Query, version: string): void {
  const { host } = query
  const semicolon = host.indexOf(';')
  if (semicolon < 0) {
    if (version !== '1' || !host.startsWith('/')) return
    setParam(query, 'path', host)
    setParam(query, 'host', '')
    return
  }
  const first = host.slice(0, semicolon).trim()
  const second = host.slice(semicolon + 1).trim()
  setParam(query, 'path', first.startsWith('/') ? first : second)
  setParam(query, 'host', first.startsWith('/') ? second : first)
}

/** `vmess://uuid@host:port?…`, with a cipher before the UUID where it was Shadowrocket's. */
function fromUri(link: string, issues: NodeIssues): VmessNode | undefined {
  const uri = parseUriLink(link, issues)
  if (uri === undefined) return undefined
  const { query } = uri
  const user = placeUser(decodeUser(uri.user), query)
  const colon = user.indexOf(':')
  let cipher = colon < 0 ? query.encryption : user.slice(0, colon)
  if (query.security !== '' && query.security !== 'none' && isCipher(query.security)) {
    cipher ||= query.security
    query.security = ''
  }
  // Kitsunebi: the path stands behind the address.
  if (query.path === '' && uri.path.length > 1) setParam(query, 'path', uri.path)
  const node = fromParts(uri, user.slice(colon + 1), cipher, query, issues)
  if (node !== undefined) node.rest = restOf(query, PARAMS, issues, MASK_PARAM)
  return node
}

/** `ws+tls:UUID-0`: transport, TLS, ID and alterId. */
const OLD_USER = /^(tcp|http|ws|kcp|quic|grpc)(\+tls)?:(.+?)(?:-(\d{1,5}))?$/i
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * The first draft of V2Ray's link (v2fly/v2fly-github-io issue 26) says transport, TLS and alterId in the user part, and
 * calls the header `type`. Moves them into the query, and gives what is left of the user part.
 */
function placeUser(user: string, query: Query): string {
  const match = user.includes(':') ? OLD_USER.exec(user) : null
  if (match === null || !UUID.test(match[3]!)) return user
  const [, network = '', tls, uuid = '', alterId] = match
  if (query.headerType === '') setParam(query, 'headerType', query.type)
  setParam(query, 'type', network)
  if (tls !== undefined) setParam(query, 'security', 'tls')
  if (alterId !== undefined) setParam(query, 'alterId', alterId)
  // Several hosts stand between bars.
  if (query.host.includes('|')) setParam(query, 'host', query.host.replaceAll('|', ','))
  return uuid
}

function fromQuantumult(
  line: NonNullable<ReturnType<typeof readQuantumult>>,
  link: string,
  end: number,
  issues: NodeIssues,
): VmessNode | undefined {
  const { options } = line
  const host = cleanHost(line.server)
  if (line.server === '') return issues.refuse('missing-field', 'server')
  if (host === undefined) return issues.refuse('bad-value', 'server')
  const port = parsePort(line.port)
  if (port === 0) return issues.refuse(line.port === '' ? 'missing-field' : 'bad-port', 'port')
  const query = emptyQuery()
  const { host: headerHost, ...headers } = line.headers
  let rest: [string, string][] | undefined
  for (const [key, value] of options) {
    switch (key) {
      case 'over-tls':
        setParam(query, 'security', isYes(value) ? 'tls' : 'none')
        break
      case 'certificate':
        setParam(query, 'verify', value)
        break
      case 'obfs-header':
      case 'group':
        break
      default: {
        const param = paramOf(key)
        if (param !== undefined && PARAMS.has(param)) {
          if (value !== '') setParam(query, param, value)
          break
        }
        issues.note('parameter-unknown', key.slice(0, 40))
        ;(rest ??= []).push([key, value])
      }
    }
  }
  if (headerHost !== undefined) setParam(query, 'host', headerHost)
  const hash = link.indexOf('#', end)
  const name = (hash < 0 ? '' : percentDecode(link.slice(hash + 1)).trim()) || line.name
  const node = fromParts({ name, server: host, port }, line.uuid, line.cipher, query, issues)
  if (node === undefined) return undefined
  if (rest !== undefined) node.rest = { link: rest }
  if (node.transport?.type === 'ws' && Object.keys(headers).length > 0) node.transport.headers = headers
  return node
}

interface NamedAddress {
  name: string
  server: string
  port: number
}

/** What all forms have in common once their parameters stand in a query. */
function fromParts(
  address: NamedAddress,
  uuid: string,
  cipher: string,
  query: Query,
  issues: NodeIssues,
): VmessNode | undefined {
  const id = uuid.trim()
  if (id === '') return issues.refuse('missing-field', 'uuid')
  const tls = tlsFromQuery(query, 'none', issues)
  if (tls === undefined) return undefined
  const transport = transportFromQuery(query, issues)
  if (transport === undefined) return undefined
  return {
    type: 'vmess',
    name: address.name.trim(),
    server: address.server,
    port: address.port,
    uuid: id,
    alterId: alterIdOf(query.alterId.trim(), issues),
    cipher: cipherOf(cipher, issues),
    packetEncoding: packetEncodingOf(query.packetEncoding),
    tls: defaultSni(tls, transport, address.server),
    transport,
    ...dialFromQuery(query),
  }
}

function alterIdOf(text: string, issues: NodeIssues): number {
  if (text === '') return 0
  if (/^\d{1,5}$/.test(text)) return Math.min(Number(text), 65535)
  issues.note('bad-value', 'aid')
  return 0
}

function isCipher(text: string): boolean {
  return text === 'auto' || VMESS_CIPHERS.has(plainCipher(text))
}

function plainCipher(text: string): string {
  const name = text.trim().toLowerCase()
  return name === 'chacha20-ietf-poly1305' ? 'chacha20-poly1305' : name
}

/** A name that both clients know; another one is auto, which servers take alike. */
function cipherOf(text: string, issues: NodeIssues): string {
  if (text === 'auto' || text === '') return 'auto'
  const name = plainCipher(text)
  if (VMESS_CIPHERS.has(name)) return name
  if (name !== '') issues.note('value-defaulted', 'cipher', { value: 'auto' })
  return 'auto'
}

/** Inside TLS sing-box takes auto for zero, mihomo for an AEAD: written out, the bytes on the wire stay the same. */
const SINGBOX_AUTO = 'zero'
const MIHOMO_AUTO = 'aes-128-gcm'

function cipherFromSingbox(text: string, tls: Tls | null, issues: NodeIssues): string {
  const cipher = cipherOf(text, issues)
  if (cipher !== 'auto' || tls === null) return cipher
  if (text === '') issues.note('value-defaulted', 'cipher', { value: SINGBOX_AUTO })
  return SINGBOX_AUTO
}

function cipherForSingbox({ cipher, tls }: VmessNode): string {
  return cipher === 'auto' && tls !== null ? MIHOMO_AUTO : cipher
}

function packetEncodingOf(text: string): string | undefined {
  if (text === '') return undefined
  const word = text.toLowerCase()
  return word === 'packet' || word === 'packetaddr' ? 'packetaddr' : word === 'none' ? undefined : 'xudp'
}

/** In mihomo the two booleans give way to `packet-encoding`. */
function mihomoPacketEncoding(entry: Fields): string | undefined {
  const text = entry.text('packet-encoding')
  const packetAddr = entry.bool('packet-addr')
  const xudp = entry.bool('xudp')
  if (text === 'packetaddr' || text === 'packet') return 'packetaddr'
  if (text === 'xudp') return 'xudp'
  return packetAddr ? 'packetaddr' : xudp ? 'xudp' : undefined
}

/** The JSON body as v2rayN writes it, all values texts, then what only we and the link's maker know. */
function bodyOf(node: VmessNode, issues: NodeIssues): JsonObject {
  const tls = linkTls(node.tls, node.transport, node.server, issues)
  const body: JsonObject = {
    v: '2',
    ps: node.name.toWellFormed(),
    add: node.server,
    port: String(node.port),
    id: node.uuid,
    aid: String(node.alterId),
    scy: node.cipher,
    ...transportToBody(node.transport, issues),
    tls: tls === null ? '' : securityName(tls),
    sni: tls?.sni ?? '',
    alpn: tls?.alpn?.join(',') ?? '',
    fp: tls?.fingerprint ?? '',
  }
  if (tls) {
    if (tls.insecure) body['insecure'] = '1'
    if (tls.certificatePin !== undefined) body['pcs'] = pinList(tls)
    if (tls.certificateName !== undefined) body['vcn'] = tls.certificateName
    if (tls.reality) {
      body['pbk'] = tls.reality.publicKey
      if (tls.reality.shortId !== undefined) body['sid'] = tls.reality.shortId
      if (tls.reality.spiderX !== undefined) body['spx'] = tls.reality.spiderX
      if (tls.reality.mldsa65 !== undefined) body['pqv'] = tls.reality.mldsa65
    }
    const ech = tls.ech === undefined ? '' : echText(tls.ech)
    if (ech !== '') body['ech'] = ech
  }
  if (node.packetEncoding !== undefined) body['packetEncoding'] = node.packetEncoding
  const dial: [string, string][] = []
  dialToQuery(node, dial, issues)
  for (const [key, value] of dial) body[key] = value
  if (node.globalPadding) issues.note('field-ignored', 'global-padding')
  if (node.authenticatedLength) issues.note('field-ignored', 'authenticated-length')
  noteLinkLosses(node, issues)
  for (const [key, value] of node.rest?.link ?? [])
    if (!Object.hasOwn(body, key) && key !== '__proto__') body[key] = value
  return node.json === undefined ? body : { ...node.json, ...body }
}

/** `net`, `type`, `host`, `path`, and keys of ours where those four are not enough. */
function transportToBody(transport: Transport | null, issues: NodeIssues): Record<string, string> {
  switch (transport?.type) {
    case undefined:
      return { net: 'tcp', type: 'none', host: '', path: '' }
    case 'ws':
      if (transport.headers) issues.note('field-ignored', 'headers')
      return { net: 'ws', type: 'none', host: transport.host ?? '', ...earlyDataPath(transport, issues) }
    case 'httpupgrade':
      if (transport.headers) issues.note('field-ignored', 'headers')
      return { net: 'httpupgrade', type: 'none', host: transport.host ?? '', ...earlyDataPath(transport, issues) }
    case 'grpc':
      return {
        net: 'grpc',
        type: transport.mode ?? 'none',
        host: transport.authority ?? '',
        path: transport.serviceName,
      }
    case 'http':
      if (transport.headers) issues.note('field-ignored', 'headers')
      return {
        net: 'tcp',
        type: 'http',
        host: transport.host.join(','),
        path: transport.path.join(','),
        ...(transport.method && { method: transport.method }),
      }
    case 'h2':
      if (transport.headers || transport.method) issues.note('field-ignored', 'headers')
      return { net: 'h2', type: 'none', host: transport.host.join(','), path: transport.path }
    case 'xhttp':
      return {
        net: 'xhttp',
        type: transport.mode ?? 'none',
        host: transport.host ?? '',
        path: transport.path,
        ...(transport.extra && { extra: transport.extra }),
      }
    case 'kcp':
      return { net: 'kcp', type: transport.header ?? 'none', host: '', path: transport.seed ?? '' }
    case 'quic':
      return {
        net: 'quic',
        type: transport.header ?? 'none',
        host: transport.security ?? '',
        path: transport.key ?? '',
      }
    default:
      return {}
  }
}

/** The first character that is no blank. */
function firstCode(text: string): number {
  let at = 0
  while (text.charCodeAt(at) <= 0x20) at++
  return text.charCodeAt(at)
}
