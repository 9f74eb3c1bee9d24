import { formatUriLink, parseUriLink } from '../link/uri-link.ts'
import type { ParamName, Query } from '../link/query.ts'
import { oneOf, optional, text } from '../model/kinds.ts'
import { nodeFields, multiplex, tls, transport } from '../model/node-fields.ts'
import type { NodeIssues } from '../model/issue.ts'
import { type Fields, isYes } from '../model/fields.ts'
import type { Multiplex, NodeBase, Tls, Transport } from '../model/node.ts'
import {
  base64Decode,
  base64Size,
  base64UrlEncode,
  restorePlus,
  standardBase64,
  cleanedLength,
} from '../text/base64.ts'
import { percentDecode, percentEncode } from '../text/percent.ts'
import { pluginFields } from './shared/part-fields.ts'
import { ssForm } from './ss.form.ts'
import type { MihomoProxy, Protocol, SingboxOutbound } from './protocol.ts'
import { addressFromMihomo, restOfMihomo } from './shared/address.ts'
import {
  DIAL_PARAMS,
  dialFromMihomo,
  dialFromQuery,
  dialFromSingbox,
  dialToMihomo,
  dialToQuery,
  dialToSingbox,
} from './shared/dial.ts'
import { multiplexFromMihomo, multiplexFromSingbox, multiplexToMihomo, multiplexToSingbox } from './shared/multiplex.ts'
import {
  type Plugin,
  pluginFingerprint,
  pluginFromMihomo,
  pluginFromSip003,
  pluginToMihomo,
  pluginToSingbox,
  pluginToSip003,
  shadowTlsToSingbox,
} from './shared/plugin.ts'
import { pluginReach, streamReach } from './shared/reach.ts'
import { restOf } from './shared/rest.ts'
import { pluginOfShadowrocket } from './shared/shadowrocket.ts'
import { addressBehind, frontOf, pluginOfFront, restOfFront } from './shared/shadow-tls-front.ts'
import { TLS_PARAMS, refuseXtls, tlsFromQuery, tlsToQuery } from './shared/tls.ts'
import { TRANSPORT_PARAMS, transportFromQuery, transportToQuery } from './shared/transport.ts'
import { isRecord } from '../text/record.ts'

export interface SsNode extends NodeBase {
  type: 'ss'
  /** In mihomo's and sing-box's spelling where they have the cipher; lower case. */
  method: string
  /** Of the 2022 methods: standard base64 keys, `:` between them. */
  password: string
  plugin?: Plugin
  /** Version of UDP over TCP; absent = off. */
  udpOverTcp?: 1 | 2
  /** TLS and transport in the manner of v2ray links; the clients know them only as plugins. */
  tls?: Tls
  transport?: Transport
  multiplex?: Multiplex
  /** Label of a subscription's group. */
  group?: string
}

const PARAMS: ReadonlySet<ParamName> = new Set([
  ...DIAL_PARAMS, ...TLS_PARAMS, ...TRANSPORT_PARAMS,
  'plugin', 'pluginOpts', 'uot', 'udpOverTcp', 'udpOverTcpVersion', 'shadowTls', 'v2rayPlugin', 'gost', 'group',
]) // oxfmt-ignore

/** What mihomo and sing-box have in common, and what only mihomo has: docs/formats/ss.md, "Ciphers". */
export const SINGBOX_SS_CIPHERS: ReadonlySet<string> = new Set([
  'aes-128-gcm', 'aes-192-gcm', 'aes-256-gcm', 'chacha20-ietf-poly1305', 'xchacha20-ietf-poly1305',
  '2022-blake3-aes-128-gcm', '2022-blake3-aes-256-gcm', '2022-blake3-chacha20-poly1305', 'none',
  'aes-128-ctr', 'aes-192-ctr', 'aes-256-ctr', 'aes-128-cfb', 'aes-192-cfb', 'aes-256-cfb',
  'rc4-md5', 'chacha20-ietf', 'xchacha20',
]) // oxfmt-ignore
export const MIHOMO_SS_CIPHERS: ReadonlySet<string> = new Set([
  ...SINGBOX_SS_CIPHERS,
  'chacha20', 'aes-128-ccm', 'aes-192-ccm', 'aes-256-ccm', 'aes-128-gcm-siv', 'aes-256-gcm-siv',
  'chacha8-ietf-poly1305', 'xchacha8-ietf-poly1305', 'lea-128-gcm', 'lea-192-gcm', 'lea-256-gcm',
  'rabbit128-poly1305', 'aegis-128l', 'aegis-256', 'aez-384', 'deoxys-ii-256-128', 'ascon128', 'ascon128a',
  '2022-blake3-chacha8-poly1305', '2022-blake3-aes-128-ccm', '2022-blake3-aes-256-ccm',
]) // oxfmt-ignore
const CIPHER_ALIASES = new Map([
  ['plain', 'none'],
  ['dummy', 'none'],
  ['chacha20-poly1305', 'chacha20-ietf-poly1305'],
  ['xchacha20-poly1305', 'xchacha20-ietf-poly1305'],
])

