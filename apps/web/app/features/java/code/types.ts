import { JavaRefusal } from './issue.ts'
import type { JavaOptions } from './options.ts'
import type { Scalar, Tree, TreeMap } from './tree.ts'

export type ScalarType =
  | 'boolean'
  | 'int'
  | 'long'
  | 'BigInteger'
  | 'double'
  | 'BigDecimal'
  | 'String'
  | 'LocalDate'
  | 'LocalDateTime'
  | 'OffsetDateTime'

export interface JavaField {
  type: JavaType
  /** Some of the objects do not have it, or have null. */
  isOptional: boolean
}

export interface ObjectType {
  kind: 'object'
  fields: ReadonlyMap<string, JavaField>
}

export type JavaType =
  | { kind: 'scalar'; name: ScalarType }
  | { kind: 'list'; item: JavaType }
  | { kind: 'map'; value: JavaType }
  | ObjectType
  /** Several types, or nothing but null. */
  | { kind: 'any' }

/** A constructor takes 255 slots, and a long or double takes two (JVMS 4.11). An object with more keys is a map. */
export const FIELDS_MAX = 120

const ANY: JavaType = { kind: 'any' }

/** The one type that all of these values have: objects of a list are merged field by field. */
export function typeOfAll(trees: readonly Tree[], dates: JavaOptions['dates']): JavaType {
  const values = trees.filter((tree) => !isNull(tree))
  const [first] = values
  if (first === undefined || values.some(({ kind }) => kind !== first.kind)) return ANY
  if (first.kind === 'scalar') {
    const name = scalarTypeOf(
      values.filter((tree) => tree.kind === 'scalar'),
      dates,
    )
    return name === undefined ? ANY : { kind: 'scalar', name }
  }
  if (first.kind === 'list') {
    const items: Tree[] = []
    for (const list of values) if (list.kind === 'list') for (const item of list.items) items.push(item)
    return { kind: 'list', item: typeOfAll(items, dates) }
  }
  return typeOfMaps(
    values.filter((tree) => tree.kind === 'map'),
    dates,
  )
}

/** Fields of all objects together, so that a text of nothing but aliases takes no time. */
const VALUES_MAX = 2_000_000

function typeOfMaps(maps: readonly TreeMap[], dates: JavaOptions['dates']): JavaType {
  const columns = columnsOf(maps)
  if (columns.size === 0) return { kind: 'map', value: ANY }
  if (columns.size > FIELDS_MAX) return { kind: 'map', value: typeOfAll([...columns.values()].flat(), dates) }
  return {
    kind: 'object',
    fields: new Map(
      Array.from(columns, ([key, column]) => {
        const isOptional = column.length < maps.length || column.some(isNull)
        return [key, { type: typeOfAll(column, dates), isOptional }]
      }),
    ),
  }
}

/** The values of each key, over all maps. */
export function columnsOf(maps: readonly TreeMap[]): Map<string, Tree[]> {
  const columns = new Map<string, Tree[]>()
  let count = 0
  for (const { fields } of maps) {
    count += fields.size
    if (count > VALUES_MAX) throw new JavaRefusal('too-large', { most: VALUES_MAX })
    for (const [key, value] of fields) {
      const column = columns.get(key)
      if (column === undefined) columns.set(key, [value])
      else column.push(value)
    }
  }
  return columns
}

export function isNull(tree: Tree): boolean {
  return tree.kind === 'scalar' && tree.type === 'null'
}

/** The type that holds all of these scalars without loss; undefined where there is none. */
export function scalarTypeOf(scalars: readonly Scalar[], dates: JavaOptions['dates']): ScalarType | undefined {
  let found: ScalarType | undefined
  for (const scalar of scalars) {
    const one = typeOfScalar(scalar, dates)
    if (found === undefined || found === one) found = one
    else {
      const both = wider(found, one)
      if (both === undefined) return undefined
      found = both
    }
  }
  return found
}

const INTEGERS: readonly ScalarType[] = ['int', 'long', 'BigInteger']
const NUMBERS: readonly ScalarType[] = [...INTEGERS, 'double', 'BigDecimal']
const TEXTS: readonly ScalarType[] = ['String', 'LocalDate', 'LocalDateTime', 'OffsetDateTime']

function wider(a: ScalarType, b: ScalarType): ScalarType | undefined {
  if (TEXTS.includes(a) && TEXTS.includes(b)) return 'String'
  if (!NUMBERS.includes(a) || !NUMBERS.includes(b)) return undefined
  const places = [INTEGERS.indexOf(a), INTEGERS.indexOf(b)]
  if (!places.includes(-1)) return INTEGERS[Math.max(...places)]
  // A double holds every int, but not every long.
  const isDouble = [a, b].every((type) => type === 'int' || type === 'double')
  return isDouble ? 'double' : 'BigDecimal'
}

function typeOfScalar({ type, text }: Scalar, dates: JavaOptions['dates']): ScalarType {
  if (type === 'boolean') return 'boolean'
  if (type === 'number') return numberType(text)
  return dates === 'time' ? dateType(text) : 'String'
}

const LONG_DIGITS = 19
/** A double gives back so many digits. */
const DOUBLE_DIGITS = 15

function numberType(text: string): ScalarType {
  if (/^-?\d+$/.test(text)) {
    if (text.length > LONG_DIGITS + 1) return 'BigInteger'
    const value = BigInt(text)
    if (value === BigInt.asIntN(32, value)) return 'int'
    return value === BigInt.asIntN(64, value) ? 'long' : 'BigInteger'
  }
  const [digits = ''] = text.replace(/[-.]/g, '').split(/[eE]/)
  const significant = digits.replace(/^0+/, '').length
  const magnitude = Math.abs(Number(text))
  // Below the normal numbers a double has fewer digits.
  const isExact = magnitude === 0 ? significant === 0 : magnitude >= 1e-307 && magnitude <= 1e308
  return isExact && significant <= DOUBLE_DIGITS ? 'double' : 'BigDecimal'
}

const DATE = /^(\d{4})-(\d\d)-(\d\d)(?:(T)(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)?)?$/

/** What the `parse` of java.time takes (ISO_LOCAL_DATE, ISO_LOCAL_DATE_TIME, ISO_OFFSET_DATE_TIME). */
function dateType(text: string): ScalarType {
  const parts = DATE.exec(text)
  if (parts === null) return 'String'
  const [, year, month, day, time, hours = 0, minutes = 0, seconds = 0, offset] = parts
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  if (date.getUTCMonth() !== Number(month) - 1 || date.getUTCDate() !== Number(day)) return 'String'
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59) return 'String'
  if (time === undefined) return 'LocalDate'
  if (offset === undefined) return 'LocalDateTime'
  return offset === 'Z' || isOffset(offset) ? 'OffsetDateTime' : 'String'
}

/** java.time takes offsets up to 18 hours. */
function isOffset(offset: string): boolean {
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number)
  return minutes < 60 && hours * 60 + minutes <= 18 * 60
}
