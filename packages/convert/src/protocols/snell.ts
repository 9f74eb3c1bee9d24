import { formatUriLink, parseUriLink } from '../link/uri-link.ts'
import type { ParamName, Query } from '../link/query.ts'
import { flag, number, optional, text } from '../model/kinds.ts'
import { nodeFields } from '../model/node-fields.ts'
import type { NodeIssues } from '../model/issue.ts'
import { type Fields, isYes, wholeNumber } from '../model/fields.ts'
import type { NodeBase } from '../model/node.ts'
import { base64Decode, restorePlus } from '../text/base64.ts'
import { percentDecode, percentEncode } from '../text/percent.ts'
import { snellObfsFields } from './shared/part-fields.ts'
import { snellForm } from './snell.form.ts'
import type { MihomoProxy, Protocol, SingboxOutbound } from './protocol.ts'
import { addressFromMihomo, restOfMihomo } from './shared/address.ts'
import {
  DIAL_PARAMS,
  dialFromMihomo,
  dialFromQuery,
  dialFromSingbox,
  dialToMihomo,
  dialToQuery,
  dialToSingbox,
  udpFromSingbox,
} from './shared/dial.ts'
import {
  type ObfsPlugin,
  type Plugin,
  type ShadowTlsPlugin,
  pluginFingerprint,
  pluginFromSip003,
  pluginToSip003,
  noteUnknownOptions,
  shadowTlsToMihomo,
  shadowTlsToSingbox,
} from './shared/plugin.ts'
import { OVER_TCP, pluginReach } from './shared/reach.ts'
import { restOf } from './shared/rest.ts'
import { addressBehind, frontOf, pluginOfFront, restOfFront } from './shared/shadow-tls-front.ts'
import { pluginOfShadowrocket } from './shared/shadowrocket.ts'
import { fingerprint, tlsFromMihomo } from './shared/tls.ts'

export interface SnellNode extends NodeBase {
  type: 'snell'
  psk: string
  /** 1 to 6; absent = 1, as in mihomo. */
  version?: number
  obfs?: ObfsPlugin | ShadowTlsPlugin
  /** Connections are used again. */
  reuse?: boolean
  /** Key of one user of a server with several. */
  userKey?: string
  /** Version 6: default, unshaped or unsafe-raw. */
  mode?: string
}

const PARAMS: ReadonlySet<ParamName> = new Set([
  ...DIAL_PARAMS, 'psk', 'version', 'obfs', 'obfsMode', 'host', 'obfsParam', 'path', 'plugin', 'pluginOpts', 'shadowTls', 'fp', 'reuse', 'userkey', 'mode',
]) // oxfmt-ignore

const NO_OBFS = new Set(['', 'none', 'off', 'false', '0'])
const MODES = new Set(['default', 'unshaped', 'unsafe-raw'])
const MIHOMO_HOST = 'bing.com'
/** From here on mihomo has UDP. */
const FIRST_WITH_UDP = 3

/**
 * Snell (Surge). There is no official link: `snell://psk@host:port?version=4&obfs=http&obfs-host=h`, Shadowrocket's
 * base64 of `cipher:psk` or of the whole address, and the psk as a parameter occur.
 */
