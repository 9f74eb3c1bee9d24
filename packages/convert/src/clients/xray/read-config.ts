import {
  type DocumentNode,
  type DocumentPath,
  fieldsOf,
  type MapNode,
  type Pair,
  type TextRange,
} from '../../document/document-node.ts'

/** The fields of a map whose keys count in any case. Of equal ones the last counts. */
export class CaselessMap {
  readonly #pairs = new Map<string, Pair>()
  readonly start: TextRange

  constructor(map: MapNode) {
    for (const [key, pair] of fieldsOf(map)) this.#pairs.set(key.toLowerCase(), pair)
    // What a map lacks is told at its first key.
    this.start = map.pairs[0]?.key ?? { start: map.start, end: map.start + 1 }
  }

  get(key: string): Pair | undefined {
    return this.#pairs.get(key.toLowerCase())
  }

  /** The value of a key; null is the same as nothing. */
  node(key: string): DocumentNode | undefined {
    const node = this.get(key)?.value
    return node?.kind === 'scalar' && node.style === 'plain' && node.text === 'null' ? undefined : node
  }

  text(key: string): string | undefined {
    const node = this.node(key)
    return node?.kind === 'scalar' && node.style === 'double' ? node.text : undefined
  }

  number(key: string): number | undefined {
    const node = this.node(key)
    return node?.kind === 'scalar' && node.style === 'plain' && /^-?\d/.test(node.text) ? Number(node.text) : undefined
  }

  isOn(key: string): boolean {
    const node = this.node(key)
    return node?.kind === 'scalar' && node.style === 'plain' && node.text === 'true'
  }

  map(key: string): CaselessMap | undefined {
    const node = this.node(key)
    return node?.kind === 'map' ? new CaselessMap(node) : undefined
  }

  /** Whether a condition says something: an empty list and an empty text do not. */
  isFilled(key: string): boolean {
    const node = this.node(key)
    if (node === undefined) return false
    if (node.kind === 'list') return node.items.length > 0
    if (node.kind === 'map') return node.pairs.length > 0
    return node.kind === 'scalar' && node.text !== ''
  }

  /** The texts of a list, or the one that stands alone. */
  texts(key: string): { text: string; node: DocumentNode }[] {
    const node = this.node(key)
    const nodes = node?.kind === 'list' ? node.items.map(({ value }) => value) : node === undefined ? [] : [node]
    return nodes.flatMap((one) =>
      one.kind === 'scalar' && one.style === 'double' ? [{ text: one.text, node: one }] : [],
    )
  }
}

/** The fields of a map, as Xray looks them up. */
export function fieldsWithoutCase(map: MapNode): CaselessMap {
  return new CaselessMap(map)
}

/** An object of a list that may have a tag. */
export interface XrayPart {
  /** Empty where it has none. */
  tag: string
  tagNode: TextRange
  fields: CaselessMap
  node: MapNode
  path: DocumentPath
}

/** A config of Xray in its parts, each with its place. */
export interface XrayConfig {
  root: MapNode
  inbounds: XrayPart[]
  outbounds: XrayPart[]
  rules: XrayPart[]
  balancers: XrayPart[]
}

/** The parts of a config, in the order of the text. */
export function readXrayConfig(root: MapNode): XrayConfig {
  const top = new CaselessMap(root)
  const routing = top.map('routing')
  return {
    root,
    inbounds: parts(top.node('inbounds'), ['inbounds']),
    outbounds: parts(top.node('outbounds'), ['outbounds']),
    rules: parts(routing?.node('rules'), ['routing', 'rules']),
    balancers: parts(routing?.node('balancers'), ['routing', 'balancers']),
  }
}

/** The maps of a list. */
export function itemsAt(fields: CaselessMap, key: string): CaselessMap[] {
  const node = fields.node(key)
  return node?.kind === 'list'
    ? node.items.flatMap(({ value }) => (value.kind === 'map' ? [new CaselessMap(value)] : []))
    : []
}

function parts(node: DocumentNode | undefined, path: DocumentPath): XrayPart[] {
  if (node?.kind !== 'list') return []
  return node.items.flatMap(({ value }, index) => {
    if (value.kind !== 'map') return []
    const fields = new CaselessMap(value)
    return [
      {
        tag: fields.text('tag') ?? '',
        tagNode: fields.node('tag') ?? fields.start,
        fields,
        node: value,
        path: [...path, index],
      },
    ]
  })
}
