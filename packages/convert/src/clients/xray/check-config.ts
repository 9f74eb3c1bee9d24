import { compareVersions } from '../../text/compare-versions.ts'
import type { CheckReport } from '../../check/shared/check-report.ts'
import { KeyChecker, type KeyDialect } from '../../check/shared/key-checker.ts'
import { cuttingFix } from '../../check/shared/certain-fix.ts'
import { jsonReading } from '../../check/shared/json-reading.ts'
import type { DocumentNode, DocumentPath, MapNode } from '../../document/document-node.ts'
import type { OpenDocument } from '../../document/open-document.ts'
import type { IssueArgs } from '../../model/issue.ts'
import { isMlkemEncryption } from '../../protocols/vless.ts'
import { isRealityKey, isShortId } from '../../protocols/shared/tls.ts'
import { base64Size } from '../../text/base64.ts'
import { isIp, parseCidr } from '../../text/ip.ts'
import {
  type CaselessMap,
  fieldsWithoutCase,
  itemsAt,
  readXrayConfig,
  type XrayConfig,
  type XrayPart,
} from './read-config.ts'
import { isPrivateServer } from './nodes/plain-server.ts'
import { INBOUND_PROTOCOLS, INBOUND_SETTINGS, OUTBOUND_ALIASES, OUTBOUND_SETTINGS, XRAY_KEYS } from './config-keys.ts'

const FINGERPRINTS =
  /^(?:|chrome|firefox|safari|ios|android|edge|360|qq|random|randomized|randomizednoalpn|unsafe|hello\w*)$/i
const STRATEGY = /^(?:|AsIs|(?:Use|Force)IP(?:v4|v6|v4v6|v6v4)?)$/i
const UDP_MASKS =
  /^(?:header-(?:dns|dtls|srtp|utp|wechat|wireguard|custom)|mkcp-original|mkcp-aes128gcm|salamander|noise|sudoku|xdns|xicmp)$/i

/** How Xray takes its keys: docs/formats/xray.md, "What finds which mistake". */
const DIALECT: KeyDialect = {
  readings: { strict: jsonReading, weak: jsonReading },
  unknownKey: 'warning',
  anyCase: true,
  underscores: false,
  nullIsAbsent: true,
  floats: false,
  formats: {
    ports: (text) => text === '' || text.split(',').every((part) => /^(?:\d{1,5}(?:-\d{1,5})?|env:.*)$/.test(part.trim()) && part.split('-').every((port) => !/^\d+$/.test(port) || Number(port) <= 65535)), // oxfmt-ignore
    range: (text) => text === '' || /^-?\d{1,10}(?:--?\d{1,10})?$/.test(text),
    fingerprint: (text) => FINGERPRINTS.test(text),
    'reality-fingerprint': (text) => FINGERPRINTS.test(text) && text.toLowerCase() !== 'unsafe',
    pins: (text) =>
      text === '' || text.split(',').every((pin) => /^[0-9a-f]{64}$/i.test(pin.trim().replaceAll(':', ''))),
    'short-id': isShortId,
    'ech-query': (text) => ['', 'none', 'half', 'full'].includes(text),
    'xhttp-mode': (text) => ['', 'auto', 'packet-up', 'stream-up', 'stream-one'].includes(text),
    'domain-strategy': (text) => STRATEGY.test(text),
    'tcp-mask': (text) => /^(?:fragment|header-custom|sudoku)$/i.test(text),
    'udp-mask': (text) => UDP_MASKS.test(text),
    congestion: (text) => ['', 'brutal', 'force-brutal', 'reno', 'bbr'].includes(text),
    'wireguard-key': (text) => /^(?:[A-Za-z0-9+/_-]+={0,2}|[0-9a-f]{64})$/i.test(text),
    'wireguard-address': isHostAddress,
    'wireguard-strategy': (text) => /^(?:|ForceIP(?:v4|v6|v4v6|v6v4)?)$/i.test(text),
    packets: (text) => text === '' || text === 'tlshello' || /^\d{1,10}(?:-\d{1,10})?$/.test(text),
    'dest-override': (text) =>
      ['http', 'tls', 'https', 'ssl', 'quic', 'fakedns', 'fakedns+others'].includes(text.toLowerCase()),
    listen: (text) => isIp(text) || text === 'localhost' || /^[/@]/.test(text) || /^[A-Za-z]:\\/.test(text),
    xudp: (text) => ['', 'reject', 'allow', 'skip'].includes(text),
    strategy: (text) => ['', 'random', 'roundrobin', 'leastping', 'leastload'].includes(text.toLowerCase()),
    duration: (text) => /^[-+]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/.test(text),
  },
}