export const snell: Protocol<SnellNode> = {
  type: 'snell',
  form: snellForm,
  fields: nodeFields<SnellNode>({
    psk: text,
    version: optional(number),
    obfs: optional(snellObfsFields),
    reuse: optional(flag),
    userKey: optional(text),
    mode: optional(text),
  }),
  schemes: ['snell'],
  mihomoTypes: ['snell'],
  singboxTypes: ['snell'],
  behindShadowTls: true,
  reach: (node) => (node.obfs ? pluginReach(node, node.obfs) : OVER_TCP),

  fromLink(link, issues) {
    const uri = parseUriLink(uriOfWholeBase64(link), issues)
    if (!uri) return undefined
    const { query } = uri
    const psk = query.psk !== '' ? query.psk : pskOf(uri.user)
    if (psk === '') return issues.refuse('missing-field', 'psk')
    const version = versionOf(query.version)
    if (Number.isNaN(version)) return issues.refuse('bad-value', 'version', { value: query.version.slice(0, 40) })
    const front =
      query.shadowTls === '' ? undefined : pluginOfShadowrocket('shadow-tls', query.shadowTls, query.fp, issues)
    if (query.shadowTls !== '' && front === undefined) return undefined
    const obfs = front === undefined ? obfsFromQuery(query, issues) : obfsOfPlugin(front.plugin, issues)
    if (obfs === null) return undefined
    return {
      type: 'snell',
      name: uri.name,
      server: uri.server,
      port: uri.port,
      ...front?.place,
      psk,
      version,
      obfs,
      reuse: query.reuse === '' ? undefined : isYes(query.reuse),
      userKey: query.userkey || undefined,
      mode: query.mode || undefined,
      ...dialFromQuery(query),
      rest: restOf(query, PARAMS, issues),
    }
  },

  toLink(node, issues) {
    const query: [string, string][] = []
    if (node.version !== undefined) query.push(['version', String(node.version)])
    if (node.obfs?.name === 'obfs' && isPlainObfs(node.obfs)) {
      query.push(['obfs', node.obfs.mode])
      if (node.obfs.host !== undefined) query.push(['obfs-host', node.obfs.host])
      if (node.obfs.uri !== undefined) query.push(['obfs-uri', node.obfs.uri])
    } else if (node.obfs) query.push(['plugin', pluginToSip003(node.obfs, issues)])
    const fp = pluginFingerprint(node.obfs)
    if (fp !== undefined) query.push(['fp', fp])
    if (node.reuse !== undefined) query.push(['reuse', node.reuse ? '1' : '0'])
    if (node.userKey) query.push(['userkey', node.userKey])
    if (node.mode) query.push(['mode', node.mode])
    dialToQuery(node, query, issues)
    if (node.rest?.link) query.push(...node.rest.link)
    // A psk that reads as base64 of `cipher:psk` would come back as another one.
    const isPlain = pskOf(node.psk) === node.psk
    if (!isPlain) query.push(['psk', node.psk])
    return formatUriLink('snell', { ...node, user: isPlain ? percentEncode(node.psk) : '', query })
  },

  fromMihomo(entry, issues) {
    const address = addressFromMihomo(entry, issues)
    if (!address) return undefined
    const psk = entry.text('psk')
    if (psk === undefined) return issues.refuse('missing-field', 'psk')
    const version = versionOf(entry.text('version') ?? '')
    if (Number.isNaN(version)) return issues.refuse('bad-value', 'version')
    return {
      type: 'snell',
      ...address,
      psk,
      version,
      obfs: obfsFromMihomo(entry, issues),
      reuse: entry.bool('reuse'),
      // Surge's lines are read as entries; mihomo, which has no such key, takes no version 6.
      mode: version === 6 ? entry.text('mode') : undefined,
      ...dialFromMihomo(entry),
      rest: restOfMihomo(entry),
    }
  },

  toMihomo(node, issues) {
    const version = node.version ?? 1
    if (version > 5) return issues.refuse('protocol-variant-unsupported', 'version', { value: version })
    if (node.userKey !== undefined) return issues.refuse('protocol-variant-unsupported', 'userkey')
    const entry: MihomoProxy = {
      name: node.name,
      type: 'snell',
      server: node.server,
      port: node.port,
      psk: node.psk,
      version,
    }
    if (node.obfs?.name === 'shadow-tls') {
      const opts = shadowTlsToMihomo(node.obfs, issues)
      noteUnknownOptions(node.obfs, issues)
      if (!opts) return undefined
      entry['obfs-opts'] = { mode: 'shadow-tls', ...opts }
      if (node.obfs.tls.fingerprint !== undefined) entry['client-fingerprint'] = node.obfs.tls.fingerprint
    } else if (node.obfs) {
      if (!isObfs(node.obfs, issues)) return undefined
      entry['obfs-opts'] = { mode: node.obfs.mode, host: hostOf(node.obfs, node.server, issues) }
    }
    if (node.reuse !== undefined) {
      if (version >= 4) entry['reuse'] = node.reuse
      else if (node.reuse !== (version === 2)) issues.note('field-ignored', 'reuse')
    }
    // `udp: true` with an older version fails the whole config.
    const hasUdp = version >= FIRST_WITH_UDP
    dialToMihomo(entry, hasUdp ? node : { ...node, udp: false }, true, issues)
    return entry
  },

  fromSingbox(entry, issues) {
    const front = frontOf(entry, issues)
    const address = addressBehind(front, entry, issues)
    if (!address) return undefined
    const psk = entry.text('psk')
    if (psk === undefined) return issues.refuse('missing-field', 'psk')
    const version = versionOf(entry.text('version') ?? '')
    if (Number.isNaN(version)) return issues.refuse('bad-value', 'version')
    const udp = udpFromSingbox(entry)
    const mode = (entry.text('obfs-mode') ?? '').toLowerCase()
    const host = entry.text('obfs-host')
    return {
      type: 'snell',
      ...address,
      psk,
      version,
      obfs: front ? pluginOfFront(front, issues) : NO_OBFS.has(mode) ? undefined : { name: 'obfs', mode, host },
      reuse: entry.bool('reuse'),
      userKey: entry.text('userkey'),
      mode: entry.text('mode'),
      ...dialFromSingbox(front ?? entry),
      udp,
      rest: restOfFront(front, entry, issues),
    }
  },

  toSingbox(node, target, issues) {
    const version = node.version ?? 1
    if (version < 4) return issues.refuse('type-unsupported', 'version', { type: `snell ${version}` })
    if (target.minor < 14) return issues.refuse('version-too-old', 'type', { needs: '1.14' })
    const out: SingboxOutbound = {
      type: 'snell',
      tag: node.name,
      server: node.server,
      server_port: node.port,
      // 5 is 4 with a QUIC mode besides.
      version: version === 6 ? 6 : 4,
      psk: node.psk,
    }
    if (node.userKey !== undefined) out['userkey'] = node.userKey
    if (node.reuse) out['reuse'] = true
    if (version === 6) {
      const size = new TextEncoder().encode(node.psk).length
      if (size < 12 || size > 255) return issues.refuse('client-refuses', 'psk')
      if (node.obfs) return issues.refuse('protocol-variant-unsupported', 'obfs', { value: node.obfs.name })
      if (node.mode !== undefined) {
        if (!MODES.has(node.mode)) return issues.refuse('client-refuses', 'mode', { value: node.mode.slice(0, 40) })
        out['mode'] = node.mode
      }
    } else if (node.mode !== undefined) issues.note('field-ignored', 'mode')
    if (node.obfs?.name === 'obfs') {
      if (!isObfs(node.obfs, issues)) return undefined
      out['obfs_mode'] = node.obfs.mode
      out['obfs_host'] = hostOf(node.obfs, node.server, issues)
    }
    dialToSingbox(out, node, true, issues)
    if (node.obfs?.name !== 'shadow-tls') return out
    // Snell carries UDP inside its TCP connection, so shadowtls is no loss.
    return shadowTlsToSingbox(node, node.obfs, out, target, issues)
  },
}

