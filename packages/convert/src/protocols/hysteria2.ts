import { formatUriLink, parseAddress, parseUriLink, type UriLink } from '../link/uri-link.ts'
import type { ParamName } from '../link/query.ts'
import { listOf, number, object, oneOf, optional, text } from '../model/kinds.ts'
import { nodeFields, tls } from '../model/node-fields.ts'
import type { NodeIssues } from '../model/issue.ts'
import type { Fields } from '../model/fields.ts'
import type { NodeBase, Tls } from '../model/node.ts'
import { percentEncode } from '../text/percent.ts'
import { hopFields, mihomoFields, quicFields } from './shared/part-fields.ts'
import { hysteria2Form } from './hysteria2.form.ts'
import type { MihomoProxy, Protocol, SingboxOutbound, SingboxTarget } from './protocol.ts'
import { addressFromMihomo, addressFromSingbox, restOfMihomo, restOfSingbox } from './shared/address.ts'
import { DIAL_PARAMS, dialFromQuery, dialFromSingbox, dialToQuery, dialToSingbox } from './shared/dial.ts'
import {
  type MihomoOnly,
  mihomoOnlyFrom,
  mihomoOnlyLost,
  mihomoOnlyTo,
  mihomoOnlyToQuery,
} from './shared/mihomo-only.ts'
import { MASK_PARAM, carriesWithoutMask, salamanderOf } from './shared/finalmask.ts'
import { MIHOMO_PORT_PARTS, firstPort, readPortList, shortPortList, singboxPorts } from './shared/port-list.ts'
import {
  type HopInterval,
  QUIC_MIHOMO_TLS,
  QUIC_TLS_PARAMS,
  type QuicOptions,
  hopIntervalOf,
  noteNoHops,
  positive,
  quicDialFromMihomo,
  quicDialToMihomo,
  quicFromSingbox,
  quicOnlySingbox,
  quicOrNothing,
  quicTlsFromMihomo,
  quicTlsFromQuery,
  quicTlsFromSingbox,
  quicTlsToQuery,
  quicToSingbox,
} from './shared/quic.ts'
import { rateText, readRate, wholeMbps } from './shared/rate.ts'
import { quicHandshake } from './shared/reach.ts'
import { rareOf } from './shared/rest.ts'
import { tlsFromMihomo, tlsToMihomo, tlsToSingbox } from './shared/tls.ts'
import type { JsonObject } from '../text/record.ts'

export interface Hysteria2Node extends NodeBase {
  type: 'hysteria2'
  /** May be empty. `user:pass` is one password. */
  password: string
  /** Port list in its plain spelling; hopping goes over these alone. */
  ports?: string
  hopInterval?: HopInterval
  obfs?: Hysteria2Obfs
  /** Rates in Mbps; absent = BBR. */
  up?: number
  down?: number
  tls: Tls
  realm?: Hysteria2Realm
  quic?: QuicOptions
  /** conservative, standard or aggressive. */
  bbrProfile?: string
  mihomo?: MihomoOnly
}

export interface Hysteria2Obfs {
  type: 'salamander' | 'gecko'
  password: string
  /** Sizes of gecko's packets. */
  minPacketSize?: number
  maxPacketSize?: number
}

/** A rendezvous service that introduces client and server; `server` and `port` of the node are its address. */
export interface Hysteria2Realm {
  serverUrl: string
  token?: string
  id: string
  /** Absent = the client's default servers, which only the official client has. */
  stun?: string[]
  /** TLS towards the rendezvous service. */
  tls?: Tls
}

