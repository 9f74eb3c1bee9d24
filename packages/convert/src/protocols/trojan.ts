import { formatUriLink, parseUriLink } from '../link/uri-link.ts'
import type { ParamName } from '../link/query.ts'
import { nullable, object, optional, text } from '../model/kinds.ts'
import { nodeFields, multiplex, tls, transport } from '../model/node-fields.ts'
import type { NodeIssues } from '../model/issue.ts'
import { isYes } from '../model/fields.ts'
import type { Multiplex, NodeBase, Tls, Transport } from '../model/node.ts'
import { percentEncode } from '../text/percent.ts'
import { trojanForm } from './trojan.form.ts'
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
import { MASK_PARAM, carriesWithoutMask } from './shared/finalmask.ts'
import { noteLinkLosses } from './shared/link-losses.ts'
import { multiplexFromMihomo, multiplexFromSingbox, multiplexToMihomo, multiplexToSingbox } from './shared/multiplex.ts'
import { streamReach } from './shared/reach.ts'
import { restOf } from './shared/rest.ts'
import {
  TLS_PARAMS,
  tlsFromMihomo,
  tlsFromQuery,
  tlsFromSingbox,
  tlsToMihomo,
  tlsToQuery,
  tlsToSingbox,
} from './shared/tls.ts'
import {
  TRANSPORT_PARAMS,
  defaultSni,
  keepServerSni,
  linkTls,
  singboxAlpn,
  transportFromMihomo,
  transportFromQuery,
  transportFromSingbox,
  transportToMihomo,
  transportToQuery,
  transportToSingbox,
  withoutH3,
  wsFromParts,
} from './shared/transport.ts'

export interface TrojanNode extends NodeBase {
  type: 'trojan'
  password: string
  tls: Tls | null
  transport: Transport | null
  /** trojan-go's Shadowsocks layer. */
  shadowsocks?: { method: string; password: string }
  /** SIP003 string; no client of ours has plugins for trojan. */
  plugin?: string
  /** trojan-go's `h2+ws`, which no client of ours has. */
  transportSpelled?: string
  multiplex?: Multiplex
}

const PARAMS: ReadonlySet<ParamName> = new Set([
  ...TLS_PARAMS, ...TRANSPORT_PARAMS, ...DIAL_PARAMS, 'encryption', 'plugin', 'pluginOpts', 'ws', 'flow',
]) // oxfmt-ignore
const MIHOMO_NETWORKS: ReadonlySet<string> = new Set(['ws', 'grpc'])
const MIHOMO_TLS = { nameKey: 'sni', tlsKey: false, fingerprint: true, alpn: true } as const
/** What a trojan-go link may name. */
const LINK_SS_METHODS: ReadonlySet<string> = new Set(['aes-128-gcm', 'aes-256-gcm', 'chacha20-ietf-poly1305'])
/** What mihomo takes besides in `ss-opts`: docs/formats/trojan.md, "Clients". */
const MORE_SS_METHODS: ReadonlySet<string> = new Set([
  'aes-192-gcm', 'xchacha20-ietf-poly1305', 'chacha8-ietf-poly1305', 'xchacha8-ietf-poly1305', 'aes-128-ccm', 'aes-192-ccm', 'aes-256-ccm',
  'aes-128-ctr', 'aes-192-ctr', 'aes-256-ctr', 'aes-128-cfb', 'aes-192-cfb', 'aes-256-cfb', 'rc4-md5', 'chacha20-ietf', 'xchacha20', 'dummy',
]) // oxfmt-ignore
const DEFAULT_PORT = 443

