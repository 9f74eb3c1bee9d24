import { type DocumentPath, findNode, keyText, type MapNode, resolved } from '../document/document-node.ts'
import { type EditResult, insertItems, insertPair, removeAt, removeItems, replaceValue, setValue } from '../document/edit-document.ts' // oxfmt-ignore
import { moveItem } from '../document/move-item.ts'
import type { OpenDocument } from '../document/open-document.ts'
import { applyEdits, type RefusedEdit, type TextEdit } from '../document/text-edit.ts'
import type { RemovableKind } from '../inject/change.ts'
import { injectChanges } from '../inject/inject-changes.ts'
import type { NameSpace } from '../inject/shared/config-editor.ts'
import { spelledPath } from '../inject/text-draft.ts'
import type { Issue } from '../model/issue.ts'
import { FreeNames } from '../text/free-names.ts'
import { type FieldValue, patternOf } from './form-fields.ts'
import { fittingRule, ruleAt } from './form-rules.ts'
import type { ConfigForm } from './open-form.ts'
import type { FormListKind } from './shared/form-layout.ts'

/** What a form does to a config. Paths are those of the form that was shown. */
export type FormEdit =
  /** Gives a key a value; the texts of a list are compared one by one. */
  | { kind: 'set'; path: DocumentPath; value: FieldValue }
  /** Adds a key with what it usually begins with. */
  | { kind: 'add-key'; path: DocumentPath }
  | { kind: 'remove-key'; path: DocumentPath }
  /** Puts in a rule, or a text of a list, as it is written. */
  | { kind: 'insert'; path: DocumentPath; at: number; text: string }
  /** Puts a rule in the place of another one, as it is written. */
  | { kind: 'rewrite'; path: DocumentPath; text: string }
  | { kind: 'remove-items'; path: DocumentPath; indexes: readonly number[] }
  | { kind: 'move'; path: DocumentPath; from: number; to: number }
  /** Adds a part of a type under a free name. */
  | { kind: 'add-part'; list: DocumentPath; of: FormListKind; type: string; name?: string }
  /** Gives a part another name, and all that names it. */
  | { kind: 'rename'; of: FormListKind; from: string; to: string }
  /** Takes a part out, with the places that list it. */
  | { kind: 'remove-part'; of: RemovableKind; name: string }

/** The text after an edit, or why it was not made. */
export type FormChange = {
  text: string
  /** What should be known: other lines that follow. */
  notes: readonly Issue[]
  /** Where the new part or key stands. */
  added?: DocumentPath
} | { refused: readonly Issue[] } // oxfmt-ignore

/** Makes an edit of a form. Nothing but what it is about changes in the text. */
export async function editForm(form: ConfigForm, edit: FormEdit): Promise<FormChange> {
  const { document } = form
  if (form.issue !== undefined) return { refused: [issueOf('change-refused', { reason: 'path-missing', key: '' })] }
  switch (edit.kind) {
    case 'set':
      return written(document, setField(form, spelledPath(document, edit.path), edit.value), edit.path)
    case 'add-key':
      return written(document, addKey(form, edit.path), edit.path, edit.path)
    case 'remove-key':
      return written(document, removeAt(document, edit.path), edit.path)
    case 'insert':
      return insertText(document, edit)
    case 'rewrite':
      return rewriteText(document, edit)
    case 'remove-items':
      return written(document, removeItems(document, edit.path, edit.indexes), edit.path)
    case 'move':
      return written(document, moveItem(document, edit.path, edit.from, edit.to), edit.path)
    case 'add-part':
      return addPart(form, edit)
    case 'rename':
      return injected(form, { kind: 'rename', from: edit.from, to: edit.to, space: spaceOf(edit.of) })
    case 'remove-part':
      return injected(form, { kind: 'remove', what: edit.of, name: edit.name })
  }
}

function issueOf(code: Issue['code'], args: Issue['args']): Issue {
  return { code, severity: 'error', kept: false, args: args ?? {} }
}

function written(document: OpenDocument, result: EditResult, path: DocumentPath, added?: DocumentPath): FormChange {
  if ('refused' in result) return refusal(document, result, path)
  const lines = [...new Set(result.follows.map(({ start }) => document.positionOf(start).line))].toSorted((a, b) => a - b) // oxfmt-ignore
  const notes: Issue[] = lines.length === 0 ? [] : [{ ...issueOf('change-follows', { lines: lines.join(', ') }), severity: 'warning', kept: true }] // oxfmt-ignore
  return { text: applyEdits(document.text, result.edits), notes, ...(added && { added }) }
}

