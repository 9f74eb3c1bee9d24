import { parseAddress } from '../link/uri-link.ts'
import { type ParamName, readQueryText } from '../link/query.ts'
import { optional, text } from '../model/kinds.ts'
import { nodeFields } from '../model/node-fields.ts'
import type { NodeIssues } from '../model/issue.ts'
import type { NodeBase } from '../model/node.ts'
import { base64Decode, base64UrlEncode, restorePlus, cleanedLength } from '../text/base64.ts'
import { percentDecode, percentEncode } from '../text/percent.ts'
import { ssrForm } from './ssr.form.ts'
import type { MihomoProxy, Protocol } from './protocol.ts'
import { addressFromMihomo, addressFromSingbox, restOfMihomo, restOfSingbox } from './shared/address.ts'
import {
  DIAL_PARAMS,
  dialFromMihomo,
  dialFromQuery,
  dialFromSingbox,
  dialToMihomo,
  dialToQuery,
} from './shared/dial.ts'
import { OVER_TCP } from './shared/reach.ts'
import { restOf } from './shared/rest.ts'

export interface SsrNode extends NodeBase {
  type: 'ssr'
  method: string
  password: string
  protocol: string
  protocolParam?: string
  obfs: string
  obfsParam?: string
  group?: string
  /** Port of the server for UDP, and UDP over TCP, as links say them; no client of ours has them. */
  udpPort?: string
  uot?: string
}

const PARAMS: ReadonlySet<ParamName> = new Set([...DIAL_PARAMS, 'obfsParam', 'protoParam', 'group', 'udpPort', 'uot'])

/** What mihomo has: docs/formats/ssr.md, "Fields". */
export const SSR_CIPHERS = new Set([
  'none', 'rc4-md5', 'aes-128-ctr', 'aes-192-ctr', 'aes-256-ctr', 'aes-128-cfb', 'aes-192-cfb', 'aes-256-cfb',
  'chacha20', 'chacha20-ietf', 'xchacha20',
]) // oxfmt-ignore
export const SSR_OBFS = new Set([
  'plain',
  'http_simple',
  'http_post',
  'random_head',
  'tls1.2_ticket_auth',
  'tls1.2_ticket_fastauth',
])
export const SSR_PROTOCOLS = new Set([
  'origin',
  'auth_sha1_v4',
  'auth_aes128_md5',
  'auth_aes128_sha1',
  'auth_chain_a',
  'auth_chain_b',
])
const DEFAULT_OBFS = 'plain'
const DEFAULT_PROTOCOL = 'origin'
const COMPATIBLE = '_compatible'