const PARAMS: ReadonlySet<ParamName> = new Set([
  ...QUIC_TLS_PARAMS, ...DIAL_PARAMS, 'obfs', 'obfsParam', 'obfsPassword', 'ports', 'hopInterval', 'up', 'down', 'auth', 'stun',
]) // oxfmt-ignore
const MIHOMO_KINDS = { cwnd: 'int', 'udp-mtu': 'int' } as const
/** Windows of QUIC in mihomo's spelling, which links share. */
const WINDOWS = [
  ['initial-stream-receive-window', 'initialStreamWindow'],
  ['max-stream-receive-window', 'streamWindow'],
  ['initial-connection-receive-window', 'initialConnectionWindow'],
  ['max-connection-receive-window', 'connectionWindow'],
] as const
/** Parameters of links that few have. */
const RARE: ReadonlySet<string> = new Set([
  ...Object.keys(MIHOMO_KINDS), ...WINDOWS.map(([name]) => name), 'bbr-profile', 'obfs-min-packet-size', 'obfs-max-packet-size', MASK_PARAM,
]) // oxfmt-ignore
const BBR_PROFILES = new Set(['conservative', 'standard', 'aggressive'])
const TLS_NAMES = { sni: 'sni', insecure: 'insecure' }
const DEFAULT_PORT = 443
const GECKO_SIZES = { least: 512, most: 1200, limit: 2048 }
/** What the official client asks when a realm names no STUN server; mihomo and sing-box have no default. */
const DEFAULT_STUN = ['stun.nextcloud.com:3478', 'stun.sip.us:3478', 'global.stun.twilio.com:3478']