function refusal(document: OpenDocument, { refused, places }: RefusedEdit, path: DocumentPath): FormChange {
  const [place] = places
  const line = place && document.positionOf(place.start).line
  return {
    refused: [{ ...issueOf('change-refused', { reason: refused, key: path.join('.') }), ...(line && { line }) }],
  }
}

function setField(form: ConfigForm, path: DocumentPath, value: FieldValue): EditResult {
  const { document } = form
  const there = findNode(document.root, path)
  if (there === undefined) return putKey(form, path, plainValue(form, path, value))
  const node = resolved(there)
  if (!isTexts(value)) return replaceValue(document, path, value)
  const values = value.map((text) => itemValue(form, path, text))
  if (node.kind === 'scalar') {
    const isOne = values.length === 1 && node.text !== ''
    return replaceValue(document, path, isOne ? values[0] : values)
  }
  // What an alias lends becomes a list of its own.
  if (node.kind !== 'list' || there.kind === 'alias') return replaceValue(document, path, values)
  const known = node.items.map(({ value: item }) => {
    const inner = resolved(item)
    return inner.kind === 'scalar' ? inner.text : undefined
  })
  return setTexts(document, path, known, value, values)
}

/** The items of a list that are others than before; those at its start and end that are the same stay. */
function setTexts(
  document: OpenDocument,
  path: DocumentPath,
  known: readonly (string | undefined)[],
  texts: readonly string[],
  values: readonly unknown[],
): EditResult {
  let start = 0
  while (start < known.length && start < texts.length && known[start] === texts[start]) start++
  let end = 0
  while (
    end < known.length - start &&
    end < texts.length - start &&
    known[known.length - 1 - end] === texts[texts.length - 1 - end]
  )
    end++
  const gone = known.length - start - end
  const fresh = values.slice(start, values.length - end)
  const both = Math.min(gone, fresh.length)
  const results: EditResult[] = fresh
    .slice(0, both)
    .map((value, index) => replaceValue(document, [...path, start + index], value))
  if (fresh.length > both) results.push(insertItems(document, path, start + both, fresh.slice(both)))
  if (gone > both)
    results.push(
      removeItems(
        document,
        path,
        Array.from({ length: gone - both }, (_, n) => start + both + n),
      ),
    )
  return joined(results)
}

function joined(results: readonly EditResult[]): EditResult {
  const refused = results.find((result) => 'refused' in result)
  if (refused !== undefined) return refused
  const changes = results.flatMap((result) => ('edits' in result ? [result] : []))
  const edits: TextEdit[] = changes.flatMap((change) => change.edits)
  return { edits, follows: changes.flatMap(({ follows }) => follows) }
}

function plainValue(form: ConfigForm, path: DocumentPath, value: FieldValue): unknown {
  return isTexts(value) ? value.map((text) => itemValue(form, path, text)) : value
}

function isTexts(value: FieldValue): value is readonly string[] {
  return Array.isArray(value)
}

/** A typed text as the list takes it. */
function itemValue({ layout, document: { root } }: ConfigForm, path: DocumentPath, text: string): string | number {
  const placed = ruleAt(layout, root, path)
  const node = findNode(root, path)
  const rule = placed && fittingRule(placed.rule, node && resolved(node), layout.dialect, placed.reading)
  const isNumber = rule?.kind === 'list' && rule.of.kind === 'number'
  return isNumber && /^-?\d{1,15}$/.test(text) ? Number(text) : text
}

/** Puts a key behind those that stand in its section already. */
function putKey(form: ConfigForm, path: DocumentPath, value: unknown): EditResult {
  const { document } = form
  const above = path.slice(0, -1)
  const parent = findNode(document.root, above)
  const map = parent && resolved(parent)
  if (map?.kind !== 'map') return setValue(document, path, value)
  const after = keyBefore(form, map, above, String(path.at(-1)))
  return insertPair(document, above, String(path.at(-1)), value, after)
}

/** The last key of the same section; at the top of a config without one the last before the long lists begin. */
function keyBefore(form: ConfigForm, map: MapNode, path: DocumentPath, key: string): string | undefined {
  if (path.length > 0) return undefined
  const section = form.sectionOf(`/${key}`)
  const keys = map.pairs.map(keyText)
  const near = keys.findLast((one) => one !== undefined && form.sectionOf(`/${one}`) === section)
  const isShort = (index: number) => resolved(map.pairs[index]!.value).kind === 'scalar'
  const long = map.pairs.findIndex((_, index) => !isShort(index))
  return near ?? keys[long < 0 ? keys.length - 1 : long - 1]
}

