import type { NodeIssues } from '../../model/issue.ts'
import { isHost } from '../../link/uri-link.ts'
import { Fields, isYes, wholeNumber } from '../../model/fields.ts'
import type { Tls } from '../../model/node.ts'
import { base64Bytes, restorePlus, standardBase64 } from '../../text/base64.ts'
import type { MihomoProxy, SingboxOutbound, SingboxTarget } from '../protocol.ts'
import { reportField } from './mihomo-rest.ts'
import { fingerprint, pinOf, splitList, tlsFromMihomo, tlsToMihomo, tlsToSingbox } from './tls.ts'
import { isHeaderHost } from './transport.ts'
import { isRecord, type JsonObject } from '../../text/record.ts'

/** Shadowsocks plugins (SIP003 `name;key=value;flag`, `\` escapes): docs/formats/ss.md, "Plugins". */

export interface ObfsPlugin {
  name: 'obfs'
  /** http or tls. */
  mode: string
  host?: string
  uri?: string
}

/** v2ray-plugin (also spelled xray-plugin) and gost-plugin: a WebSocket, with or without TLS. */
export interface WebsocketPlugin {
  name: 'v2ray-plugin' | 'gost-plugin'
  /** websocket; v2ray-plugin also has quic. Others are kept, and no client of ours has them. */
  mode: string
  /** Host header and SNI. */
  host?: string
  path?: string
  /** Streams per connection, 0 = off; absent = the plugin's default (1). */
  mux?: number
  headers?: Record<string, string>
  httpUpgrade?: boolean
  fastOpen?: boolean
  /** Body of a PEM certificate, base64. */
  certRaw?: string
  /** Its SNI is `host`. */
  tls?: Tls
}

export interface ShadowTlsPlugin {
  name: 'shadow-tls'
  /** 1 to 3; absent = 2. */
  version?: number
  password?: string
  /** The handshake with the borrowed site: `sni` is the plugin's `host`. */
  tls: Tls
}

export interface RestlsPlugin {
  name: 'restls'
  password?: string
  /** tls12 or tls13. */
  versionHint?: string
  script?: string
  tls: Tls
}

export interface KcptunPlugin {
  name: 'kcptun'
  /** mihomo's keys. */
  options: Record<string, string | number | boolean>
}

/** A plugin that no client of ours has. */
export interface OtherPlugin {
  name: 'other'
  /** Its SIP003 text. */
  text: string
}

type KnownPlugin = ObfsPlugin | WebsocketPlugin | ShadowTlsPlugin | RestlsPlugin | KcptunPlugin

/** `rest`: options that we do not know. They are written into a link again. */
export type Plugin = (KnownPlugin & { rest?: [key: string, value: string][] }) | OtherPlugin

const NAMES = new Map<string, KnownPlugin['name']>([
  ['obfs', 'obfs'], ['obfs-local', 'obfs'], ['simple-obfs', 'obfs'], ['simple-obfs-local', 'obfs'],
  ['v2ray-plugin', 'v2ray-plugin'], ['v2ray', 'v2ray-plugin'], ['xray-plugin', 'v2ray-plugin'],
  ['gost-plugin', 'gost-plugin'], ['gost', 'gost-plugin'],
  ['shadow-tls', 'shadow-tls'], ['shadowtls', 'shadow-tls'],
  ['restls', 'restls'],
  ['kcptun', 'kcptun'], ['kcptun-client', 'kcptun'],
]) // oxfmt-ignore

/** Kinds of mihomo's kcptun options; what is not listed is text. */
const KCPTUN_INTS = new Set([
  'conn', 'autoexpire', 'scavengettl', 'mtu', 'ratelimit', 'sndwnd', 'rcvwnd', 'datashard', 'parityshard', 'dscp',
  'nodelay', 'interval', 'resend', 'nc', 'sockbuf', 'smuxver', 'smuxbuf', 'framesize', 'streambuf', 'keepalive',
]) // oxfmt-ignore
const KCPTUN_FLAGS = new Set(['nocomp', 'acknodelay'])
const KCPTUN_TEXTS = new Set(['key', 'crypt', 'mode'])

const SHADOW_TLS_VERSION = 2
const RESTLS_TLS = { nameKey: 'sni', tlsKey: false, fingerprint: true, alpn: true } as const
const PLUGIN_TLS = { nameKey: 'sni', tlsKey: false, fingerprint: false, alpn: false } as const

