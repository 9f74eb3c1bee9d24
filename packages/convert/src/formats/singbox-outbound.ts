import { findProtocolBySingboxType } from '../protocols/index.ts'
import { Fields, scalarText } from '../model/fields.ts'
import type { EntryFormat, ListItem } from './entry-format.ts'
import { isRecord, type JsonObject } from '../text/record.ts'

/** sing-box types that connect to no server of their own. */
const SINGBOX_HELPERS: ReadonlySet<string> = new Set(['selector', 'urltest', 'direct', 'block', 'dns'])
/** An outbound or endpoint of sing-box. */
export const singboxOutbound: EntryFormat = {
  detect(value) {
    const { type } = value
    if (typeof type !== 'string' || 'port' in value) return false
    return 'server_port' in value || ('tag' in value && !('name' in value)) || SINGBOX_HELPERS.has(type)
  },

  read(value, issues) {
    const { type } = value
    if (typeof type !== 'string' || type === '') return issues.refuse('missing-field', 'type')
    const protocol = findProtocolBySingboxType(type)
    if (!protocol) return issues.refuse('unsupported-scheme', 'type', { scheme: type.slice(0, 40) })
    return protocol.fromSingbox(new Fields(value, issues), issues)
  },
}

/**
 * Without groups, direct, block and dns, and without the shadowtls outbounds that other nodes go through: those
 * stand in the node in place of the `detour` that names them (docs/formats/sing-box-json.md, "What is no entry").
 */
export function withoutHelpers(items: readonly ListItem[]): ListItem[] {
  const fronts = new Map<string, JsonObject>()
  for (const { form, value } of items) {
    if (
      form === singboxOutbound &&
      isRecord(value) &&
      value['type'] === 'shadowtls' &&
      typeof value['tag'] === 'string'
    )
      fronts.set(value['tag'], value)
  }
  const used = new Set<unknown>()
  const joined = items.map((item): ListItem => {
    const { form, value } = item
    if (form !== singboxOutbound || !isRecord(value) || typeof value['detour'] !== 'string') return item
    if (!findProtocolBySingboxType(scalarText(value['type']))?.behindShadowTls) return item
    const front = fronts.get(value['detour'])
    if (front === undefined) return item
    used.add(front)
    return { ...item, value: { ...value, detour: front } }
  })
  return joined.filter(({ form, value }) => {
    if (form !== singboxOutbound || !isRecord(value)) return true
    return !used.has(value) && !(typeof value['type'] === 'string' && SINGBOX_HELPERS.has(value['type']))
  })
}