/** A single address: bare, or with the whole length. */
function isHostAddress(text: string): boolean {
  if (isIp(text)) return true
  const cidr = parseCidr(text)
  return cidr !== undefined && text.endsWith(text.includes(':') ? '/128' : '/32')
}

/** The mark at the start of a text. */
const MARK = { start: 0, end: 1 }

/** The masks of mKCP have other names since 26.6.1, and some are new. */
const NEW_UDP_MASKS = /^(?:header-custom|mkcp-legacy|salamander|noise|sudoku|xdns|xicmp|realm)$/i
const NEW_DIALECT: KeyDialect = {
  ...DIALECT,
  formats: {
    ...DIALECT.formats,
    'tcp-mask': (text) => /^(?:fragment|header-custom|sudoku|xmc)$/i.test(text),
    'udp-mask': (text) => NEW_UDP_MASKS.test(text),
  },
}

/** Finds what Xray refuses in a config, or crashes at. */
export function checkXrayConfig(document: OpenDocument, report: CheckReport, version: string): void {
  const { root, text, extras, issue } = document
  if (text.charCodeAt(0) === 0xfeff)
    report.add('text-encoding', MARK, [], {}, { severity: 'error', fix: cuttingFix(MARK) })
  if (issue !== undefined) report.add('bad-json', issue, [], { reason: 'json' })
  for (const comma of extras.commas) report.add('bad-json', comma, [], { reason: 'json' }, { fix: cuttingFix(comma) })
  if (root === undefined) return
  if (root.kind !== 'map')
    return report.add('value-type', { start: root.start, end: root.start + 1 }, [], { key: '', expected: 'object' })
  const dialers: { name: string; node: DocumentNode; path: DocumentPath }[] = []
  const isNew = compareVersions(version, '26.6') >= 0
  const dialect = isNew ? NEW_DIALECT : DIALECT
  const keys = new KeyChecker(report, dialect, version, (_, name, node, path) => dialers.push({ name, node, path }))
  keys.checkKeys(root, root, XRAY_KEYS, [], [])
  const config = readXrayConfig(root)
  const outboundTags = config.outbounds.map(({ tag }) => tag)
  const isOutbound = new Set(outboundTags)
  for (const { name, node, path } of dialers)
    if (!isOutbound.has(name))
      report.add('name-missing', node, path, { name, ...report.nearest(name, outboundTags) }, { severity: 'warning' })
  const transport = fieldsWithoutCase(root).get('transport')
  if (transport?.value.kind === 'map' && transport.value.pairs.length > 0)
    report.add('key-removed', transport.key, ['transport'], {
      key: 'transport',
      version: '26.1',
      instead: 'streamSettings',
    })
  checkTags(config, report)
  for (const inbound of config.inbounds) checkInbound(inbound, keys, report)
  for (const outbound of config.outbounds) checkOutbound(outbound, keys, isNew, report)
  checkDns(root, report)
  checkRouting(config, report)
}

