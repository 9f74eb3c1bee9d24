import type { CheckReport } from '../../check/shared/check-report.ts'
import { KeyChecker } from '../../check/shared/key-checker.ts'
import { type DocumentNode, type DocumentPath, fieldsOf, type MapNode, type TextRange, resolved, valueOf } from '../../document/document-node.ts' // oxfmt-ignore
import type { IssueArgs } from '../../model/issue.ts'
import { MIHOMO_SHAPES } from '../../protocols/mihomo-only.ts'
import { isMlkemEncryption } from '../../protocols/vless.ts'
import { XHTTP_OPTIONS, XHTTP_REUSE } from '../../protocols/shared/xhttp.ts'
import { isRealityKey, isShortId } from '../../protocols/shared/tls.ts'
import { hasKey, type JsonObject } from '../../text/record.ts'
import { base64Size, standardBase64 } from '../../text/base64.ts'
import { MIHOMO_DIALECT } from './config-keys/dialect.ts'
import { MIHOMO_FORMATS } from './config-keys/formats.ts'
import { PLUGIN_KEYS, SMUX_KEYS } from './config-keys/proxies.ts'
import { weakYaml } from './go-yaml.ts'

/**
 * What mihomo refuses of a node beside the types of its values: docs/formats/check.md, "Nodes of mihomo". What it takes and
 * can never connect is told by the reader of entries, as in a conversion.
 */
export function checkProxy(map: MapNode, node: DocumentNode, path: DocumentPath, report: CheckReport): void {
  const proxy = new ProxyReader(map, node, path, report)
  const type = proxy.text('type') ?? ''
  proxy.checkShared()
  CHECKS[type]?.(proxy)
  const shape: Shape | undefined = hasKey(MIHOMO_SHAPES, type) ? MIHOMO_SHAPES[type] : undefined
  const wrong = shape?.issue?.(proxy.values())
  if (wrong !== undefined) proxy.refuse(wrong, {})
}

interface Shape {
  keys: object
  issue?: (options: JsonObject) => string | undefined
}

type ProxyCheck = (proxy: ProxyReader) => void

/** One node, its keys in any case, `_` as `-`. */
class ProxyReader {
  readonly #fields = new Map<string, DocumentNode>()
  readonly #keys = new Map<string, DocumentNode>()
  readonly #node: TextRange
  readonly #path: DocumentPath
  readonly #report: CheckReport

  constructor(map: MapNode, node: TextRange, path: DocumentPath, report: CheckReport, key?: TextRange) {
    for (const [spelled, pair] of fieldsOf(map)) {
      const plain = spelled.replaceAll('_', '-').toLowerCase()
      this.#fields.set(plain, pair.value)
      this.#keys.set(plain, pair.key)
    }
    this.#node = map.isFlow ? { start: node.start, end: node.start + 1 } : (key ?? map.pairs[0]?.key ?? node)
    this.#path = path
    this.#report = report
  }

  node(key: string): DocumentNode | undefined {
    return this.#fields.get(key.toLowerCase())
  }

  has(key: string): boolean {
    return this.node(key) !== undefined
  }

  text(key: string): string | undefined {
    const node = this.node(key)
    const scalar = node && resolved(node)
    if (scalar?.kind !== 'scalar' || weakYaml.isNull(scalar)) return undefined
    return weakYaml.text(scalar)
  }

  number(key: string): number | undefined {
    const node = this.node(key)
    const scalar = node && resolved(node)
    return scalar?.kind === 'scalar' ? weakYaml.number(scalar) : undefined
  }

  isOn(key: string): boolean {
    const node = this.node(key)
    const scalar = node && resolved(node)
    return scalar?.kind === 'scalar' && weakYaml.boolean(scalar) === true
  }

