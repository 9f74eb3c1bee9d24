import { recogniseClient } from '../check/recognise-client.ts'
import { CONFIG_CHECKERS } from '../clients/checkers.ts'
import { loadEditor } from '../clients/editors.ts'
import type { ClientId } from '../clients/facts.ts'
import { resolved, valueOf } from '../document/document-node.ts'
import { replaceValue } from '../document/edit-document.ts'
import { openDocument, type OpenDocument } from '../document/open-document.ts'
import type { TextEdit } from '../document/text-edit.ts'
import type { Issue, IssueArgs } from '../model/issue.ts'
import type { JsonObject } from '../text/record.ts'
import { addNodes } from './add-nodes.ts'
import { addMembers, addPart, hasMembers, partIssues } from './add-part.ts'
import { addRules } from './add-rules.ts'
import type { WantedChange } from './change.ts'
import { ChangeNotes, type ChangeReport } from './change-report.ts'
import { ConfigState } from './config-state.ts'
import { withLaterNames } from './later-names.ts'
import { remove } from './remove.ts'
import { nameProvider, prefixProvider } from './name-provider.ts'
import { prefixNodes, rename, renameNodes } from './rename.ts'
import { setOne } from './set-one.ts'
import { isSame } from './same-value.ts'
import { spelledPath } from './text-draft.ts'

export interface InjectOptions {
  /** Absent: the client is recognised. */
  client?: ClientId | undefined
  /** Texts of the files that `add-nodes` names. */
  texts?: ReadonlyMap<string, string>
}

export interface InjectResult {
  client: ClientId
  /** The config after all changes that could be made. */
  text: string
  /** What was done to the text given. */
  edits: TextEdit[]
  /** One for each change, in their order. */
  changes: ChangeReport[]
  added: number
  skipped: number
  refused: number
  /** Why the config could not be read; nothing was changed then. */
  issue?: Pick<Issue, 'code' | 'severity' | 'line' | 'args'>
}

/**
 * Changes a config as text: what is not named stays to the letter, comments too. A change that is there already is
 * passed over, so that a second time changes nothing; what cannot be done is told and not written.
 */
export async function injectChanges(
  config: string,
  changes: readonly WantedChange[],
  { client = recogniseClient(config), texts = new Map() }: InjectOptions = {},
): Promise<InjectResult> {
  const document = openDocument(config, { format: CONFIG_CHECKERS[client].format })
  const issue = unreadable(document)
  if (issue !== undefined)
    return { client, text: config, edits: [], changes: [], added: 0, skipped: 0, refused: changes.length, issue }
  const state = new ConfigState(await loadEditor(client), document)
  const reports = changes.map((change, index) => {
    const notes = new ChangeNotes(change)
    make(withLaterNames(change, changes.slice(index + 1), state), client, texts, state, notes)
    const lines = state.draft.takeFollowingLines()
    if (lines.length > 0) notes.note('change-follows', { lines: lines.join(', ') })
    return notes.report
  })
  const sum = (key: 'added' | 'skipped' | 'refused') => reports.reduce((total, report) => total + report[key], 0)
  const done = { changes: reports, added: sum('added'), skipped: sum('skipped'), refused: sum('refused') }
  return { client, ...state.draft.finish(), ...done }
}

/** A config that is no map, or was not read to its end, is not touched. */
function unreadable(document: OpenDocument): InjectResult['issue'] {
  const { issue, root, format, text } = document
  if (issue !== undefined && !(issue.code === 'bad-json' && issue.reason === 'behind')) {
    const { code } = issue
    const args: IssueArgs =
      code === 'bad-yaml' ? { msg: issue.detail } : code === 'too-large' ? { most: issue.most } : {}
    return { code, severity: 'error', line: document.positionOf(issue.start).line, args }
  }
  const kind = root && resolved(root).kind
  if (kind === 'map' || (kind === undefined && format === 'yaml')) return undefined
  if (text.trim() === '') return { code: 'config-empty', severity: 'error', line: 1, args: {} }
  return { code: 'value-type', severity: 'error', line: 1, args: { key: '', expected: 'object' } }
}

