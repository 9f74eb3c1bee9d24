import { compareVersions } from '../../text/compare-versions.ts'
import { keyIn, type MapInNewForm, type OldKeyStep, withKey, withoutKeys } from '../../upgrade/shared/old-keys.ts'
import type { DocumentPath } from '../../document/document-node.ts'
import { isRecord, type JsonObject, recordOf } from '../../text/record.ts'

const STREAMS = ['inbounds[].streamSettings', 'outbounds[].streamSettings']
const within = (key: string) => STREAMS.map((place) => `${place}.${key}`)

/**
 * Keys that Xray 26.3 and 26.6 renamed, warn of or refuse (github.com/XTLS/Xray-core, v26.3.27 and v26.7.28). What needs
 * another server too, such as the transports h2 and quic, is no row: docs/formats/upgrade.md.
 */
export const XRAY_OLD_KEYS: readonly OldKeyStep[] = [
  {
    name: 'transport-names',
    places: STREAMS,
    source:
      'infra/conf/transport_internet.go, StreamConfig.Build: rawSettings before tcpSettings, xhttp before splithttp',
    outcome: 'sure',
    renew: (map) => {
      let renewed: MapInNewForm = { map, old: [] }
      const network = keyOf(map, 'network')
      const name = String(network === undefined ? '' : map[network]).toLowerCase()
      const today = { tcp: 'raw', splithttp: 'xhttp' }[name]
      if (network !== undefined && today !== undefined)
        renewed = { map: withKey(map, network, network, today), old: [[network]] }
      for (const [old, to] of [
        ['tcpSettings', 'rawSettings'],
        ['splithttpSettings', 'xhttpSettings'],
      ] as const) {
        // oxfmt-ignore
        const key = keyOf(renewed.map, old)
        if (key === undefined) continue
        const isTaken = isRecord(renewed.map[keyOf(renewed.map, to) ?? to])
        const rest = withoutKeys(renewed.map, [isTaken ? key : (keyOf(renewed.map, to) ?? to)])
        renewed = { map: isTaken ? rest : withKey(rest, key, to, map[key]), old: [...renewed.old, [key]] }
      }
      return renewed.old.length === 0 ? undefined : renewed
    },
  },
  {
    name: 'ws-host',
    places: within('wsSettings'),
    source: 'infra/conf/transport_internet.go, WebSocketConfig.Build: "host" in "headers" is deprecated',
    outcome: 'sure',
    renew: hostOutOfHeaders,
  },
  {
    name: 'httpupgrade-host',
    places: within('httpupgradeSettings'),
    source: `infra/conf/transport_internet.go, HttpUpgradeConfig.Build: "headers" can't contain "host"`,
    outcome: 'sure',
    renew: hostOutOfHeaders,
  },
  {
    name: 'mkcp-masks',
    places: STREAMS,
    source:
      'infra/conf/transport_internet.go, KCPConfig.Build: mkcp header & seed migrated to finalmask/udp; v26.7.28, infra/conf/transport_finalmask.go: MkcpLegacy',
    outcome: 'sure',
    renew(map, version) {
      const masked = masksOfKcp(map)
      const renamed = compareVersions(version, NEW_MASKS_SINCE) < 0 ? undefined : renamedMasks(masked?.map ?? map)
      if (renamed === undefined) return masked
      // Masks that were made of the settings are told there.
      const own = udpMasksIn(map) === undefined ? [] : renamed.old
      return { map: renamed.map, old: [...(masked?.old ?? []), ...own] }
    },
  },
  {
    name: 'xhttp-session',
    places: within('xhttpSettings').flatMap((place) => [place, `${place}.extra`]),
    source: 'v26.7.28, infra/conf/transport_method.go, SplitHTTPConfig: sessionIDPlacement, sessionIDKey',
    outcome: 'sure',
    since: '26.6',
    renew(map) {
      let renewed: MapInNewForm = { map, old: [] }
      for (const [old, to] of [
        ['sessionPlacement', 'sessionIDPlacement'],
        ['sessionKey', 'sessionIDKey'],
      ] as const) {
        const key = keyOf(map, old)
        if (key === undefined || keyOf(map, to) !== undefined) continue
        renewed = { map: withKey(renewed.map, key, to, map[key]), old: [...renewed.old, [key]] }
      }
      return renewed.old.length === 0 ? undefined : renewed
    },
  },
  {
    name: 'certificate-names',
    places: within('tlsSettings'),
    source: 'infra/conf/transport_internet.go, TLSConfig.Build: verifyPeerCertInNames migrated to verifyPeerCertByName',
    outcome: 'sure',
    renew: (map) => {
      const key = keyOf(map, 'verifyPeerCertInNames')
      const names = key === undefined ? undefined : map[key]
      if (key === undefined || !Array.isArray(names) || keyOf(map, 'verifyPeerCertByName') !== undefined)
        return undefined
      const renewed = names.length === 0 ? withoutKeys(map, [key]) : withKey(map, key, 'verifyPeerCertByName', names.join(',')) // oxfmt-ignore
      return { map: renewed, old: [[key]] }
    },
  },
  {
    name: 'allow-insecure',
    places: within('tlsSettings'),
    source: 'infra/conf/transport_internet.go, TLSConfig.Build: refused since 2026-06-01',
    outcome: 'lost',
    renew: (map) => {
      const key = keyOf(map, 'allowInsecure')
      return key === undefined || map[key] !== true ? undefined : { map: withoutKeys(map, [key]), old: [[key]] }
    },
  },
  {
    name: 'freedom-noise',
    places: ['outbounds[]'],
    source: 'infra/conf/freedom.go: noise = { ... } migrated to noises = [ { ... } ]',
    outcome: 'sure',
    renew: (map) => {
      const protocol = textAt(map, 'protocol')
      const at = keyOf(map, 'settings')
      if (at === undefined || (protocol !== 'freedom' && protocol !== 'direct')) return undefined
      const settings = recordOf(map[at])
      const key = keyOf(settings, 'noise')
      if (key === undefined || !isRecord(settings[key]) || keyOf(settings, 'noises') !== undefined) return undefined
      return { map: { ...map, [at]: withKey(settings, key, 'noises', [settings[key]]) }, old: [[at, key]] }
    },
  },
  {
    name: 'trojan-flow',
    places: ['outbounds[]'],
    source: 'infra/conf/trojan.go: the feature Flow for Trojan has been removed',
    outcome: 'lost',
    renew: (map) => {
      const at = keyOf(map, 'settings')
      if (at === undefined || textAt(map, 'protocol') !== 'trojan') return undefined
      const old: DocumentPath[] = []
      const bare = (server: unknown, path: DocumentPath): unknown => {
        const key = isRecord(server) ? keyOf(server, 'flow') : undefined
        if (key === undefined || !isRecord(server) || server[key] === '') return server
        old.push([...path, key])
        // The server stays the object that it was.
        delete server[key]
        return server
      }
      const settings = recordOf(map[at])
      bare(settings, [at])
      const list = keyOf(settings, 'servers')
      const servers = list === undefined ? undefined : settings[list]
      if (list !== undefined && Array.isArray(servers))
        servers.forEach((server, index) => bare(server, [at, list, index]))
      return old.length === 0 ? undefined : { map: { ...map }, old }
    },
  },
  {
    name: 'global-transport',
    places: [''],
    source: 'infra/conf/xray.go: Global transport config migrated to streamSettings in inbounds and outbounds',
    outcome: 'lost',
    renew: (map) => {
      const key = keyOf(map, 'transport')
      const isSaid = key !== undefined && Object.keys(recordOf(map[key])).length > 0
      return isSaid ? { map: withoutKeys(map, [key]), old: [[key]] } : undefined
    },
  },
]