function checkTags({ inbounds, outbounds }: XrayConfig, report: CheckReport): void {
  for (const parts of [inbounds, outbounds]) {
    const first = new Map<string, XrayPart>()
    for (const part of parts) {
      if (part.tag === '') continue
      const before = first.get(part.tag)
      if (before === undefined) first.set(part.tag, part)
      else
        report.add('name-taken', part.tagNode, [...part.path, 'tag'], {
          name: part.tag,
          of: report.lineOf(before.tagNode),
        })
    }
  }
}

function checkInbound({ fields, node, path }: XrayPart, keys: KeyChecker, report: CheckReport): void {
  checkProtocol(fields, node, path, INBOUND_PROTOCOLS, report)
  const protocol = (fields.text('protocol') ?? '').toLowerCase()
  const settings = fields.node('settings')
  const table = Object.hasOwn(INBOUND_SETTINGS, protocol) ? INBOUND_SETTINGS[protocol] : undefined
  if (table !== undefined && settings !== undefined)
    keys.check(settings, { kind: 'map', keys: table }, [...path, 'settings'], 'settings')
  if (fields.node('port') === undefined && isIp(fields.text('listen') ?? ''))
    report.add('key-missing', fields.start, path, { key: 'port' })
  const stream = fields.map('streamSettings')
  if (stream !== undefined) checkStream(stream, [...path, 'streamSettings'], report)
}

function checkProtocol(
  fields: CaselessMap,
  node: MapNode,
  path: DocumentPath,
  known: readonly string[],
  report: CheckReport,
): void {
  const protocol = fields.text('protocol')
  if (protocol === undefined)
    report.add('key-missing', { start: node.start, end: node.start + 1 }, path, { key: 'protocol' })
  else if (!known.includes(protocol.toLowerCase()))
    report.add('value-wrong', fields.node('protocol')!, [...path, 'protocol'], {
      key: 'protocol',
      values: known.join(', '),
      ...report.nearest(protocol, known),
    })
}

const OUTBOUND_PROTOCOLS = [...Object.keys(OUTBOUND_SETTINGS), ...Object.keys(OUTBOUND_ALIASES)]

/** Collects what is wrong with one map. */
class Judge {
  readonly fields: CaselessMap
  readonly path: DocumentPath
  readonly #report: CheckReport

  constructor(fields: CaselessMap, path: DocumentPath, report: CheckReport) {
    this.fields = fields
    this.path = path
    this.#report = report
  }

  wrong(key: string, args: IssueArgs): void {
    this.#report.add('value-wrong', this.fields.node(key) ?? this.fields.start, [...this.path, key], { key, ...args })
  }

  missing(key: string): void {
    this.#report.add('key-missing', this.fields.node(key) ?? this.fields.start, this.path, { key })
  }

  /** A way to the server that was taken out: it has to be another one there, too. */
  gone(key: string, value: string): void {
    const instead = GONE[value.toLowerCase()]!
    this.#report.add('transport-removed', this.fields.node(key) ?? this.fields.start, [...this.path, key], { value, instead }) // oxfmt-ignore
  }

  removed(key: string, instead: string): void {
    this.#report.add('key-removed', this.fields.node(key) ?? this.fields.start, [...this.path, key], {
      key,
      version: '26.1',
      instead,
    })
  }
}

function checkOutbound({ fields, node, path }: XrayPart, keys: KeyChecker, isNew: boolean, report: CheckReport): void {
  checkProtocol(fields, node, path, OUTBOUND_PROTOCOLS, report)
  const through = fields.text('sendThrough')
  if (
    through !== undefined &&
    through !== '' &&
    !isIp(through) &&
    !['origin', 'srcip'].includes(through) &&
    !through.includes('/')
  )
    new Judge(fields, path, report).wrong('sendThrough', { expected: 'ip' })
  const given = (fields.text('protocol') ?? '').toLowerCase()
  const protocol = OUTBOUND_ALIASES[given] ?? given
  const table = Object.hasOwn(OUTBOUND_SETTINGS, protocol) ? OUTBOUND_SETTINGS[protocol] : undefined
  const settings = fields.map('settings')
  const settingsNode = fields.node('settings')
  if (table !== undefined && settingsNode !== undefined)
    keys.check(settingsNode, { kind: 'map', keys: table }, [...path, 'settings'], 'settings')
  const stream = fields.map('streamSettings')
  if (stream !== undefined) checkStream(stream, [...path, 'streamSettings'], report)
  const check = CHECKS[protocol]
  if (check === undefined) return
  if (settings === undefined) {
    if (NEEDS_SETTINGS.has(protocol))
      report.add('key-missing', { start: node.start, end: node.start + 1 }, path, { key: 'settings' })
    return
  }
  for (const judge of usersOf(settings, [...path, 'settings'], protocol, report)) check(judge)
  if (isNew) checkNew(protocol, settings, stream, [...path, 'settings'], report)
}