/**
 * Shadowsocks: SIP002, whole-body base64 and Shadowrocket's additions (shadowsocks.org/doc/sip002, sip003, sip022).
 * The 2022 methods take keys, the others a password.
 */
export const ss: Protocol<SsNode> = {
  type: 'ss',
  form: ssForm,
  fields: nodeFields<SsNode>({
    method: text,
    password: text,
    plugin: optional(pluginFields),
    udpOverTcp: optional(oneOf(1, 2)),
    tls: optional(tls),
    transport: optional(transport),
    multiplex: optional(multiplex),
    group: optional(text),
  }),
  schemes: ['ss', 'shadowsocks'],
  mihomoTypes: ['ss', 'shadowsocks'],
  singboxTypes: ['shadowsocks'],
  behindShadowTls: true,
  reach: (node) => (node.plugin ? pluginReach(node, node.plugin) : streamReach(node, node.tls, node.transport)),

  fromLink(link, issues) {
    const uriText = uriOfWholeBase64(link, issues)
    if (uriText === undefined) return undefined
    const uri = parseUriLink(uriText, issues)
    if (!uri) return undefined
    const { query } = uri
    const user = userInfo(uri.user, issues)
    if (user === undefined) return undefined
    const colon = user.indexOf(':')
    const method = cipherName(user.slice(0, colon))
    const password = passwordOf(method, user.slice(colon + 1))
    if (!hasCredentials(method, password, issues)) return undefined
    const node: SsNode = {
      type: 'ss',
      name: uri.name,
      server: uri.server,
      port: uri.port,
      method,
      password,
      ...dialFromQuery(query),
      group: query.group === '' ? undefined : (base64Decode(restorePlus(query.group)) ?? query.group),
      udpOverTcp: udpOverTcpOf(query),
      rest: restOf(query, PARAMS, issues),
    }
    return query.count === 0 || addPlugin(node, query, issues) ? node : undefined
  },

  toLink(node, issues) {
    const query: [string, string][] = []
    if (node.plugin) query.push(['plugin', pluginToSip003(node.plugin, issues)])
    const fp = pluginFingerprint(node.plugin)
    if (fp !== undefined) query.push(['fp', fp])
    if (node.tls || node.transport) {
      if (node.tls) tlsToQuery(node.tls, query)
      transportToQuery(node.transport ?? null, query, issues)
    }
    if (node.udpOverTcp) query.push(['uot', '1'])
    if (node.udpOverTcp === 1) query.push(['udp-over-tcp-version', '1'])
    dialToQuery(node, query, issues)
    if (node.group) query.push(['group', base64UrlEncode(node.group)])
    if (node.rest?.link) query.push(...node.rest.link)
    if (node.multiplex) issues.note('field-ignored', 'multiplex')
    const user = is2022(node.method)
      ? `${percentEncode(node.method)}:${percentEncode(node.password)}`
      : base64UrlEncode(`${node.method}:${node.password}`)
    return formatUriLink('ss', { ...node, user, path: query.length > 0 ? '/' : '', query })
  },

  fromMihomo(entry, issues) {
    const address = addressFromMihomo(entry, issues)
    if (!address) return undefined
    const method = cipherName(entry.text('cipher', 'method') ?? '')
    const password = passwordOf(method, entry.str('password') ?? '')
    if (!hasCredentials(method, password, issues)) return undefined
    const udpOverTcp = entry.bool('udp-over-tcp')
    const version = entry.int('udp-over-tcp-version') ?? 1
    if (version < 0 || version > 2) issues.note('bad-value', 'udp-over-tcp-version')
    return {
      type: 'ss',
      ...address,
      method,
      password,
      plugin: pluginFromMihomo(entry, issues),
      udpOverTcp: udpOverTcp ? (version === 2 ? 2 : 1) : undefined,
      multiplex: multiplexFromMihomo(entry),
      ...dialFromMihomo(entry),
      rest: restOfMihomo(entry),
    }
  },

  toMihomo(node, issues) {
    if (!MIHOMO_SS_CIPHERS.has(node.method))
      return issues.refuse('cipher-unsupported', 'cipher', { cipher: node.method.slice(0, 40) })
    if (!isPasswordFor(node)) return issues.refuse('client-refuses', 'password')
    const plugin = pluginOf(node, issues)
    if (plugin === undefined) return undefined
    const entry: MihomoProxy = {
      name: node.name,
      type: 'ss',
      server: node.server,
      port: node.port,
      cipher: node.method,
      password: node.password,
    }
    if (plugin && !pluginToMihomo(entry, plugin, node.server, issues)) return undefined
    if (node.udpOverTcp) {
      entry['udp-over-tcp'] = true
      entry['udp-over-tcp-version'] = node.udpOverTcp
    }
    if (node.multiplex) multiplexToMihomo(entry, node.multiplex, issues)
    dialToMihomo(entry, node, true, issues)
    return entry
  },

  fromSingbox(entry, issues) {
    const front = frontOf(entry, issues)
    const address = addressBehind(front, entry, issues)
    if (!address) return undefined
    // It carries TCP alone whatever the outbound behind it says.
    if (front) entry.raw('network')
    const method = cipherName(entry.text('method') ?? '')
    const password = passwordOf(method, entry.str('password') ?? '')
    if (!hasCredentials(method, password, issues)) return undefined
    return {
      type: 'ss',
      ...address,
      method,
      password,
      plugin: front ? pluginOfFront(front, issues) : singboxPlugin(entry, issues),
      udpOverTcp: udpOverTcpFromSingbox(entry),
      multiplex: multiplexFromSingbox(entry),
      ...dialFromSingbox(front ?? entry),
      rest: restOfFront(front, entry, issues),
    }
  },

  toSingbox(node, target, issues) {
    if (!SINGBOX_SS_CIPHERS.has(node.method))
      return issues.refuse('cipher-unsupported', 'cipher', { cipher: node.method.slice(0, 40) })
    if (!isPasswordFor(node)) return issues.refuse('client-refuses', 'password')
    const plugin = pluginOf(node, issues)
    if (plugin === undefined) return undefined
    const out: SingboxOutbound = {
      type: 'shadowsocks',
      tag: node.name,
      server: node.server,
      server_port: node.port,
      method: node.method,
      password: node.password,
    }
    const isShadowTls = plugin?.name === 'shadow-tls'
    if (plugin && !isShadowTls && !pluginToSingbox(out, plugin, node.server, issues)) return undefined
    if (node.udpOverTcp) out['udp_over_tcp'] = { enabled: true, version: node.udpOverTcp }
    if (node.multiplex) {
      // Either, not both: sing-box leaves multiplex out then.
      if (node.udpOverTcp) issues.note('mux-unsupported', 'smux')
      else multiplexToSingbox(out, node.multiplex, issues)
    }
    dialToSingbox(out, node, true, issues)
    if (!isShadowTls) return out
    if (!node.udpOverTcp && node.udp !== false) {
      // shadowtls carries TCP only.
      out['network'] = 'tcp'
      issues.note('field-ignored', 'udp')
    }
    return shadowTlsToSingbox(node, plugin, out, target, issues)
  },
}

