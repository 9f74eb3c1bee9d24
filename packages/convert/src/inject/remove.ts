import { type DocumentPath, findNode, resolved, type ScalarNode, valueOf } from '../document/document-node.ts'
import { type EditResult, removeAt, removeItems } from '../document/edit-document.ts'
import type { OpenDocument } from '../document/open-document.ts'
import type { NameReference, NameSpace } from './shared/config-editor.ts'
import type { JsonObject } from '../text/record.ts'
import type { WantedChange, RemovableKind } from './change.ts'
import type { ChangeNotes } from './change-report.ts'
import type { ConfigState } from './config-state.ts'
import { spelledPath } from './text-draft.ts'
import { firstText, itemsHolding } from './shared/rule-objects.ts'
import { isSame } from './same-value.ts'

/** Takes out a rule, or a part with the places that list it. What is gone already is passed over. */
export function remove(
  { what, name }: Pick<WantedChange & { kind: 'remove' }, 'what' | 'name'>,
  state: ConfigState,
  notes: ChangeNotes,
): void {
  state.refresh()
  const text = typeof name === 'string' ? name : firstText(name)
  if (text === undefined || state.draft.mentions(text)) state.draft.settle()
  if (what === 'rule') removeRule(name, state, notes)
  else if (typeof name === 'string') removePart(what, name, state, notes)
  else notes.refuse('value-type', { key: what, expected: 'text' })
}

function removeRule(wanted: string | JsonObject, state: ConfigState, notes: ChangeNotes): void {
  const path = state.editor.places.rule!
  const line = typeof wanted === 'string' ? plain(wanted) : ''
  const indexesIn = (document: OpenDocument) => {
    if (typeof wanted !== 'string') {
      const list = findNode(document.root, spelledPath(document, path))
      return itemsHolding(document.text, list, wanted).flatMap(([index, node]) => isSame(valueOf(node), wanted) ? [index] : []) // oxfmt-ignore
    }
    const indexes: number[] = []
    for (const { text, index } of state.rulesLike(document, line)) if (text === line || plain(text) === line) indexes.push(index) // oxfmt-ignore
    return indexes
  }
  const count = indexesIn(state.draft.document).length
  if (count === 0) {
    notes.note('change-nothing', { name: typeof wanted === 'string' ? wanted : JSON.stringify(wanted) })
    return notes.skip()
  }
  const result = state.draft.edit((document) => removeItems(document, spelledPath(document, path), indexesIn(document)))
  if (!notes.written(result, path.join('.'))) return
  notes.add(count - 1)
  state.rewritten()
}

function plain(line: string): string {
  if (!line.includes(' ')) return line
  return line
    .split(',')
    .map((field) => field.trim())
    .join(',')
}

function removePart(what: RemovableKind, name: string, state: ConfigState, notes: ChangeNotes): void {
  const space: NameSpace = what === 'node' || what === 'group' ? 'target' : what
  const part = state.part(space, name)
  if (part === undefined || part.kind !== what) {
    notes.note('change-nothing', { name, ...state.nearest(name, space) })
    return notes.skip()
  }
  const { draft } = state
  const { used, lists } = usesOf(draft.document, space, name, state)
  if (used.length > 0) {
    const lines = used.map(({ scalar }) => draft.document.positionOf(scalar.start).line)
    notes.refuse('name-used', { name, lines: [...new Set(lines)].join(', ') })
    return
  }
  const emptied = lists.find(({ path, indexes }) => isEmptied(path, indexes, state))
  if (emptied !== undefined) {
    const group = findNode(draft.document.root, [...emptied.path.slice(0, -1), state.editor.nameKey])
    notes.refuse('members-missing', { name: group === undefined ? '' : String(valueOf(group)) })
    return
  }
  const result = draft.edit((document) => {
    const there = state.partIn(document, space, name)
    if (there === undefined) return { refused: 'path-missing', places: [] }
    const edits = usesOf(document, space, name, state).lists.map((list) =>
      removeItems(document, list.path, list.indexes),
    )
    if (typeof there.path.at(-1) === 'string') edits.push(removeAt(document, there.path))
    return joined(edits)
  })
  if (!notes.written(result, name)) return
  state.remove(space, name)
  state.rewritten()
}