/** Options of a plugin, whatever they were written in: SIP003 text, JSON or YAML. */
type Options = Map<string, string>

/** The parts of a SIP003 text between unescaped `;`: `a;b=c\;d` -> name `a`, options b = `c;d`. A flag is "". */
function splitSip003(text: string): { name: string; options: Options } {
  const options: Options = new Map()
  let name: string | undefined
  let key: string | undefined
  let part = ''
  for (let at = 0; at <= text.length; at++) {
    const char = at < text.length ? text[at]! : ';'
    if (char === '\\' && at + 1 < text.length) part += text[++at]!
    else if (char === '=' && key === undefined && name !== undefined) {
      key = part
      part = ''
    } else if (char === ';') {
      if (name === undefined) name = part.trim()
      else if (key !== undefined) options.set(key.trim(), part)
      else if (part.trim() !== '') options.set(part.trim(), '')
      key = undefined
      part = ''
    } else part += char
  }
  return { name: name ?? '', options }
}

const SPECIAL = /[\\;=]/g

function escape(value: string): string {
  return value.replace(SPECIAL, (char) => '\\' + char)
}

/** A SIP003 text; an empty value is a flag, an absent one is left out. */
function sip003(
  name: string,
  options: readonly (readonly [key: string, value: string | number | undefined])[],
): string {
  let text = name
  for (const [key, value] of options) {
    if (value === undefined) continue
    const part = value === '' ? escape(key) : `${escape(key)}=${escape(String(value))}`
    text += text === '' ? part : `;${part}`
  }
  return text
}

/** `plugins/v2ray-plugin_windows_amd64.exe` -> `v2ray-plugin`. */
function pluginName(text: string): KnownPlugin['name'] | undefined {
  const name = text.slice(text.lastIndexOf('/') + 1).toLowerCase()
  const known = NAMES.get(name)
  if (known !== undefined) return known
  const plain = name.endsWith('.exe') ? name.slice(0, -4) : name
  const end = plain.indexOf('_')
  return NAMES.get(end < 0 ? plain : plain.slice(0, end))
}

/** The plugin of a SIP003 text; absent for `none` and nothing. `fp` is the browser name of a link. */
export function pluginFromSip003(text: string, fp: string, issues: NodeIssues): Plugin | undefined {
  const { name, options } = splitSip003(text)
  if (name === '' || name.toLowerCase() === 'none') return undefined
  const known = pluginName(name)
  return known === undefined ? { name: 'other', text } : pluginFromOptions(known, options, fp, issues)
}

/** Shadowrocket's `v2ray-plugin=`, `gost=` and `shadow-tls=` carry the options as JSON. */
export function pluginFromJson(
  name: 'v2ray-plugin' | 'gost-plugin' | 'shadow-tls',
  json: JsonObject,
  fp: string,
  issues: NodeIssues,
): Plugin {
  const options: Options = new Map()
  for (const key of Object.keys(json)) {
    const value = json[key]
    if (typeof value === 'string' || typeof value === 'number') options.set(key, String(value))
    else if (typeof value === 'boolean') options.set(key, value ? '1' : '0')
  }
  // Where the server of the plugin stands is the link's business.
  options.delete('address')
  options.delete('port')
  return pluginFromOptions(name, options, fp, issues)
}

