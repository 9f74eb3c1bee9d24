import type { NodeIssues } from '../model/issue.ts'
import { scalarText } from '../model/fields.ts'
import type { SubscriptionInfo } from '../model/report.ts'
import type { ProxyNode } from '../protocols/index.ts'
import { clashEntry } from './clash-entry.ts'
import type { ListItem } from './entry-format.ts'
import { ENTRY_FORMATS } from './index.ts'
import { naiveProxies } from './naive-config.ts'
import { isShadowsocks, shadowsocksServer, sip008Subscription } from './sip008.ts'
import { singboxOutbound, withoutHelpers } from './singbox-outbound.ts'
import { isV2raynItem, v2raynItem } from './v2rayn-gui.ts'
import { dialerTag, XRAY_HELPERS, xrayName, xrayOutbound } from './xray-outbound.ts'
import { isRecord } from '../text/record.ts'

/**
 * Documents that list nodes: Clash and mihomo configs, sing-box and Xray configs, SIP008, the files of
 * shadowsocks-windows, v2rayN, naiveproxy and the hysteria2 client. What of a document is an entry is decided here; how an
 * entry becomes a node is said by its format.
 */

export interface NodeList {
  items: ListItem[]
  subscription?: SubscriptionInfo
}

/** Keys that only a whole config has: one without nodes is told as such. */
const CONFIG_KEYS = ['proxies', 'Proxy', 'proxy-groups', 'Proxy Group', 'rules', 'Rule', 'mixed-port', 'port', 'dns', 'outbounds', 'endpoints', 'inbounds', 'proxy-providers', 'servers'] // oxfmt-ignore

/** The entries of a document in their order; undefined when it is none that lists nodes. */
export function nodeListOf(document: unknown): NodeList | undefined {
  if (Array.isArray(document)) return listOfItems(document)
  if (!isRecord(document)) return undefined
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
          items.push({ form: typeof item === 'string' ? 'link' : clashEntry, value: item, list: value, index })
        break
      case 'proxy-providers':
        if (!isRecord(value)) break
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
          items.push({ form: shadowsocksServer, value: item, list: value, index })
        break
      case 'vmess':
        if (!Array.isArray(value) || !value.some(isV2raynItem)) break
        isList = true
        for (const [index, item] of value.entries()) items.push({ form: v2raynItem, value: item, list: value, index })
        break
      case 'subItem':
        // The subscriptions of guiNConfig.json of v2rayN; one that is off is no source.
        if (!Array.isArray(value) || !value.some((item) => isRecord(item) && typeof item['url'] === 'string')) break
        for (const [index, item] of value.entries()) {
          if (!isRecord(item) || item['enabled'] === false || !hasText(item['url'])) continue
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
          items.push({ form: shadowsocksServer, value: item, list: value, index })
        subscription = sip008Subscription(document)
        break
      case 'payload':
        if (!Array.isArray(value) || !value.some((item) => formOf(item) !== 'unknown' && isRecord(item))) break
        isList = true
        for (const [index, item] of value.entries()) items.push({ form: clashEntry, value: item, list: value, index })
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
  return isRecord(document) && CONFIG_KEYS.some((key) => Object.hasOwn(document, key))
}

/** A bare list: of entries, of links, or of whole configs (v2rayN exports one for each node). */
function listOfItems(list: unknown[]): NodeList | undefined {
  const items: ListItem[] = []
  let isList = false
  const outbounds: unknown[] = []
  const named = new Map<string, string>()
  for (const [index, value] of list.entries()) {
    if (isRecord(value) && Array.isArray(value['outbounds'])) {
      const inner = nodeListOf(value)?.items ?? []
      keepRelaysApart(inner, scalarText(value['remarks']) || `${index + 1}`, named)
      for (const item of inner) items.push({ ...item, list, index })
      isList = true
      continue
    }
    const form = formOf(value)
    if (form !== 'unknown' && (form !== 'link' || String(value).includes('://'))) isList = true
    if (form === singboxOutbound) outbounds.push(value)
    items.push({ form, value, list, index })
  }
  if (!isList) return undefined
  return { items: outbounds.length === 0 ? items : withoutHelpers(items) }
}

/**
 * Configs of a list use one tag each for a server of its own. Where nodes connect through it, it is named after its config
 * too, unless it is the same server. `named`: what the names of the list stand for.
 */
function keepRelaysApart(items: readonly ListItem[], config: string, named: Map<string, string>): void {
  const relays = new Set(items.map(({ value }) => (isRecord(value) ? dialerTag(value) : undefined)))
  for (const item of items) {
    const { value, among } = item
    if (among === undefined || !isRecord(value)) continue
    const { tag, remarks: _, ...server } = value
    const says = JSON.stringify(server)
    const name = xrayName(value)
    let free = name
    if (relays.has(scalarText(tag)))
      for (let at = 1; named.has(free) && named.get(free) !== says; at++)
        free = at === 1 ? `${name} · ${config}` : `${name} · ${config} ${at}`
    if (free !== name) {
      item.value = { ...value, remarks: free }
      among[among.indexOf(value)] = item.value
    }
    if (!named.has(free)) named.set(free, says)
  }
}

/** Outbounds or endpoints; `remarks` of a v2rayN config is the name of its first node. */
function addOutbounds(items: ListItem[], list: unknown[], remarks: string | undefined): void {
  const found: ListItem[] = []
  const among: unknown[] = []
  for (const [index, value] of list.entries()) {
    if (isRecord(value) && typeof value['protocol'] === 'string' && typeof value['type'] !== 'string') {
      if (XRAY_HELPERS.has(value['protocol'].toLowerCase())) continue
      const named = remarks === undefined || found.length > 0 ? value : { ...value, remarks }
      among.push(named)
      found.push({ form: xrayOutbound, value: named, list, index, among })
    } else found.push({ form: singboxOutbound, value, list, index })
  }
  items.push(...withoutHelpers(found))
}

/** The nodes of a provider that carries them itself; an address to fetch them from is an entry as well. */
function addProvider(items: ListItem[], provider: unknown): boolean {
  if (!isRecord(provider)) return false
  const { payload } = provider
  if (Array.isArray(payload)) {
    for (const [index, item] of payload.entries())
      items.push({ form: typeof item === 'string' ? 'link' : clashEntry, value: item, list: payload, index })
    return true
  }
  if (typeof provider['url'] !== 'string') return false
  items.push({ form: 'provider', value: provider })
  return true
}

function hasText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}

/** What an entry that stands alone is. */
function formOf(value: unknown): ListItem['form'] {
  if (typeof value === 'string') return 'link'
  if (!isRecord(value)) return 'unknown'
  return ENTRY_FORMATS.find((format) => format.detect(value)) ?? 'unknown'
}

/** The node or nodes of an entry; undefined after a refusal. Links are read by whoever reads the text. */
export function readItem(
  { form, value, list, among = list }: ListItem,
  issues: NodeIssues,
): ProxyNode | ProxyNode[] | undefined {
  if (!isRecord(value)) return issues.refuse('missing-field', 'type')
  if (typeof form === 'object') return form.read(value, issues, among)
  return form === 'provider' ? issues.refuse('needs-fetch', 'url') : issues.refuse('missing-field', 'type')
}
