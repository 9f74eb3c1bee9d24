import { formatUriLink, parseUriLink } from '../link/uri-link.ts'
import type { ParamName } from '../link/query.ts'
import { number, optional, text } from '../model/kinds.ts'
import { nodeFields, tls } from '../model/node-fields.ts'
import type { NodeIssues } from '../model/issue.ts'
import type { NodeBase, Tls } from '../model/node.ts'
import { percentEncode } from '../text/percent.ts'
import { anytlsForm } from './anytls.form.ts'
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
import { secondsOf } from './shared/quic.ts'
import { streamReach } from './shared/reach.ts'
import { restOf } from './shared/rest.ts'
import {
  TLS_PARAMS,
  alwaysTlsFromSingbox,
  tlsFromMihomo,
  tlsFromQuery,
  tlsToMihomo,
  tlsToQuery,
  tlsToSingbox,
} from './shared/tls.ts'

export interface AnytlsNode extends NodeBase {
  type: 'anytls'
  password: string
  tls: Tls
  /** Whole seconds. */
  idleCheckInterval?: number
  idleTimeout?: number
  /** Sessions kept open. */
  minIdle?: number
}

const PARAMS: ReadonlySet<ParamName> = new Set([
  ...TLS_PARAMS, ...DIAL_PARAMS, 'type', 'headerType', 'password', 'auth', 'idleCheckInterval', 'idleTimeout', 'minIdle',
]) // oxfmt-ignore
const MIHOMO_TLS = { nameKey: 'sni', tlsKey: false, fingerprint: true, alpn: true } as const
const DEFAULT_PORT = 443

