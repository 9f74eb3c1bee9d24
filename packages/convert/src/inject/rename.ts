import { resolved, type ScalarNode } from '../document/document-node.ts'
import { rewriteTexts } from '../document/edit-document.ts'
import type { NameReference, NameSpace } from './shared/config-editor.ts'
import type { OpenDocument } from '../document/open-document.ts'
import { countBelow } from '../text/count-below.ts'
import type { WantedChange } from './change.ts'
import type { ChangeNotes } from './change-report.ts'
import type { ConfigState } from './config-state.ts'

/** Gives a node, group, provider, rule set or tag another name; all that names it follows. */
export function rename(
  { from, to, space: wanted }: Pick<WantedChange & { kind: 'rename' }, 'from' | 'to' | 'space'>,
  state: ConfigState,
  notes: ChangeNotes,
): void {
  const spaceOf = (name: string) => {
    if (wanted === undefined) return state.spaceOf(name)
    return state.has(wanted, name) ? wanted : undefined
  }
  const space = spaceOf(from)
  if (space === undefined) {
    if (spaceOf(to) !== undefined || from === to) return notes.skip()
    notes.refuse('name-missing', { name: from, ...state.nearest(from) })
    return
  }
  if (from === to) return notes.skip()
  renameAll(new Map([[from, to]]), space, state, notes)
}

/** Puts a prefix before the names of all nodes that have it not yet. */
export function prefixNodes({ prefix }: { prefix: string }, state: ConfigState, notes: ChangeNotes): void {
  state.draft.settle()
  const nodes = state.reading().all.filter(({ kind, name, isPlain }) => kind === 'node' && name !== '' && !isPlain)
  const plain = nodes.filter(({ name }) => !name.startsWith(prefix))
  notes.skip(nodes.length - plain.length)
  if (prefix === '') return
  renameAll(new Map(plain.map(({ name }) => [name, prefix + name])), 'target', state, notes)
}

/** Gives nodes other names, all at once: two of them may swap theirs. */
export function renameNodes(
  { names }: { names: ReadonlyMap<string, string> },
  state: ConfigState,
  notes: ChangeNotes,
): void {
  state.draft.settle()
  const wanted = new Map([...names].filter(([from, to]) => from !== to && state.kindOf(from) === 'node'))
  notes.skip(names.size - wanted.size)
  renameAll(wanted, 'target', state, notes)
}

function renameAll(
  wanted: ReadonlyMap<string, string>,
  space: NameSpace,
  state: ConfigState,
  notes: ChangeNotes,
): void {
  const { draft } = state
  if ([...wanted.keys()].some((name) => draft.mentions(name))) draft.settle()
  const all = state.references(draft.document, textIn(wanted))
  const references = Map.groupBy(
    all.filter((one) => one.space === space),
    ({ name }) => name,
  )
  const names = freeNames(wanted, references, space, new Prefixes(all, state), state, notes)
  if (names.size === 0) return
  const result = draft.edit((document) => rewriteTexts(document, textsIn(document, names, space, state)))
  if (!notes.written(result, [...names.values()].join(', '))) return
  notes.add(names.size - 1)
  state.rename(space, names)
  state.rewritten()
}

/** Those of the names that may be given. A part that keeps its name takes it from the part that was to have it. */
function freeNames(
  wanted: ReadonlyMap<string, string>,
  references: ReadonlyMap<string, readonly NameReference[]>,
  space: NameSpace,
  prefixes: Prefixes,
  state: ConfigState,
  notes: ChangeNotes,
): Map<string, string> {
  const names = new Map(wanted)
  const owners = new Map<string, string>()
  for (const [from, to] of wanted) {
    const isTaken = owners.has(to) || (!wanted.has(to) && state.has(space, to))
    if (isFree(from, to, isTaken, references.get(from) ?? [], prefixes, state, notes)) owners.set(to, from)
    else names.delete(from)
  }
  const keeping = [...wanted.keys()].filter((from) => !names.has(from))
  for (let name = keeping.pop(); name !== undefined; name = keeping.pop()) {
    const owner = owners.get(name)
    if (owner === undefined || !names.delete(owner)) continue
    notes.refuse('name-taken', { name })
    keeping.push(owner)
  }
  return names
}

