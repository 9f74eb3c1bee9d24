import { nullable, number, optional, text } from '../model/kinds.ts'
import { nodeFields, tls } from '../model/node-fields.ts'
import { formatUriLink, parseUriLink } from '../link/uri-link.ts'
import type { ParamName } from '../link/query.ts'
import type { Fields } from '../model/fields.ts'
import { recordOf } from '../text/record.ts'
import type { NodeBase, Tls } from '../model/node.ts'
import { socks5Form } from './socks5.form.ts'
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
import { TLS_PARAMS, mihomoTls, tlsFromQuery, tlsToMihomo, tlsToQuery } from './shared/tls.ts'
import { userPassOf, userPassText } from './shared/user-pass.ts'

export interface Socks5Node extends NodeBase {
  type: 'socks5'
  username?: string
  password?: string
  tls: Tls | null
  /** 4 or 4a; absent = 5. */
  version?: string
  /** Version of UDP over TCP, which only sing-box has. */
  udpOverTcp?: number
}

const PARAMS: ReadonlySet<ParamName> = new Set([...TLS_PARAMS, ...DIAL_PARAMS])
const MIHOMO_TLS = { nameKey: 'sni', tlsKey: true, fingerprint: false, alpn: false } as const
const LATEST_UDP_OVER_TCP = 2

/** SOCKS5: `socks5://user:pass@host:port`, or base64 of the user info (v2rayN) or of the whole address. */
export const socks5: Protocol<Socks5Node> = {
  type: 'socks5',
  form: socks5Form,
  fields: nodeFields<Socks5Node>({
    username: optional(text),
    password: optional(text),
    tls: nullable(tls),
    version: optional(text),
    udpOverTcp: optional(number),
  }),
  schemes: ['socks5', 'socks', 'socks5h'],
  mihomoTypes: ['socks5'],
  singboxTypes: ['socks'],
  reach: (node) => streamReach(node, node.tls),

  fromLink(link, issues) {
    const uri = parseUriLink(decodeAuthority(link), issues)
    if (!uri) return undefined
    const tls = tlsFromQuery(uri.query, 'none', issues)
    if (tls === undefined) return undefined
    return {
      type: 'socks5',
      name: uri.name,
      server: uri.server,
      port: uri.port,
      ...userPassOf(uri.rawUser),
      tls,
      ...dialFromQuery(uri.query),
      rest: restOf(uri.query, PARAMS, issues),
    }
  },

  toLink(node, issues) {
    if (node.version !== undefined)
      return issues.refuse('protocol-variant-unsupported', 'version', { value: node.version })
    const query: [string, string][] = []
    if (node.tls) tlsToQuery(node.tls, query)
    if (node.udpOverTcp !== undefined) issues.note('field-ignored', 'udp_over_tcp')
    dialToQuery(node, query, issues)
    noteLinkLosses(node, issues)
    if (node.rest?.link) query.push(...node.rest.link)
    return formatUriLink('socks5', { ...node, user: userPassText(node), query })
  },

  fromMihomo(entry, issues) {
    const address = addressFromMihomo(entry, issues)
    if (!address) return undefined
    const tls = mihomoTls(entry, issues)
    return {
      type: 'socks5',
      ...address,
      username: entry.text('username'),
      password: entry.text('password'),
      tls,
      ...dialFromMihomo(entry),
      rest: restOfMihomo(entry),
    }
  },

  toMihomo(node, issues) {
    if (node.version !== undefined)
      return issues.refuse('protocol-variant-unsupported', 'version', { value: node.version })
    const entry: MihomoProxy = { name: node.name, type: 'socks5', server: node.server, port: node.port }
    if (node.username !== undefined) entry['username'] = node.username
    if (node.password !== undefined) entry['password'] = node.password
    if (node.tls) {
      // The server is the SNI: there is no key for another.
      if (node.tls.sni !== undefined && node.tls.sni !== node.server) issues.note('field-ignored', 'sni')
      if (node.tls.ech) issues.note('ech-unsupported', 'ech')
      if (!tlsToMihomo(entry, { ...node.tls, sni: undefined, ech: undefined }, MIHOMO_TLS, issues)) return undefined
    }
    if (node.udpOverTcp !== undefined) issues.note('field-ignored', 'udp_over_tcp')
    dialToMihomo(entry, node, true, issues)
    return entry
  },

  fromSingbox(entry, issues) {
    const address = addressFromSingbox(entry, issues)
    if (!address) return undefined
    const version = entry.text('version') ?? '5'
    if (version !== '5' && version !== '4' && version !== '4a')
      return issues.refuse('bad-value', 'version', { value: version.slice(0, 40) })
    return {
      type: 'socks5',
      ...address,
      username: entry.text('username'),
      password: entry.text('password'),
      tls: null,
      version: version === '5' ? undefined : version,
      udpOverTcp: udpOverTcpOf(entry),
      ...dialFromSingbox(entry),
      rest: restOfSingbox(entry),
    }
  },

  toSingbox(node, _target, issues) {
    if (node.tls) return issues.refuse('type-unsupported', 'tls', { type: 'socks5 TLS' })
    const out: SingboxOutbound = {
      type: 'socks',
      tag: node.name,
      server: node.server,
      server_port: node.port,
      version: node.version ?? '5',
    }
    if (node.username !== undefined) out['username'] = node.username
    if (node.password !== undefined) out['password'] = node.password
    if (node.udpOverTcp !== undefined) out['udp_over_tcp'] = { enabled: true, version: node.udpOverTcp }
    dialToSingbox(out, node, true, issues)
    return out
  },
}

/** `true`, or `{enabled, version}`; without a version sing-box means 2. */
function udpOverTcpOf(entry: Fields): number | undefined {
  const value = entry.raw('udp-over-tcp')
  if (value === true) return LATEST_UDP_OVER_TCP
  const { enabled, version } = recordOf(value)
  return enabled === true ? (version === 1 ? 1 : LATEST_UDP_OVER_TCP) : undefined
}