function pluginFromOptions(name: KnownPlugin['name'], options: Options, fp: string, issues: NodeIssues): Plugin {
  const take = (...keys: string[]): string | undefined => {
    for (const key of keys) {
      const value = options.get(key)
      if (value === undefined) continue
      options.delete(key)
      if (value !== '') return value
    }
    return undefined
  }
  const flag = (...keys: string[]): boolean | undefined => {
    for (const key of keys) {
      const value = options.get(key)
      if (value === undefined) continue
      options.delete(key)
      return value === '' || isYes(value) || undefined
    }
    return undefined
  }
  const tls = (sni: string | undefined): Tls => {
    const pin = take('fingerprint', 'pin')
    const browser = take('client-fingerprint', 'fp') ?? fp
    const insecure = flag('skip-cert-verify', 'allowInsecure', 'insecure')
    if (insecure) issues.note('certificate-unchecked', 'plugin.skip-cert-verify')
    return {
      sni,
      insecure,
      alpn: splitList(take('alpn') ?? ''),
      fingerprint: browser === '' ? undefined : fingerprint(browser, issues),
      certificatePin: pin === undefined ? undefined : pinOf(pin, issues, !insecure),
    }
  }
  const plugin = (): KnownPlugin => {
    switch (name) {
      case 'obfs': {
        const mode = take('obfs', 'mode')
        if (mode === undefined) issues.note('value-defaulted', 'plugin.obfs', { value: 'http' })
        return {
          name,
          mode: mode?.toLowerCase() ?? 'http',
          host: hostOf(take('obfs-host', 'host')),
          uri: take('obfs-uri'),
        }
      }
      case 'v2ray-plugin':
      case 'gost-plugin': {
        const spelled = websocketMode(name, take('mode', 'obfs') ?? 'websocket')
        const hasTls = flag('tls') === true || spelled.tls
        return {
          name,
          mode: spelled.mode,
          host: hostOf(take('host', 'obfs-host')),
          path: take('path'),
          mux: muxOf(options, issues) ?? spelled.mux,
          httpUpgrade: flag('v2ray-http-upgrade'),
          certRaw: name === 'v2ray-plugin' ? take('certRaw') : undefined,
          tls: hasTls ? { ...tls(undefined), fingerprint: undefined } : undefined,
        }
      }
      case 'shadow-tls': {
        const version = take('version')
        const isThird = flag('v3')
        return {
          name,
          version: version === undefined ? (isThird ? 3 : undefined) : numberOf(version, 'plugin.version', issues),
          password: take('password', 'passwd'),
          tls: tls(hostOf(take('host', 'sni'))),
        }
      }
      case 'restls':
        return {
          name,
          password: take('password'),
          versionHint: take('version-hint'),
          script: take('restls-script'),
          tls: tls(hostOf(take('host', 'sni'))),
        }
      default:
        return { name, options: kcptunOptions(options, issues) }
    }
  }
  const read = plugin()
  return options.size === 0 ? read : { ...read, rest: [...options] }
}

/** Shadowrocket writes `{"Host":"h"}` for a host. */
function hostOf(text: string | undefined): string | undefined {
  if (text === undefined || !text.startsWith('{')) return text
  return /"host"\s{0,9}:\s{0,9}"([^"\\]{1,253})"/i.exec(text)?.[1]
}

/** gost's modes ws, wss, mws and mwss in one word and two switches. */
function websocketMode(name: string, text: string): { mode: string; tls: boolean; mux: number | undefined } {
  const mode = text.toLowerCase()
  if (mode === 'websocket' || mode === 'ws') return { mode: 'websocket', tls: false, mux: undefined }
  if (name === 'gost-plugin') {
    if (mode === 'wss') return { mode: 'websocket', tls: true, mux: undefined }
    if (mode === 'mws' || mode === 'mwss') return { mode: 'websocket', tls: mode === 'mwss', mux: 1 }
  }
  // QUIC has no form without TLS.
  return { mode, tls: mode === 'quic', mux: undefined }
}

/** `mux`, `mux=4`, `mux=true`, `mux=0`. */
function muxOf(options: Options, issues: NodeIssues): number | undefined {
  const text = options.get('mux')
  if (text === undefined) return undefined
  options.delete('mux')
  if (text === '' || text === 'true') return 1
  if (text === 'false') return 0
  return numberOf(text, 'plugin.mux', issues)
}

function numberOf(text: string, field: string, issues: NodeIssues): number | undefined {
  const number = wholeNumber(text.trim())
  if (number >= 0) return number
  issues.note('bad-value', field)
  return undefined
}

function kcptunOptions(options: Options, issues: NodeIssues): KcptunPlugin['options'] {
  const found: KcptunPlugin['options'] = {}
  for (const [key, value] of options) {
    const name = key.toLowerCase()
    if (KCPTUN_INTS.has(name)) {
      const number = numberOf(value, `plugin.${name}`, issues)
      if (number !== undefined) found[name] = number
    } else if (KCPTUN_FLAGS.has(name)) found[name] = value === '' || isYes(value)
    else if (KCPTUN_TEXTS.has(name)) found[name] = value
    else continue
    options.delete(key)
  }
  return found
}

