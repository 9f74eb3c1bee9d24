import type { Findings } from '../model/issue.ts'
import { findProtocolByMihomoType, findProtocolByScheme, findProtocolBySingboxType } from '../protocols/index.ts'
import type { SubscriptionInfo } from '../model/report.ts'
import { base64Encode } from '../text/base64.ts'
import { percentEncode } from '../text/percent.ts'
import { Fields, isMap } from './fields.ts'
import type { ProxyNode } from '../protocols/index.ts'
import { sip008Subscription, ssLinkOf } from './sip008.ts'
import { isV2raynItem, v2raynLink } from './v2rayn-item.ts'
import { XRAY_HELPERS, xrayLinks } from './xray-outbound.ts'

/**
 * Documents that list nodes: Clash and mihomo configs, sing-box and Xray configs, SIP008, the files of
 * shadowsocks-windows, v2rayN, naiveproxy and the hysteria2 client. What of a document is an entry is decided here, and how an entry becomes a node.
 */

type ItemForm =
  | 'mihomo'
  | 'singbox'
  | 'xray'
  | 'shadowsocks'
  | 'hysteria2'
  | 'vmess'
  | 'v2rayn'
  | 'link'
  | 'provider'
  | 'unknown'

/** One entry of a document. */
export interface ListItem {
  form: ItemForm
  value: unknown
  /** The list it stands in, and where: what its line is told by. Absent: the document itself. */
  list?: unknown[]
  index?: number
}

export interface NodeList {
  items: ListItem[]
  subscription?: SubscriptionInfo
}

/** sing-box types that connect to no server of their own. */
const SINGBOX_HELPERS: ReadonlySet<string> = new Set(['selector', 'urltest', 'direct', 'block', 'dns'])
/** Keys that only a whole config has: one without nodes is told as such. */
const CONFIG_KEYS = ['proxies', 'Proxy', 'proxy-groups', 'Proxy Group', 'rules', 'Rule', 'mixed-port', 'port', 'dns', 'outbounds', 'endpoints', 'inbounds', 'proxy-providers', 'servers'] // oxfmt-ignore

/** The entries of a document in their order; undefined when it is none that lists nodes. */
export function nodeListOf(document: unknown): NodeList | undefined {
  if (Array.isArray(document)) return listOfItems(document)
  if (!isMap(document)) return undefined
  const items: ListItem[] = []
  let subscription: SubscriptionInfo | undefined
  let isList = false
  for (const key of Object.keys(document)) {
    const value = document[key]
    switch (key) {
      case 'proxies':
      case 'Proxy':
        if (!Array.isArray(value)) break
        isList = true
        for (const [index, item] of value.entries())
          items.push({ form: typeof item === 'string' ? 'link' : 'mihomo', value: item, list: value, index })
        break
      case 'proxy-providers':
        if (!isMap(value)) break
        for (const provider of Object.values(value)) isList = addProvider(items, provider) || isList
        break
      case 'outbounds':
      case 'endpoints':
        if (!Array.isArray(value)) break
        isList = true
        addOutbounds(items, value, typeof document['remarks'] === 'string' ? document['remarks'] : undefined)
        break
      case 'configs':
        // gui-config.json of shadowsocks-windows.
        if (!Array.isArray(value) || !value.some(isShadowsocks)) break
        isList = true
        for (const [index, item] of value.entries())
          items.push({ form: 'shadowsocks', value: item, list: value, index })
        break
      case 'vmess':
        if (!Array.isArray(value) || !value.some(isV2raynItem)) break
        isList = true
        for (const [index, item] of value.entries()) items.push({ form: 'v2rayn', value: item, list: value, index })
        break
      case 'subItem':
        // The subscriptions of guiNConfig.json of v2rayN; one that is off is no source.
        if (!Array.isArray(value) || !value.some((item) => isMap(item) && typeof item['url'] === 'string')) break
        for (const [index, item] of value.entries()) {
          if (!isMap(item) || item['enabled'] === false || !hasText(item['url'])) continue
          isList = true
          items.push({ form: 'provider', value: item, list: value, index })
        }
        break
      case 'servers':
        // hysteria2 and sing-box documents have lists of this name too: only one of shadowsocks servers counts.
        if (!Array.isArray(value) || !(value.some(isShadowsocks) || (value.length === 0 && 'version' in document)))
          break
        isList = true
        for (const [index, item] of value.entries())
          items.push({ form: 'shadowsocks', value: item, list: value, index })
        subscription = sip008Subscription(document)
        break
      case 'payload':
        if (!Array.isArray(value) || !value.some((item) => formOf(item) !== 'unknown' && isMap(item))) break
        isList = true
        for (const [index, item] of value.entries()) items.push({ form: 'mihomo', value: item, list: value, index })
    }
  }
  if (isList) return { items, subscription }
  const naive = naiveProxies(document)
  if (naive !== undefined) return { items: naive }
  const form = formOf(document)
  if (form !== 'unknown') return { items: [{ form, value: document }] }
  return undefined
}

