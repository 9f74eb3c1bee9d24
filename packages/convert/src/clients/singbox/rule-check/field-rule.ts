/** Kinds of what may stand alone or in a list. */
export type ListItemKind =
  | 'texts'
  | 'domains'
  | 'cidrs'
  | 'prefixes'
  | 'ports'
  | 'port-ranges'
  | 'regexes'
  | 'numbers'
  | 'query-types'
  | 'records'
  | readonly string[]

/** What a field of a rule may hold. */
export type RuleFieldKind =
  | ListItemKind
  | 'text'
  | 'bool'
  | 'duration'
  | 'uint16'
  | 'uint32'
  | 'list'
  | 'any'
  | 'choice'
  | 'cidr'
  | 'address'
  | 'rcode'
  | 'mark'
  | 'resolver'
  | 'cidrs-by-name'
  | 'cidrs-by-network'

/** What is true of one field: its kind, and the versions that know it. */
export interface FieldRule {
  kind: RuleFieldKind
  /** What a `choice` may be; other than a list of names it stands alone. */
  values?: readonly (string | number)[]
  /** First minor version that knows it. */
  since?: 13 | 14
  /** First minor version that refuses it. */
  gone?: 13
  /** Only in route rules, or only in rule sets. */
  only?: 'route' | 'headless'
}

/** Fields of one object, by name. */
export type FieldRules = Record<string, FieldRule | undefined>

/** The rule of a field. Fields are what a file says: `constructor` is none that every object has. */
export function ownField(fields: Readonly<FieldRules> | undefined, name: string): FieldRule | undefined {
  return fields && Object.hasOwn(fields, name) ? fields[name] : undefined
}
