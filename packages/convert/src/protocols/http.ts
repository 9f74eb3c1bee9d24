import { mapOf, nullable, optional, text } from '../model/kinds.ts'
import { nodeFields, tls } from '../model/node-fields.ts'
import { formatUriLink, parseUriLink } from '../link/uri-link.ts'
import type { ParamName } from '../link/query.ts'
import type { NodeBase, Tls } from '../model/node.ts'
import { base64Encode } from '../text/base64.ts'
import { httpForm } from './http.form.ts'
import type { MihomoProxy, Protocol, SingboxOutbound } from './protocol.ts'
import { addressFromMihomo, addressFromSingbox, restOfMihomo, restOfSingbox } from './shared/address.ts'
import {
  DIAL_PARAMS,
  dialFromMihomo,
  dialFromQuery,
  dialFromSingbox,
  dialToMihomo,
  dialToQuery,
  dialToSingbox,
} from './shared/dial.ts'
import { noteLinkLosses } from './shared/link-losses.ts'
import { streamReach } from './shared/reach.ts'
import { restOf } from './shared/rest.ts'
import { decodeAuthority } from './shared/shadowrocket.ts'
import { TLS_PARAMS, dropMihomoTls, hasMihomoTls, tlsFromMihomo, tlsFromQuery, tlsFromSingbox, tlsToMihomo, tlsToQuery, tlsToSingbox } from './shared/tls.ts' // oxfmt-ignore
import { userPassOf, userPassText } from './shared/user-pass.ts'

export interface HttpNode extends NodeBase {
  type: 'http'
  username?: string
  password?: string
  tls: Tls | null
  headers?: Record<string, string>
  /** Path of the request, which only sing-box has. */
  path?: string
}

const PARAMS: ReadonlySet<ParamName> = new Set([...TLS_PARAMS, ...DIAL_PARAMS])
const DEFAULT_PORT = { http: 80, https: 443 } as const
const MIHOMO_TLS = { nameKey: 'sni', tlsKey: true, fingerprint: false, alpn: false } as const
/** Both clients speak HTTP/1.1 to the proxy. */
const SINGBOX_TLS = { quic: false, alpn: 'http/1.1' } as const

/** An HTTP proxy, `https` with TLS. Without user info such a link is an address to fetch. */
export const http: Protocol<HttpNode> = {
  type: 'http',
  form: httpForm,
  fields: nodeFields<HttpNode>({
    username: optional(text),
    password: optional(text),
    tls: nullable(tls),
    headers: optional(mapOf(text)),
    path: optional(text),
  }),
  schemes: ['http', 'https'],
  mihomoTypes: ['http'],
  singboxTypes: ['http'],
  reach: (node) => streamReach(node, node.tls),

  fromLink(link, issues) {
    const uri = parseUriLink(decodeAuthority(link), issues, { defaultPort: 0 })
    if (!uri) return undefined
    if (uri.rawUser === '') return issues.refuse('needs-fetch')
    // A path without a port is that of a subscription behind a password.
    if (uri.port === 0 && uri.path.length > 1) return issues.refuse('needs-fetch')
    const { query } = uri
    const isHttps = link.slice(0, 5).toLowerCase() === 'https'
    const tls = tlsFromQuery(query, isHttps ? 'tls' : 'none', issues)
    if (tls === undefined) return undefined
    return {
      type: 'http',
      name: uri.name,
      server: uri.server,
      port: uri.port || (isHttps ? DEFAULT_PORT.https : DEFAULT_PORT.http),
      ...userPassOf(uri.rawUser),
      tls,
      ...dialFromQuery(query),
      udp: undefined,
      rest: restOf(query, PARAMS, issues),
    }
  },

  toLink(node, issues) {
    const query: [string, string][] = []
    if (node.tls) {
      tlsToQuery(node.tls, query)
      // The scheme says that already.
      if (!node.tls.reality) query.shift()
    }
    if (node.headers) issues.note('field-ignored', 'headers')
    if (node.path !== undefined) issues.note('field-ignored', 'path')
    dialToQuery({ ...node, udp: undefined }, query, issues)
    noteLinkLosses(node, issues)
    if (node.rest?.link) query.push(...node.rest.link)
    // Without user info it would be an address to fetch.
    return formatUriLink(node.tls ? 'https' : 'http', {
      ...node,
      path: undefined,
      user: userPassText(node) || ':',
      query,
    })
  },

  fromMihomo(entry, issues) {
    const address = addressFromMihomo(entry, issues)
    if (!address) return undefined
    const isTls = hasMihomoTls(entry)
    const sni = isTls ? entry.text('sni') : undefined
    const tls = isTls ? tlsFromMihomo(entry, issues) : dropMihomoTls(entry)
    const headers = entry.texts('headers')
    return {
      type: 'http',
      ...address,
      username: entry.text('username'),
      password: entry.text('password'),
      tls: tls && sni !== undefined ? { ...tls, sni } : tls,
      headers: headers && Object.keys(headers).length > 0 ? headers : undefined,
      ...dialFromMihomo(entry),
      udp: undefined,
      rest: restOfMihomo(entry),
    }
  },

  toMihomo(node, issues) {
    const entry: MihomoProxy = { name: node.name, type: 'http', server: node.server, port: node.port }
    if (node.username !== undefined) entry['username'] = node.username
    if (node.password !== undefined) entry['password'] = node.password
    if (node.tls) {
      if (node.tls.ech) issues.note('ech-unsupported', 'ech')
      if (!tlsToMihomo(entry, { ...node.tls, ech: undefined }, MIHOMO_TLS, issues)) return undefined
    }
    const headers = authorized(node)
    if (headers !== undefined) entry['headers'] = headers
    if (node.path !== undefined && node.path !== '/') issues.note('field-ignored', 'path')
    dialToMihomo(entry, node, false, issues)
    return entry
  },

  fromSingbox(entry, issues) {
    const address = addressFromSingbox(entry, issues)
    if (!address) return undefined
    const headers = entry.texts('headers')
    return {
      type: 'http',
      ...address,
      username: entry.text('username'),
      password: entry.text('password'),
      tls: tlsFromSingbox(entry.map('tls'), issues),
      headers: headers && Object.keys(headers).length > 0 ? headers : undefined,
      path: entry.text('path'),
      ...dialFromSingbox(entry),
      udp: undefined,
      rest: restOfSingbox(entry),
    }
  },

  toSingbox(node, target, issues) {
    const out: SingboxOutbound = { type: 'http', tag: node.name, server: node.server, server_port: node.port }
    if (node.username !== undefined) out['username'] = node.username
    if (node.password !== undefined) out['password'] = node.password
    if (node.tls) {
      const tls = tlsToSingbox(node.tls, SINGBOX_TLS, target, issues)
      if (!tls) return undefined
      out['tls'] = tls
    }
    if (node.path !== undefined) out['path'] = node.path
    if (node.headers) out['headers'] = node.headers
    dialToSingbox(out, { ...node, udp: undefined }, false, issues)
    return out
  },
}

/** mihomo sends no credentials without a password: the header says them. */
function authorized(node: HttpNode): Record<string, string> | undefined {
  if ((node.username === undefined) === (node.password === undefined)) return node.headers
  const credentials = `Basic ${base64Encode(`${node.username ?? ''}:${node.password ?? ''}`)}`
  return { 'Proxy-Authorization': credentials, ...node.headers }
}