/** The SIP003 text of a plugin; what it has no word for is reported. */
export function pluginToSip003(plugin: Plugin, issues: NodeIssues): string {
  switch (plugin.name) {
    case 'obfs':
      return sip003('obfs-local', [
        ['obfs', plugin.mode],
        ['obfs-host', plugin.host],
        ['obfs-uri', plugin.uri],
        ...(plugin.rest ?? []),
      ])
    case 'v2ray-plugin':
    case 'gost-plugin':
      if (plugin.headers) issues.note('field-ignored', 'plugin-opts.headers')
      if (plugin.fastOpen) issues.note('field-ignored', 'plugin-opts.v2ray-http-upgrade-fast-open')
      if (plugin.tls) tlsNotInText(plugin.tls, issues)
      return sip003(plugin.name, [
        ['mode', plugin.mode],
        ['tls', plugin.tls ? '' : undefined],
        ['host', plugin.host],
        ['path', plugin.path],
        ['mux', plugin.mux],
        ['certRaw', plugin.certRaw],
        ['v2ray-http-upgrade', plugin.httpUpgrade ? '' : undefined],
        ...tlsOptions(plugin.tls),
        ...(plugin.rest ?? []),
      ])
    case 'shadow-tls':
      tlsNotInText(plugin.tls, issues)
      return sip003('shadow-tls', [
        ['host', plugin.tls.sni], ['password', plugin.password], ['version', plugin.version], ...tlsOptions(plugin.tls), ...(plugin.rest ?? []),
      ]) // oxfmt-ignore
    case 'restls':
      tlsNotInText(plugin.tls, issues)
      return sip003('restls', [
        ['host', plugin.tls.sni], ['password', plugin.password], ['version-hint', plugin.versionHint], ['restls-script', plugin.script],
        ...tlsOptions(plugin.tls), ...(plugin.rest ?? []),
      ]) // oxfmt-ignore
    case 'kcptun':
      return sip003('kcptun', [
        ...Object.entries(plugin.options).map(([key, value]) => [key, value === true ? '' : String(value)] as const),
        ...(plugin.rest ?? []),
      ])
    default:
      return plugin.text
  }
}

function tlsOptions(tls: Tls | undefined): [string, string | undefined][] {
  if (!tls) return []
  return [
    ['skip-cert-verify', tls.insecure ? '' : undefined],
    ['alpn', tls.alpn?.join(',')],
    ['fingerprint', tls.certificatePin],
  ]
}

function tlsNotInText(tls: Tls, issues: NodeIssues): void {
  if (tls.ech) issues.note('ech-unsupported', 'plugin-opts.ech-opts')
  if (tls.certificateName !== undefined) issues.note('field-ignored', 'plugin-opts.name-cert-verify')
  if (tls.certificate !== undefined) issues.note('field-ignored', 'plugin-opts.certificate')
}

/** The browser name of a plugin that has one; it stands beside the plugin in links and in mihomo. */
export function pluginFingerprint(plugin: Plugin | undefined): string | undefined {
  return plugin?.name === 'shadow-tls' || plugin?.name === 'restls' ? plugin.tls.fingerprint : undefined
}

/**
 * `plugin` and `plugin-opts` of a `proxies:` entry. A plugin name that mihomo does not know is one of its SIP003
 * spellings, with options in either form. Without `host` mihomo's own default holds.
 */
export function pluginFromMihomo(entry: Fields, issues: NodeIssues): Plugin | undefined {
  // Clash before 2019: `obfs: http`, `obfs-host: h` beside the cipher.
  const old = entry.has('plugin') ? undefined : entry.text('obfs')
  const spelled = old === undefined ? entry.text('plugin') : 'obfs'
  if (spelled === undefined || spelled.toLowerCase() === 'none') return undefined
  const name = pluginName(spelled)
  const value = entry.raw('plugin-opts')
  if (name === undefined) {
    const options = isRecord(value) ? Object.entries(value).filter(([, item]) => typeof item !== 'object') : []
    return {
      name: 'other',
      text: sip003(
        spelled,
        options.map(([key, item]) => [key, item === true ? '' : String(item)]),
      ),
    }
  }
  if (old !== undefined) return { name: 'obfs', mode: old.toLowerCase(), host: entry.text('obfs-host') ?? MIHOMO_HOST }
  if (!isRecord(value))
    return pluginFromSip003(
      `${spelled};${typeof value === 'string' ? value : ''}`,
      entry.text('client-fingerprint') ?? '',
      issues,
    )
  return pluginFromMap(name, new Fields(value, issues, 'plugin-opts.'), entry, issues)
}

const MIHOMO_HOST = 'bing.com'