/** Several edits as one; refused if one of them is. A list that a merge lends is met once for each map that has it. */
function joined(results: readonly EditResult[]): EditResult {
  const refused = results.find((result) => 'refused' in result)
  if (refused !== undefined) return refused
  const changes = results.flatMap((result) => ('edits' in result ? [result] : []))
  const edits = new Map(changes.flatMap((change) => change.edits).map((edit) => [JSON.stringify(edit), edit]))
  return { edits: [...edits.values()], follows: changes.flatMap(({ follows }) => follows) }
}

interface Uses {
  /** Places that would name what is gone. */
  used: NameReference[]
  /** Items that go: the part itself if it is one, its memberships, rules about it alone. */
  lists: { path: DocumentPath; indexes: number[] }[]
}

function usesOf(document: OpenDocument, space: NameSpace, name: string, state: ConfigState): Uses {
  const { editor } = state
  const part = state.partIn(document, space, name)
  const lists = new Map<string, { path: DocumentPath; indexes: number[] }>()
  const take = (path: DocumentPath) => {
    const list = path.slice(0, -1)
    const index = path.at(-1)
    const key = JSON.stringify(list)
    const known = lists.get(key) ?? { path: list, indexes: [] }
    if (typeof index === 'number') lists.set(key, { ...known, indexes: [...known.indexes, index] })
  }
  const own = state
    .references(document, name)
    .filter((one) => one.space === space && one.name === name && !(part && isBelow(one.path, part.path)))
  const rules = editor.places.rule!
  const used = own.filter((one) => !isGoing(one, state))
  for (const { path } of own) take(isBelow(path, rules) ? path.slice(0, rules.length + 1) : path)
  if (part !== undefined) take(part.path)
  return {
    used,
    lists: [...lists.values()].map(({ path, indexes }) => ({ path: spelledPath(document, path), indexes })),
  }
}

/** A membership goes with its part, and so does a rule that is about a rule set alone. */
function isGoing({ isItem, space, path, scalar }: NameReference, state: ConfigState): boolean {
  if (isItem) return true
  const rules = state.editor.places.rule!
  if (space !== 'rule-set' || !isBelow(path, rules)) return false
  return state.editor.hasRuleLines ? isListRule(scalar) : path.length === rules.length + 2
}

function isListRule({ text }: ScalarNode): boolean {
  return /^ *RULE-SET *,/i.test(text)
}

function isBelow(path: DocumentPath, above: DocumentPath): boolean {
  return path.length > above.length && above.every((step, index) => path[index] === step)
}

/** Whether a group would hold nothing any more. */
function isEmptied(path: DocumentPath, indexes: readonly number[], state: ConfigState): boolean {
  const root = state.draft.document.root
  const keys = [state.editor.memberKey('node'), state.editor.memberKey('proxy-provider')]
  const key = path.at(-1)
  if (typeof key !== 'string' || !keys.includes(key) || path.length < 2) return false
  const list = findNode(root, path)
  const inner = list && resolved(list)
  if (inner?.kind !== 'list' || inner.items.length > new Set(indexes).size) return false
  const group = findNode(root, path.slice(0, -1))
  const map = group && resolved(group)
  if (map?.kind !== 'map') return false
  const others = ['include-all', 'include-all-proxies', 'include-all-providers', ...keys.filter((one) => one !== key)]
  return others.every((one) => {
    const node = one === undefined ? undefined : findNode(map, [one])
    const value = node && valueOf(node)
    return Array.isArray(value) ? value.length === 0 : value !== true
  })
}