function keyOf(map: JsonObject, name: string): string | undefined {
  return keyIn(map, name, true)
}

function textAt(map: JsonObject, name: string): string {
  const value = map[keyOf(map, name) ?? name]
  return typeof value === 'string' ? value.toLowerCase() : ''
}

function hostOutOfHeaders(map: JsonObject): MapInNewForm | undefined {
  const at = keyOf(map, 'headers')
  const headers = at === undefined ? {} : recordOf(map[at])
  const name = keyOf(headers, 'Host')
  const host = name === undefined ? undefined : headers[name]
  if (at === undefined || name === undefined || typeof host !== 'string') return undefined
  const rest = withoutKeys(headers, [name])
  const own = keyOf(map, 'host')
  const isOwn = own !== undefined && map[own] !== ''
  const bare = Object.keys(rest).length === 0 ? withoutKeys(map, [at]) : { ...map, [at]: rest }
  return { map: isOwn ? bare : { ...bare, [own ?? 'host']: host }, old: [[at, name]] }
}

/** Disguises of mKCP as they were called, and the masks that they are. */
const MASKS: Readonly<Record<string, string>> = {
  srtp: 'header-srtp', utp: 'header-utp', 'wechat-video': 'header-wechat', dtls: 'header-dtls',
  wireguard: 'header-wireguard', dns: 'header-dns',
} // oxfmt-ignore

