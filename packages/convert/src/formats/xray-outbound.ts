import type { NodeIssues } from '../model/issue.ts'
import { formatUriLink } from '../link/uri-link.ts'
import { percentEncode } from '../text/percent.ts'
import { Fields } from '../model/fields.ts'
import type { ProxyNode } from '../protocols/index.ts'
import { type EntryFormat, readLinks } from './entry-format.ts'
import { isRecord, type JsonObject } from '../text/record.ts'

/**
 * Outbounds of Xray and V2Ray configs (xtls.github.io/config). Each becomes the share link it stands for (XTLS/Xray-core
 * discussion 716), which the protocol reads.
 */

/** No entries: they lead nowhere. Keys are asked for in lower case: `Fields` folds `streamSettings` to that. */
export const XRAY_HELPERS: ReadonlySet<string> = new Set(['freedom', 'blackhole', 'dns', 'loopback'])

/** An outbound of Xray. */
export const xrayOutbound: EntryFormat = {
  detect: (value) =>
    typeof value['type'] !== 'string' && typeof value['protocol'] === 'string' && isRecord(value['settings']),
  read: (value, issues, list) =>
    withDialer(readLinks(xrayLinks(value, issues), issues), xrayDialer(value, list, issues)),
}

/** The links of an outbound, one for each of its servers; undefined after a refusal. */
function xrayLinks(outbound: JsonObject, issues: NodeIssues): string[] | undefined {
  const fields = new Fields(outbound, issues)
  const links = linksOf(fields, issues)
  if (links !== undefined) reportUnread(fields.deepRest() ?? {}, '', issues)
  return links
}

/** Keys that this reader skips. Some do not affect the connection; the node list reads those of chains. */
const QUIET = new Set([
  'level', 'email', 'show', 'concurrency', 'xudpconcurrency', 'xudpproxyudp443', 'dialerproxy', 'dialer-proxy', 'proxysettings',
]) // oxfmt-ignore
const DEEPEST = 6

/** Says what no link has a word for. What is off or empty says nothing. */
function reportUnread(rest: JsonObject, path: string, issues: NodeIssues, depth = 0): void {
  for (const [key, value] of Object.entries(rest)) {
    if (QUIET.has(key.toLowerCase()) || value === false || value === '') continue
    for (const item of Array.isArray(value) ? value : [value]) {
      if (isRecord(item) && depth < DEEPEST) reportUnread(item, `${path}${key}.`, issues, depth + 1)
      else if (!isRecord(item)) issues.note('field-ignored', `${path}${key}`.slice(0, LONGEST_FIELD))
    }
  }
}

const LONGEST_FIELD = 80

function linksOf(fields: Fields, issues: NodeIssues): string[] | undefined {
  const protocol = (fields.text('protocol') ?? '').toLowerCase()
  const name = fields.str('tag') ?? ''
  const settings = fields.map('settings')
  if (!settings) return issues.refuse('missing-field', 'settings')
  const stream = fields.map('streamsettings')
  const hysteriaAuth = stream?.map('hysteriasettings')?.str('auth') ?? ''
  const pairs = stream ? streamPairs(stream) : []
  const has = (key: string, ...values: string[]) =>
    pairs.some(([name, value]) => name === key && values.includes(value))
  const isTls = pairs.some(([key]) => key === 'security')
  const isPlain = pairs.length === 0 || (has('type', 'tcp') && !has('headerType', 'http'))
  // Xray's mux.cool is known to no client of ours; the server answers without it as well.
  const mux = fields.map('mux')
  if (mux?.bool('enabled')) issues.note('mux-unsupported', 'mux')
  else mux?.forget()
  switch (protocol) {
    case 'vmess':
    case 'vless': {
      const servers = settings.maps('vnext') ?? [settings]
      return servers.map((server) => {
        const user = server.maps('users')?.[0] ?? server
        const query: [string, string][] = []
        const encryption = user.text('encryption', 'security')
        if (encryption !== undefined) query.push(['encryption', encryption])
        const flow = user.text('flow')
        if (flow !== undefined) query.push(['flow', flow])
        const alterId = user.str('alterid')
        if (alterId !== undefined && alterId !== '0') query.push(['alterId', alterId])
        return link(protocol, user.str('id') ?? '', server, [...query, ...pairs], name)
      })
    }
    case 'trojan': {
      const query: Pair[] = isTls ? pairs : [['security', 'none'], ...pairs]
      return serversOf(settings).map((server) => link('trojan', server.str('password') ?? '', server, query, name))
    }
    case 'shadowsocks':
    case 'socks':
      // Their links know no TLS and no transport.
      if (isTls || !isPlain) return issues.refuse('transport-unsupported', 'streamSettings')
      return serversOf(settings).map((server) => {
        if (protocol === 'socks') return link('socks5', credentials(server), server, [], name)
        return link('ss', `${server.str('method') ?? ''}:${server.str('password') ?? ''}`, server, [], name)
      })
    case 'http': {
      if (!isPlain || has('security', 'reality')) return issues.refuse('transport-unsupported', 'streamSettings')
      const query = pairs.filter(([key]) => key !== 'security' && key !== 'type')
      const scheme = isTls ? 'https' : 'http'
      return serversOf(settings).map((server) => link(scheme, credentials(server), server, query, name))
    }
    case 'hysteria':
      return [
        link(
          'hysteria2',
          hysteriaAuth,
          settings,
          pairs.filter(([key]) => key !== 'security'),
          name,
        ),
      ]
    case 'wireguard':
      return wireguardLinks(settings, name)
    default:
      return issues.refuse('unsupported-scheme', 'protocol', { scheme: protocol.slice(0, 40) })
  }
}