  /** The map of a key, as a reader of its own. */
  inner(key: string): ProxyReader | undefined {
    const node = this.node(key)
    const map = node && resolved(node)
    return node !== undefined && map?.kind === 'map'
      ? new ProxyReader(map, node, [...this.#path, key], this.#report, this.#keys.get(key.toLowerCase()))
      : undefined
  }

  wrong(key: string, args: IssueArgs): void {
    this.#report.add('value-wrong', this.node(key) ?? this.#node, [...this.#path, key], { key, ...args })
  }

  wrongIn(map: string, key: string, args: IssueArgs): void {
    const inner = this.inner(map)
    const place = inner?.node(key) ?? this.node(map) ?? this.#node
    this.#report.add('value-wrong', place, [...this.#path, map, key], { key, ...args })
  }

  /** A value that is wrong, or not there at all. */
  refuse(key: string, args: IssueArgs): void {
    if (this.has(key)) this.wrong(key, args)
    else this.missing(key)
  }

  missing(key: string): void {
    this.#report.add('key-missing', this.#node, this.#path, { key })
  }

  together(key: string, other: string): void {
    this.#report.add('keys-together', this.node(key) ?? this.#node, [...this.#path, key], { key, other })
  }

  checkKeys(key: string, rule: Parameters<KeyChecker['check']>[1]): void {
    const node = this.node(key)
    if (node === undefined) return
    const reading = rule.kind === 'map' ? ({ ...rule, reading: 'weak' } as const) : rule
    const checker = new KeyChecker(this.#report, { ...MIHOMO_DIALECT, underscores: false }, undefined)
    checker.belongsTo(node, this.#keys.get(key.toLowerCase()) ?? node)
    checker.check(node, reading, [...this.#path, key], key)
  }

  /** Everything below as plain values. */
  values(): Record<string, unknown> {
    return Object.fromEntries([...this.#fields].map(([key, value]) => [key, valueOf(value)]))
  }

  checkShared(): void {
    const smux = this.inner('smux')
    if (smux !== undefined) {
      this.checkKeys('smux', SMUX_KEYS)
      const protocol = smux.text('protocol') ?? ''
      if (smux.isOn('enabled') && !['', 'smux', 'yamux', 'h2mux'].includes(protocol))
        smux.wrong('protocol', { values: 'smux, yamux, h2mux' })
    }
    const ech = this.inner('ech-opts')
    const config = ech?.text('config')
    if (ech?.isOn('enable') && config !== undefined && config !== '' && !MIHOMO_FORMATS['base64']!(config))
      ech.wrong('config', { expected: 'base64' })
    this.checkReality()
    this.inner('xhttp-opts')?.inner('download-settings')?.checkReality()
  }

  checkReality(): void {
    const reality = this.inner('reality-opts')
    const key = reality?.text('public-key')
    if (reality === undefined || key === undefined || key === '') return
    if (!isRealityKey(key)) reality.wrong('public-key', { expected: 'reality-key' })
    if (!isShortId(reality.text('short-id'))) reality.wrong('short-id', { expected: 'short-id' })
  }
}

const NEW_KEY = /^2022-blake3-(aes-128|aes-256|chacha20|chacha8)/

const CHECKS: Readonly<Record<string, ProxyCheck | undefined>> = {
  ss(proxy) {
    const cipher = proxy.text('cipher') ?? ''
    const password = proxy.text('password') ?? ''
    const isNew = NEW_KEY.test(cipher)
    if (password === '' && cipher !== 'none' && proxy.has('password')) proxy.wrong('password', { expected: 'filled' })
    else if (isNew) {
      const size = cipher.includes('aes-128') ? 16 : 32
      const parts = password.split(':')
      if (parts.some((part) => base64Size(part) !== size || standardBase64(part) !== part))
        proxy.wrong('password', { expected: `key-of-${size}` })
    }
    const plugin = proxy.text('plugin')
    const rule = plugin === undefined ? undefined : PLUGIN_KEYS[plugin]
    if (plugin === undefined || rule === undefined) return
    if (proxy.has('plugin-opts')) proxy.checkKeys('plugin-opts', rule)
    else for (const key of rule.kind === 'map' ? (rule.requires ?? []) : []) proxy.missing(key)
  },
  vless(proxy) {
    const flow = proxy.text('flow') ?? ''
    if (flow.length >= 16 && !flow.startsWith('xtls-rprx-vision')) proxy.wrong('flow', { values: 'xtls-rprx-vision' })
    const encryption = proxy.text('encryption') ?? ''
    if (!['', 'none'].includes(encryption) && !isMlkemEncryption(encryption))
      proxy.wrong('encryption', { expected: 'vless-encryption' })
    checkXhttp(proxy)
  },
  trojan(proxy) {
    const inner = proxy.inner('ss-opts')
    if (inner?.isOn('enabled') !== true) return
    if ((inner.text('password') ?? '') === '') inner.wrong('password', { expected: 'filled' })
    const method = (inner.text('method') ?? '').toUpperCase()
    if (method !== '' && !TROJAN_METHODS.test(method))
      inner.wrong('method', { values: 'AES-128-GCM, AES-256-GCM, CHACHA20-IETF-POLY1305' })
  },
  hysteria(proxy) {
    for (const key of ['up', 'down'])
      if (proxy.has(key) && !isRate(proxy.text(key) ?? '')) proxy.wrong(key, { expected: 'rate' })
  },
  hysteria2(proxy) {
    const realm = proxy.inner('realm-opts')
    const hasPorts = (proxy.text('ports') ?? '') !== ''
    if (!hasPorts && (proxy.number('port') ?? 0) === 0 && realm?.isOn('enable') !== true)
      proxy.refuse('port', { min: 1, max: 65535 })
    const hop = proxy.text('hop-interval')
    if (hasPorts && hop !== undefined && !MIHOMO_FORMATS['hop-interval']!(hop))
      proxy.wrong('hop-interval', { expected: 'hop-interval' })
    const obfs = proxy.text('obfs') ?? ''
    if (obfs !== '' && (proxy.text('obfs-password') ?? '') === '') proxy.together('obfs', 'obfs-password')
    if (obfs === 'gecko') {
      const min = proxy.number('obfs-min-packet-size') ?? 512
      const max = proxy.number('obfs-max-packet-size') ?? 1200
      if (min < 1 || min > max || max > 2048) proxy.wrong('obfs-max-packet-size', { min: 1, max: 2048 })
    }
    if (realm?.isOn('enable') === true) {
      if ((realm.text('server-url') ?? '') === '') realm.missing('server-url')
      if (hasPorts) proxy.together('realm-opts', 'ports')
    }
  },
  wireguard(proxy) {
    if (!proxy.has('ip') && !proxy.has('ipv6')) proxy.missing('ip')
    const ipv6 = proxy.text('ipv6')
    if (ipv6 !== undefined && !ipv6.includes(':')) proxy.wrong('ipv6', { expected: 'prefix-v6' })
    const reserved = proxy.node('reserved')
    const value = reserved === undefined ? undefined : valueOf(reserved)
    const size = Array.isArray(value)
      ? value.length
      : typeof value === 'string' && value !== ''
        ? base64Size(value)
        : undefined
    if (size !== undefined && size !== 3) proxy.wrong('reserved', { expected: 'reserved' })
  },
  snell(proxy) {
    const version = proxy.number('version') ?? 1
    if (proxy.isOn('udp') && version < 3) proxy.together('version', 'udp')
    const obfs = proxy.inner('obfs-opts')
    const mode = obfs?.text('mode') ?? ''
    if (!['', 'http', 'tls', 'shadow-tls'].includes(mode)) obfs!.wrong('mode', { values: 'http, tls, shadow-tls' })
    if (mode === 'shadow-tls' && (obfs!.text('host') ?? '') === '') obfs!.missing('host')
  },
  mieru(proxy) {
    const hasPort = proxy.has('port')
    const range = proxy.text('port-range')
    if (hasPort && range !== undefined) proxy.together('port-range', 'port')
    if (!hasPort && range === undefined) proxy.missing('port')
    if (range !== undefined && !isPortRange(range)) proxy.wrong('port-range', { expected: 'port-range' })
    const port = proxy.number('port')
    if (port !== undefined && (port < 1 || port > 65535)) proxy.wrong('port', { min: 1, max: 65535 })
    for (const key of ['server', 'username', 'password'])
      if (proxy.has(key) && (proxy.text(key) ?? '') === '') proxy.wrong(key, { expected: 'filled' })
  },
  ssh(proxy) {
    const key = proxy.text('private-key') ?? ''
    if (key.includes('\n') && !key.includes('-----BEGIN')) proxy.wrong('private-key', { expected: 'private-key' })
  },
  'gost-relay': checkPort,
  sudoku: checkPort,
}

const TROJAN_METHODS =
  /^(?:AES-(?:128|192|256)-(?:GCM|CCM)|X?CHACHA(?:20|8)-IETF-POLY1305|AEAD_[A-Z0-9_]+|DUMMY|(?:AES-(?:128|192|256)-(?:CTR|CFB)|RC4-MD5|X?CHACHA20(?:-IETF)?))$/

function checkPort(proxy: ProxyReader): void {
  const port = proxy.number('port')
  if (port !== undefined && (port < 1 || port > 65535)) proxy.wrong('port', { min: 1, max: 65535 })
}

/** `50`, `50 Mbps`, `6 MBps`: whole numbers alone. */
function isRate(text: string): boolean {
  return /^[1-9]\d{0,12}(?:\s*[KMGT]?[bB]ps)?$/.test(text)
}

function isPortRange(text: string): boolean {
  const match = /^(\d{1,5})-(\d{1,5})$/.exec(text)
  if (match === null) return false
  const [from, to] = [Number(match[1]), Number(match[2])]
  return from >= 1 && from <= to && to <= 65535
}

const RANGE = /^(-?\d{1,9})(?:-(-?\d{1,9}))?$/

function checkXhttp(proxy: ProxyReader): void {
  const xhttp = proxy.inner('xhttp-opts')
  if (xhttp === undefined) return
  if (xhttp.text('mode') === 'stream-one' && xhttp.inner('download-settings') !== undefined)
    xhttp.together('mode', 'download-settings')
  for (const [key, kind] of XHTTP_OPTIONS) if (kind === 'upper' && key.startsWith('sc-')) checkRange(xhttp, key, 1)
  const reuse = xhttp.inner('reuse-settings')
  if (reuse !== undefined) for (const [key, kind] of XHTTP_REUSE) if (kind === 'open') checkRange(reuse, key, 0)
}

function checkRange(reader: ProxyReader, key: string, least: number): void {
  const text = reader.text(key)
  if (text === undefined) return
  const match = RANGE.exec(text)
  const from = Number(match?.[1])
  const to = match?.[2] === undefined ? from : Number(match[2])
  if (match === null || from > to || from < least) reader.wrong(key, { expected: 'range' })
}
