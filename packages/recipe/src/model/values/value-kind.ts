/**
 * What a value may be, as data: a link is checked against it, and the schema of a file is made of it. A link comes from
 * strangers and is short, a file is one's own work, so a text and a number have a limit for each.
 */
export type ValueKind =
  | { is: 'text'; inFile: FileLength; inLink: number; pattern?: RegExp }
  | { is: 'flag' }
  | { is: 'one'; of: readonly string[] }
  /** A whole number. */
  | { is: 'whole'; min: number; max: number }
  /** A number from 0 on; whole, and no larger than this, in a link. */
  | { is: 'amount'; inLink: number }
  /** Any number. */
  | { is: 'number' }
  /** `max`: of its rows, in a link. */
  | { is: 'list'; of: ValueKind; max?: number }
  /** Values by names that people give. */
  | { is: 'record'; of: ValueKind }
  /** Fields that may be absent, but for the `needed` ones. */
  | { is: 'fields'; fields: Readonly<Record<string, ValueKind>>; needed: readonly string[] }
  /** What its field `kind` names. */
  | { is: 'kinds'; kinds: Readonly<Record<string, FieldsKind>> }
  /** `inFile`: what no link holds. */
  | { is: 'either'; one: ValueKind; inFile: ValueKind }

/** How long a text may be in a file: a whole text, a line of one, a name. */
export type FileLength = 'text' | 'line' | 'name'

export type FieldsKind = Extract<ValueKind, { is: 'fields' }>

/** The kind of a value of this type. */
export type KindOf<T> = ValueKind & { readonly type?: T }

export const flag: KindOf<boolean> = { is: 'flag' }
export const anyNumber: KindOf<number> = { is: 'number' }

export function text(inFile: FileLength, inLink: number, pattern?: RegExp): KindOf<string> {
  return { is: 'text', inFile, inLink, ...(pattern ? { pattern } : {}) }
}

export function oneOf<T extends string>(...of: readonly T[]): KindOf<T> {
  return { is: 'one', of }
}

export function whole(min: number, max: number): KindOf<number> {
  return { is: 'whole', min, max }
}

export function amount(inLink: number): KindOf<number> {
  return { is: 'amount', inLink }
}

export function listOf<T>(of: KindOf<T>, max?: number): KindOf<readonly T[]> {
  return { is: 'list', of, ...(max === undefined ? {} : { max }) }
}

export function recordOf<T>(of: KindOf<T>): KindOf<Readonly<Record<string, T>>> {
  return { is: 'record', of }
}

/** The kind of each field. */
export type FieldKinds<T> = { readonly [K in keyof T]-?: KindOf<NonNullable<T[K]>> }

export function fieldsOf<T extends object>(
  fields: FieldKinds<T>,
  ...needed: readonly (keyof T & string)[]
): FieldsKind & KindOf<T> {
  return { is: 'fields', fields: { ...fields }, needed }
}

/** Objects that are told apart by their field `kind`. */
export function kindsOf<T extends { kind: string }>(kinds: {
  readonly [K in T['kind']]: FieldsKind & KindOf<Omit<Extract<T, { kind: K }>, 'kind'>>
}): KindOf<T> {
  return { is: 'kinds', kinds: { ...kinds } }
}

export function either<One, Other>(one: KindOf<One>, inFile: KindOf<Other>): KindOf<One | Other> {
  return { is: 'either', one, inFile }
}