/** Whether a document without entries is a config all the same. */
export function isConfig(document: unknown): boolean {
  return isMap(document) && CONFIG_KEYS.some((key) => Object.hasOwn(document, key))
}

/** A bare list: of entries, of links, or of whole configs (v2rayN exports one for each node). */
function listOfItems(list: unknown[]): NodeList | undefined {
  const items: ListItem[] = []
  let isList = false
  const outbounds: unknown[] = []
  for (const [index, value] of list.entries()) {
    if (isMap(value) && Array.isArray(value['outbounds'])) {
      const inner = nodeListOf(value)
      for (const item of inner?.items ?? []) items.push({ ...item, list, index })
      isList = true
      continue
    }
    const form = formOf(value)
    if (form !== 'unknown' && (form !== 'link' || String(value).includes('://'))) isList = true
    if (form === 'singbox') outbounds.push(value)
    items.push({ form, value, list, index })
  }
  if (!isList) return undefined
  return { items: outbounds.length === 0 ? items : withoutHelpers(items) }
}

/** Outbounds or endpoints; `remarks` of a v2rayN config is the name of its first node. */
function addOutbounds(items: ListItem[], list: unknown[], remarks: string | undefined): void {
  const found: ListItem[] = []
  for (const [index, value] of list.entries()) {
    if (isMap(value) && typeof value['protocol'] === 'string' && typeof value['type'] !== 'string') {
      if (XRAY_HELPERS.has(value['protocol'].toLowerCase())) continue
      const named = remarks === undefined || found.length > 0 ? value : { ...value, tag: remarks }
      found.push({ form: 'xray', value: named, list, index })
    } else found.push({ form: 'singbox', value, list, index })
  }
  items.push(...withoutHelpers(found))
}

/**
 * Without groups, direct, block and dns, and without the shadowtls outbounds that shadowsocks nodes go through: those
 * stand in the node in place of the `detour` that names them (decisions.md §4).
 */
function withoutHelpers(items: readonly ListItem[]): ListItem[] {
  const fronts = new Map<string, Record<string, unknown>>()
  for (const { form, value } of items) {
    if (form === 'singbox' && isMap(value) && value['type'] === 'shadowtls' && typeof value['tag'] === 'string')
      fronts.set(value['tag'], value)
  }
  const used = new Set<unknown>()
  const joined = items.map((item): ListItem => {
    const { form, value } = item
    if (form !== 'singbox' || !isMap(value) || value['type'] !== 'shadowsocks' || typeof value['detour'] !== 'string')
      return item
    const front = fronts.get(value['detour'])
    if (front === undefined) return item
    used.add(front)
    return { ...item, value: { ...value, detour: front } }
  })
  return joined.filter(({ form, value }) => {
    if (form !== 'singbox' || !isMap(value)) return true
    return !used.has(value) && !(typeof value['type'] === 'string' && SINGBOX_HELPERS.has(value['type']))
  })
}

