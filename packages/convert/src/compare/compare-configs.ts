import { pointerOf } from '../document/pointer-of.ts'
import { recogniseClient } from '../check/recognise-client.ts'
import { CONFIG_CHECKERS } from '../clients/checkers.ts'
import type { ClientId } from '../clients/facts.ts'
import { CONFIG_OUTLINES } from '../clients/outlines.ts'
import { valueOf } from '../document/document-node.ts'
import { openDocument, type OpenDocument } from '../document/open-document.ts'
import { isRecord } from '../text/record.ts'
import { shownValue } from './shown-value.ts'
import type { ConfigOutline, OutlinePart, OutlineRules, OutlineKind } from './shared/config-outline.ts'
import { longestRising } from './longest-rising.ts'

export interface CompareOptions {
  /** Absent: the client is recognised by the old config. */
  client?: ClientId | undefined
}

/** A value that is another one: `path` as JSON pointer within its part. What may be secret is masked. */
export interface FieldDifference {
  path: string
  /** Absent: it was not there. */
  before?: string
  /** Absent: it is not there any more. */
  after?: string
}

export interface PartDifference {
  kind: OutlineKind
  change: 'added' | 'gone' | 'renamed' | 'changed'
  name: string
  /** The new name. */
  to?: string | undefined
  /** Line in the new config; for what is gone, in the old one. */
  line: number
  fields: FieldDifference[]
  /** The members that a group gained and lost. `isReordered`: the members that stayed have another order. */
  members?: { added: string[]; gone: string[]; isReordered: boolean }
}

export interface RuleDifference {
  /** Name of the set of sub-rules; empty for the rules of the config itself. */
  set: string
  change: 'added' | 'gone' | 'moved'
  text: string
  /** Line in the new config; for what is gone, in the old one. */
  line: number
  /** Where it stood before it was moved. */
  from?: number
}

export interface ConfigComparison {
  client: ClientId
  /** Whether both mean the same. */
  isEqual: boolean
  parts: PartDifference[]
  rules: RuleDifference[]
  settings: FieldDifference[]
  /** What could not be read of the old and of the new config; then nothing is compared. */
  issues: { before: OpenDocument['issue']; after: OpenDocument['issue'] }
}

/**
 * Says what differs between two configs of a client by meaning: comments, the order of keys and the way values are
 * written do not count. Never throws, whatever the texts are.
 */
export function compareConfigs(before: string, after: string, options: CompareOptions = {}): ConfigComparison {
  const { client = recogniseClient(before) } = options
  const { format } = CONFIG_CHECKERS[client]
  const old = openDocument(before, { format })
  const now = openDocument(after, { format })
  const issues = { before: old.issue, after: now.issue }
  const oldOutline = outlineOf(old, client)
  const nowOutline = outlineOf(now, client)
  if (oldOutline === undefined || nowOutline === undefined)
    return { client, isEqual: before === after, parts: [], rules: [], settings: [], issues }
  const parts = partDifferences({ document: old, outline: oldOutline }, { document: now, outline: nowOutline })
  const rules = ruleDifferences({ document: old, outline: oldOutline }, { document: now, outline: nowOutline })
  const settings = differences(settingsOf(oldOutline), settingsOf(nowOutline), '', false, false)
  return { client, isEqual: parts.length + rules.length + settings.length === 0, parts, rules, settings, issues }
}

function outlineOf({ root, issue }: OpenDocument, client: ClientId): ConfigOutline | undefined {
  return root === undefined || issue !== undefined ? undefined : CONFIG_OUTLINES[client](root)
}

interface Opened {
  document: OpenDocument
  outline: ConfigOutline
}

function lineOf({ document }: Opened, { node }: { node: { start: number } }): number {
  return document.positionOf(node.start).line
}

function partDifferences(old: Opened, now: Opened): PartDifference[] {
  const { isWeak } = now.outline
  const before = byKey(old.outline.parts)
  const after = byKey(now.outline.parts)
  const gone = [...before].filter(([key]) => !after.has(key)).map(([, part]) => part)
  // What has the same content under another name is renamed.
  const byContent = new Map<string, OutlinePart[]>()
  for (const part of gone) {
    const key = contentKey(part)
    byContent.set(key, [...(byContent.get(key) ?? []), part])
  }
  const renamed = new Set<OutlinePart>()
  const found: PartDifference[] = []
  for (const [key, part] of after) {
    const line = lineOf(now, part)
    const earlier = before.get(key)
    if (earlier === undefined) {
      const source = byContent.get(contentKey(part))?.shift()
      if (source === undefined) found.push({ kind: part.kind, change: 'added', name: part.name, line, fields: [] })
      else {
        renamed.add(source)
        found.push({ kind: part.kind, change: 'renamed', name: source.name, to: part.name, line, fields: [] })
      }
      continue
    }
    const { fields, members } = partChanges(earlier, part, isWeak)
    if (fields.length > 0 || members !== undefined)
      found.push({ kind: part.kind, change: 'changed', name: part.name, line, fields, ...(members && { members }) })
  }
  for (const part of gone)
    if (!renamed.has(part)) found.push({ kind: part.kind, change: 'gone', name: part.name, line: lineOf(old, part), fields: [] }) // oxfmt-ignore
  return found
}

