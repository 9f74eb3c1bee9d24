/** A text, number, boolean or null, with the number as it was written: it keeps every digit. */
export interface Scalar {
  kind: 'scalar'
  type: 'text' | 'number' | 'boolean' | 'null'
  text: string
}

export interface TreeList {
  kind: 'list'
  items: readonly Tree[]
}

export interface TreeMap {
  kind: 'map'
  fields: ReadonlyMap<string, Tree>
}

/** What a JSON, YAML or .properties text says. */
export type Tree = Scalar | TreeList | TreeMap

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/

/** A scalar that stands there without quotes. */
export function plainScalar(text: string): Scalar {
  if (text === 'true' || text === 'false') return { kind: 'scalar', type: 'boolean', text }
  return { kind: 'scalar', type: NUMBER.test(text) ? 'number' : 'text', text }
}
