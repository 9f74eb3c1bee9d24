import { isRecord } from '@switchyard/convert/record'
import { LINK_LIMITS, NAME_MAX } from '../limits.ts'
import type { KindOf, ValueKind } from '../values/value-kind.ts'

/** What a link says, where it is a value of the kind; with what is known of an object. Else undefined. */
export function checkedAs<T>(kind: KindOf<T>, value: unknown): T | undefined {
  // The kind is that of the type.
  return checked(kind, value) as T | undefined
}

function checked(kind: ValueKind, value: unknown): unknown {
  switch (kind.is) {
    case 'text':
      return typeof value === 'string' && value.length <= kind.inLink && (kind.pattern?.test(value) ?? true)
        ? value
        : undefined
    case 'flag':
      return typeof value === 'boolean' ? value : undefined
    case 'one':
      return kind.of.find((one) => one === value)
    case 'whole':
      return wholeOf(value, kind.min, kind.max)
    case 'amount':
      return wholeOf(value, 0, kind.inLink)
    case 'list': {
      const { of, max = LINK_LIMITS.rows } = kind
      return Array.isArray(value) && value.length <= max ? allOf(value.map((one) => checked(of, one))) : undefined
    }
    case 'record': {
      const entries = isRecord(value) ? Object.entries(value) : undefined
      if (!entries || entries.length > LINK_LIMITS.rows) return undefined
      if (entries.some(([key]) => key.length > NAME_MAX || key === '__proto__')) return undefined
      const values = allOf(entries.map(([, one]) => checked(kind.of, one)))
      return values && Object.fromEntries(entries.map(([key], index) => [key, values[index]]))
    }
    case 'fields': {
      const { fields, needed } = kind
      if (!isRecord(value) || needed.some((key) => !Object.hasOwn(value, key))) return undefined
      const known = Object.keys(value).filter((key) => Object.hasOwn(fields, key))
      const values = allOf(known.map((key) => checked(fields[key]!, value[key])))
      return values && Object.fromEntries(known.map((key, index) => [key, values[index]]))
    }
    case 'kinds': {
      const named = isRecord(value) ? Object.keys(kind.kinds).find((one) => one === value['kind']) : undefined
      const fields = named && checked(kind.kinds[named]!, value)
      return isRecord(fields) ? { kind: named, ...fields } : undefined
    }
    case 'either':
      return checked(kind.one, value)
    case 'number':
      return undefined
  }
}

function wholeOf(value: unknown, min: number, max: number): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max ? value : undefined
}

function allOf(values: readonly unknown[]): readonly unknown[] | undefined {
  return values.every((value) => value !== undefined) ? values : undefined
}
