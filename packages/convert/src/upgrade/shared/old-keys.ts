import { compareVersions } from '../../text/compare-versions.ts'
import { type DocumentNode, type DocumentPath, fieldsOf, valueOf } from '../../document/document-node.ts'
import { type EditResult, insertPair, removeAt, renameKey, replaceValue } from '../../document/edit-document.ts'
import type { OpenDocument } from '../../document/open-document.ts'
import { isSame } from '../../document/rewrite-value.ts'
import type { TextEdit } from '../../document/text-edit.ts'
import { ISSUE_SEVERITY } from '../../model/issue.ts'
import type { OldKeyName } from '../../model/old-key.ts'
import { isRecord, type JsonObject } from '../../text/record.ts'
import { placeAt } from './place-at.ts'
import { changeKey, type UpgradeStep } from './upgrade-step.ts'

/** A map in the form of today, and which keys in it were old. */
export interface MapInNewForm {
  map: JsonObject
  old: DocumentPath[]
}

/** Keys that a client renamed or took out. */
export interface OldKeyStep {
  name: OldKeyName
  /** The maps that may hold them, as `outbounds[].streamSettings`; empty: the config itself. */
  places: readonly string[]
  /** Where the client says so. */
  source: string
  /** `sure`: the new form says what the old one said. `lost`: there is none. */
  outcome: 'sure' | 'lost'
  /** The version for which it is done; absent: for all. */
  since?: string
  /** Undefined: nothing in the map is old for the version. */
  renew: (map: JsonObject, version: string) => MapInNewForm | undefined
}

/** Brings the keys of a config to their form of today, but for what is left out. `anyCase`: the client takes keys in any case. */
export function renewKeys(
  document: OpenDocument,
  steps: readonly OldKeyStep[],
  anyCase: boolean,
  version: string,
  without: ReadonlySet<string>,
): UpgradeStep {
  const nothing: UpgradeStep = { edits: [], changes: [] }
  const root = document.root === undefined ? undefined : valueOf(document.root)
  if (document.root === undefined || !isRecord(root)) return nothing
  const config = structuredClone(root)
  const changes: UpgradeStep['changes'] = []
  const isDone = ({ name, since = version }: OldKeyStep) => !without.has(name) && compareVersions(version, since) >= 0
  for (const { name, places, outcome, renew } of steps.filter(isDone))
    for (const place of places)
      for (const { map, path } of mapsAt(config, place, anyCase)) {
        const renewed = renew(map, version)
        // What is renewed together stays together.
        if (renewed?.old.some((old) => without.has(changeKey({ name, path: [...path, ...old] }))) !== false) continue
        // Later steps look into the same object.
        for (const key of Object.keys(map)) delete map[key]
        Object.assign(map, renewed.map)
        const code = outcome === 'lost' ? ('setting-removed' as const) : ('setting-migrated' as const)
        const severity = outcome === 'lost' ? ISSUE_SEVERITY[code] : ('note' as const)
        for (const old of renewed.old) {
          const at = [...path, ...old]
          changes.push({ name, path: at, place: placeAt(document, at), code, severity, field: fieldOf(at), args: { reason: name } }) // oxfmt-ignore
        }
      }
  const refused = new Set<string>()
  const edits = editsTo(document, document.root, config, [], refused)
  const isLeft = (path: DocumentPath) => path.some((_, at) => refused.has(fieldOf(path.slice(0, at + 1))))
  return { edits, changes: changes.filter(({ path }) => !refused.has('') && !isLeft(path)) }
}

/** Each map that a place stands for. */
function mapsAt(config: JsonObject, place: string, anyCase: boolean): { map: JsonObject; path: DocumentPath }[] {
  let found: { value: unknown; path: DocumentPath }[] = [{ value: config, path: [] }]
  for (const step of place === '' ? [] : place.split('.')) {
    const isList = step.endsWith('[]')
    const name = isList ? step.slice(0, -2) : step
    found = found.flatMap(({ value, path }) => {
      const key = isRecord(value) ? keyIn(value, name, anyCase) : undefined
      if (key === undefined || !isRecord(value)) return []
      const inside = { value: value[key], path: [...path, key] }
      if (!isList) return [inside]
      return Array.isArray(inside.value) ? inside.value.map((item: unknown, index) => ({ value: item, path: [...inside.path, index] })) : [] // oxfmt-ignore
    })
  }
  return found.flatMap(({ value, path }) => (isRecord(value) ? [{ map: value, path }] : []))
}

