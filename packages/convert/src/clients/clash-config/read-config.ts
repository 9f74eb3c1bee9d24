import {
  type DocumentNode, type DocumentPath, fieldsOf, type MapNode, resolved, type ScalarNode,
} from '../../document/document-node.ts' // oxfmt-ignore
import { eachHeldItem } from '../../document/held-items.ts'
import type { TextPlaces } from '../../text/text-places.ts'

/** A config of Clash or mihomo in its parts, each with its place. What has another shape than it should is left out. */
export interface ClashConfig {
  root: MapNode
  proxies: ConfigPart[]
  groups: ConfigPart[]
  proxyProviders: ConfigPart[]
  ruleProviders: ConfigPart[]
  rules: RuleText[]
  subRules: { name: string; key: DocumentNode; path: DocumentPath; rules: RuleText[] }[]
}

/** A node, group or provider. */
export interface ConfigPart {
  /** Empty where it has none. */
  name: string
  /** Where the name stands: the value of `name`, or the key of the entry. An entry without a name has its map here. */
  nameNode: DocumentNode
  map: MapNode
  node: DocumentNode
  path: DocumentPath
}

export interface RuleText {
  text: string
  node: DocumentNode
  path: DocumentPath
}

/** The parts of a config, in the order of the text. */
export function readClashConfig(root: MapNode): ClashConfig {
  let rules: RuleText[] | undefined
  return {
    root,
    proxies: listParts(root, 'proxies'),
    groups: listParts(root, 'proxy-groups'),
    proxyProviders: mapParts(root, 'proxy-providers'),
    ruleProviders: mapParts(root, 'rule-providers'),
    // Most of a long config, and not everybody asks for them.
    get rules() {
      return (rules ??= rulesIn(root))
    },
    subRules: subRulesIn(root),
  }
}

/** The rules of a config; those that hold one of some places, where they are given. */
export function rulesIn(root: MapNode, places?: TextPlaces): RuleText[] {
  return ruleTexts(childOf(root, 'rules'), ['rules'], places)
}

/** The named lists of rules that rules of a config lead to. */
export function subRulesIn(root: MapNode): ClashConfig['subRules'] {
  return pairsOf(childOf(root, 'sub-rules')).map(([name, key, value]) => ({
    name,
    key,
    path: ['sub-rules', name],
    rules: ruleTexts(value, ['sub-rules', name]),
  }))
}

/** The value of a key; undefined where the map has none. */
export function childOf(map: MapNode, key: string): DocumentNode | undefined {
  return fieldsOf(map).get(key)?.value
}

/** The scalar of a key, an alias followed. */
export function scalarOf(map: MapNode, key: string): ScalarNode | undefined {
  const value = childOf(map, key)
  const node = value && resolved(value)
  return node?.kind === 'scalar' ? node : undefined
}

/** Text of a key: nothing where no scalar stands there. */
export function textOf(map: MapNode, key: string): string | undefined {
  return scalarOf(map, key)?.text
}

/** The items of a list, with their places in it. */
export function itemsOf(node: DocumentNode | undefined): [index: number, value: DocumentNode][] {
  const list = node && resolved(node)
  return list?.kind === 'list' ? list.items.map((item, index) => [index, item.value]) : []
}

/** The pairs of a map, merges included. */
export function pairsOf(node: DocumentNode | undefined): [key: string, keyNode: DocumentNode, value: DocumentNode][] {
  const map = node && resolved(node)
  return map?.kind === 'map' ? [...fieldsOf(map)].map(([key, pair]) => [key, pair.key, pair.value]) : []
}

/** The node as a map; undefined where it is none. */
export function mapAt(node: DocumentNode | undefined): MapNode | undefined {
  const map = node && resolved(node)
  return map?.kind === 'map' ? map : undefined
}

function listParts(root: MapNode, key: string): ConfigPart[] {
  return itemsOf(childOf(root, key)).flatMap(([index, node]) => {
    const map = mapAt(node)
    if (map === undefined) return []
    const nameNode = childOf(map, 'name') ?? node
    return [{ name: textOf(map, 'name') ?? '', nameNode, map, node, path: [key, index] }]
  })
}

function mapParts(root: MapNode, key: string): ConfigPart[] {
  return pairsOf(childOf(root, key)).flatMap(([name, nameNode, node]) => {
    const map = mapAt(node)
    return map === undefined ? [] : [{ name, nameNode, map, node, path: [key, name] }]
  })
}

function ruleTexts(node: DocumentNode | undefined, path: DocumentPath, places?: TextPlaces): RuleText[] {
  const texts: RuleText[] = []
  for (const [index, value] of eachHeldItem(node, places)) {
    const scalar = resolved(value)
    // What is null is passed over.
    const isNull = scalar.kind === 'scalar' && scalar.style === 'plain' && ['', '~', 'null'].includes(scalar.text)
    if (scalar.kind === 'scalar' && !isNull) texts.push({ text: scalar.text, node: value, path: [...path, index] })
  }
  return texts
}