/** Shadowrocket: `snell://base64(cipher:psk@host:port)?…` as the link it stands for; others as they are. */
function uriOfWholeBase64(link: string): string {
  const start = link.indexOf('://') + 3
  const hash = link.indexOf('#', start)
  const limit = hash < 0 ? link.length : hash
  const question = link.indexOf('?', start)
  const end = question < 0 || question > limit ? limit : question
  const at = link.indexOf('@', start)
  if (at >= 0 && at < end) return link
  const text = base64Decode(percentDecode(link.slice(start, end)))
  const last = text?.lastIndexOf('@') ?? -1
  return text === undefined || last < 0
    ? link
    : `snell://${percentEncode(text.slice(0, last))}@${text.slice(last + 1).trim()}${link.slice(end)}`
}

/** The psk, without the cipher that Shadowrocket puts before it; plain or in base64. */
function pskOf(user: string): string {
  const text = user.includes(':') ? user : (base64Decode(restorePlus(user)) ?? '')
  const colon = text.indexOf(':')
  return colon > 0 && CIPHERS.has(text.slice(0, colon).toLowerCase()) ? text.slice(colon + 1) : user
}

const CIPHERS = new Set(['chacha20-ietf-poly1305', 'aes-128-gcm', 'aes-256-gcm', 'none', 'auto'])