function pluginFromMap(name: KnownPlugin['name'], opts: Fields, entry: Fields, issues: NodeIssues): Plugin {
  switch (name) {
    case 'obfs':
      return {
        name,
        mode: opts.text('mode', 'obfs')?.toLowerCase() ?? 'http',
        host: opts.text('host', 'obfs-host') ?? MIHOMO_HOST,
        ...restOfOptions(opts, issues),
      }
    case 'v2ray-plugin':
    case 'gost-plugin': {
      const spelled = websocketMode(name, opts.text('mode', 'obfs') ?? 'websocket')
      const hasTls = opts.bool('tls') === true || spelled.tls
      const tls = tlsFromMihomo(opts, issues)
      return {
        name,
        mode: spelled.mode,
        host: opts.text('host') ?? MIHOMO_HOST,
        path: opts.text('path'),
        mux: mihomoMux(opts) ?? spelled.mux,
        headers: opts.texts('headers'),
        httpUpgrade: opts.bool('v2ray-http-upgrade') || undefined,
        fastOpen: opts.bool('v2ray-http-upgrade-fast-open') || undefined,
        tls: hasTls ? tls : undefined,
        ...restOfOptions(opts, issues),
      }
    }
    case 'shadow-tls':
    case 'restls': {
      const host = opts.text('host')
      const fp = entry.text('client-fingerprint')
      const tls: Tls = {
        ...tlsFromMihomo(opts, issues),
        sni: host,
        fingerprint: fp === undefined ? undefined : fingerprint(fp, issues),
      }
      const password = opts.text('password')
      return name === 'shadow-tls'
        ? { name, version: opts.int('version'), password, tls, ...restOfOptions(opts, issues) }
        : {
            name,
            password,
            versionHint: opts.text('version-hint'),
            script: opts.text('restls-script'),
            tls,
            ...restOfOptions(opts, issues),
          }
    }
    default: {
      const options: KcptunPlugin['options'] = {}
      for (const key of [...KCPTUN_TEXTS, ...KCPTUN_INTS, ...KCPTUN_FLAGS]) {
        const value = KCPTUN_INTS.has(key) ? opts.int(key) : KCPTUN_FLAGS.has(key) ? opts.bool(key) : opts.text(key)
        if (value !== undefined) options[key] = value
      }
      return { name, options, ...restOfOptions(opts, issues) }
    }
  }
}

function mihomoMux(opts: Fields): number | undefined {
  const text = opts.str('mux')
  if (text === undefined) return undefined
  const number = wholeNumber(text)
  return number >= 0 ? number : isYes(text) ? 1 : 0
}

function restOfOptions(opts: Fields, issues: NodeIssues): { rest?: [string, string][] } {
  const rest = opts.rest()
  if (rest === undefined) return {}
  const pairs: [string, unknown][] = []
  for (const pair of Object.entries(rest)) {
    if (typeof pair[1] === 'object') reportField(`plugin-opts.${pair[0]}`, pair[1], issues)
    else pairs.push(pair)
  }
  return pairs.length === 0 ? {} : { rest: pairs.map(([key, value]) => [key, String(value)]) }
}

/** Writes `plugin`, `plugin-opts` and `client-fingerprint`. False after a refusal. */
export function pluginToMihomo(entry: MihomoProxy, plugin: Plugin, server: string, issues: NodeIssues): boolean {
  const opts = hasUsableHost(plugin, issues) ? mihomoOptions(plugin, server, issues) : undefined
  if (opts === undefined) return false
  noteUnknownOptions(plugin, issues)
  entry['plugin'] = plugin.name
  entry['plugin-opts'] = opts
  const fp = pluginFingerprint(plugin)
  if (fp !== undefined) entry['client-fingerprint'] = fp
  return true
}

/** Options that we do not know. Links keep them. */
export function noteUnknownOptions(plugin: Plugin, issues: NodeIssues): void {
  if (plugin.name === 'other') return
  for (const [key] of plugin.rest ?? []) issues.note('field-ignored', `plugin.${key.slice(0, LONGEST_OPTION)}`)
}

const LONGEST_OPTION = 40

function mihomoOptions(plugin: Plugin, server: string, issues: NodeIssues): JsonObject | undefined {
  switch (plugin.name) {
    case 'obfs':
      if (plugin.mode !== 'http' && plugin.mode !== 'tls')
        return issues.refuse('plugin-unsupported', 'plugin.obfs', { plugin: `obfs ${plugin.mode.slice(0, 40)}` })
      if (plugin.uri !== undefined && plugin.uri !== '/') issues.note('field-ignored', 'plugin.obfs-uri')
      return { mode: plugin.mode, host: hostOrServer(plugin.host, server, issues) }
    case 'v2ray-plugin':
    case 'gost-plugin':
      return websocketToMihomo(plugin, server, issues)
    case 'shadow-tls':
      return shadowTlsToMihomo(plugin, issues)
    case 'restls':
      return restlsToMihomo(plugin, issues)
    case 'kcptun':
      return { ...plugin.options }
    default:
      return refuseOther(plugin, issues)
  }
}