type Pair = [key: string, value: string]

/** V2Ray lists its servers; Xray takes a single one without the list as well. */
function serversOf(settings: Fields): Fields[] {
  return settings.maps('servers') ?? [settings]
}

/** `user:pass`, or nothing where there is no user. */
function credentials(server: Fields): string {
  const user = server.maps('users')?.[0] ?? server
  const name = user.str('user') ?? ''
  const password = user.str('pass') ?? ''
  return name === '' && password === '' ? '' : `${name}:${password}`
}

const PAIR_SCHEMES: ReadonlySet<string> = new Set(['ss', 'socks5', 'http', 'https'])

function link(scheme: string, user: string, server: Fields, query: readonly Pair[], name: string): string {
  const colon = PAIR_SCHEMES.has(scheme) ? user.indexOf(':') : -1
  const encoded =
    colon < 0 ? percentEncode(user) : `${percentEncode(user.slice(0, colon))}:${percentEncode(user.slice(colon + 1))}`
  return formatUriLink(scheme, {
    user: encoded,
    server: server.str('address') ?? '',
    port: server.str('port') ?? '',
    query,
    name,
  })
}

/** TLS and transport as the parameters of a link. */
function streamPairs(stream: Fields): Pair[] {
  const query: Pair[] = []
  const put = (key: string, value: string | undefined) => {
    if (value !== undefined && value !== '') query.push([key, value])
  }
  const security = stream.text('security') ?? 'none'
  const tls = stream.map(`${security}settings`)
  if (security !== 'none') put('security', security)
  if (tls) {
    put('sni', tls.text('servername'))
    put('fp', tls.text('fingerprint'))
    put('alpn', tls.list('alpn')?.join(','))
    if (tls.bool('allowinsecure')) put('allowInsecure', '1')
    put('pcs', tls.text('pinnedpeercertsha256'))
    put('vcn', tls.text('verifypeercertbyname'))
    put('ech', tls.text('echconfiglist'))
    put('pbk', tls.text('publickey', 'password'))
    put('sid', tls.text('shortid'))
    put('spx', tls.text('spiderx'))
    put('pqv', tls.text('mldsa65verify'))
  }
  const network = (stream.text('network') ?? 'tcp').toLowerCase()
  switch (network) {
    case 'hysteria':
      return query
    case 'raw':
    case 'tcp': {
      const header = stream.map('tcpsettings', 'rawsettings')?.map('header')
      put('type', 'tcp')
      if (header?.text('type') !== 'http') return query
      const request = header.map('request')
      put('headerType', 'http')
      put('path', request?.list('path')?.join(','))
      put('host', request?.map('headers')?.list('host')?.join(','))
      return query
    }
    case 'ws':
    case 'httpupgrade': {
      const settings = stream.map(`${network}settings`)
      put('type', network)
      put('path', settings?.text('path'))
      put('host', settings?.text('host') ?? settings?.map('headers')?.text('host'))
      put('ed', settings?.str('maxearlydata'))
      put('eh', settings?.text('earlydataheadername'))
      return query
    }
    case 'grpc':
    case 'gun': {
      const settings = stream.map('grpcsettings')
      put('type', 'grpc')
      put('serviceName', settings?.text('servicename'))
      put('authority', settings?.text('authority'))
      if (settings?.bool('multimode')) put('mode', 'multi')
      return query
    }
    case 'h2':
    case 'http': {
      const settings = stream.map('httpsettings')
      put('type', 'http')
      put('path', settings?.text('path'))
      put('host', settings?.list('host')?.join(','))
      return query
    }
    case 'xhttp':
    case 'splithttp': {
      const settings = stream.map('xhttpsettings', 'splithttpsettings')
      put('type', 'xhttp')
      put('path', settings?.text('path'))
      put('host', settings?.text('host'))
      put('mode', settings?.text('mode'))
      const extra = settings?.raw('extra') ?? settings?.rest()
      if (isRecord(extra) && Object.keys(extra).length > 0) put('extra', JSON.stringify(extra))
      return query
    }
    case 'kcp':
    case 'mkcp': {
      const settings = stream.map('kcpsettings')
      put('type', 'kcp')
      put('seed', settings?.text('seed'))
      put('headerType', settings?.map('header')?.text('type'))
      return query
    }
    case 'quic': {
      const settings = stream.map('quicsettings')
      put('type', 'quic')
      put('quicSecurity', settings?.text('security'))
      put('key', settings?.text('key'))
      put('headerType', settings?.map('header')?.text('type'))
      return query
    }
    default:
      // The protocol refuses it by name.
      put('type', network)
      return query
  }
}