/** `ss://base64(method:password@host:port)` as the SIP002 link it stands for; others as they are. */
function uriOfWholeBase64(link: string, issues: NodeIssues): string | undefined {
  const start = link.indexOf('://') + 3
  const hash = link.indexOf('#', start)
  const question = link.indexOf('?', start)
  const at = link.indexOf('@', start)
  const limit = hash < 0 ? link.length : hash
  // A `?` before the `@` belongs to a plain password, unless what stands before it is base64 on its own.
  if (at >= 0 && at < limit && (question < 0 || question > at)) return link
  let end = question < 0 || question > limit ? limit : question
  const queryStart = end
  // A text that ends in a port never ends in `/` as base64: it is the path.
  while (end > start && link.charCodeAt(end - 1) === SLASH) end--
  const body = link.slice(start, end)
  if (body === '') return issues.refuse('missing-field', 'server')
  const text = base64Decode(percentDecode(body))
  const last = text?.lastIndexOf('@') ?? -1
  if (text !== undefined && last >= 0) {
    const address = text.slice(last + 1).trim()
    return `ss://${percentEncode(text.slice(0, last))}@${address}${link.slice(queryStart)}`
  }
  if (at >= 0 && at < limit) return link
  if (text !== undefined && text.includes(':')) return issues.refuse('missing-field', 'server')
  return body.includes(':') || body.includes('.')
    ? issues.refuse('missing-field', 'password')
    : issues.refuse('bad-base64', 'link', { n: cleanedLength(body) })
}