function refuseOther(plugin: OtherPlugin, issues: NodeIssues): undefined {
  return issues.refuse('plugin-unsupported', 'plugin', { plugin: splitSip003(plugin.text).name.slice(0, 40) })
}

function hasUsableHost(plugin: Plugin, issues: NodeIssues): boolean {
  if (!('host' in plugin) || plugin.host === undefined || isHeaderHost(plugin.host)) return true
  issues.refuse('client-refuses', 'plugin.host')
  return false
}

function hostOrServer(host: string | undefined, server: string, issues: NodeIssues): string {
  if (host !== undefined) return host
  issues.note('value-defaulted', 'plugin.host', { value: server })
  return server
}

function websocketToMihomo(plugin: WebsocketPlugin, server: string, issues: NodeIssues): JsonObject | undefined {
  if (plugin.mode !== 'websocket')
    return issues.refuse('plugin-unsupported', 'plugin.mode', {
      plugin: `${plugin.name} ${plugin.mode.slice(0, 40)}`,
    })
  if (plugin.certRaw !== undefined) issues.note('field-ignored', 'plugin.certRaw')
  const opts: JsonObject = { mode: 'websocket', host: hostOrServer(plugin.host, server, issues) }
  if (plugin.path !== undefined) opts['path'] = plugin.path
  if (plugin.tls) {
    opts['tls'] = true
    tlsToMihomo(
      opts,
      { ...plugin.tls, sni: undefined, alpn: undefined, fingerprint: undefined, reality: undefined },
      PLUGIN_TLS,
      issues,
    )
    if (plugin.tls.alpn !== undefined) issues.note('alpn-unsupported', 'plugin.alpn')
  }
  if (plugin.mux !== undefined) opts['mux'] = plugin.mux > 0
  if (plugin.headers) opts['headers'] = plugin.headers
  if (plugin.httpUpgrade) {
    // gost-plugin has no such thing.
    if (plugin.name === 'gost-plugin')
      return issues.refuse('plugin-unsupported', 'plugin.v2ray-http-upgrade', {
        plugin: `${plugin.name} httpupgrade`,
      })
    opts['v2ray-http-upgrade'] = true
    if (plugin.fastOpen) opts['v2ray-http-upgrade-fast-open'] = true
  }
  return opts
}

/** The `plugin-opts` of shadow-tls, or the `obfs-opts` of snell without their mode; undefined after a refusal. */
export function shadowTlsToMihomo(plugin: ShadowTlsPlugin, issues: NodeIssues): JsonObject | undefined {
  const version = shadowTlsVersion(plugin, issues)
  if (version === undefined) return undefined
  // Cores of 2025 want the key even where version 1 has no use for it.
  const opts: JsonObject = { host: plugin.tls.sni, password: plugin.password ?? '', version }
  tlsToMihomo(
    opts,
    { ...plugin.tls, sni: undefined, fingerprint: undefined, reality: undefined, ech: undefined },
    RESTLS_TLS,
    issues,
  )
  if (plugin.tls.ech) issues.note('ech-unsupported', 'plugin.ech-opts')
  return opts
}

/** 1, 2 or 3; undefined after a refusal: a version, host or password that cannot work. */
function shadowTlsVersion(plugin: ShadowTlsPlugin, issues: NodeIssues): number | undefined {
  const version = plugin.version ?? SHADOW_TLS_VERSION
  if (version < 1 || version > 3) return issues.refuse('client-refuses', 'plugin.version')
  if (plugin.tls.sni === undefined || !isHost(plugin.tls.sni)) return issues.refuse('client-refuses', 'plugin.host')
  if (plugin.password === undefined && version > 1) return issues.refuse('client-refuses', 'plugin.password')
  return version
}