/** The one name, by which others are passed over. */
function textIn(names: ReadonlyMap<string, string>): string | undefined {
  const [name] = names.keys()
  return names.size === 1 ? name : undefined
}

/** Every text that holds one of the names, with the new one in it. */
function textsIn(
  document: OpenDocument,
  names: ReadonlyMap<string, string>,
  space: NameSpace,
  state: ConfigState,
): Map<ScalarNode, string> {
  const found = new Map<ScalarNode, Map<number, NameReference>>()
  for (const reference of state.references(document, textIn(names))) {
    if (reference.space !== space || !names.has(reference.name)) continue
    // A name in what aliases share is met once for each.
    const inside = found.get(reference.scalar) ?? new Map<number, NameReference>()
    found.set(reference.scalar, inside.set(reference.at, reference))
  }
  const texts = new Map([...found].map(([scalar, inside]) => [scalar, renamed(scalar, [...inside.values()], names)]))
  for (const [from, to] of names) {
    const node = state.partIn(document, space, from)?.nameNode
    const scalar = node && resolved(node)
    if (scalar?.kind === 'scalar') texts.set(scalar, to)
  }
  return texts
}

function renamed(
  { text }: ScalarNode,
  references: readonly NameReference[],
  names: ReadonlyMap<string, string>,
): string {
  return references
    .toSorted((a, b) => b.at - a.at)
    .reduce((done, { at, name }) => done.slice(0, at) + names.get(name)! + done.slice(at + name.length), text)
}

/** Whether a part may be called so, with everything that names it. */
function isFree(
  from: string,
  to: string,
  isTaken: boolean,
  references: readonly NameReference[],
  prefixes: Prefixes,
  state: ConfigState,
  notes: ChangeNotes,
): boolean {
  if (to === '') return notes.refuse('value-wrong', { key: 'to', expected: 'filled' })
  if (isTaken || state.isBuiltIn(to)) return notes.refuse('name-taken', { name: to })
  // A comma ends the field of a rule, and blanks around a name are cut off.
  const isCut = to !== to.trim() || to.includes(',')
  if (isCut && references.some(({ at, scalar, name }) => at > 0 || scalar.text !== name))
    return notes.refuse('rule-action', { reason: 'action-comma', action: to, raw: to })
  // Whatever begins so is a member: a name that begins otherwise would be none.
  const prefix = prefixes.losing(from, to)
  if (prefix !== undefined) return notes.refuse('change-refused', { reason: 'prefix', key: prefix })
  return true
}

/** Texts of a config that stand for all names which begin so. */
class Prefixes {
  readonly #prefixes: ReadonlySet<string>
  readonly #state: ConfigState
  /** In their order, so that names that begin with a text stand behind it. */
  #names: readonly string[] | undefined

  constructor(references: readonly NameReference[], state: ConfigState) {
    this.#prefixes = new Set(references.filter(({ isPrefix }) => isPrefix).map(({ name }) => name))
    this.#state = state
  }

  /** A prefix that stands for a name and would not stand for its new one. A prefix that is one name alone follows it. */
  losing(from: string, to: string): string | undefined {
    if (this.#prefixes.size === 0) return undefined
    for (let length = 0; length <= from.length; length++) {
      const prefix = from.slice(0, length)
      const isLost = this.#prefixes.has(prefix) && !to.startsWith(prefix)
      if (isLost && (prefix !== from || this.#isOfOthers(from))) return prefix
    }
    return undefined
  }

  #isOfOthers(name: string): boolean {
    const names = (this.#names ??= this.#state.names('target').sort())
    const behind = names[countBelow(names.length, (index) => names[index]! <= name)]
    return behind?.startsWith(name) === true
  }
}