/** Hysteria 2 (apernet/hysteria-website docs/docs/developers/URI-Scheme.md, docs/advanced/Realms.md). */
export const hysteria2: Protocol<Hysteria2Node> = {
  type: 'hysteria2',
  form: hysteria2Form,
  fields: nodeFields<Hysteria2Node>({
    password: text,
    ports: optional(text),
    hopInterval: optional(hopFields),
    obfs: optional(
      object<Hysteria2Obfs>({
        type: oneOf('salamander', 'gecko'),
        password: text,
        minPacketSize: optional(number),
        maxPacketSize: optional(number),
      }),
    ),
    up: optional(number),
    down: optional(number),
    tls: tls,
    realm: optional(
      object<Hysteria2Realm>({
        serverUrl: text,
        token: optional(text),
        id: text,
        stun: optional(listOf(text)),
        tls: optional(tls),
      }),
    ),
    quic: optional(quicFields),
    bbrProfile: optional(text),
    mihomo: optional(mihomoFields),
  }),
  schemes: ['hysteria2', 'hy2', 'hysteria2+realm', 'hy2+realm', 'hysteria2+realm+http', 'hy2+realm+http'],
  mihomoTypes: ['hysteria2'],
  singboxTypes: ['hysteria2'],
  overUdp: true,
  needsTls: true,
  reach: (node) => (node.obfs || node.realm ? undefined : quicHandshake(node, 'h3')),

  fromLink(link, issues) {
    const isRealm = link.indexOf('+') > 0 && link.indexOf('+') < link.indexOf('://')
    const uri = parseUriLink(link, issues, { defaultPort: 0, portList: true })
    if (!uri) return undefined
    const { query } = uri
    const realm = isRealm ? realmOfLink(link, uri, issues) : null
    if (realm === undefined) return undefined
    const ports = isRealm ? '' : portsOfLink(uri, issues)
    if (ports === undefined) return undefined
    const { rare, rest } = rareOf(query, PARAMS, RARE, issues)
    const mask = rare?.text(MASK_PARAM)
    const inMask = mask === undefined ? undefined : salamanderOf(mask)
    const obfs =
      query.obfs === '' && query.obfsPassword === '' && query.obfsParam === '' && inMask
        ? obfsOf('salamander', inMask.password, issues)
        : obfsOf(query.obfs, query.obfsPassword || query.obfsParam, issues)
    if (obfs === undefined) return undefined
    const tls = quicTlsFromQuery(query, issues)
    if (tls === undefined) return undefined
    const isSaid = mask === undefined || (inMask?.isAll === true && inMask.password === obfs?.password)
    const port = uri.port || (realm ? realmPort(realm) : ports === '' ? DEFAULT_PORT : firstPort(ports))
    return {
      type: 'hysteria2',
      name: uri.name,
      server: uri.server,
      port,
      password: isRealm ? query.auth : uri.user || query.auth,
      ports: ports === '' || ports === `${port}` ? undefined : ports,
      hopInterval: query.hopInterval === '' ? undefined : hopInterval(query.hopInterval, undefined, issues),
      obfs: obfs === null ? undefined : rare ? sizedObfs(obfs, rare) : obfs,
      up: readRate(query.up, () => issues.note('bad-value', 'up')),
      down: readRate(query.down, () => issues.note('bad-value', 'down')),
      tls,
      realm: realm ?? undefined,
      quic: rare && windowsOf(rare),
      bbrProfile: rare?.text('bbr-profile')?.toLowerCase(),
      mihomo: rare && mihomoOnlyFrom(rare, MIHOMO_KINDS),
      ...dialFromQuery(query),
      rest: isSaid ? rest : { link: [...(rest?.link ?? []), [MASK_PARAM, mask]] },
    }
  },

  toLink(node, issues) {
    const query: [string, string][] = []
    const { obfs, realm } = node
    if (realm) {
      if (realm.token === undefined) return issues.refuse('missing-field', 'token')
      query.push(['auth', node.password])
      for (const server of realm.stun ?? []) query.push(['stun', server])
      if (realm.tls) issues.note('field-ignored', 'realm-opts')
    }
    if (obfs) {
      query.push(['obfs', obfs.type], ['obfs-password', obfs.password])
      if (obfs.minPacketSize !== undefined) query.push(['obfs-min-packet-size', `${obfs.minPacketSize}`])
      if (obfs.maxPacketSize !== undefined) query.push(['obfs-max-packet-size', `${obfs.maxPacketSize}`])
    }
    quicTlsToQuery(node, TLS_NAMES, query, issues)
    if (node.up !== undefined) query.push(['up', rateText(node.up)])
    if (node.down !== undefined) query.push(['down', rateText(node.down)])
    const isAuthorityList = node.ports !== undefined && firstPort(node.ports) === node.port
    if (realm && node.ports !== undefined) issues.note('field-ignored', 'ports')
    else if (node.ports !== undefined && !isAuthorityList) query.push(['mport', node.ports])
    if (node.hopInterval) query.push(['hop-interval', hopText(node.hopInterval)])
    dialToQuery(node, query, issues)
    if (node.rest?.link) query.push(...node.rest.link)
    windowsToQuery(node.quic, query, issues)
    if (node.bbrProfile !== undefined) query.push(['bbr-profile', node.bbrProfile])
    mihomoOnlyToQuery(node.mihomo, query)
    if (realm) return realmLink(node, realm, query, issues)
    // The official grammar has `user:pass` with a bare colon.
    const user = percentEncode(node.password).replaceAll('%3A', ':')
    return formatUriLink('hysteria2', {
      ...node,
      user,
      port: isAuthorityList ? node.ports! : node.port,
      path: '/',
      query,
    })
  },

  fromMihomo(entry, issues) {
    const realm = realmFromMihomo(entry, issues)
    if (realm === undefined) return undefined
    const ports = portList(entry.str('ports') ?? '', issues)
    if (ports === undefined) return undefined
    const port = entry.int('port')
    const given = addressFromMihomo(entry, issues, port || (ports === '' ? undefined : firstPort(ports)))
    if (!given) return undefined
    // The core asks the rendezvous service where the server is.
    const address = realm ? realmAddress(given.name, realm, issues) : given
    if (!address) return undefined
    if (address.port < 1 || address.port > 65535) return issues.refuse('bad-port', 'port')
    const obfs = obfsOf(entry.str('obfs') ?? '', entry.str('obfs-password') ?? '', issues)
    if (obfs === undefined) return undefined
    const hop = entry.text('hop-interval')
    return {
      type: 'hysteria2',
      ...address,
      password: entry.str('password') ?? '',
      ports: ports === '' || ports === `${address.port}` ? undefined : ports,
      hopInterval: hop === undefined ? undefined : hopInterval(hop, undefined, issues),
      obfs: obfs === null ? undefined : sizedObfs(obfs, entry),
      up: readRate(entry.str('up'), () => issues.note('bad-value', 'up')),
      down: readRate(entry.str('down'), () => issues.note('bad-value', 'down')),
      tls: quicTlsFromMihomo(entry, issues),
      realm: realm ?? undefined,
      quic: windowsOf(entry),
      bbrProfile: entry.text('bbr-profile')?.toLowerCase(),
      mihomo: mihomoOnlyFrom(entry, MIHOMO_KINDS),
      ...quicDialFromMihomo(entry),
      rest: restOfMihomo(entry),
    }
  },

  toMihomo(node, issues) {
    const { obfs, realm, quic } = node
    if (!carriesWithoutMask(node, issues, obfs?.type)) return undefined
    const entry: MihomoProxy = { name: node.name, type: 'hysteria2', server: node.server, port: node.port }
    if (node.ports === undefined) noteNoHops(node, issues)
    else if (realm) issues.note('field-ignored', 'ports')
    else {
      const short = shortPortList(node.ports, MIHOMO_PORT_PARTS)
      if (short.cut) issues.note('field-ignored', 'ports', { most: MIHOMO_PORT_PARTS })
      entry['ports'] = short.list
      if (node.hopInterval)
        entry['hop-interval'] =
          node.hopInterval.min === node.hopInterval.max ? node.hopInterval.min : hopText(node.hopInterval)
    }
    entry['password'] = node.password
    if (node.up !== undefined) entry['up'] = rateText(node.up)
    if (node.down !== undefined) entry['down'] = rateText(node.down)
    if (obfs) {
      if (!hasGoodSizes(obfs)) return issues.refuse('client-refuses', 'obfs-packet-size')
      entry['obfs'] = obfs.type
      entry['obfs-password'] = obfs.password
      if (obfs.minPacketSize !== undefined) entry['obfs-min-packet-size'] = obfs.minPacketSize
      if (obfs.maxPacketSize !== undefined) entry['obfs-max-packet-size'] = obfs.maxPacketSize
    }
    if (!tlsToMihomo(entry, node.tls, QUIC_MIHOMO_TLS, issues)) return undefined
    if (node.tls.disableSni) issues.note('field-ignored', 'disable_sni')
    if (realm) {
      // Without one mihomo loads the node and never connects.
      if (realm.token === undefined) return issues.refuse('missing-field', 'token')
      const opts: JsonObject = { enable: true, 'server-url': realm.serverUrl }
      opts['token'] = realm.token
      opts['realm-id'] = realm.id
      opts['stun-servers'] = stunServers(realm, issues)
      if (realm.tls && !tlsToMihomo(opts, realm.tls, QUIC_MIHOMO_TLS, issues)) return undefined
      entry['realm-opts'] = opts
    }
    if (quic) {
      for (const [name, key] of WINDOWS) if (quic[key] !== undefined) entry[name] = quic[key]
      if (quic.noMtuDiscovery) issues.note('field-ignored', 'disable_path_mtu_discovery')
      quicOnlySingbox(quic, issues)
    }
    const profile = bbrProfile(node, issues)
    if (profile !== undefined) entry['bbr-profile'] = profile
    mihomoOnlyTo(entry, node.mihomo)
    quicDialToMihomo(entry, node, issues)
    return entry
  },

  fromSingbox(entry, issues) {
    const realm = realmFromSingbox(entry.map('realm'), issues)
    if (realm === undefined) return undefined
    const ports = portList(entry.list('server-ports')?.join(',') ?? '', issues)
    if (ports === undefined) return undefined
    const address = realm
      ? realmAddress(tagOf(entry), realm, issues)
      : addressFromSingbox(entry, issues, ports === '' ? undefined : firstPort(ports))
    if (!address) return undefined
    const obfsMap = entry.map('obfs')
    const obfs = obfsOf(obfsMap?.str('type') ?? '', obfsMap?.str('password') ?? '', issues)
    if (obfs === undefined) return undefined
    const hop = entry.text('hop-interval')
    const longest = entry.text('hop-interval-max')
    if (hop === undefined && longest !== undefined) entry.leave('hop_interval_max', longest)
    return {
      type: 'hysteria2',
      ...address,
      password: entry.str('password') ?? '',
      ports: ports === '' || ports === `${address.port}` ? undefined : ports,
      hopInterval: hop === undefined ? undefined : hopInterval(hop, longest, issues),
      obfs:
        obfs === null ? undefined : withSizes(obfs, obfsMap?.int('min-packet-size'), obfsMap?.int('max-packet-size')),
      up: readRate(entry.str('up-mbps'), () => issues.note('bad-value', 'up_mbps')),
      down: readRate(entry.str('down-mbps'), () => issues.note('bad-value', 'down_mbps')),
      tls: quicTlsFromSingbox(entry, issues),
      realm: realm ?? undefined,
      quic: quicOrNothing(quicFromSingbox(entry)),
      bbrProfile: entry.text('bbr-profile'),
      ...dialFromSingbox(entry),
      rest: restOfSingbox(entry),
    }
  },

  toSingbox(node, target, issues) {
    const { obfs, realm } = node
    if (realm && target.minor < 14) return issues.refuse('version-too-old', 'realm', { needs: '1.14' })
    if (obfs?.type === 'gecko' && target.minor < 14) return issues.refuse('version-too-old', 'obfs', { needs: '1.14' })
    if (obfs && !hasGoodSizes(obfs)) return issues.refuse('client-refuses', 'obfs-packet-size')
    if (!carriesWithoutMask(node, issues, obfs?.type)) return undefined
    const out: SingboxOutbound = { type: 'hysteria2', tag: node.name }
    if (realm) {
      if (node.ports !== undefined) issues.note('field-ignored', 'server_ports')
      noteNoHops(node, issues)
    } else {
      out['server'] = node.server
      addressToSingbox(out, node, target, issues)
    }
    out['password'] = node.password
    if (node.up !== undefined) out['up_mbps'] = wholeMbps(node.up)
    if (node.down !== undefined) out['down_mbps'] = wholeMbps(node.down)
    if (obfs) out['obfs'] = obfsToSingbox(obfs)
    const tls = tlsToSingbox(node.tls, { quic: true }, target, issues)
    if (!tls) return undefined
    out['tls'] = tls
    if (realm) {
      out['realm'] = {
        server_url: realm.serverUrl,
        token: realm.token,
        realm_id: realm.id,
        stun_servers: stunServers(realm, issues),
      }
      if (realm.tls) issues.note('field-ignored', 'realm-opts')
    }
    quicToSingbox(out, node.quic, target, issues)
    const profile = bbrProfile(node, issues)
    if (profile !== undefined) {
      if (target.minor >= 14) out['bbr_profile'] = profile
      else issues.note('version-too-old', 'bbr_profile', { needs: '1.14' })
    }
    mihomoOnlyLost(node.mihomo, issues)
    dialToSingbox(out, node, true, issues)
    return out
  },
}