function addKey(form: ConfigForm, path: DocumentPath): EditResult {
  const { layout, document } = form
  const known = layout.firstValues[patternOf(path)] ?? layout.firstValues[anyName(path)]
  return putKey(form, spelledPath(document, path), known ?? emptyValue(form, path))
}

/** `rule-providers.*.interval`: the names of parts in a map stand for any. */
function anyName(path: DocumentPath): string {
  return patternOf(path.map((step, index) => (index === 1 ? '*' : step)))
}

function emptyValue(form: ConfigForm, path: DocumentPath): unknown {
  const placed = ruleAt(form.layout, form.document.root, path)
  const rule = placed && fittingRule(placed.rule, undefined, form.layout.dialect, placed.reading)
  switch (rule?.kind) {
    case 'boolean':
      return true
    case 'number':
      return rule.values?.find((value) => value > 0) ?? Math.max(0, rule.min ?? 0)
    case 'choice':
      return rule.values.find((value) => value !== '') ?? ''
    case 'list':
      return []
    case 'map':
    case 'map-of':
    case 'variants':
      return {}
    default:
      return ''
  }
}

/** A line as it is, or the JSON that it holds; undefined where it holds none. */
function readItem({ format }: OpenDocument, text: string): { value: unknown } | undefined {
  if (format === 'yaml') return { value: text }
  try {
    const value: unknown = JSON.parse(text)
    return { value }
  } catch {
    return undefined
  }
}

function insertText(document: OpenDocument, { path, at, text }: FormEdit & { kind: 'insert' }): FormChange {
  const item = readItem(document, text)
  if (item === undefined) return { refused: [issueOf('bad-json', { reason: 'json' })] }
  const there = findNode(document.root, path)
  const result = there === undefined ? setValue(document, path, [item.value]) : insertItems(document, path, at, [item.value]) // oxfmt-ignore
  return written(document, result, path, [...path, at])
}

function rewriteText(document: OpenDocument, { path, text }: FormEdit & { kind: 'rewrite' }): FormChange {
  const item = readItem(document, text)
  if (item === undefined) return { refused: [issueOf('bad-json', { reason: 'json' })] }
  return written(document, replaceValue(document, path, item.value), path)
}

function addPart(form: ConfigForm, edit: FormEdit & { kind: 'add-part' }): FormChange {
  const { document, layout } = form
  const { list: path, of, type } = edit
  const names = form.names()
  const taken = new Set(Object.values(names).flat())
  const name = edit.name ?? new FreeNames('-', 2).of(type || of, (one) => taken.has(one))
  const near = nearNames(of, names)
  const value = layout.newItem(of, type, name, near)
  const there = findNode(document.root, path)
  const node = there && resolved(there)
  const isKeyed = of === 'proxy-provider' || (of === 'rule-set' && layout.nameKey === 'name')
  if (isKeyed) {
    const result = node?.kind === 'map' ? insertPair(document, path, name, value) : setValue(document, [...path, name], value) // oxfmt-ignore
    return written(document, result, path, [...path, name])
  }
  if (node?.kind !== 'list') {
    const isNothing = node?.kind === 'scalar' && node.text === ''
    const result = isNothing ? insertItems(document, path, 0, [value]) : putKey(form, path, [value])
    return written(document, result, path, [...path, 0])
  }
  const at = node.items.length
  return written(document, insertItems(document, path, at, [value]), path, [...path, at])
}

/** What a new part may be made of: the first group, or the first nodes. */
function nearNames(of: FormListKind, names: ReturnType<ConfigForm['names']>): readonly string[] {
  if (of === 'dns-rule') return (names['dns-server'] ?? []).slice(0, 1)
  if (of === 'rule') return [...(names['group'] ?? []), ...(names['node'] ?? [])].slice(0, 1)
  return (names['node'] ?? []).slice(0, 1)
}

function spaceOf(kind: FormListKind): NameSpace | undefined {
  if (kind === 'node' || kind === 'group') return 'target'
  return kind === 'rule' || kind === 'dns-rule' ? undefined : kind
}

async function injected(
  { client, document }: ConfigForm,
  change: Parameters<typeof injectChanges>[1][number],
): Promise<FormChange> {
  // oxfmt-ignore
  const { text, changes, issue } = await injectChanges(document.text, [change], { client })
  const issues = changes.flatMap((report) => report.issues)
  const errors = issues.filter(({ severity }) => severity === 'error')
  if (issue !== undefined || errors.length > 0) return { refused: issue ? [issueOf(issue.code, issue.args), ...errors] : errors } // oxfmt-ignore
  return { text, notes: issues }
}