/** ShadowsocksR (shadowsocks-rss wiki, "SSR QRcode scheme"). sing-box dropped it in 1.6.0. */
export const ssr: Protocol<SsrNode> = {
  type: 'ssr',
  form: ssrForm,
  fields: nodeFields<SsrNode>({
    method: text,
    password: text,
    protocol: text,
    protocolParam: optional(text),
    obfs: text,
    obfsParam: optional(text),
    group: optional(text),
    udpPort: optional(text),
    uot: optional(text),
  }),
  schemes: ['ssr'],
  namedInside: true,
  mihomoTypes: ['ssr'],
  singboxTypes: ['shadowsocksr'],
  reach: () => OVER_TCP,

  fromLink(link, issues) {
    const hash = link.indexOf('#')
    const body = link.slice(link.indexOf('://') + 3, hash < 0 ? link.length : hash)
    if (body === '') return issues.refuse('missing-field', 'server')
    const text = body.includes(':') ? body : base64Decode(percentDecode(body))
    if (text === undefined) return issues.refuse('bad-base64', 'link', { n: cleanedLength(body) })
    const question = text.indexOf('?')
    let end = question < 0 ? text.length : question
    while (end > 0 && text.charCodeAt(end - 1) === SLASH) end--
    const fields = lastFields(text.slice(0, end))
    if (fields === undefined) return issues.refuse('missing-field')
    const address = parseAddress(fields.address, issues)
    if (!address) return undefined
    const password = base64Decode(fields.password) ?? ''
    if (fields.password === '') return issues.refuse('missing-field', 'password')
    if (password === '') return issues.refuse('bad-base64', 'password', { n: cleanedLength(fields.password) })
    if (fields.method === '') return issues.refuse('missing-field', 'cipher')
    const query = readQueryText(question < 0 ? '' : text.slice(question + 1))
    const name = decoded(query.name) ?? (hash < 0 ? '' : percentDecode(link.slice(hash + 1)))
    return {
      type: 'ssr',
      name: name.trim(),
      server: address.server,
      port: address.port,
      method: cipherName(fields.method),
      password,
      protocol: variant(fields.protocol, DEFAULT_PROTOCOL, 'protocol', issues),
      protocolParam: decoded(query.protoParam),
      obfs: variant(fields.obfs, DEFAULT_OBFS, 'obfs', issues),
      obfsParam: decoded(query.obfsParam),
      group: decoded(query.group),
      udpPort: number(query.udpPort),
      uot: number(query.uot),
      ...dialFromQuery(query),
      rest: restOf(query, PARAMS, issues),
    }
  },

  toLink(node, issues) {
    const query: [string, string][] = [
      ['obfsparam', base64UrlEncode(node.obfsParam ?? '')],
      ['protoparam', base64UrlEncode(node.protocolParam ?? '')],
      ['remarks', base64UrlEncode(node.name)],
    ]
    if (node.group) query.push(['group', base64UrlEncode(node.group)])
    if (node.udpPort) query.push(['udpport', node.udpPort])
    if (node.uot) query.push(['uot', node.uot])
    dialToQuery(node, query, issues)
    if (node.rest?.link) query.push(...node.rest.link)
    const fields = [node.server, node.port, node.protocol, node.method, node.obfs, base64UrlEncode(node.password)].join(
      ':',
    )
    const text = query.map(([key, value]) => `${percentEncode(key)}=${percentEncode(value)}`).join('&')
    return `ssr://${base64UrlEncode(`${fields}/?${text}`)}`
  },

  fromMihomo(entry, issues) {
    const address = addressFromMihomo(entry, issues)
    if (!address) return undefined
    const password = entry.text('password')
    if (password === undefined) return issues.refuse('missing-field', 'password')
    const method = entry.text('cipher', 'method')
    if (method === undefined) return issues.refuse('missing-field', 'cipher')
    return {
      type: 'ssr',
      ...address,
      method: cipherName(method),
      password,
      protocol: variant(entry.text('protocol') ?? '', DEFAULT_PROTOCOL, 'protocol', issues),
      protocolParam: entry.text('protocol-param', 'protocolparam'),
      obfs: variant(entry.text('obfs') ?? '', DEFAULT_OBFS, 'obfs', issues),
      obfsParam: entry.text('obfs-param', 'obfsparam'),
      group: entry.text('group'),
      ...dialFromMihomo(entry),
      rest: restOfMihomo(entry),
    }
  },

  toMihomo(node, issues) {
    if (!SSR_CIPHERS.has(node.method))
      return issues.refuse('cipher-unsupported', 'cipher', { cipher: node.method.slice(0, 40) })
    if (!SSR_PROTOCOLS.has(node.protocol))
      return issues.refuse('protocol-variant-unsupported', 'protocol', { value: node.protocol.slice(0, 40) })
    if (!SSR_OBFS.has(node.obfs))
      return issues.refuse('protocol-variant-unsupported', 'obfs', { value: node.obfs.slice(0, 40) })
    const entry: MihomoProxy = {
      name: node.name,
      type: 'ssr',
      server: node.server,
      port: node.port,
      cipher: node.method,
      password: node.password,
      obfs: node.obfs,
      protocol: node.protocol,
    }
    if (node.obfsParam !== undefined) entry['obfs-param'] = node.obfsParam
    if (node.protocolParam !== undefined) entry['protocol-param'] = node.protocolParam
    if (node.udpPort !== undefined) issues.note('field-ignored', 'udpport')
    if (node.uot !== undefined) issues.note('field-ignored', 'uot')
    dialToMihomo(entry, node, true, issues)
    return entry
  },

  /** Configs of sing-box before 1.6. */
  fromSingbox(entry, issues) {
    const address = addressFromSingbox(entry, issues)
    if (!address) return undefined
    const password = entry.text('password')
    if (password === undefined) return issues.refuse('missing-field', 'password')
    const method = entry.text('method')
    if (method === undefined) return issues.refuse('missing-field', 'cipher')
    return {
      type: 'ssr',
      ...address,
      method: cipherName(method),
      password,
      protocol: variant(entry.text('protocol') ?? '', DEFAULT_PROTOCOL, 'protocol', issues),
      protocolParam: entry.text('protocol-param'),
      obfs: variant(entry.text('obfs') ?? '', DEFAULT_OBFS, 'obfs', issues),
      obfsParam: entry.text('obfs-param'),
      ...dialFromSingbox(entry),
      rest: restOfSingbox(entry),
    }
  },

  toSingbox(_node, _target, issues) {
    return issues.refuse('type-unsupported', 'type', { type: 'ssr' })
  },
}

const SLASH = 0x2f

/** `host:port:protocol:method:obfs:password`, read from the right: an IPv6 host has colons of its own. */
function lastFields(
  text: string,
): { address: string; protocol: string; method: string; obfs: string; password: string } | undefined {
  const password = text.lastIndexOf(':')
  const obfs = text.lastIndexOf(':', password - 1)
  const method = text.lastIndexOf(':', obfs - 1)
  const protocol = text.lastIndexOf(':', method - 1)
  if (protocol <= 0 || method <= protocol || obfs <= method || password <= obfs) return undefined
  return {
    address: text.slice(0, protocol),
    protocol: text.slice(protocol + 1, method),
    method: text.slice(method + 1, obfs),
    obfs: text.slice(obfs + 1, password),
    password: text.slice(password + 1),
  }
}

/** A base64 parameter; one that is no base64 stays as it is. */
function decoded(text: string): string | undefined {
  return text === '' ? undefined : (base64Decode(restorePlus(text)) ?? text)
}

/** `0` is how links leave these two out. */
function number(text: string): string | undefined {
  return text === '' || text === '0' ? undefined : text
}

function cipherName(text: string): string {
  const name = text.trim().toLowerCase()
  return name === 'dummy' || name === 'plain' ? 'none' : name
}

/** The name of a protocol or obfuscation; `_compatible` is only of the server's concern. */
function variant(text: string, usual: string, field: string, issues: NodeIssues): string {
  const name = text.trim().toLowerCase()
  if (name === '') {
    issues.note('value-defaulted', field, { value: usual })
    return usual
  }
  return name.endsWith(COMPATIBLE) ? name.slice(0, -COMPATIBLE.length) : name
}