function wireguardLinks(settings: Fields, name: string): string[] {
  const secret = settings.str('secretkey') ?? ''
  const address = settings.list('address')?.join(',') ?? ''
  const reserved = settings.list('reserved')?.join(',') ?? ''
  const mtu = settings.str('mtu') ?? ''
  return (settings.maps('peers') ?? []).map((peer) => {
    const endpoint = peer.str('endpoint') ?? ''
    const colon = endpoint.lastIndexOf(':')
    const host = endpoint.slice(0, colon)
    const query: [string, string][] = [
      ['publickey', peer.str('publickey') ?? ''],
      ['presharedkey', peer.str('presharedkey') ?? ''],
      ['address', address],
      ['reserved', reserved],
      ['mtu', mtu],
      ['keepalive', peer.str('keepalive') ?? ''],
      ['allowed_ips', peer.list('allowedips')?.join(',') ?? ''],
    ]
    return formatUriLink('wireguard', {
      user: percentEncode(secret),
      server: host.startsWith('[') ? host.slice(1, -1) : host,
      port: endpoint.slice(colon + 1),
      query: query.filter(([, value]) => value !== ''),
      name,
    })
  })
}

/** Tag of the outbound that another one goes through. Fragmenting and the like is done by helpers: it gets lost. */
function xrayDialer(outbound: JsonObject, list: unknown[] | undefined, issues: NodeIssues): string | undefined {
  const stream = outbound['streamSettings']
  const socket = isRecord(stream) ? stream['sockopt'] : undefined
  const proxy = outbound['proxySettings']
  const tag = (isRecord(socket) ? socket['dialerProxy'] : undefined) ?? (isRecord(proxy) ? proxy['tag'] : undefined)
  if (typeof tag !== 'string' || tag === '') return undefined
  const isHelper = list === undefined || !serverTags(list).has(tag)
  if (isHelper) issues.note('field-ignored', 'dialerProxy')
  return isHelper ? undefined : tag
}

const tagsByList = new WeakMap<unknown[], ReadonlySet<unknown>>()

/** Tags of the outbounds that are nodes; gathered once a list. */
function serverTags(list: unknown[]): ReadonlySet<unknown> {
  let tags = tagsByList.get(list)
  if (tags === undefined) {
    const nodes = list.filter((other) => isRecord(other) && !XRAY_HELPERS.has(String(other['protocol']).toLowerCase()))
    tags = new Set(nodes.map((other) => isRecord(other) && other['tag']))
    tagsByList.set(list, tags)
  }
  return tags
}

function withDialer(
  read: ProxyNode | ProxyNode[] | undefined,
  dialer: string | undefined,
): ProxyNode | ProxyNode[] | undefined {
  if (read === undefined || dialer === undefined) return read
  return Array.isArray(read) ? read.map((node) => ({ ...node, dialer })) : { ...read, dialer }
}
