import type { NodeIssues } from '../model/issue.ts'
import { formatUriLink } from '../link/uri-link.ts'
import { percentEncode } from '../text/percent.ts'
import { Fields } from '../model/fields.ts'
import { type EntryFormat, readLinks } from './entry-format.ts'
import { isRecord, type JsonObject } from '../text/record.ts'

/**
 * The nodes of `guiNConfig.json`, which v2rayN kept under `vmess` until version 5 (2dust/v2rayN v2rayN/Mode/Config.cs,
 * VmessItem), whatever their protocol. Each becomes the share link it stands for, which the protocol reads.
 */

/** `configType`; 2 is a config in a file of its own. */
const TYPES: Readonly<Record<string, 'vmess' | 'ss' | 'socks5' | 'vless' | 'trojan'>> = {
  1: 'vmess',
  3: 'ss',
  4: 'socks5',
  5: 'vless',
  6: 'trojan',
}

/** Whether a value is such an item: it has the two fields that every one has. */
export function isV2raynItem(value: unknown): boolean {
  return isRecord(value) && 'address' in value && 'configType' in value
}

/** Such an item. It stands under `vmess` alone: one by itself is none. */
export const v2raynItem: EntryFormat = {
  detect: () => false,

  read(value, issues) {
    const link = v2raynLink(value, issues)
    return link === undefined ? undefined : readLinks([link], issues)
  },
}

/** The link of one node, or undefined after a refusal. */
function v2raynLink(item: JsonObject, issues: NodeIssues): string | undefined {
  const fields = new Fields(item, issues)
  const configType = fields.str('configtype') ?? ''
  const scheme = Object.hasOwn(TYPES, configType) ? TYPES[configType] : undefined
  if (scheme === undefined)
    return issues.refuse('unsupported-scheme', 'configType', { scheme: configType.slice(0, 40) })
  const id = percentEncode(fields.str('id') ?? '')
  const security = fields.text('security') ?? ''
  return formatUriLink(scheme, {
    // Where a node has a method or a user, it stands under `security`.
    user: scheme === 'ss' || scheme === 'socks5' ? pair(percentEncode(security), id) : id,
    server: fields.str('address') ?? '',
    port: fields.str('port') ?? '',
    query: scheme === 'ss' || scheme === 'socks5' ? [] : [...secrecy(scheme, security, fields), ...streamPairs(fields)],
    name: fields.str('remarks') ?? '',
  })
}

type Pair = [key: string, value: string]

function pair(user: string, password: string): string {
  return user === '' && password === '' ? '' : `${user}:${password}`
}

function secrecy(scheme: string, security: string, fields: Fields): Pair[] {
  if (scheme === 'trojan') return []
  const pairs: Pair[] = [['encryption', security]]
  const alterId = fields.str('alterid') ?? '0'
  if (scheme === 'vmess' && alterId !== '0') pairs.push(['alterId', alterId])
  return pairs
}

/** TLS and transport as the parameters of a link. */
function streamPairs(fields: Fields): Pair[] {
  const network = fields.text('network') ?? 'tcp'
  const host = fields.str('requesthost')
  const path = fields.str('path')
  const header = fields.text('headertype')
  const pairs: (Pair | [string, undefined])[] = [
    ['flow', fields.text('flow')],
    ['security', fields.text('streamsecurity') ?? 'none'],
    ['sni', fields.text('sni')],
    ['alpn', fields.list('alpn')?.join(',')],
    ['fp', fields.text('fingerprint')],
    ['allowInsecure', fields.str('allowinsecure')?.toLowerCase()],
    ['pbk', fields.text('publickey')],
    ['sid', fields.text('shortid')],
    ['spx', fields.text('spiderx')],
    ['type', network],
    [network === 'grpc' ? 'mode' : 'headerType', header === 'none' ? undefined : header],
    [network === 'grpc' ? 'authority' : network === 'quic' ? 'quicSecurity' : 'host', host],
    [network === 'grpc' ? 'serviceName' : network === 'kcp' ? 'seed' : network === 'quic' ? 'key' : 'path', path],
  ]
  return pairs.filter((one): one is Pair => one[1] !== undefined && one[1] !== '')
}