const SLASH = 0x2f

/** `method:password`, plain or in base64; undefined after a refusal. */
function userInfo(user: string, issues: NodeIssues): string | undefined {
  if (user === '') return issues.refuse('missing-field', 'password')
  if (user.includes(':')) return user
  const text = base64Decode(restorePlus(user))
  if (text === undefined) return issues.refuse('bad-base64', 'userinfo', { n: cleanedLength(user) })
  return text.includes(':') ? text : issues.refuse('missing-field', 'password')
}

/** A cipher in the spelling of the clients: `AEAD_AES_128_GCM` -> `aes-128-gcm`, `plain` -> `none`. */
function cipherName(text: string): string {
  if (SINGBOX_SS_CIPHERS.has(text)) return text
  let name = text.trim().toLowerCase()
  if (name.startsWith('aead_')) name = name.slice(5).replaceAll('_', '-')
  return CIPHER_ALIASES.get(name) ?? name
}

const is2022 = (method: string): boolean => method.startsWith('2022-')

/** Keys of the 2022 methods in standard base64 with padding, however they were spelled; other passwords as they are. */
function passwordOf(method: string, text: string): string {
  if (!is2022(method)) return text
  const keys = percentDecode(text).split(':')
  const size = keySize(method)
  return keys
    .map((key) => (base64Size(restorePlus(key)) === size ? (standardBase64(restorePlus(key)) ?? key) : key))
    .join(':')
}

function keySize(method: string): number {
  return method.includes('-aes-128-') ? 16 : 32
}

/** False after a refusal: no cipher that could be one, or no password. */
function hasCredentials(method: string, password: string, issues: NodeIssues): boolean {
  if (method === '') issues.refuse('missing-field', 'cipher')
  else if (!isCipherText(method)) issues.refuse('bad-value', 'cipher')
  else if (password === '' && method !== 'none') issues.refuse('missing-field', 'password')
  else return true
  return false
}

/** Letters, digits, `-`, `_`, `.`: any other text is no cipher name of anyone. */
function isCipherText(text: string): boolean {
  if (text.length > 64) return false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const isFine =
      (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 45 || code === 95 || code === 46
    if (!isFine) return false
  }
  return true
}

/** Whether both clients take the password: the 2022 methods want keys of the right size, several only with AES. */
function isPasswordFor({ method, password }: SsNode): boolean {
  if (!is2022(method)) return password !== '' || method === 'none'
  const keys = password.split(':')
  if (keys.length > 1 && !method.includes('-aes-')) return false
  const size = keySize(method)
  return keys.every((key) => base64Size(key) === size && standardBase64(key) === key)
}

/** `uot=1`, `uot=2`, `udp-over-tcp=true`: version 2 unless the link says otherwise. */
function udpOverTcpOf(query: Query): 1 | 2 | undefined {
  if (query.uot === '' && query.udpOverTcp === '') return undefined
  if (!isYes(query.uot) && query.uot !== '2' && !isYes(query.udpOverTcp)) return undefined
  return query.udpOverTcpVersion === '1' ? 1 : 2
}

