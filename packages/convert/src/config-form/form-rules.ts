import { fitsKind, knownKey, type KeyDialect } from '../check/shared/key-checker.ts'
import { type ContentNode, type DocumentNode, type DocumentPath, fieldsOf, type MapNode, resolved } from '../document/document-node.ts' // oxfmt-ignore
import type { KeyRule, KeyTable, Reading, ValueRule } from '../model/key-rules.ts'
import type { FormLayout } from './shared/form-layout.ts'

/** What a place of a config may hold, and how its values are read there. */
export interface ReadRule {
  rule: ValueRule
  reading: Reading
}

/** The rule of the value at a path; undefined where the client knows no such key. */
export function ruleAt(layout: FormLayout, root: DocumentNode | undefined, path: DocumentPath): ReadRule | undefined {
  let placed: ReadRule | undefined = { rule: { kind: 'map', keys: layout.keys }, reading: 'strict' }
  let node = root
  for (const step of path) {
    if (placed === undefined) return undefined
    const inside: ContentNode | undefined = node && resolved(node)
    placed = ruleOfStep(placed, inside, step, layout.dialect)
    node = childOf(inside, step)
  }
  return placed
}

function childOf(node: ContentNode | undefined, step: string | number): DocumentNode | undefined {
  if (node?.kind === 'map') return fieldsOf(node).get(String(step))?.value
  return node?.kind === 'list' ? node.items[Number(step)]?.value : undefined
}

function ruleOfStep(
  { rule, reading }: ReadRule,
  node: ContentNode | undefined,
  step: string | number,
  dialect: KeyDialect,
): ReadRule | undefined {
  const fitting = fittingRule(rule, node, dialect, reading)
  if (fitting.kind === 'list') return typeof step === 'number' ? { rule: fitting.of, reading } : undefined
  if (fitting.kind === 'map-of') return { rule: fitting.of, reading }
  const inner = ('reading' in fitting && fitting.reading) || reading
  const table = tableOf(fitting, node)
  const key = table && knownKey(String(step), table, dialect, inner)
  return key === undefined ? undefined : { rule: table![key]!, reading: inner }
}

/** One of several rules: the one that a value is of. */
export function fittingRule(
  rule: ValueRule,
  node: ContentNode | undefined,
  dialect: KeyDialect,
  reading: Reading,
): ValueRule {
  if (rule.kind !== 'either') return rule
  const found = node && rule.of.find((one) => fitsKind(node, one, dialect.readings[reading]))
  return found ?? rule.of[0]!
}

/** The keys of a map; of one whose keys go by its type those of that type. */
export function tableOf(rule: ValueRule, node: ContentNode | undefined): KeyTable | undefined {
  if (rule.kind === 'map') return rule.keys
  if (rule.kind !== 'variants') return undefined
  const type = (node?.kind === 'map' ? textOf(node, rule.by) : undefined) ?? rule.absent
  const names = Object.keys(rule.of).filter((name) => name !== '')
  const by: KeyRule = { kind: 'choice', values: names, isRequired: true }
  const name = type !== undefined && rule.anyCase ? type.toLowerCase() : type
  // Of an unknown type nothing is known but that another one is wanted.
  return { ...(name !== undefined && Object.hasOwn(rule.of, name) ? rule.of[name] : {}), [rule.by]: by }
}

/** The text of a key of a map, as it stands there. */
export function textOf(map: MapNode, key: string): string | undefined {
  const value = fieldsOf(map).get(key)?.value
  const node = value && resolved(value)
  return node?.kind === 'scalar' ? node.text : undefined
}