function make(
  change: WantedChange,
  client: ClientId,
  texts: ReadonlyMap<string, string>,
  state: ConfigState,
  notes: ChangeNotes,
): void {
  switch (change.kind) {
    case 'add-rules':
      return addRules(change, client, state, notes)
    case 'add-rule-set':
      return addRuleSet(change, client, state, notes)
    case 'add-proxy-provider': {
      const { name, provider, into } = change
      if (addPart(state, 'proxy-provider', provider, notes, { client, name })) addMembers(state, 'proxy-provider', [name], into, notes) // oxfmt-ignore
      return
    }
    case 'add-group':
      return addGroup(change, client, state, notes)
    case 'add-nodes':
      return addNodes(change, texts, state, notes)
    case 'rename':
      return rename(change, state, notes)
    case 'rename-nodes':
      return renameNodes(change, state, notes)
    case 'prefix-nodes':
      return prefixNodes(change, state, notes)
    case 'prefix-provider':
      return prefixProvider(change, state, notes)
    case 'name-provider':
      return nameProvider(change, state, notes)
    case 'replace-group':
      return replaceGroup(change, client, state, notes)
    case 'remove':
      return remove(change, state, notes)
    case 'set':
      return setAt(change, state, notes)
  }
}

function addRuleSet(
  { name, set, rule, at, line }: WantedChange & { kind: 'add-rule-set' },
  client: ClientId,
  state: ConfigState,
  notes: ChangeNotes,
): void {
  const value = state.editor.nameKey === 'tag' ? { tag: name, ...set } : set
  if (!addPart(state, 'rule-set', value, notes, { client, name })) return
  if (rule !== undefined) addRules({ rules: [{ rule, line }], at }, client, state, notes)
}

function addGroup(
  { group: given, at, into }: WantedChange & { kind: 'add-group' },
  client: ClientId,
  state: ConfigState,
  notes: ChangeNotes,
): void {
  const group = inOwnWords(given, state, notes)
  const beside = typeof at !== 'object' ? undefined : 'before' in at ? at.before : at.after
  if (beside !== undefined && state.kindOf(beside) !== 'group') {
    notes.refuse('name-missing', { name: beside, ...state.nearest(beside, 'target') })
    return
  }
  const name = group[state.editor.nameKey]
  // A group that is there may have other members by now.
  const isThere = typeof name === 'string' && state.kindOf(name) === 'group'
  if ((!isThere && !hasMembers(state, group, notes)) || !addPart(state, 'group', group, notes, { client, at })) return
  addMembers(state, 'group', [String(name)], into, notes)
}

/** A group as the client spells it; what was translated is told. */
function inOwnWords(given: JsonObject, state: ConfigState, notes: ChangeNotes): JsonObject {
  const { group, issues } = state.editor.ownGroup(given, state.reading().root)
  for (const { code, args } of issues) notes.note(code, args)
  if (group !== given) notes.report.translated.push({ from: JSON.stringify(given), to: JSON.stringify(group) })
  return group
}

function replaceGroup(
  { name, group: given }: WantedChange & { kind: 'replace-group' },
  client: ClientId,
  state: ConfigState,
  notes: ChangeNotes,
): void {
  const { editor, draft } = state
  if (state.kindOf(name) !== 'group') {
    notes.refuse('name-missing', { name, ...state.nearest(name, 'target') })
    return
  }
  const value: JsonObject = { [editor.nameKey]: name, ...inOwnWords(given, state, notes) }
  if (value[editor.nameKey] !== name) {
    notes.refuse('change-refused', { reason: 'rename', key: name })
    return
  }
  const before = state.newValue('group', name)
  const isNew = before !== undefined && draft.isNew(before)
  // A member that waits for its group would be lost.
  if (!isNew && draft.isTouched(state.part('target', name)!.map)) draft.settle()
  if (isSame(isNew ? before : valueOf(state.part('target', name)!.map), value)) return notes.skip()
  if (!hasMembers(state, value, notes) || !isSound(client, editor.places.group!, value, notes)) return
  if (isNew && draft.replaceNew(before, value)) {
    state.add('group', name, value)
    return notes.add()
  }
  if (isNew) draft.settle()
  const result = draft.edit((document) => replaceValue(document, spelledPath(document, state.partIn(document, 'target', name)!.path), value)) // oxfmt-ignore
  if (notes.written(result, name)) state.rewritten()
}

/** Tells what the client would refuse of a value. */
function isSound(client: ClientId, path: readonly (string | number)[], value: unknown, notes: ChangeNotes): boolean {
  const issues = partIssues(client, path, value)
  for (const { code, args } of issues) notes.refuse(code, args)
  return issues.length === 0
}

function setAt({ path, value }: WantedChange & { kind: 'set' }, state: ConfigState, notes: ChangeNotes): void {
  if (path.length === 0) {
    notes.refuse('change-refused', { reason: 'path-missing', key: '/' })
    return
  }
  setOne(path, value, state, notes)
  if (state.holdsParts(path[0]!)) state.rewritten()
}