/** The nodes of a provider that carries them itself; an address to fetch them from is an entry as well. */
function addProvider(items: ListItem[], provider: unknown): boolean {
  if (!isMap(provider)) return false
  const { payload } = provider
  if (Array.isArray(payload)) {
    for (const [index, item] of payload.entries())
      items.push({ form: typeof item === 'string' ? 'link' : 'mihomo', value: item, list: payload, index })
    return true
  }
  if (typeof provider['url'] !== 'string') return false
  items.push({ form: 'provider', value: provider })
  return true
}

function hasText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}

/** The config of naiveproxy (klzgrad/naiveproxy USAGE.txt): `proxy` leads to the servers, `listen` is its own port. */
function naiveProxies(document: Record<string, unknown>): ListItem[] | undefined {
  const { listen, proxy } = document
  if (listen === undefined) return undefined
  const links = (Array.isArray(proxy) ? proxy : [proxy]).filter(
    (link) => typeof link === 'string' && link.includes('://'),
  )
  return links.length === 0 ? undefined : links.map((value) => ({ form: 'link', value }))
}

function isShadowsocks(value: unknown): boolean {
  return (
    isMap(value) &&
    value['server'] !== undefined &&
    (value['server_port'] !== undefined || value['method'] !== undefined)
  )
}

/** What an entry that stands alone looks like. */
function formOf(value: unknown): ItemForm {
  if (typeof value === 'string') return 'link'
  if (!isMap(value)) return 'unknown'
  if (typeof value['type'] === 'string') {
    const isSingbox =
      'server_port' in value || ('tag' in value && !('name' in value)) || SINGBOX_HELPERS.has(value['type'])
    if (isSingbox && !('port' in value)) return 'singbox'
    return 'server' in value || 'name' in value ? 'mihomo' : 'unknown'
  }
  if (typeof value['protocol'] === 'string' && isMap(value['settings'])) return 'xray'
  if ('add' in value && 'id' in value && 'port' in value) return 'vmess'
  if ('server' in value && 'server_port' in value && ('method' in value || 'password' in value)) return 'shadowsocks'
  if (
    typeof value['server'] === 'string' &&
    ('auth' in value || 'tls' in value || 'bandwidth' in value || 'transport' in value)
  )
    return 'hysteria2'
  return 'unknown'
}

/** The node or nodes of an entry; undefined after a refusal. Links are read by whoever reads the text. */
export function readItem({ form, value, list }: ListItem, findings: Findings): ProxyNode | ProxyNode[] | undefined {
  if (!isMap(value)) return findings.refuse('missing-field', 'type')
  switch (form) {
    case 'mihomo':
    case 'singbox': {
      const { type } = value
      if (typeof type !== 'string' || type === '') return findings.refuse('missing-field', 'type')
      const isMihomo = form === 'mihomo'
      const protocol = isMihomo ? findProtocolByMihomoType(type.toLowerCase()) : findProtocolBySingboxType(type)
      if (!protocol) return findings.refuse('unsupported-scheme', 'type', { scheme: type.slice(0, 40) })
      const fields = new Fields(value, findings)
      return isMihomo ? protocol.fromMihomo(fields, findings) : protocol.fromSingbox(fields, findings)
    }
    case 'xray':
      return withDialer(readLinks(xrayLinks(value, findings), findings), xrayDialer(value, list, findings))
    case 'shadowsocks': {
      const link = ssLinkOf(value, findings)
      return link === undefined ? undefined : readLinks([link], findings)
    }
    case 'hysteria2': {
      const link = hysteria2Link(new Fields(value, findings), findings)
      return link === undefined ? undefined : readLinks([link], findings)
    }
    case 'vmess':
      return readLinks([`vmess://${base64Encode(JSON.stringify(value))}`], findings)
    case 'v2rayn': {
      const link = v2raynLink(value, findings)
      return link === undefined ? undefined : readLinks([link], findings)
    }
    case 'provider':
      return findings.refuse('needs-fetch', 'url')
    default:
      return findings.refuse('missing-field', 'type')
  }
}