/** Of equal names the first counts; the second has a place of its own. */
function byKey(parts: readonly OutlinePart[]): Map<string, OutlinePart> {
  const found = new Map<string, OutlinePart>()
  const counts = new Map<string, number>()
  for (const part of parts) {
    const key = `${part.kind} ${part.name}`
    const count = counts.get(key) ?? 0
    counts.set(key, count + 1)
    found.set(count === 0 ? key : `${key} ${count}`, part)
  }
  return found
}

function contentKey(part: OutlinePart): string {
  return `${part.kind} ${JSON.stringify(sorted(contentOf(part)))}`
}

function contentOf({ node, nameKeys }: OutlinePart): Record<string, unknown> {
  const value = valueOf(node)
  if (!isRecord(value)) return {}
  return Object.fromEntries(Object.entries(value).filter(([key]) => !nameKeys.includes(key)))
}

function partChanges(old: OutlinePart, now: OutlinePart, isWeak: boolean) {
  const { membersKey } = now
  const before = contentOf(old)
  const after = contentOf(now)
  const members = membersKey === undefined ? undefined : memberChanges(textsOf(before[membersKey]), textsOf(after[membersKey])) // oxfmt-ignore
  if (membersKey !== undefined) {
    delete before[membersKey]
    delete after[membersKey]
  }
  return { fields: differences(before, after, '', isWeak, now.kind === 'node'), members }
}

function memberChanges(before: readonly string[], after: readonly string[]): PartDifference['members'] {
  const old = new Set(before)
  const now = new Set(after)
  const added = after.filter((name) => !old.has(name))
  const gone = before.filter((name) => !now.has(name))
  const isReordered = before.filter((name) => now.has(name)).join('\n') !== after.filter((name) => old.has(name)).join('\n') // oxfmt-ignore
  return added.length + gone.length > 0 || isReordered ? { added, gone, isReordered } : undefined
}

function ruleDifferences(old: Opened, now: Opened): RuleDifference[] {
  const before = new Map(old.outline.rules.map((rules) => [rules.name, rules]))
  const after = new Map(now.outline.rules.map((rules) => [rules.name, rules]))
  const sets = new Set([...after.keys(), ...before.keys()])
  return [...sets].flatMap((set) => {
    const none: OutlineRules = { name: set, rules: [] }
    return changedRules(set, before.get(set) ?? none, after.get(set) ?? none, old, now)
  })
}

/** Rules that stay keep their order where that needs the fewest to move. */
function changedRules(
  set: string,
  before: OutlineRules,
  after: OutlineRules,
  old: Opened,
  now: Opened,
): RuleDifference[] {
  const places = new Map<string, number[]>()
  before.rules.forEach(({ text }, at) => {
    const known = places.get(text)
    if (known === undefined) places.set(text, [at])
    else known.push(at)
  })
  for (const list of places.values()) list.reverse()
  const matched = after.rules.map(({ text }) => places.get(text)?.pop())
  const stays = longestRising(matched.filter((at) => at !== undefined))
  const found: RuleDifference[] = []
  after.rules.forEach((rule, at) => {
    const from = matched[at]
    const { text } = rule
    const line = lineOf(now, rule)
    if (from === undefined) found.push({ set, change: 'added', text, line })
    else if (!stays.has(from)) found.push({ set, change: 'moved', text, line, from: lineOf(old, before.rules[from]!) })
  })
  const kept = new Set(matched)
  before.rules.forEach((rule, at) => {
    if (!kept.has(at)) found.push({ set, change: 'gone', text: rule.text, line: lineOf(old, rule) })
  })
  return found
}

/** The values that are no part and no rule. */
function settingsOf({ root, taken }: ConfigOutline): unknown {
  return without(valueOf(root), '', taken)
}

function without(value: unknown, path: string, taken: ReadonlySet<string>): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const inner = path === '' ? key : `${path}.${key}`
      return taken.has(inner) ? [] : [[key, without(item, inner, taken)]]
    }),
  )
}

/** Leaves that differ. Lists are compared as a whole: their order may count. */
function differences(old: unknown, now: unknown, path: string, isWeak: boolean, isNode: boolean): FieldDifference[] {
  if (isRecord(old) && isRecord(now)) {
    const keys = new Set([...Object.keys(old), ...Object.keys(now)])
    return [...keys].flatMap((key) => differences(old[key], now[key], path + pointerOf([key]), isWeak, isNode))
  }
  const before = old ?? undefined
  const after = now ?? undefined
  if (isEqual(before, after, isWeak)) return []
  // What came or went as a whole is told by its leaves.
  if (isRecord(before) && after === undefined) return differences(before, {}, path, isWeak, isNode)
  if (isRecord(after) && before === undefined) return differences({}, after, path, isWeak, isNode)
  return [
    {
      path,
      ...(before === undefined ? {} : { before: shownValue(path, before, isNode) }),
      ...(after === undefined ? {} : { after: shownValue(path, after, isNode) }),
    },
  ]
}

function isEqual(a: unknown, b: unknown, isWeak: boolean): boolean {
  if (Object.is(a, b)) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, at) => isEqual(item, b[at], isWeak))
  if (isRecord(a) && isRecord(b))
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => isEqual(a[key], b[key], isWeak))
  const isNumberAndText = (typeof a === 'number' && typeof b === 'string') || (typeof a === 'string' && typeof b === 'number') // oxfmt-ignore
  return isWeak && isNumberAndText && String(a) === String(b)
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, sorted(item)])) // oxfmt-ignore
}

function textsOf(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]
  return items.map(String)
}