/** Trojan and trojan-go (p4gefau1t/trojan-go docs/content/developer/url.md). TLS unless the link says `security=none`. */
export const trojan: Protocol<TrojanNode> = {
  type: 'trojan',
  form: trojanForm,
  fields: nodeFields<TrojanNode>({
    password: text,
    tls: nullable(tls),
    transport: nullable(transport),
    shadowsocks: optional(object<{ method: string; password: string }>({ method: text, password: text })),
    plugin: optional(text),
    transportSpelled: optional(text),
    multiplex: optional(multiplex),
  }),
  schemes: ['trojan', 'trojan-go'],
  mihomoTypes: ['trojan'],
  singboxTypes: ['trojan'],
  reach: (node) => (node.plugin === undefined ? streamReach(node, node.tls, node.transport) : undefined),

  fromLink(link, issues) {
    const uri = parseUriLink(link, issues, { defaultPort: DEFAULT_PORT })
    if (!uri) return undefined
    const { query } = uri
    if (uri.user === '') return issues.refuse('missing-field', 'password')
    const tls = tlsFromQuery(query, 'tls', issues)
    if (tls === undefined) return undefined
    const spelled = query.type.toLowerCase()
    const isOldWs =
      query.type === '' &&
      (isYes(query.ws) || (query.plugin.startsWith('obfs-local') && /obfs=websocket/.test(query.plugin)))
    const transport =
      spelled === 'h2+ws'
        ? null
        : isOldWs
          ? oldWs(query.plugin, query.path, query.host, issues)
          : transportFromQuery(query, issues)
    if (transport === undefined) return undefined
    let shadowsocks: TrojanNode['shadowsocks']
    if (query.encryption !== '' && query.encryption !== 'none') {
      shadowsocks = shadowsocksLayer(query.encryption)
      if (shadowsocks === undefined) return issues.refuse('bad-value', 'encryption')
    }
    if (query.flow !== '') issues.note('field-ignored', 'flow')
    const hasPlugin = query.plugin !== '' && query.plugin !== 'none'
    if (query.pluginOpts !== '' && (!hasPlugin || isOldWs)) issues.note('field-ignored', 'plugin-opts')
    return {
      type: 'trojan',
      name: uri.name,
      server: uri.server,
      port: uri.port,
      password: uri.user,
      tls: trojanSni(defaultSni(tls, transport, uri.server), transport, query.host),
      transport,
      shadowsocks,
      plugin: hasPlugin && !isOldWs ? pluginText(query.plugin, query.pluginOpts) : undefined,
      transportSpelled: spelled === 'h2+ws' ? spelled : undefined,
      ...dialFromQuery(query),
      rest: restOf(query, PARAMS, issues, MASK_PARAM),
    }
  },

  toLink(node, issues) {
    const query: [string, string][] = []
    tlsToQuery(linkTls(node.tls, node.transport, node.server, issues), query)
    if (node.transportSpelled) query.push(['type', node.transportSpelled])
    else if (node.transport) transportToQuery(node.transport, query, issues, node)
    if (node.shadowsocks) {
      if (!isLinkLayer(node.shadowsocks)) return issues.refuse('encryption-unsupported', 'ss-opts')
      query.push(['encryption', `ss;${node.shadowsocks.method}:${node.shadowsocks.password}`])
    }
    if (node.plugin) query.push(['plugin', node.plugin])
    dialToQuery(node, query, issues)
    noteLinkLosses(node, issues)
    if (node.rest?.link) query.push(...node.rest.link)
    const isGo = node.shadowsocks !== undefined || node.transportSpelled !== undefined
    return formatUriLink(isGo ? 'trojan-go' : 'trojan', { ...node, user: percentEncode(node.password), query })
  },

  fromMihomo(entry, issues) {
    const address = addressFromMihomo(entry, issues)
    if (!address) return undefined
    const password = entry.text('password')
    if (password === undefined) return issues.refuse('missing-field', 'password')
    const transport = transportFromMihomo(entry, issues)
    if (transport === undefined) return undefined
    const ss = entry.map('ss-opts')
    const layered = ss?.bool('enabled')
    // TLS is always on whatever `tls` says, the name stands in `sni`, and a flow is ignored.
    const sni = entry.text('sni')
    const tls = tlsFromMihomo(entry, issues)
    entry.raw('tls')
    entry.raw('flow')
    return {
      type: 'trojan',
      ...address,
      password,
      tls: sni === undefined ? tls : { ...tls, sni },
      transport,
      shadowsocks:
        ss && layered
          ? { method: (ss.text('method') ?? 'aes-128-gcm').toLowerCase(), password: ss.str('password') ?? '' }
          : undefined,
      multiplex: multiplexFromMihomo(entry),
      ...dialFromMihomo(entry),
      rest: restOfMihomo(entry),
    }
  },

  toMihomo(node, issues) {
    if (!carriesPlain(node, issues)) return undefined
    if (!node.tls) return issues.refuse('tls-required', 'security')
    const entry: MihomoProxy = {
      name: node.name,
      type: 'trojan',
      server: node.server,
      port: node.port,
      password: node.password,
    }
    const tls = wsAlpn(withoutH3(node.tls, node.transport, issues), node.transport, issues)
    if (!tlsToMihomo(entry, tls, MIHOMO_TLS, issues)) return undefined
    if (node.transport) {
      if (node.tls.reality && (node.transport.type === 'ws' || node.transport.type === 'httpupgrade')) {
        return issues.refuse('transport-unsupported', 'reality')
      }
      const style = { networks: MIHOMO_NETWORKS, fallbackHost: node.tls.sni ?? node.server }
      if (!transportToMihomo(entry, node.transport, style, issues)) return undefined
    }
    if (node.shadowsocks) {
      const { method, password } = node.shadowsocks
      const isKnown = LINK_SS_METHODS.has(method) || MORE_SS_METHODS.has(method)
      if (!isKnown || password === '') return issues.refuse('client-refuses', 'ss-opts')
      entry['ss-opts'] = { enabled: true, method, password }
    }
    if (node.multiplex) multiplexToMihomo(entry, node.multiplex, issues)
    dialToMihomo(entry, node, true, issues)
    return entry
  },

  fromSingbox(entry, issues) {
    const address = addressFromSingbox(entry, issues)
    if (!address) return undefined
    const password = entry.text('password')
    if (password === undefined) return issues.refuse('missing-field', 'password')
    const tls = tlsFromSingbox(entry.map('tls'), issues)
    const transport = transportFromSingbox(entry.map('transport'), tls, issues)
    if (transport === undefined) return undefined
    return {
      type: 'trojan',
      ...address,
      password,
      tls: keepServerSni(tls, transport, address.server),
      transport,
      multiplex: multiplexFromSingbox(entry),
      ...dialFromSingbox(entry),
      rest: restOfSingbox(entry),
    }
  },

  toSingbox(node, target, issues) {
    if (!carriesPlain(node, issues)) return undefined
    if (node.shadowsocks) return issues.refuse('encryption-unsupported', 'encryption')
    const out: SingboxOutbound = {
      type: 'trojan',
      tag: node.name,
      server: node.server,
      server_port: node.port,
      password: node.password,
    }
    if (!node.tls) issues.note('no-tls', 'security')
    else {
      const quic = node.transport?.type === 'quic'
      const tls = tlsToSingbox(
        withoutH3(node.tls, node.transport, issues),
        { quic, alpn: singboxAlpn(node.transport) },
        target,
        issues,
      )
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

/** On ws mihomo offers what is written, and a server that picks h2 does not understand the rest. */
function wsAlpn(tls: Tls, transport: Transport | null, issues: NodeIssues): Tls {
  if (tls.alpn === undefined || (transport?.type !== 'ws' && transport?.type !== 'httpupgrade')) return tls
  const takesH2 = tls.alpn.includes('h2')
  if (!takesH2 && tls.alpn.includes('http/1.1')) return tls
  issues.note('alpn-unsupported', 'alpn')
  return { ...tls, alpn: takesH2 ? ['http/1.1'] : undefined }
}

/** False after a refusal: neither client has plugins or h2+ws for trojan. */
function carriesPlain(node: TrojanNode, issues: NodeIssues): boolean {
  if (node.plugin !== undefined) issues.refuse('plugin-unsupported', 'plugin')
  else if (node.transportSpelled !== undefined)
    issues.refuse('transport-unsupported', 'type', { value: node.transportSpelled })
  else return carriesWithoutMask(node, issues)
  return false
}

/** `ws=1&wspath=/p`, or `plugin=obfs-local;obfs=websocket;obfs-host=h;obfs-uri=/p`. */
function oldWs(plugin: string, path: string, host: string, issues: NodeIssues): Transport | undefined {
  const option = (key: string) =>
    plugin
      .split(';')
      .find((part) => part.startsWith(`${key}=`))
      ?.slice(key.length + 1) ?? ''
  return wsFromParts(path || option('obfs-uri'), host || option('obfs-host'), '', '', issues)
}

/** On plain TLS the old `host` parameter is a spelling of the SNI. */
function trojanSni(tls: Tls | null, transport: Transport | null, host: string): Tls | null {
  return tls && transport === null && tls.sni === undefined && host !== '' ? { ...tls, sni: host } : tls
}

/** `ss;aes-256-gcm:secret`. */
function shadowsocksLayer(text: string): TrojanNode['shadowsocks'] {
  const match = /^ss;([^:;]{1,64}):(.+)$/is.exec(text)
  const method = match?.[1]?.toLowerCase()
  const layer = match && method !== undefined ? { method, password: match[2]! } : undefined
  return layer && isLinkLayer(layer) ? layer : undefined
}

function isLinkLayer({ method, password }: NonNullable<TrojanNode['shadowsocks']>): boolean {
  return LINK_SS_METHODS.has(method) && password !== ''
}

function pluginText(plugin: string, options: string): string {
  return options === '' ? plugin : `${plugin};${options}`
}