/** What Xray refuses since 26.7.11; settings with `vnext` or `servers` are not looked at for it (measured on 26.7.28). */
function checkNew(
  protocol: string,
  settings: CaselessMap,
  stream: CaselessMap | undefined,
  path: DocumentPath,
  report: CheckReport,
): void {
  if (protocol === 'shadowsocks') {
    const [server = settings] = itemsAt(settings, 'servers')
    const method = server.node('method')
    if (method !== undefined && PLAIN_CIPHERS.has(server.text('method')?.toLowerCase() ?? ''))
      report.add('key-removed', method, path, { key: server.text('method')!, version: '26.7.11' })
  }
  const address = settings.node('address')
  const isEncrypted =
    ['tls', 'reality'].includes((stream?.text('security') ?? '').toLowerCase()) ||
    (protocol === 'vless' && settings.text('encryption') !== 'none')
  const isPlain = (protocol === 'vless' || protocol === 'trojan') && !isEncrypted
  if (isPlain && address !== undefined && !isPrivateServer(settings.text('address') ?? ''))
    report.add('client-refuses', address, [...path, 'address'], { reason: 'plain-to-public' }, { severity: 'error' })
}

const PLAIN_CIPHERS: ReadonlySet<string> = new Set(['none', 'plain'])

const NEEDS_SETTINGS: ReadonlySet<string> = new Set([
  'vmess',
  'vless',
  'trojan',
  'shadowsocks',
  'socks',
  'http',
  'wireguard',
  'hysteria',
])
const LISTS: Readonly<Record<string, string>> = { vmess: 'vnext', vless: 'vnext', trojan: 'servers', shadowsocks: 'servers', socks: 'servers', http: 'servers' } // oxfmt-ignore

/** Whoever is asked: flat settings, or the one server (and user) of the nested ones. */
function usersOf(settings: CaselessMap, path: DocumentPath, protocol: string, report: CheckReport): Judge[] {
  const list = LISTS[protocol]
  if (list === undefined || settings.node('address') !== undefined) return [new Judge(settings, path, report)]
  const servers = itemsAt(settings, list)
  if (!isOne(settings, list, path, servers.length, report)) return []
  const server = servers[0]!
  const serverPath = [...path, list, 0]
  if (server.text('address') === undefined) report.add('key-missing', server.start, serverPath, { key: 'address' })
  if (list === 'servers') return [new Judge(server, serverPath, report)]
  const users = itemsAt(server, 'users')
  if (!isOne(server, 'users', serverPath, users.length, report)) return []
  return [new Judge(users[0]!, [...serverPath, 'users', 0], report)]
}

function isOne(fields: CaselessMap, key: string, path: DocumentPath, count: number, report: CheckReport): boolean {
  if (count === 1) return true
  const second = itemsAt(fields, key)[1]
  report.add('value-wrong', second?.start ?? fields.node(key) ?? fields.start, [...path, key], {
    key,
    expected: 'one-item',
  })
  return false
}

const CIPHERS =
  /^(?:aes-(?:128|256)-gcm|x?chacha20-(?:ietf-)?poly1305|none|plain|aead_(?:aes_(?:128|256)_gcm|x?chacha20_poly1305))$/i