/** `server_ports` holds every port; `server_port` beside it would be ignored. */
function addressToSingbox(out: SingboxOutbound, node: Hysteria2Node, target: SingboxTarget, issues: NodeIssues): void {
  if (node.ports === undefined) {
    out['server_port'] = node.port
    noteNoHops(node, issues)
    return
  }
  out['server_ports'] = singboxPorts(node.ports)
  if (!node.hopInterval) return
  const { min, max } = node.hopInterval
  out['hop_interval'] = `${min}s`
  if (min === max) return
  if (target.minor >= 14) out['hop_interval_max'] = `${max}s`
  else issues.note('version-too-old', 'hop_interval_max', { needs: '1.14' })
}

/** The ports of the authority and of `mport`, one list; undefined after a refusal. */
function portsOfLink(uri: UriLink, issues: NodeIssues): string | undefined {
  const { ports } = uri.query
  if (uri.ports === undefined && ports === '') return ''
  return portList(uri.ports === undefined ? ports : ports === '' ? uri.ports : `${uri.ports},${ports}`, issues)
}

function portList(text: string, issues: NodeIssues): string | undefined {
  return readPortList(text) ?? issues.refuse('bad-port', 'ports')
}

function hopInterval(text: string, longest: string | undefined, issues: NodeIssues): HopInterval | undefined {
  const interval = hopIntervalOf(text, longest)
  if (interval === undefined) issues.note('bad-value', 'hop-interval')
  return interval
}

