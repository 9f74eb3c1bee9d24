import type { JsonObject } from '../../text/record.ts'

/** Characters of a field at most. A text that is no longer than this needs no look. */
export const MAX_FIELD = 4096
const MAX_LONG_FIELD = 65536
/** PEM texts, xhttp's `extra`, ECH configs. */
const LONG_FIELDS: ReadonlySet<string> = new Set([
  'certificate',
  'privateKey',
  'extra',
  'ech',
  'config',
  'ca',
  'caStr',
  'ca-str',
  'private-key',
])

/** Path of a text that is longer than any field may be. */
export function tooLongField(value: object): string | undefined {
  for (const key of Object.keys(value)) {
    // Maps and lists alike are read by their keys here, where the compiler knows no key.
    const field: unknown = (value as JsonObject)[key]
    if (typeof field === 'string') {
      // Names are cut, not refused.
      if (
        field.length > MAX_FIELD &&
        key !== 'name' &&
        field.length > (LONG_FIELDS.has(key) ? MAX_LONG_FIELD : MAX_FIELD)
      )
        return key
    } else if (typeof field === 'object' && field !== null) {
      const inner = tooLongField(field)
      if (inner !== undefined) return inner
    }
  }
  return undefined
}