function restlsToMihomo(plugin: RestlsPlugin, issues: NodeIssues): JsonObject | undefined {
  if (plugin.tls.sni === undefined || !isHost(plugin.tls.sni)) return issues.refuse('client-refuses', 'plugin.host')
  if (plugin.password === undefined) return issues.refuse('client-refuses', 'plugin.password')
  if (plugin.versionHint !== 'tls12' && plugin.versionHint !== 'tls13')
    return issues.refuse('client-refuses', 'plugin.version-hint')
  const opts: JsonObject = {
    host: plugin.tls.sni,
    password: plugin.password,
    'version-hint': plugin.versionHint,
  }
  if (plugin.script !== undefined) {
    const script = plugin.script.replaceAll(' ', '')
    if (isRestlsScript(script)) opts['restls-script'] = script
    else issues.note('bad-value', 'plugin.restls-script')
  }
  if (plugin.tls.insecure) issues.note('field-ignored', 'plugin.skip-cert-verify')
  return opts
}

/** `300?100<1,400~100,350`: a malformed script stops mihomo (docs/formats/ss.md, "Plugins"). */
function isRestlsScript(script: string): boolean {
  return script !== '' && script.split(',').every((line) => /^\d{1,4}(?:[?~]\d{1,4})?(?:<\d{1,2})?$/.test(line))
}

/** Writes `plugin` and `plugin_opts`. False after a refusal. shadow-tls is no plugin there: see `shadowTlsToSingbox`. */
export function pluginToSingbox(out: SingboxOutbound, plugin: Plugin, server: string, issues: NodeIssues): boolean {
  const opts = hasUsableHost(plugin, issues) ? singboxOptions(plugin, server, issues) : undefined
  if (opts === undefined) return false
  noteUnknownOptions(plugin, issues)
  out['plugin'] = plugin.name === 'obfs' ? 'obfs-local' : plugin.name
  out['plugin_opts'] = opts
  return true
}

function singboxOptions(plugin: Plugin, server: string, issues: NodeIssues): string | undefined {
  switch (plugin.name) {
    case 'obfs':
      if (plugin.mode !== 'http' && plugin.mode !== 'tls')
        return issues.refuse('plugin-unsupported', 'plugin.obfs', { plugin: `obfs ${plugin.mode.slice(0, 40)}` })
      if (plugin.uri !== undefined && plugin.uri !== '/') issues.note('field-ignored', 'plugin.obfs-uri')
      return sip003('', [
        ['obfs', plugin.mode],
        ['obfs-host', hostOrServer(plugin.host, server, issues)],
      ])
    case 'v2ray-plugin':
      return websocketToSingbox(plugin, server, issues)
    case 'other':
      return refuseOther(plugin, issues)
    default:
      return issues.refuse('plugin-unsupported', 'plugin', { plugin: plugin.name })
  }
}

function websocketToSingbox(plugin: WebsocketPlugin, server: string, issues: NodeIssues): string | undefined {
  const { tls } = plugin
  if (plugin.mode !== 'websocket' && plugin.mode !== 'quic')
    return issues.refuse('plugin-unsupported', 'plugin.mode', {
      plugin: `${plugin.name} ${plugin.mode.slice(0, 40)}`,
    })
  if (plugin.httpUpgrade)
    return issues.refuse('plugin-unsupported', 'plugin.v2ray-http-upgrade', { plugin: `${plugin.name} httpupgrade` })
  const path = withoutEarlyData(plugin.path)
  if (path !== undefined && !isSingboxPath(path)) return issues.refuse('transport-unsupported', 'plugin.path')
  if (plugin.headers) issues.note('field-ignored', 'plugin.headers')
  // The plugin has no such switch: it always checks the certificate.
  if (tls?.insecure) issues.doubt('certificate-checked', 'plugin.skip-cert-verify')
  if (tls?.alpn) issues.note('alpn-unsupported', 'plugin.alpn')
  if (tls?.certificatePin !== undefined) issues.doubt('pin-not-convertible', 'plugin.fingerprint')
  if (tls?.certificateName !== undefined) issues.doubt('pin-not-convertible', 'plugin.name-cert-verify')
  if (tls?.ech) issues.note('ech-unsupported', 'plugin.ech-opts')
  if (tls?.certificate !== undefined) issues.note('field-ignored', 'plugin.certificate')
  const certRaw = certificateBody(plugin.certRaw, issues)
  const isWebsocket = plugin.mode === 'websocket'
  return sip003('', [
    ['mode', plugin.mode],
    ['tls', tls ? '' : undefined],
    ['host', hostOrServer(plugin.host, server, issues)],
    ['path', isWebsocket ? path : undefined],
    ['mux', isWebsocket ? plugin.mux : undefined],
    ['certRaw', tls ? certRaw : undefined],
  ])
}