function hopText({ min, max }: HopInterval): string {
  return min === max ? `${min}` : `${min}-${max}`
}

/** null for none; undefined after a refusal. A password alone means salamander, which was the only one for years. */
function obfsOf(text: string, password: string, issues: NodeIssues): Hysteria2Obfs | null | undefined {
  const type = text.trim().toLowerCase()
  if (type === 'none' || (type === '' && password === '')) return null
  if (type !== '' && type !== 'salamander' && type !== 'gecko') return issues.refuse('bad-value', 'obfs')
  if (password === '') return issues.refuse('missing-field', 'obfs-password')
  if (type === '') issues.note('value-defaulted', 'obfs', { value: 'salamander' })
  return { type: type === 'gecko' ? 'gecko' : 'salamander', password }
}

function sizedObfs(obfs: Hysteria2Obfs, fields: Fields): Hysteria2Obfs {
  return withSizes(obfs, fields.int('obfs-min-packet-size'), fields.int('obfs-max-packet-size'))
}

function windowsOf(fields: Fields): QuicOptions | undefined {
  const quic: QuicOptions = {}
  for (const [name, key] of WINDOWS) quic[key] = positive(fields.int(name))
  return quicOrNothing(quic)
}

function windowsToQuery(quic: QuicOptions | undefined, query: [string, string][], issues: NodeIssues): void {
  if (quic === undefined) return
  for (const [name, key] of WINDOWS) if (quic[key] !== undefined) query.push([name, `${quic[key]}`])
  if (quic.noMtuDiscovery) issues.note('field-ignored', 'disable_path_mtu_discovery')
  quicOnlySingbox(quic, issues)
}