/** AnyTLS (anytls/anytls-go docs/uri_scheme.md). TLS is always on, so the link says only how to verify it. */
export const anytls: Protocol<AnytlsNode> = {
  type: 'anytls',
  form: anytlsForm,
  fields: nodeFields<AnytlsNode>({
    password: text,
    tls: tls,
    idleCheckInterval: optional(number),
    idleTimeout: optional(number),
    minIdle: optional(number),
  }),
  schemes: ['anytls'],
  mihomoTypes: ['anytls'],
  singboxTypes: ['anytls'],
  needsTls: true,
  reach: (node) => streamReach(node, node.tls),

  fromLink(link, issues) {
    const uri = parseUriLink(link, issues, { defaultPort: DEFAULT_PORT })
    if (!uri) return undefined
    const { query } = uri
    const password = uri.user || query.password || query.auth
    if (password === '') return issues.refuse('missing-field', 'password')
    if (!isRaw(query.type)) return issues.refuse('bad-value', 'type', { value: query.type.slice(0, 40) })
    if (query.headerType !== '' && query.headerType !== 'none') return issues.refuse('bad-value', 'headerType')
    if (query.security.toLowerCase() === 'none') query.security = ''
    query.tls = ''
    const tls = tlsFromQuery(query, 'tls', issues)
    if (!tls) return undefined
    return {
      type: 'anytls',
      name: uri.name,
      server: uri.server,
      port: uri.port,
      password,
      tls,
      idleCheckInterval: seconds(query.idleCheckInterval, 'idle_session_check_interval', issues),
      idleTimeout: seconds(query.idleTimeout, 'idle_session_timeout', issues),
      minIdle: count(query.minIdle, issues),
      ...dialFromQuery(query),
      rest: restOf(query, PARAMS, issues),
    }
  },

  toLink(node, issues) {
    const query: [string, string][] = []
    tlsToQuery(node.tls, query)
    if (node.tls.certificate !== undefined) issues.note('field-ignored', 'certificate')
    if (node.idleCheckInterval !== undefined)
      query.push(['idle_session_check_interval', String(node.idleCheckInterval)])
    if (node.idleTimeout !== undefined) query.push(['idle_session_timeout', String(node.idleTimeout)])
    if (node.minIdle !== undefined) query.push(['min_idle_session', String(node.minIdle)])
    dialToQuery(node, query, issues)
    if (node.rest?.link) query.push(...node.rest.link)
    return formatUriLink('anytls', { ...node, user: percentEncode(node.password), query })
  },

  fromMihomo(entry, issues) {
    const address = addressFromMihomo(entry, issues)
    if (!address) return undefined
    const password = entry.text('password')
    if (password === undefined) return issues.refuse('missing-field', 'password')
    const tls = tlsFromMihomo(entry, issues)
    if (tls.reality) issues.note('field-ignored', 'reality-opts')
    return {
      type: 'anytls',
      ...address,
      password,
      // mihomo ignores reality on this type: it is no part of the node.
      tls: { ...tls, reality: undefined },
      idleCheckInterval: positive(entry.int('idle-session-check-interval')),
      idleTimeout: positive(entry.int('idle-session-timeout')),
      minIdle: positive(entry.int('min-idle-session')),
      ...dialFromMihomo(entry),
      rest: restOfMihomo(entry),
    }
  },

  toMihomo(node, issues) {
    if (node.tls.reality) return issues.refuse('reality-unsupported', 'reality')
    const entry: MihomoProxy = {
      name: node.name,
      type: 'anytls',
      server: node.server,
      port: node.port,
      password: node.password,
    }
    if (!tlsToMihomo(entry, node.tls, MIHOMO_TLS, issues)) return undefined
    if (node.idleCheckInterval !== undefined) entry['idle-session-check-interval'] = node.idleCheckInterval
    if (node.idleTimeout !== undefined) entry['idle-session-timeout'] = node.idleTimeout
    if (node.minIdle !== undefined) entry['min-idle-session'] = node.minIdle
    dialToMihomo(entry, node, true, issues)
    return entry
  },

  fromSingbox(entry, issues) {
    const address = addressFromSingbox(entry, issues)
    if (!address) return undefined
    const password = entry.text('password')
    if (password === undefined) return issues.refuse('missing-field', 'password')
    return {
      type: 'anytls',
      ...address,
      password,
      tls: alwaysTlsFromSingbox(entry.map('tls'), issues),
      idleCheckInterval: seconds(entry.str('idle-session-check-interval') ?? '', 'idle_session_check_interval', issues),
      idleTimeout: seconds(entry.str('idle-session-timeout') ?? '', 'idle_session_timeout', issues),
      minIdle: positive(entry.int('min-idle-session')),
      ...dialFromSingbox(entry),
      rest: restOfSingbox(entry),
    }
  },

  toSingbox(node, target, issues) {
    const tls = tlsToSingbox(node.tls, { quic: false }, target, issues)
    if (!tls) return undefined
    const out: SingboxOutbound = {
      type: 'anytls',
      tag: node.name,
      server: node.server,
      server_port: node.port,
      password: node.password,
    }
    if (node.idleCheckInterval !== undefined) out['idle_session_check_interval'] = `${node.idleCheckInterval}s`
    if (node.idleTimeout !== undefined) out['idle_session_timeout'] = `${node.idleTimeout}s`
    if (node.minIdle !== undefined) out['min_idle_session'] = node.minIdle
    out['tls'] = tls
    dialToSingbox(out, node, false, issues)
    if (out['tcp_fast_open'] !== undefined) {
      // Refused on this type.
      delete out['tcp_fast_open']
      issues.note('field-ignored', 'tfo')
    }
    return out
  },
}

const RAW = new Set(['', 'tcp', 'raw', 'none'])

/** Other protocols' links say a transport; there is none here. */
function isRaw(type: string): boolean {
  return RAW.has(type) || RAW.has(type.toLowerCase())
}

/** "30", "30s", "1m30s" in whole seconds, at least 1; absent when it is none. */
function seconds(text: string, field: string, issues: NodeIssues): number | undefined {
  if (text === '') return undefined
  const value = secondsOf(text)
  if (value !== undefined && value > 0) return Math.max(1, Math.round(value))
  issues.note('bad-value', field)
  return undefined
}

function count(text: string, issues: NodeIssues): number | undefined {
  if (text === '') return undefined
  const value = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (value > 0) return value
  if (text !== '0') issues.note('bad-value', 'min_idle_session')
  return undefined
}

function positive(value: number | undefined): number | undefined {
  return value !== undefined && value > 0 ? value : undefined
}