/** "4", "v4" -> 4; absent for nothing and 0, NaN for what is no version. */
function versionOf(text: string): number | undefined {
  const plain = text.trim().toLowerCase()
  if (plain === '' || plain === '0') return undefined
  const version = wholeNumber(plain.startsWith('v') ? plain.slice(1) : plain)
  return version >= 1 && version <= 6 ? version : Number.NaN
}

/** Undefined for none, null after a refusal. */
function obfsFromQuery(query: Query, issues: NodeIssues): SnellNode['obfs'] | null {
  if (query.plugin !== '') {
    const plugin = pluginFromSip003(
      query.pluginOpts === '' ? query.plugin : `${query.plugin};${query.pluginOpts}`,
      query.fp,
      issues,
    )
    return plugin && obfsOfPlugin(plugin, issues)
  }
  if (query.pluginOpts !== '') issues.note('field-ignored', 'plugin-opts')
  const mode = (query.obfsMode || query.obfs).toLowerCase()
  if (NO_OBFS.has(mode)) return undefined
  if (mode !== 'http' && mode !== 'tls') {
    issues.refuse('bad-value', 'obfs', { value: mode.slice(0, 40) })
    return null
  }
  return { name: 'obfs', mode, host: query.host || query.obfsParam || undefined, uri: query.path || undefined }
}

/** Null after a refusal: a plugin that Snell has not. */
function obfsOfPlugin(plugin: Plugin, issues: NodeIssues): SnellNode['obfs'] | null {
  if (plugin.name === 'obfs' || plugin.name === 'shadow-tls') return plugin
  issues.refuse('bad-value', 'plugin', { value: plugin.name })
  return null
}

function obfsFromMihomo(entry: Fields, issues: NodeIssues): SnellNode['obfs'] {
  const opts = entry.map('obfs-opts')
  const mode = (opts?.text('mode') ?? '').toLowerCase()
  if (!opts || NO_OBFS.has(mode)) return undefined
  if (mode !== 'shadow-tls') return { name: 'obfs', mode, host: opts.text('host') ?? MIHOMO_HOST }
  const fp = entry.text('client-fingerprint')
  return {
    name: 'shadow-tls',
    version: opts.int('version'),
    password: opts.text('password'),
    tls: {
      ...tlsFromMihomo(opts, issues),
      sni: opts.text('host'),
      fingerprint: fp === undefined ? undefined : fingerprint(fp, issues),
    },
  }
}

/** Whether parameters of the link can say it; the text of a plugin says the rest. */
function isPlainObfs(obfs: ObfsPlugin & { rest?: unknown }): boolean {
  return (obfs.mode === 'http' || obfs.mode === 'tls') && obfs.rest === undefined
}

/** False after a refusal: neither client has another mode. */
function isObfs(obfs: ObfsPlugin, issues: NodeIssues): boolean {
  if (obfs.uri !== undefined && obfs.uri !== '/') issues.note('field-ignored', 'obfs-uri')
  if (obfs.mode === 'http' || obfs.mode === 'tls') return true
  issues.refuse('plugin-unsupported', 'obfs', { plugin: `obfs ${obfs.mode.slice(0, 40)}` })
  return false
}

function hostOf(obfs: ObfsPlugin, server: string, issues: NodeIssues): string {
  if (obfs.host !== undefined) return obfs.host
  issues.note('value-defaulted', 'obfs-host', { value: server })
  return server
}
