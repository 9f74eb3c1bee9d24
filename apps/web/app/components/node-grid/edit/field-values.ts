import type { FieldKind, NodeField } from '@switchyard/convert/forms'

/** How a field of a record is filled in: its value as text, and what a text means as its value. */

/** What stands in the control of a field. */
export function fieldText({ kind }: NodeField, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (kind === 'json') return JSON.stringify(value, null, 2)
  if (kind === 'list' && Array.isArray(value)) return value.join('\n')
  if (kind === 'map' && typeof value === 'object') {
    return Object.entries(value)
      .map(([key, each]) => `${key}: ${String(each)}`)
      .join('\n')
  }
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export type FieldIssue = 'required' | 'number' | 'range' | 'json' | 'map'

/** What a text means as the value of a field; an empty one takes it out. */
export function readField(
  { kind, required, min, max }: NodeField,
  given: string,
  before: unknown,
): { value: unknown; issue?: FieldIssue } {
  const plain = kind === 'long' || kind === 'json' ? given.trim() : given
  if (plain.trim() === '')
    return { value: required ? emptyOf(kind) : undefined, issue: required ? 'required' : undefined }
  switch (kind) {
    case 'number': {
      const value = Number(plain)
      if (!Number.isInteger(value)) return { value: plain, issue: 'number' }
      const fits = value >= (min ?? 0) && value <= (max ?? Number.MAX_SAFE_INTEGER)
      return { value, issue: fits ? undefined : 'range' }
    }
    case 'switch':
      return { value: plain === 'true' }
    case 'list': {
      const items = plain
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '')
      // Bytes of WireGuard's `reserved` stay numbers.
      const numeric = Array.isArray(before) && before.length > 0 && before.every((each) => typeof each === 'number')
      return { value: numeric && items.every((item) => /^\d+$/.test(item)) ? items.map(Number) : items }
    }
    case 'map': {
      const entries = plain.split('\n').filter((line) => line.trim() !== '')
      const pairs = entries.map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()] as const
      })
      const broken = entries.some((line) => line.indexOf(':') < 1)
      return broken ? { value: before, issue: 'map' } : { value: Object.fromEntries(pairs) }
    }
    case 'json':
      try {
        return { value: JSON.parse(plain) }
      } catch {
        return { value: before, issue: 'json' }
      }
    case 'text':
    case 'select':
    case 'long':
      return { value: kind === 'long' ? given : plain }
    default:
      return { value: plain }
  }
}

function emptyOf(kind: FieldKind): unknown {
  return kind === 'list' ? [] : kind === 'number' ? undefined : ''
}