/** How a map spells a key. */
export function keyIn(map: JsonObject, name: string, anyCase: boolean): string | undefined {
  if (Object.hasOwn(map, name)) return name
  return anyCase ? Object.keys(map).find((key) => key.toLowerCase() === name.toLowerCase()) : undefined
}

/** A map in which a key has another name and value, at the same place. */
export function withKey(map: JsonObject, from: string, to: string, value: unknown): JsonObject {
  return Object.fromEntries(Object.entries(map).map(([key, item]) => (key === from ? [to, value] : [key, item])))
}

/** A map without some keys. */
export function withoutKeys(map: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(map).filter(([key]) => !keys.includes(key)))
}

function fieldOf(path: DocumentPath): string {
  return path.map((step, at) => (typeof step === 'number' ? `[${step}]` : `${at > 0 ? '.' : ''}${step}`)).join('')
}

/** The edits after which a document says a value whose lists are as long as before. Parts that cannot be edited stay. */
function editsTo(
  document: OpenDocument,
  node: DocumentNode,
  value: unknown,
  path: DocumentPath,
  refused: Set<string>,
): TextEdit[] {
  if (isSame(valueOf(node), value)) return []
  if (node.kind === 'alias') {
    // What stands at its anchor may be told there; here nothing is written.
    refused.add(fieldOf(path))
    return []
  }
  const editsOf = (...results: EditResult[]): TextEdit[] => {
    const edits = results.flatMap((result) => ('edits' in result ? result.edits : []))
    if (results.every((result) => 'edits' in result)) return edits
    refused.add(fieldOf(path))
    return []
  }
  if (node.kind === 'list' && Array.isArray(value) && value.length === node.items.length)
    return node.items.flatMap((item, at) => editsTo(document, item.value, value[at], [...path, at], refused))
  if (node.kind !== 'map' || !isRecord(value)) return editsOf(replaceValue(document, path, value))
  const old = fieldsOf(node)
  const gone = [...old.keys()].filter((key) => !Object.hasOwn(value, key))
  const fresh = Object.keys(value).filter((key) => !old.has(key))
  // Neighbours that go share a comma.
  if (node.isFlow && gone.length > 1) return editsOf(replaceValue(document, path, value))
  const results: EditResult[] = []
  const slotIn = (keys: readonly string[], key: string) =>
    keys.slice(0, keys.indexOf(key)).filter((other) => old.has(other) && Object.hasOwn(value, other)).length
  for (const key of gone) {
    const slot = slotIn([...old.keys()], key)
    const at = fresh.findIndex((one) => slotIn(Object.keys(value), one) === slot)
    const [to] = at < 0 ? [] : fresh.splice(at, 1)
    if (to === undefined) results.push(removeAt(document, [...path, key]))
    else {
      results.push(renameKey(document, [...path, key], to))
      if (!isSame(valueOf(old.get(key)!.value), value[to])) results.push(replaceValue(document, [...path, key], value[to])) // oxfmt-ignore
    }
  }
  for (const key of fresh) results.push(insertPair(document, path, key, value[key]))
  const edits = editsOf(...results)
  if (refused.has(fieldOf(path))) return []
  // The first key of an item shares its line with the dash.
  if (doOverlap(edits)) return editsOf(replaceValue(document, path, value))
  for (const [key, pair] of old)
    if (Object.hasOwn(value, key)) edits.push(...editsTo(document, pair.value, value[key], [...path, key], refused))
  return edits
}

function doOverlap(edits: readonly TextEdit[]): boolean {
  const ordered = edits.toSorted((a, b) => a.from - b.from || a.to - b.to)
  return ordered.some(({ from }, at) => at > 0 && from < ordered[at - 1]!.to)
}