function singboxPlugin(entry: Fields, issues: NodeIssues): Plugin | undefined {
  const name = entry.text('plugin')
  const options = entry.str('plugin-opts') ?? ''
  if (name !== undefined) return pluginFromSip003(options === '' ? name : `${name};${options}`, '', issues)
  if (options !== '') issues.note('field-ignored', 'plugin-opts')
  return undefined
}

function udpOverTcpFromSingbox(entry: Fields): 1 | 2 | undefined {
  const value = entry.raw('udp-over-tcp')
  if (!isRecord(value)) return value === true ? 2 : undefined
  const { enabled, version, ...unknown } = value
  if (Object.keys(unknown).length > 0) entry.leave('udp-over-tcp', unknown)
  return enabled === true ? (version === 1 ? 1 : 2) : undefined
}

/** Reads the plugin, in whichever of its spellings, or the v2ray-like transport of a link. False after a refusal. */
function addPlugin(node: SsNode, query: Query, issues: NodeIssues): boolean {
  if (query.plugin === '' && query.pluginOpts !== '') issues.note('field-ignored', 'plugin-opts')
  if (query.plugin !== '') {
    const text = query.pluginOpts === '' ? query.plugin : `${query.plugin};${query.pluginOpts}`
    node.plugin = pluginFromSip003(text, query.fp, issues)
  } else if (query.shadowTls !== '') return addShadowrocket(node, 'shadow-tls', query.shadowTls, query.fp, issues)
  else if (query.v2rayPlugin !== '') return addShadowrocket(node, 'v2ray-plugin', query.v2rayPlugin, query.fp, issues)
  else if (query.gost !== '') return addShadowrocket(node, 'gost-plugin', query.gost, query.fp, issues)
  else if (query.obfs === 'http' || query.obfs === 'tls') {
    const host = query.host || query.obfsParam
    node.plugin = pluginFromSip003(
      `obfs-local;obfs=${query.obfs}${host === '' ? '' : `;obfs-host=${host.replaceAll(';', '')}`}`,
      '',
      issues,
    )
  } else {
    const transport = transportFromQuery(query, issues)
    const tls = tlsFromQuery(query, 'none', issues)
    if (transport === undefined || tls === undefined) return false
    node.transport = transport ?? undefined
    node.tls = tls ?? undefined
  }
  return true
}

/** Shadowrocket's plugin, and the place it gives the node. False after a refusal. */
function addShadowrocket(
  node: SsNode,
  name: 'shadow-tls' | 'v2ray-plugin' | 'gost-plugin',
  text: string,
  fp: string,
  issues: NodeIssues,
): boolean {
  const read = pluginOfShadowrocket(name, text, fp, issues)
  if (read === undefined) return false
  Object.assign(node, read.place, { plugin: read.plugin })
  return true
}

/**
 * The plugin to write: null for none, undefined after a refusal. A WebSocket in the manner of v2ray links is what
 * v2ray-plugin does without mux.
 */
function pluginOf(node: SsNode, issues: NodeIssues): Plugin | null | undefined {
  if (node.plugin) return node.plugin
  const { transport, tls } = node
  if (!transport && !tls) return null
  if (tls?.xtls) return refuseXtls(issues)
  if (tls?.reality) return issues.refuse('reality-unsupported', 'reality')
  if (transport?.type !== 'ws' && transport?.type !== 'httpupgrade') {
    return issues.refuse('transport-unsupported', 'type', { value: transport?.type ?? 'tls' })
  }
  issues.note('value-defaulted', 'plugin', { value: 'v2ray-plugin' })
  if (tls?.fingerprint !== undefined) issues.note('fp-unsupported', 'fp')
  const host = transport.host ?? tls?.sni
  if (tls?.sni !== undefined && tls.sni !== host) issues.note('field-ignored', 'sni')
  return {
    name: 'v2ray-plugin',
    mode: 'websocket',
    host,
    path: transport.path,
    mux: 0,
    headers: transport.headers,
    httpUpgrade: transport.type === 'httpupgrade' || undefined,
    tls: tls && { ...tls, sni: undefined, fingerprint: undefined, alpn: undefined },
  }
}