const NEW_CIPHERS = ['2022-blake3-aes-128-gcm', '2022-blake3-aes-256-gcm', '2022-blake3-chacha20-poly1305']

const CHECKS: Readonly<Record<string, ((judge: Judge) => void) | undefined>> = {
  vmess: checkId,
  vless(judge) {
    checkId(judge)
    const encryption = judge.fields.text('encryption') ?? ''
    if (encryption === '') judge.missing('encryption')
    else if (encryption !== 'none' && !isMlkemEncryption(encryption))
      judge.wrong('encryption', { expected: 'vless-encryption' })
    const flow = judge.fields.text('flow') ?? ''
    if (!['', 'xtls-rprx-vision', 'xtls-rprx-vision-udp443'].includes(flow))
      judge.wrong('flow', { values: 'xtls-rprx-vision, xtls-rprx-vision-udp443' })
  },
  trojan(judge) {
    if ((judge.fields.text('password') ?? '') === '') judge.missing('password')
    if (judge.fields.number('port') === 0 || judge.fields.node('port') === undefined) judge.missing('port')
    if ((judge.fields.text('flow') ?? '') !== '') judge.wrong('flow', {})
  },
  shadowsocks(judge) {
    const method = judge.fields.text('method') ?? ''
    const password = judge.fields.text('password') ?? ''
    if (password === '') judge.missing('password')
    if (judge.fields.number('port') === 0 || judge.fields.node('port') === undefined) judge.missing('port')
    if (NEW_CIPHERS.includes(method)) {
      const size = method.includes('aes-128') ? 16 : 32
      if (password.split(':').some((key) => base64Size(key) < size))
        judge.wrong('password', { expected: `key-of-${size}` })
    } else if (!CIPHERS.test(method))
      judge.wrong('method', { values: ['aes-128-gcm', 'aes-256-gcm', 'chacha20-poly1305', ...NEW_CIPHERS].join(', ') })
  },
  socks: checkAddress,
  http: checkAddress,
  hysteria(judge) {
    if (judge.fields.number('version') !== 2) judge.wrong('version', { values: '2' })
    checkAddress(judge)
  },
  wireguard(judge) {
    if ((judge.fields.text('secretKey') ?? '') === '') judge.missing('secretKey')
  },
}

/** A server without an address crashes Xray. */
function checkAddress(judge: Judge): void {
  if (judge.fields.node('address') === undefined) judge.missing('address')
}