/** A certificate that does not parse stops sing-box: it must be the base64 of three well-formed DER parts. */
function certificateBody(text: string | undefined, issues: NodeIssues): string | undefined {
  if (text === undefined) return undefined
  const body = standardBase64(restorePlus(text))
  const bytes = body === undefined ? undefined : base64Bytes(body)
  if (
    bytes !== undefined &&
    derParts(bytes, 0, bytes.length, 0) === 1 &&
    derParts(bytes, derStart(bytes, 0), bytes.length, 1) === 3
  )
    return body
  issues.note('bad-value', 'plugin.certRaw')
  return undefined
}

const DER_CONSTRUCTED = 0x20
const DER_DEPTH = 20

/** Number of DER values that fill the bytes between two places; -1 when they do not. */
function derParts(bytes: Uint8Array, start: number, end: number, depth: number): number {
  let count = 0
  let at = start
  while (at < end) {
    const body = derStart(bytes, at)
    const next = body + derLength(bytes, at)
    if (depth > DER_DEPTH || !(next <= end)) return -1
    if ((bytes[at]! & DER_CONSTRUCTED) !== 0 && derParts(bytes, body, next, depth + 1) < 0) return -1
    at = next
    count++
  }
  return count
}

/** Where the content of the value at `at` starts. */
function derStart(bytes: Uint8Array, at: number): number {
  const size = bytes[at + 1] ?? 0
  return at + 2 + (size > 0x80 ? size - 0x80 : 0)
}

function derLength(bytes: Uint8Array, at: number): number {
  const size = bytes[at + 1] ?? Number.NaN
  if (size < 0x80) return size
  if (size === 0x80 || size > 0x83) return Number.NaN
  let length = 0
  for (let index = 0; index < size - 0x80; index++) length = length * 256 + (bytes[at + 2 + index] ?? Number.NaN)
  return length
}

/** `/p?ed=2048` -> `/p`: early data is the client's to leave out. */
function withoutEarlyData(path: string | undefined): string | undefined {
  const at = path?.indexOf('?ed=') ?? -1
  return at > 0 && wholeNumber(path!.slice(at + 4)) >= 0 ? path!.slice(0, at) : path
}

/** sing-box sends `?` as `%3F` and refuses broken escapes. */
function isSingboxPath(path: string): boolean {
  return !path.includes('?') && !path.includes('#') && !/%(?![0-9a-f]{2})/i.test(path)
}

/** Tag of the shadowtls outbound that only the node of that name uses. */
function shadowTlsTag(name: string): string {
  return `${name} shadowtls`
}

/**
 * sing-box has shadow-tls as an outbound of its own, through which the node's outbound connects. `dial` fields that
 * belong to the connection (detour, bind_interface …) are moved to it. Undefined after a refusal.
 */
export function shadowTlsToSingbox(
  node: { name: string; server: string; port: number },
  plugin: ShadowTlsPlugin,
  out: SingboxOutbound,
  target: SingboxTarget,
  issues: NodeIssues,
): SingboxOutbound[] | undefined {
  noteUnknownOptions(plugin, issues)
  const version = shadowTlsVersion(plugin, issues)
  if (version === undefined) return undefined
  const tls = tlsToSingbox(plugin.tls, { quic: false }, target, issues)
  if (tls === undefined) return undefined
  const tag = shadowTlsTag(node.name)
  const helper: SingboxOutbound = { type: 'shadowtls', tag, server: node.server, server_port: node.port, version }
  if (plugin.password !== undefined && version > 1) helper['password'] = plugin.password
  helper['tls'] = tls
  for (const key of DIAL_FIELDS) {
    if (out[key] === undefined) continue
    helper[key] = out[key]
    delete out[key]
  }
  delete out['server']
  delete out['server_port']
  out['detour'] = tag
  return [out, helper]
}

const DIAL_FIELDS = ['detour', 'bind_interface', 'routing_mark', 'tcp_fast_open', 'tcp_multi_path'] as const

/** The plugin of a shadowtls outbound that stands in place of the `detour` that names it. */
export function shadowTlsFromSingbox(outbound: Fields, tls: Tls | null): ShadowTlsPlugin {
  return {
    name: 'shadow-tls',
    version: outbound.int('version') ?? 1,
    password: outbound.text('password'),
    tls: tls ?? {},
  }
}
