/** A stretch of the text: from its first character to behind its last, in UTF-16 units. */
export interface TextRange {
  start: number
  end: number
}

interface NodeBase extends TextRange {
  /** Where its anchor or tag begins; the same as `start` where it has neither. */
  from: number
  /** Name of its anchor. */
  anchor: string | undefined
  /** As it is written: `!!str`. */
  tag: string | undefined
}

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded'

/** A text, number, boolean or null. Where nothing stands (`key:`), the place is empty and the text too. */
export interface ScalarNode extends NodeBase {
  kind: 'scalar'
  /** Without quotes, escapes resolved. */
  text: string
  style: ScalarStyle
}

export interface MapNode extends NodeBase {
  kind: 'map'
  /** In brackets, as everything in JSON is. */
  isFlow: boolean
  /** As they stand there, equal keys and `<<` included. */
  pairs: Pair[]
  /** What `fieldsOf` found, once it was asked. */
  fields: FieldsByKey | undefined
}

export interface ListNode extends NodeBase {
  kind: 'list'
  isFlow: boolean
  items: DocumentItem[]
}

/** `*name`: the node of that anchor, which stands elsewhere. */
export interface AliasNode extends NodeBase {
  kind: 'alias'
  target: ContentNode
}

export interface Pair {
  /** Where the key begins, or the `?` before it. */
  from: number
  key: DocumentNode
  /** Behind the colon; behind the key where it has none. */
  colonEnd: number
  value: DocumentNode
}

export interface DocumentItem {
  /** Where the item begins: its dash in a block list. */
  from: number
  value: DocumentNode
}

export type ContentNode = ScalarNode | MapNode | ListNode
export type DocumentNode = ContentNode | AliasNode

/** What strict JSON does not have. Each client takes some of it. */
export interface JsonExtras {
  /** `//` and block comments. */
  comments: TextRange[]
  /** `#` comments. */
  hashes: TextRange[]
  /** Commas behind the last item. */
  commas: TextRange[]
}

/** Keys and places in lists, from the outermost inwards. */
export type DocumentPath = readonly (string | number)[]

/** The node itself; for an alias the one that it stands for. */
export function resolved(node: DocumentNode): ContentNode {
  return node.kind === 'alias' ? node.target : node
}

/** The text of a key; undefined where a list or map is the key. */
export function keyText(pair: Pair): string | undefined {
  const key = resolved(pair.key)
  return key.kind === 'scalar' ? key.text : undefined
}

/** `<<`, whose value lends its keys to the map. */
export function isMerge(pair: Pair): boolean {
  return (
    pair.key.kind === 'scalar' && pair.key.style === 'plain' && pair.key.text === '<<' && pair.key.tag === undefined
  )
}

/** The pairs of a map by key. */
export type FieldsByKey = Pick<ReadonlyMap<string, Pair>, 'get' | 'has' | 'size' | 'keys' | 'entries'> &
  Iterable<[string, Pair]>

/** The pairs of a map by key, those of its merges included. Of equal keys the last one counts, as it does in JSON. */
export function fieldsOf(map: MapNode): FieldsByKey {
  return (map.fields ??= isPlainAndShort(map) ? new FewFields(map.pairs) : allFields(map))
}

function allFields(map: MapNode): FieldsByKey {
  const fields = new Map<string, Pair>()
  for (const pair of map.pairs) {
    const key = keyText(pair)
    if (key !== undefined && !isMerge(pair)) fields.set(key, pair)
  }
  for (const pair of map.pairs) {
    if (!isMerge(pair)) continue
    for (const source of mergedMaps(pair.value))
      for (const [key, lent] of fieldsOf(source)) if (!fields.has(key)) fields.set(key, lent)
  }
  return fields
}

/** A long config holds ten thousands of short maps, and a table of each costs more than looking through its keys. */
const FEW = 8

/** Whether no key of a map is a merge, an alias or there twice. */
function isPlainAndShort({ pairs }: MapNode): boolean {
  if (pairs.length > FEW) return false
  for (let at = 0; at < pairs.length; at++) {
    const pair = pairs[at]!
    if (pair.key.kind !== 'scalar' || isMerge(pair)) return false
    for (let before = 0; before < at; before++) if (textOfKey(pairs[before]!) === pair.key.text) return false
  }
  return true
}

/** A few pairs with different texts as keys. */
class FewFields implements FieldsByKey {
  readonly #pairs: readonly Pair[]

  constructor(pairs: readonly Pair[]) {
    this.#pairs = pairs
  }

  get size(): number {
    return this.#pairs.length
  }

  get(key: string): Pair | undefined {
    for (const pair of this.#pairs) if (textOfKey(pair) === key) return pair
    return undefined
  }

  has(key: string): boolean {
    return this.get(key) !== undefined
  }

  keys(): MapIterator<string> {
    return this.#pairs.map(textOfKey).values()
  }

  entries(): MapIterator<[string, Pair]> {
    return this.#pairs.map((pair): [string, Pair] => [textOfKey(pair), pair]).values()
  }

  [Symbol.iterator](): MapIterator<[string, Pair]> {
    return this.entries()
  }
}

function textOfKey({ key }: Pair): string {
  return key.kind === 'scalar' ? key.text : ''
}

function mergedMaps(value: DocumentNode): MapNode[] {
  const node = resolved(value)
  if (node.kind === 'map') return [node]
  if (node.kind !== 'list') return []
  return node.items.map((item) => resolved(item.value)).filter((one) => one.kind === 'map')
}

const PLAIN_NUMBER = /^-?(?:0|[1-9]\d{0,16})(?:\.\d{1,17})?(?:[eE][-+]?\d{1,3})?$/

/** What a scalar says: only a plain one can be a number, a boolean or null. Other spellings of numbers stay texts. */
export function scalarValue({ text, style, tag }: ScalarNode): string | number | boolean | null {
  if (style !== 'plain' || tag === '!' || tag === '!!str') return text
  if (text === 'true' || text === 'false') return text === 'true'
  if (text === '' || text === 'null' || text === '~') return null
  return PLAIN_NUMBER.test(text) ? Number(text) : text
}

/** The value that a node stands for, aliases and merges written out. */
export function valueOf(given: DocumentNode): unknown {
  const node = resolved(given)
  if (node.kind === 'scalar') return scalarValue(node)
  if (node.kind === 'list') return node.items.map((item) => valueOf(item.value))
  // A map of texts to anything has no prototype to change.
  return Object.fromEntries([...fieldsOf(node)].map(([key, { value }]) => [key, valueOf(value)]))
}

/** The node at a path; undefined where the path leads nowhere. Aliases and merges are followed. */
export function findNode(root: DocumentNode | undefined, path: DocumentPath): DocumentNode | undefined {
  let node = root
  for (const step of path) {
    if (node === undefined) return undefined
    node = childOf(resolved(node), step)
  }
  return node
}

function childOf(node: ContentNode, step: string | number): DocumentNode | undefined {
  if (node.kind === 'map') return fieldsOf(node).get(String(step))?.value
  return node.kind === 'list' ? node.items[Number(step)]?.value : undefined
}
