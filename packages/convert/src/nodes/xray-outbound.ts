import type { Findings } from '../issue.ts'
import { formatUriLink } from '../link/uri-link.ts'
import { percentEncode } from '../text/percent.ts'
import { Fields, isMap } from './fields.ts'

/**
 * Outbounds of Xray and V2Ray configs (xtls.github.io/config). Each becomes the share link it stands for (XTLS/Xray-core
 * discussion 716), which the protocol reads.
 */

/** No entries: they lead nowhere. Keys are asked for in lower case: `Fields` folds `streamSettings` to that. */
export const XRAY_HELPERS: ReadonlySet<string> = new Set(['freedom', 'blackhole', 'dns', 'loopback'])

/** The links of an outbound, one for each of its servers; undefined after a refusal. */
export function xrayLinks(outbound: Record<string, unknown>, findings: Findings): string[] | undefined {
  const fields = new Fields(outbound, findings)
  const protocol = (fields.text('protocol') ?? '').toLowerCase()
  const name = fields.str('tag') ?? ''
  const settings = fields.map('settings')
  if (!settings) return findings.refuse('missing-field', 'settings')
  const stream = fields.map('streamsettings')
  // With `mux.concurrency` Xray speaks mux.cool, which no client of ours has: without mux the server answers as well.
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
        return link(protocol, user.str('id') ?? '', server, query, stream, name)
      })
    }
    case 'trojan':
      return (settings.maps('servers') ?? [settings]).map((server) =>
        link('trojan', server.str('password') ?? '', server, [], stream, name, 'none'),
      )
    case 'shadowsocks':
      return (settings.maps('servers') ?? [settings]).map((server) => {
        const user = `${server.str('method') ?? ''}:${server.str('password') ?? ''}`
        return link('ss', user, server, [], undefined, name)
      })
    case 'socks':
    case 'http':
      return (settings.maps('servers') ?? [settings]).map((server) => {
        const user = server.maps('users')?.[0] ?? server
        const credentials = [user.str('user') ?? '', user.str('pass') ?? '']
        const scheme = protocol === 'socks' ? 'socks5' : stream?.str('security') === 'tls' ? 'https' : 'http'
        return link(scheme, credentials.some(Boolean) ? credentials.join(':') : '', server, [], undefined, name)
      })
    case 'hysteria': {
      const hysteria = stream?.map('hysteriasettings')
      return [link('hysteria2', hysteria?.str('auth') ?? '', settings, [], stream, name)]
    }
    case 'wireguard':
      return wireguardLinks(settings, name)
    default:
      return findings.refuse('unsupported-scheme', 'protocol', { scheme: protocol.slice(0, 40) })
  }
}

function link(
  scheme: string,
  user: string,
  server: Fields,
  query: [string, string][],
  stream: Fields | undefined,
  name: string,
  security = '',
): string {
  if (stream) streamToQuery(stream, query, security)
  const colon = user.indexOf(':')
  const isPair = scheme === 'ss' || scheme === 'socks5' || scheme === 'http' || scheme === 'https'
  const encoded =
    isPair && colon >= 0
      ? `${percentEncode(user.slice(0, colon))}:${percentEncode(user.slice(colon + 1))}`
      : percentEncode(user)
  return formatUriLink(scheme, {
    user: encoded,
    server: server.str('address') ?? '',
    port: server.str('port') ?? '',
    query,
    name,
  })
}

function streamToQuery(stream: Fields, query: [string, string][], noSecurity: string): void {
  const put = (key: string, value: string | undefined) => {
    if (value !== undefined && value !== '') query.push([key, value])
  }
  const security = stream.text('security') ?? 'none'
  const tls = stream.map(`${security}settings`)
  if (security !== 'none' || noSecurity !== '') put('security', security)
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
      return
    case 'raw':
    case 'tcp': {
      const header = (stream.map('tcpsettings') ?? stream.map('rawsettings'))?.map('header')
      put('type', 'tcp')
      if (header?.text('type') !== 'http') return
      const request = header.map('request')
      put('headerType', 'http')
      put('path', request?.list('path')?.join(','))
      put('host', request?.map('headers')?.list('host')?.join(','))
      return
    }
    case 'ws':
    case 'httpupgrade': {
      const settings = stream.map(`${network}settings`)
      put('type', network)
      put('path', settings?.text('path'))
      put('host', settings?.text('host') ?? settings?.map('headers')?.text('host'))
      put('ed', settings?.str('maxearlydata'))
      put('eh', settings?.text('earlydataheadername'))
      return
    }
    case 'grpc':
    case 'gun': {
      const settings = stream.map('grpcsettings')
      put('type', 'grpc')
      put('serviceName', settings?.text('servicename'))
      put('authority', settings?.text('authority'))
      if (settings?.bool('multimode')) put('mode', 'multi')
      return
    }
    case 'h2':
    case 'http': {
      const settings = stream.map('httpsettings')
      put('type', 'http')
      put('path', settings?.text('path'))
      put('host', settings?.list('host')?.join(','))
      return
    }
    case 'xhttp':
    case 'splithttp': {
      const settings = stream.map('xhttpsettings', 'splithttpsettings')
      put('type', 'xhttp')
      put('path', settings?.text('path'))
      put('host', settings?.text('host'))
      put('mode', settings?.text('mode'))
      const extra = settings?.raw('extra') ?? settings?.rest()
      if (isMap(extra) && Object.keys(extra).length > 0) put('extra', JSON.stringify(extra))
      return
    }
    case 'kcp':
    case 'mkcp': {
      const settings = stream.map('kcpsettings')
      put('type', 'kcp')
      put('seed', settings?.text('seed'))
      put('headerType', settings?.map('header')?.text('type'))
      return
    }
    case 'quic': {
      const settings = stream.map('quicsettings')
      put('type', 'quic')
      put('quicSecurity', settings?.text('security'))
      put('key', settings?.text('key'))
      put('headerType', settings?.map('header')?.text('type'))
      return
    }
    default:
      // The protocol refuses it by name.
      put('type', network)
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