/** Only gecko has packet sizes; a zero is the default. */
function withSizes(obfs: Hysteria2Obfs, least: number | undefined, most: number | undefined): Hysteria2Obfs {
  return obfs.type === 'gecko' ? { ...obfs, minPacketSize: least || undefined, maxPacketSize: most || undefined } : obfs
}

function hasGoodSizes({ minPacketSize = GECKO_SIZES.least, maxPacketSize = GECKO_SIZES.most }: Hysteria2Obfs): boolean {
  return minPacketSize >= 1 && minPacketSize <= maxPacketSize && maxPacketSize <= GECKO_SIZES.limit
}

function obfsToSingbox(obfs: Hysteria2Obfs): SingboxOutbound {
  const out: SingboxOutbound = { type: obfs.type, password: obfs.password }
  if (obfs.minPacketSize !== undefined) out['min_packet_size'] = obfs.minPacketSize
  if (obfs.maxPacketSize !== undefined) out['max_packet_size'] = obfs.maxPacketSize
  return out
}

/** Both clients know three; mihomo takes any other for `standard`, sing-box refuses it. */
function bbrProfile(node: Hysteria2Node, issues: NodeIssues): string | undefined {
  if (node.bbrProfile === undefined || BBR_PROFILES.has(node.bbrProfile)) return node.bbrProfile
  issues.note('field-ignored', 'bbr-profile')
  return undefined
}

