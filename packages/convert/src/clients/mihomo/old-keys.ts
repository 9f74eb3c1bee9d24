import { type OldKeyStep, withKey, withoutKeys } from '../../upgrade/shared/old-keys.ts'
import { isRecord, type JsonObject } from '../../text/record.ts'

/**
 * Keys that mihomo (github.com/MetaCubeX/mihomo, July 2026) calls old or no longer reads. `relay` groups and
 * `fallback-filter.geosite` are no rows: docs/formats/upgrade.md says why.
 */
export const MIHOMO_OLD_KEYS: readonly OldKeyStep[] = [
  {
    name: 'tun-routes',
    places: ['tun', 'listeners[]'],
    source:
      'docs/config.yaml calls inet4-route-address an old spelling; listener/sing_tun/server.go appends all to one',
    outcome: 'sure',
    renew: (map) => {
      const old = ['route', 'route-exclude'].flatMap((kind) => familiesOf(kind).filter((key) => isTexts(map[key])))
      if (old.length === 0) return undefined
      return { map: joined(joined(map, 'route'), 'route-exclude'), old: old.map((key) => [key]) }
    },
  },
  {
    name: 'sniffer-list',
    places: ['sniffer'],
    source: 'docs/config.yaml and config/config.go, parseSniffer: "Deprecated: Use Sniff instead"',
    outcome: 'sure',
    renew: (map) => {
      const old = ['sniffing', 'port-whitelist'].filter((key) => Object.hasOwn(map, key))
      if (old.length === 0) return undefined
      const { sniffing, sniff, 'port-whitelist': ports } = map
      const places = old.map((key) => [key])
      const isSaid = typeof sniff === 'object' && sniff !== null && Object.keys(sniff).length > 0
      // The old keys do nothing beside `sniff`, nor ports without protocols.
      if (isSaid || !isTexts(sniffing) || sniffing.length === 0) return { map: withoutKeys(map, old), old: places }
      const limits = Array.isArray(ports) && ports.length > 0 ? { ports } : {}
      const protocols = Object.fromEntries(sniffing.map((name) => [name.toUpperCase(), { ...limits }]))
      const rest = withoutKeys(map, ['sniff', 'port-whitelist'])
      return { map: withKey(rest, 'sniffing', 'sniff', protocols), old: places }
    },
  },
  {
    name: 'global-fingerprint',
    places: [''],
    source: 'config/config.go, parseGeneral: "The `global-client-fingerprint` configuration is removed"',
    outcome: 'lost',
    renew: (map) => without(map, ['global-client-fingerprint']),
  },
  {
    name: 'group-dialing',
    places: ['proxy-groups[]'],
    source:
      'adapter/outboundgroup/parser.go: "routing-mark configuration was removed", interface-name, dialer-proxy too',
    outcome: 'lost',
    renew: (map) => without(map, ['routing-mark', 'interface-name', 'dialer-proxy']),
  },
  {
    name: 'ws-options',
    places: ['proxies[]'],
    source: 'adapter/outbound/vmess.go, trojan.go and vless.go read ws-opts alone; the spelling of Clash before 2021',
    outcome: 'sure',
    renew: (map) => {
      const old = ['ws-path', 'ws-headers'].filter((key) => Object.hasOwn(map, key))
      const { 'ws-path': path, 'ws-headers': headers, 'ws-opts': said = {} } = map
      const isRead = typeof path !== 'object' && (headers === undefined || isRecord(headers)) && isRecord(said)
      const [first, ...more] = old
      if (first === undefined || map['network'] !== 'ws' || !isRead) return undefined
      const options = { ...(path === undefined ? {} : { path }), ...(headers ? { headers } : {}), ...said }
      const rest = withoutKeys(map, Object.hasOwn(map, 'ws-opts') ? old : more)
      const renewed = Object.hasOwn(map, 'ws-opts')
        ? { ...rest, 'ws-opts': options }
        : withKey(rest, first, 'ws-opts', options)
      return { map: renewed, old: old.map((key) => [key]) }
    },
  },
]

function without(map: JsonObject, keys: readonly string[]) {
  const old = keys.filter((key) => Object.hasOwn(map, key))
  return old.length === 0 ? undefined : { map: withoutKeys(map, old), old: old.map((key) => [key]) }
}

function familiesOf(kind: string): string[] {
  return [`inet4-${kind}-address`, `inet6-${kind}-address`]
}

/** Both families behind what the common list has, as mihomo joins them. */
function joined(map: JsonObject, kind: string): JsonObject {
  const common = `${kind}-address`
  const old = familiesOf(kind).filter((key) => isTexts(map[key]))
  const [first, ...more] = old
  if (first === undefined) return map
  const all = [common, ...old].flatMap((key) => map[key] ?? [])
  if (Object.hasOwn(map, common)) return { ...withoutKeys(map, old), [common]: all }
  return withKey(withoutKeys(map, more), first, common, all)
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}