/** Nodes of links that were made from an entry. */
function readLinks(links: readonly string[] | undefined, findings: Findings): ProxyNode | ProxyNode[] | undefined {
  if (links === undefined) return undefined
  if (links.length === 0) return findings.refuse('missing-field', 'server')
  const nodes: ProxyNode[] = []
  for (const link of links) {
    const scheme = link.slice(0, link.indexOf(':'))
    const protocol = findProtocolByScheme(scheme)
    const read = protocol
      ? protocol.fromLink(link, findings)
      : findings.refuse('unsupported-scheme', 'type', { scheme })
    if (Array.isArray(read)) nodes.push(...read)
    else if (read) nodes.push(read)
  }
  return nodes.length === 0 ? undefined : nodes
}

/** Tag of the outbound that another one goes through. Fragmenting and the like is done by helpers: it gets lost. */
function xrayDialer(
  outbound: Record<string, unknown>,
  list: unknown[] | undefined,
  findings: Findings,
): string | undefined {
  const stream = outbound['streamSettings']
  const socket = isMap(stream) ? stream['sockopt'] : undefined
  const proxy = outbound['proxySettings']
  const tag = (isMap(socket) ? socket['dialerProxy'] : undefined) ?? (isMap(proxy) ? proxy['tag'] : undefined)
  if (typeof tag !== 'string' || tag === '') return undefined
  const isHelper = list === undefined || !serverTags(list).has(tag)
  if (isHelper) findings.note('field-ignored', 'dialerProxy')
  return isHelper ? undefined : tag
}

const tagsByList = new WeakMap<unknown[], ReadonlySet<unknown>>()

/** Tags of the outbounds that are nodes; gathered once a list. */
function serverTags(list: unknown[]): ReadonlySet<unknown> {
  let tags = tagsByList.get(list)
  if (tags === undefined) {
    const nodes = list.filter((other) => isMap(other) && !XRAY_HELPERS.has(String(other['protocol']).toLowerCase()))
    tags = new Set(nodes.map((other) => isMap(other) && other['tag']))
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

/** The client config of hysteria2 (v2.hysteria.network/docs/advanced/Full-Client-Config) as the link it stands for. */
function hysteria2Link(config: Fields, findings: Findings): string | undefined {
  const server = config.text('server')
  if (server === undefined) return findings.refuse('missing-field', 'server')
  // A whole link may stand there as well.
  if (server.includes('://')) return server
  const query: [string, string][] = []
  const put = (key: string, value: string | undefined) => {
    if (value !== undefined && value !== '') query.push([key, value])
  }
  const tls = config.map('tls')
  put('sni', tls?.text('sni'))
  if (tls?.bool('insecure')) put('insecure', '1')
  put('pinSHA256', tls?.text('pinsha256'))
  const obfs = config.map('obfs')
  const obfsType = obfs?.text('type')
  if (obfs && obfsType !== undefined) {
    put('obfs', obfsType)
    put('obfs-password', obfs.map(obfsType.toLowerCase())?.str('password'))
  }
  const bandwidth = config.map('bandwidth')
  put('up', bandwidth?.str('up'))
  put('down', bandwidth?.str('down'))
  put('hop-interval', config.map('transport')?.map('udp')?.str('hopinterval')?.replace(/s$/, ''))
  if (config.bool('fastopen')) put('tfo', '1')
  const text = query.map(([key, value]) => `${key}=${percentEncode(value)}`).join('&')
  const auth = config.str('auth') ?? ''
  return `hysteria2://${auth === '' ? '' : percentEncode(auth) + '@'}${server}/?${text}#${percentEncode(config.str('name', 'remarks') ?? '')}`
}