/** A UUID, or any text of 1 to 30 bytes that becomes one. */
function checkId(judge: Judge): void {
  const id = judge.fields.text('id') ?? ''
  const bytes = new TextEncoder().encode(id).length
  if (bytes >= 1 && bytes <= 30) return
  if (/^[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i.test(id)) return
  if (judge.fields.node('id') === undefined) judge.missing('id')
  else judge.wrong('id', { expected: 'uuid' })
}

const NETWORKS: Readonly<Record<string, string>> = {
  raw: 'raw', tcp: 'raw', ws: 'ws', websocket: 'ws', grpc: 'grpc', httpupgrade: 'httpupgrade', xhttp: 'xhttp',
  splithttp: 'xhttp', kcp: 'kcp', mkcp: 'kcp', hysteria: 'hysteria',
} // oxfmt-ignore
/** Ways to a server that Xray took out, and what it names in their place when it refuses them. */
const GONE: Readonly<Record<string, string>> = {
  h2: 'xhttp (mode stream-one)', http: 'xhttp (mode stream-one)', quic: 'xhttp (mode stream-one, H3)',
  xtls: 'tls, xtls-rprx-vision',
} // oxfmt-ignore
const REALITY_NETWORKS: ReadonlySet<string> = new Set(['raw', 'xhttp', 'grpc'])

function checkStream(stream: CaselessMap, path: DocumentPath, report: CheckReport): void {
  const judge = new Judge(stream, path, report)
  const given = stream.text('network')
  const network = given === undefined ? 'raw' : NETWORKS[given.toLowerCase()]
  if (given !== undefined && Object.hasOwn(GONE, given.toLowerCase())) judge.gone('network', given)
  else if (network === undefined) judge.wrong('network', { values: Object.keys(NETWORKS).join(', ') })
  const security = (stream.text('security') ?? '').toLowerCase()
  if (security === 'xtls') judge.gone('security', security)
  else if (!['', 'none', 'tls', 'reality'].includes(security)) judge.wrong('security', { values: 'none, tls, reality' })
  const tls = stream.map('tlsSettings')
  if (security === 'tls' && tls !== undefined) {
    const inner = new Judge(tls, [...path, 'tlsSettings'], report)
    // Xray refuses it since 2026-06-01.
    if (tls.isOn('allowInsecure')) inner.removed('allowInsecure', 'pinnedPeerCertSha256')
    if (tls.node('verifyPeerCertInNames') !== undefined) inner.removed('verifyPeerCertInNames', 'verifyPeerCertByName')
  }
  if (security === 'reality') checkReality(stream, network, judge, path, report)
  for (const key of ['xhttpSettings', 'splithttpSettings']) {
    const xhttp = stream.map(key)
    if (xhttp !== undefined) checkXhttp(xhttp, [...path, key], report)
  }
  const upgrade = stream.map('httpupgradeSettings')?.map('headers')
  if (upgrade?.node('host') !== undefined)
    new Judge(upgrade, [...path, 'httpupgradeSettings', 'headers'], report).wrong('host', {})
}

function checkReality(
  stream: CaselessMap,
  network: string | undefined,
  judge: Judge,
  path: DocumentPath,
  report: CheckReport,
): void {
  if (network !== undefined && !REALITY_NETWORKS.has(network)) judge.wrong('security', { values: 'none, tls' })
  const reality = stream.map('realitySettings')
  if (reality === undefined) return judge.missing('realitySettings')
  const inner = new Judge(reality, [...path, 'realitySettings'], report)
  if (
    reality.node('target') !== undefined ||
    reality.node('dest') !== undefined ||
    reality.node('privateKey') !== undefined
  )
    return
  const key = reality.text('password') !== undefined && reality.text('password') !== '' ? 'password' : 'publicKey'
  const text = reality.text(key) ?? ''
  if (text === '') inner.missing('publicKey')
  else if (!isRealityKey(text)) inner.wrong(key, { expected: 'reality-key' })
  const spider = reality.text('spiderX') ?? ''
  if (spider !== '' && !spider.startsWith('/')) inner.wrong('spiderX', {})
  for (const list of ['shortIds', 'serverNames']) if (reality.node(list) !== undefined) inner.wrong(list, {})
}

function checkXhttp(xhttp: CaselessMap, path: DocumentPath, report: CheckReport): void {
  const xmux = (xhttp.map('extra') ?? xhttp).map('xmux')
  if (xmux === undefined) return
  const isSet = (key: string) => xmux.node(key) !== undefined && xmux.number(key) !== 0
  if (isSet('maxConcurrency') && isSet('maxConnections'))
    report.add('keys-together', xmux.node('maxConnections')!, [...path, 'xmux'], {
      key: 'maxConnections',
      other: 'maxConcurrency',
    })
}

function checkDns(root: MapNode, report: CheckReport): void {
  const dns = fieldsWithoutCase(root).map('dns')
  if (dns === undefined) return
  for (const [index, server] of itemsAt(dns, 'servers').entries()) {
    const path = ['dns', 'servers', index]
    if (server.text('address') === undefined) report.add('client-crashes', server.start, path)
    checkDomains(server, 'domains', path, report)
  }
}

/** Domains that name a file or a list, and cannot be read so. */
function checkDomains(fields: CaselessMap, key: string, path: DocumentPath, report: CheckReport): void {
  for (const { text, node } of fields.texts(key)) {
    const isBroken = /^ext(?:-domain)?:[^:]*$/.test(text) || /^dotless:.*\./.test(text) || /^geosite:$/.test(text)
    if (isBroken) report.add('value-wrong', node, [...path, key], { key, expected: 'domain' })
  }
}

const CONDITIONS = [
  'domain', 'domains', 'ip', 'port', 'sourcePort', 'localPort', 'network', 'source', 'sourceIP', 'localIP', 'user',
  'vlessRoute', 'inboundTag', 'protocol', 'attrs', 'process',
] // oxfmt-ignore
const NEEDS_OBSERVATORY: ReadonlySet<string> = new Set(['leastping', 'leastload'])

function checkRouting({ root, rules, balancers, outbounds }: XrayConfig, report: CheckReport): void {
  const balancerTags = balancers.map(({ tag }) => tag)
  const outboundTags = outbounds.map(({ tag }) => tag)
  const isBalancer = new Set(balancerTags)
  const isOutbound = new Set(outboundTags)
  const top = fieldsWithoutCase(root)
  const hasObservatory = top.node('observatory') !== undefined || top.node('burstObservatory') !== undefined
  for (const { fields, node, path, tag } of balancers) {
    const judge = new Judge(fields, path, report)
    if (tag === '')
      report.add('key-missing', fields.node('tag') ?? { start: node.start, end: node.start + 1 }, path, { key: 'tag' })
    if (fields.texts('selector').length === 0) judge.missing('selector')
    const strategy = fields.map('strategy')?.text('type')?.toLowerCase() ?? 'random'
    const fallback = fields.text('fallbackTag') ?? ''
    if (!hasObservatory && (NEEDS_OBSERVATORY.has(strategy) || fallback !== ''))
      report.add('key-missing', fields.node('strategy') ?? fields.start, path, { key: 'observatory' })
    if (fallback !== '' && !isOutbound.has(fallback))
      report.add(
        'name-missing',
        fields.node('fallbackTag')!,
        [...path, 'fallbackTag'],
        { name: fallback, ...report.nearest(fallback, outboundTags) },
        { severity: 'warning' },
      )
  }
  for (const { fields, node, path } of rules) {
    const start = { start: node.start, end: node.start + 1 }
    if (!CONDITIONS.some((key) => fields.isFilled(key)))
      report.add('rule-value', start, path, { reason: 'no-condition', raw: '' })
    const balancer = fields.text('balancerTag') ?? ''
    const outbound = fields.text('outboundTag') ?? ''
    if (outbound === '' && balancer === '') report.add('key-missing', start, path, { key: 'outboundTag' })
    else if (outbound === '' && !isBalancer.has(balancer))
      report.add('name-missing', fields.node('balancerTag')!, [...path, 'balancerTag'], {
        name: balancer,
        ...report.nearest(balancer, balancerTags),
      })
    else if (outbound !== '' && !isOutbound.has(outbound))
      report.add(
        'name-missing',
        fields.node('outboundTag')!,
        [...path, 'outboundTag'],
        { name: outbound, ...report.nearest(outbound, outboundTags) },
        { severity: 'warning' },
      )
    for (const key of ['domain', 'domains']) checkDomains(fields, key, path, report)
    for (const key of ['ip', 'source', 'sourceIP', 'localIP'])
      for (const { text, node: place } of fields.texts(key))
        for (const address of text.split(','))
          if (!isXrayAddress(address))
            report.add('value-wrong', place, [...path, key], { key, expected: 'prefix-or-ip' })
  }
}

function isXrayAddress(given: string): boolean {
  const text = given.replace(/^!/, '').replace(/^\[(.*)\]/, '$1')
  if (/^(?:geoip|ext|ext-ip):!?[^:]/.test(text)) return !/^ext(?:-ip)?:[^:]*$/.test(text)
  return isIp(text) || parseCidr(text) !== undefined
}