const NEW_MASKS_SINCE = '26.6'

function udpMasksIn(map: JsonObject): unknown {
  const finalmask = recordOf(map[keyOf(map, 'finalmask') ?? 'finalmask'])
  return finalmask[keyOf(finalmask, 'udp') ?? 'udp']
}

/** Masks by the names that Xray 26.6 has for them. Where it renames one, the list is older, and 26.6 reads it from its end. */
function renamedMasks(map: JsonObject): MapInNewForm | undefined {
  const at = keyOf(map, 'finalmask')
  const finalmask = at === undefined ? {} : recordOf(map[at])
  const udp = keyOf(finalmask, 'udp')
  const masks = udp === undefined ? undefined : finalmask[udp]
  if (at === undefined || udp === undefined || !Array.isArray(masks)) return undefined
  const renamed = masks.map((mask: unknown) => (isRecord(mask) ? renamedMask(mask) : undefined))
  const old = renamed.flatMap((mask, index): DocumentPath[] => (mask === undefined ? [] : [[at, udp, index, 'type']]))
  if (old.length === 0) return undefined
  const list = masks.map((mask: unknown, index) => renamed[index] ?? mask).toReversed()
  return { map: { ...map, [at]: { ...finalmask, [udp]: list } }, old }
}

/** Undefined: it has its name still. */
function renamedMask(mask: JsonObject): JsonObject | undefined {
  const settings = recordOf(mask[keyOf(mask, 'settings') ?? 'settings'])
  const type = textAt(mask, 'type')
  const today = { type: 'mkcp-legacy' }
  if (type === 'mkcp-original') return today
  const setting = (name: string) => settings[keyOf(settings, name) ?? name]
  if (type === 'mkcp-aes128gcm') return { ...today, settings: { value: setting('password') } }
  if (!Object.values(MASKS).includes(type)) return undefined
  const value = type === MASKS['dns'] ? setting('domain') : undefined
  return { ...today, settings: { header: type.slice('header-'.length), ...(value !== undefined && { value }) } }
}

function masksOfKcp(map: JsonObject): MapInNewForm | undefined {
  const at = keyOf(map, 'kcpSettings')
  const kcp = at === undefined ? {} : recordOf(map[at])
  const old = ['header', 'seed'].flatMap((name) => keyOf(kcp, name) ?? [])
  if (at === undefined || old.length === 0) return undefined
  const renewed = { ...map, [at]: withoutKeys(kcp, old) }
  const places = old.map((key) => [at, key])
  // Masks are for whatever the stream is: elsewhere the settings of mKCP did nothing.
  if (!['kcp', 'mkcp'].includes(textAt(map, 'network'))) return { map: renewed, old: places }
  const masks = keyOf(map, 'finalmask')
  const finalmask = masks === undefined ? {} : recordOf(map[masks])
  const header = recordOf(kcp[keyOf(kcp, 'header') ?? 'header'])
  const type = textAt(header, 'type')
  const mask = Object.hasOwn(MASKS, type) ? MASKS[type] : undefined
  if (keyOf(finalmask, 'udp') !== undefined || (mask === undefined && type !== '' && type !== 'none')) return undefined
  const domain = header[keyOf(header, 'domain') ?? 'domain']
  const disguise = mask === undefined ? [] : [{ type: mask, ...(domain === undefined ? {} : { settings: { domain } }) }]
  const seed = kcp[keyOf(kcp, 'seed') ?? 'seed']
  const cipher = seed === undefined || seed === null || seed === '' ? { type: 'mkcp-original' } : { type: 'mkcp-aes128gcm', settings: { password: seed } } // oxfmt-ignore
  return { map: { ...renewed, [masks ?? 'finalmask']: { ...finalmask, udp: [...disguise, cipher] } }, old: places }
}
