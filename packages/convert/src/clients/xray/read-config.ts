import {
  type DocumentNode,
  type DocumentPath,
  keyText,
  type MapNode,
  type Pair,
  type TextRange,
} from '../../document/document-node.ts'
import { heldItems } from '../../document/held-items.ts'
import type { TextPlaces } from '../../text/text-places.ts'

/** The fields of a map whose keys count in any case. Of equal ones the last counts. */
export class CaselessMap {
  readonly #map: MapNode
  #table: ReadonlyMap<string, Pair> | undefined

  constructor(map: MapNode) {
    this.#map = map
  }

  /** What a map lacks is told at its first key. */
  get start(): TextRange {
    const { pairs, start } = this.#map
    return pairs[0]?.key ?? { start, end: start + 1 }
  }

  get(key: string): Pair | undefined {
    const { pairs } = this.#map
    if (pairs.length > FEW) return (this.#table ??= tableOf(pairs)).get(key.toLowerCase())
    return pairs.findLast((pair) => {
      const text = keyText(pair)
      return text === key || (text?.length === key.length && text.toLowerCase() === key.toLowerCase())
    })
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

/** Looking through so many keys costs less than a table of them. */
const FEW = 16

function tableOf(pairs: readonly Pair[]): ReadonlyMap<string, Pair> {
  return new Map(pairs.map((pair) => [keyText(pair)?.toLowerCase() ?? '', pair]))
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
  let rules: XrayPart[] | undefined
  return {
    root,
    inbounds: parts(new CaselessMap(root).node('inbounds'), ['inbounds']),
    outbounds: outboundsIn(root),
    // Most of a long config, and not everybody asks for them.
    get rules() {
      return (rules ??= rulesIn(root))
    },
    balancers: balancersIn(root),
  }
}

/** The outbounds of a config; those that hold one of some places, where they are given. */
export function outboundsIn(root: MapNode, places?: TextPlaces): XrayPart[] {
  return parts(new CaselessMap(root).node('outbounds'), ['outbounds'], places)
}

/** The balancers of a config. */
export function balancersIn(root: MapNode): XrayPart[] {
  return parts(new CaselessMap(root).map('routing')?.node('balancers'), ['routing', 'balancers'])
}

/** The rules of a config; those that hold one of some places, where they are given. */
export function rulesIn(root: MapNode, places?: TextPlaces): XrayPart[] {
  return parts(new CaselessMap(root).map('routing')?.node('rules'), ['routing', 'rules'], places)
}

/** The maps of a list. */
export function itemsAt(fields: CaselessMap, key: string): CaselessMap[] {
  const node = fields.node(key)
  return node?.kind === 'list'
    ? node.items.flatMap(({ value }) => (value.kind === 'map' ? [new CaselessMap(value)] : []))
    : []
}

function parts(list: DocumentNode | undefined, path: DocumentPath, places?: TextPlaces): XrayPart[] {
  const found: XrayPart[] = []
  for (const [index, node] of heldItems(list, places)) {
    if (node.kind !== 'map') continue
    const fields = new CaselessMap(node)
    const tagNode = fields.node('tag') ?? fields.start
    found.push({ tag: fields.text('tag') ?? '', tagNode, fields, node, path: [...path, index] })
  }
  return found
}
