/**
 * What stands in the config of a client: its keys, what each takes, and since when. Data, once for the checker and for
 * the hints of an editor; each client keeps its own in its folder.
 */

export type ValueRule =
  | { kind: 'any' }
  | {
      kind: 'text'
      /** One of the client's formats: `duration`, `prefix`. */
      format?: string
      /** What the text names: `outbound`, `dns-server`. */
      names?: string
      isFilled?: true
    }
  | { kind: 'choice'; values: readonly string[]; anyCase?: true }
  | { kind: 'number'; min?: number; max?: number; values?: readonly number[] }
  | { kind: 'boolean' }
  | { kind: 'list'; of: ValueRule; takesOne?: true; isFilled?: true }
  /** `passesUnknown`: unknown keys pass here, though the client refuses them elsewhere. */
  | {
      kind: 'map'
      keys: KeyTable
      requires?: readonly string[]
      reading?: Reading
      anyCase?: true
      passesUnknown?: true
    }
  | { kind: 'map-of'; of: ValueRule; isSolid?: true }
  /** A map whose keys go by the value of one of them. `other`: what stands there instead where that is absent. */
  | {
      kind: 'variants'
      by: string
      of: Readonly<Record<string, KeyTable | undefined>>
      absent?: string
      anyCase?: true
      reading?: Reading
    }
  | { kind: 'either'; of: readonly ValueRule[] }

/** How values are read: as YAML has their types, or with texts made numbers and numbers texts where these are wanted. */
export type Reading = 'strict' | 'weak'

export type KeyRule = ValueRule & {
  /** First version that has it. */
  since?: string
  /** The version that refuses it. */
  gone?: string
  /** The key that took its place. */
  instead?: string
  isRequired?: true
}

export type KeyTable = Readonly<Record<string, KeyRule>>

export const ANY: KeyRule = { kind: 'any' }
export const TEXT: KeyRule = { kind: 'text' }
export const FLAG: KeyRule = { kind: 'boolean' }
export const NUMBER: KeyRule = { kind: 'number' }
export const TEXTS: KeyRule = { kind: 'list', of: TEXT }
export const NUMBERS: KeyRule = { kind: 'list', of: NUMBER }
/** A text, or a list of them. */
export const ONE_OR_MORE_TEXTS: KeyRule = { kind: 'list', of: TEXT, takesOne: true }
export const MAP: KeyRule = { kind: 'map-of', of: { kind: 'any' } }

/** A text that has to be of one of the formats of the client. */
export function textAs(format: string): KeyRule {
  return { kind: 'text', format }
}

/** A text that names something else in the config. */
export function nameOf(names: string): KeyRule {
  return { kind: 'text', names }
}

/** One of these texts, to the letter. */
export function oneOf(...values: readonly string[]): KeyRule {
  return { kind: 'choice', values }
}

/** One of these texts in any case. */
export function anyCase(...values: readonly string[]): KeyRule {
  return { kind: 'choice', values, anyCase: true }
}

/** A number within these bounds, both included. */
export function between(min: number, max: number): KeyRule {
  return { kind: 'number', min, max }
}

/** A list of such values. */
export function listOf(of: ValueRule): KeyRule {
  return { kind: 'list', of }
}

/** Such a value, or a list of them. */
export function oneOrMore(of: ValueRule): KeyRule {
  return { kind: 'list', of, takesOne: true }
}

/** A map with any keys, all of such values. */
export function mapOf(of: ValueRule): KeyRule {
  return { kind: 'map-of', of }
}

/** A map with these keys, and those among them that it must have. */
export function keys(table: KeyTable, ...requires: readonly string[]): KeyRule {
  return { kind: 'map', keys: table, requires }
}

/** A value of one of these kinds. */
export function either(...of: readonly ValueRule[]): KeyRule {
  return { kind: 'either', of }
}

/** A key that versions before the named one refuse. */
export function since(version: string, rule: KeyRule): KeyRule {
  return { ...rule, since: version }
}