/** `hysteria2+realm://token@rendezvous/realm-id?stun=…`; undefined after a refusal. */
function realmOfLink(link: string, uri: UriLink, issues: NodeIssues): Hysteria2Realm | undefined {
  const id = uri.path.replace(/^\//, '').replace(/\/$/, '')
  if (id === '') return issues.refuse('missing-field', 'realm-id')
  if (uri.user === '') return issues.refuse('missing-field', 'token')
  const isPlain = link.slice(0, link.indexOf('://')).toLowerCase().endsWith('+http')
  const host = uri.server.includes(':') ? `[${uri.server}]` : uri.server
  const stun = uri.query.all('stun')
  return {
    serverUrl: `${isPlain ? 'http' : 'https'}://${host}${uri.port === 0 ? '' : `:${uri.port}`}`,
    token: uri.user,
    id,
    stun: stun.length > 0 ? stun : undefined,
  }
}

function realmLink(node: Hysteria2Node, realm: Hysteria2Realm, query: [string, string][], issues: NodeIssues): string {
  const isPlain = realm.serverUrl.startsWith('http://')
  const authority = urlAuthority(realm.serverUrl) ?? ''
  if (realm.serverUrl.length > authority.length + (isPlain ? 7 : 8)) issues.note('field-ignored', 'server-url')
  const url = { ...node, user: percentEncode(realm.token ?? ''), path: `/${percentEncode(realm.id)}`, query }
  const link = formatUriLink(isPlain ? 'hysteria2+realm+http' : 'hysteria2+realm', { ...url, server: 'host', port: 0 })
  return link.replace('host:0', () => authority)
}

/** Null without a realm; undefined after a refusal. */
function realmFromMihomo(entry: Fields, issues: NodeIssues): Hysteria2Realm | null | undefined {
  const opts = entry.map('realm-opts')
  if (!opts?.bool('enable')) return null
  const tls = tlsFromMihomo(opts, issues)
  const hasTls = Object.values(tls).some((value) => value !== undefined)
  return realmOf(opts, 'server-url', hasTls ? tls : undefined, issues)
}

function realmFromSingbox(map: Fields | undefined, issues: NodeIssues): Hysteria2Realm | null | undefined {
  if (map === undefined) return null
  return realmOf(map, 'server-url', undefined, issues)
}

function realmOf(map: Fields, urlKey: string, tls: Tls | undefined, issues: NodeIssues): Hysteria2Realm | undefined {
  const serverUrl = map.text(urlKey)
  if (serverUrl === undefined || urlAuthority(serverUrl) === undefined)
    return issues.refuse('missing-field', 'server-url')
  const id = map.text('realm-id')
  if (id === undefined) return issues.refuse('missing-field', 'realm-id')
  return { serverUrl, token: map.text('token'), id, stun: map.list('stun-servers'), tls }
}

function tagOf(entry: Fields): string {
  entry.str('type')
  return entry.str('tag') ?? ''
}

/** The rendezvous service is the node's address. */
function realmAddress(name: string, realm: Hysteria2Realm, issues: NodeIssues) {
  const address = parseAddress(urlAuthority(realm.serverUrl) ?? '', issues, { defaultPort: realmPort(realm) })
  return address && { name, server: address.server, port: address.port }
}

function realmPort(realm: Hysteria2Realm): number {
  return realm.serverUrl.startsWith('http://') ? 80 : DEFAULT_PORT
}

/** `https://host:8443/path` -> `host:8443`; undefined when it is no http(s) address. */
function urlAuthority(url: string): string | undefined {
  return /^https?:\/\/([^/?#@\s]{1,260})/i.exec(url)?.[1]
}

function stunServers(realm: Hysteria2Realm, issues: NodeIssues): string[] {
  if (realm.stun !== undefined) return realm.stun
  issues.note('value-defaulted', 'stun-servers')
  return DEFAULT_STUN
}
