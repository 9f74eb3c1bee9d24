import { TOLERANCE_MAX_MS } from '../model/setting-limits.ts'
import { isKeptRecord } from '../text/kept-scalar.ts'
import { printDuration, readDuration } from '../text/duration.ts'
import { HEALTH_CHECK_INTERVAL_S, PROBE_URL } from './builtin.ts'
import type { GroupEdit, GroupEdits } from './group-edit.ts'
import { inOrder } from './in-order.ts'
import type { Template } from './template.ts'
import type { JsonObject } from '../text/record.ts'

/**
 * The user's own config with its groups changed in place; undefined where the template has none. `target` gives the
 * name that stands for a group from now on.
 */
export function editOwnGroups(
  { base, baseKind, groups }: Template,
  edits: GroupEdits,
  target: (name: string) => string,
  order: readonly string[],
): JsonObject | undefined {
  if (base === undefined) return undefined
  const known = new Set(groups.map(({ name }) => name))
  const [listKey, nameKey, change] =
    baseKind === 'singbox-json'
      ? (['outbounds', 'tag', editedSingboxGroup] as const)
      : (['proxy-groups', 'name', editedMihomoGroup] as const)
  const list = base[listKey]
  if (!Array.isArray(list)) return base
  const direct: unknown = list.find((item) => isKeptRecord(item) && item['type'] === 'direct')
  const directTag = isKeptRecord(direct) && typeof direct['tag'] === 'string' ? direct['tag'] : 'direct'
  const groupName = (item: unknown) => {
    const name = isKeptRecord(item) ? String(item[nameKey]) : ''
    return known.has(name) ? name : undefined
  }
  const inPlace = inOrder(
    list.filter((item) => groupName(item) !== undefined),
    order,
    (item) => groupName(item)!,
  )
  const changed = list
    // Nodes between groups stay where they are.
    .map((item: unknown) => (groupName(item) === undefined ? item : inPlace.shift()))
    .flatMap((item: unknown) => {
      const name = groupName(item)
      if (name === undefined || !isKeptRecord(item) || !Object.hasOwn(edits, name)) return [item]
      return edits[name]!.removed ? [] : [change(item, edits[name]!, directTag)]
    })
  if (baseKind !== 'singbox-json') return { ...base, [listKey]: changed }
  const tagOf = (name: string) => {
    const to = target(name)
    return to !== name && to === 'DIRECT' ? directTag : to
  }
  return withOutbounds({ ...base, [listKey]: changed }, tagOf)
}

function editedMihomoGroup(own: JsonObject, edit: GroupEdit): JsonObject {
  const { type, url, interval, tolerance, filter, withDirect } = edit
  const startsTesting = type !== undefined && type !== 'select'
  return {
    ...own,
    ...(type ? { type } : {}),
    // Clash refuses a group that tests without them.
    ...(startsTesting ? { url: own['url'] ?? PROBE_URL, interval: own['interval'] ?? HEALTH_CHECK_INTERVAL_S } : {}),
    ...(url ? { url } : {}),
    ...(interval ? { interval } : {}),
    ...(tolerance === undefined || !isUrlTest(type ?? own['type']) ? {} : { tolerance }),
    ...(filter && own['filter'] !== undefined ? { filter } : {}),
    ...(withDirect ? { proxies: withMember(own['proxies'], 'DIRECT') } : {}),
  }
}

function withMember(members: unknown, name: string): unknown[] {
  const list: unknown[] = Array.isArray(members) ? members : []
  return list.includes(name) ? list : [...list, name]
}

function isUrlTest(type: unknown): boolean {
  return type === 'url-test'
}

const PROBE_KEYS: ReadonlySet<string> = new Set(['url', 'interval', 'tolerance', 'idle_timeout'])

/** sing-box refuses a selector with the keys of a test, and a test with a default or an interval above its timeout. */
function editedSingboxGroup(own: JsonObject, edit: GroupEdit, directTag: string): JsonObject {
  const { type, url, interval, tolerance, withDirect } = edit
  const isSelector = type === undefined ? own['type'] === 'selector' : type === 'select'
  const kept = Object.entries(own).filter(([key]) => (isSelector ? !PROBE_KEYS.has(key) : key !== 'default'))
  const group: JsonObject = { ...Object.fromEntries(kept), type: isSelector ? 'selector' : 'urltest' }
  if (withDirect) group['outbounds'] = withMember(own['outbounds'], directTag)
  if (isSelector) return group
  if (url) group['url'] = url
  if (tolerance !== undefined) group['tolerance'] = Math.min(tolerance, TOLERANCE_MAX_MS)
  if (!interval) return group
  group['interval'] = printDuration(interval)
  const { idle_timeout: said } = own
  const timeout = typeof said === 'string' ? readDuration(said) : IDLE_TIMEOUT_S
  if (timeout === undefined || timeout < interval) group['idle_timeout'] = group['interval']
  return group
}

/** What sing-box takes for `idle_timeout` where nothing is said. */
export const IDLE_TIMEOUT_S = 1800

/** Keys whose value is the tag of an outbound. */
const TAG_KEYS: ReadonlySet<string> = new Set(['outbound', 'detour', 'download_detour', 'external_ui_download_detour'])

/** A sing-box config that names other outbounds in the place of its own. */
export function withOutbounds(config: JsonObject, target: (name: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(config).map(([key, value]) => [key, withTargets(value, target, key)]))
}

function withTargets(value: unknown, target: (name: string) => string, key: string): unknown {
  if (typeof value === 'string') return TAG_KEYS.has(key) ? target(value) : value
  if (Array.isArray(value)) return value.map((item) => withTargets(item, target, key))
  if (!isKeptRecord(value)) return value
  const changed = withOutbounds(value, target)
  return key === 'route' && typeof value['final'] === 'string' ? { ...changed, final: target(value['final']) } : changed
}
