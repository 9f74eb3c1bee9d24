import { findProtocolByMihomoType } from '../protocols/index.ts'
import { Fields } from '../model/fields.ts'
import type { EntryFormat } from './entry-format.ts'

/** An entry of `proxies:` of Clash and mihomo. */
export const clashEntry: EntryFormat = {
  detect: (value) => typeof value['type'] === 'string' && ('server' in value || 'name' in value),

  read(value, issues) {
    const { type } = value
    if (typeof type !== 'string' || type === '') return issues.refuse('missing-field', 'type')
    const protocol = findProtocolByMihomoType(type.toLowerCase())
    if (!protocol) return issues.refuse('unsupported-scheme', 'type', { scheme: type.slice(0, 40) })
    return protocol.fromMihomo(new Fields(value, issues), issues)
  },
}
