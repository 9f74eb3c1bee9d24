import type { ClientId } from '../clients/facts.ts'
import type { NameSpace, PartKind } from './shared/config-editor.ts'
import { checkConfig } from '../check/check-config.ts'
import type { CheckIssue } from '../check/shared/check-issue.ts'
import { type DocumentPath, findNode, valueOf } from '../document/document-node.ts'
import { insertPair, setValue } from '../document/edit-document.ts'
import type { OpenDocument } from '../document/open-document.ts'
import type { IssueCode } from '../model/issue.ts'
import type { JsonObject } from '../text/record.ts'
import type { RulesAt } from './change.ts'
import type { ChangeNotes } from './change-report.ts'
import type { ConfigState } from './config-state.ts'
import type { ItemPlace } from './text-draft.ts'
import { isSame } from './same-value.ts'

/** What only the whole config can say. */
const ABOUT_OTHERS: ReadonlySet<IssueCode> = new Set([
  'name-missing',
  'name-unused',
  'names-loop',
  'rule-target-missing',
])

/** What the client would refuse of a value that stands in a config alone. */
export function partIssues(client: ClientId, path: DocumentPath, item: unknown, key?: string): CheckIssue[] {
  const list = key === undefined ? [item] : { [key]: item }
  const config = path.reduceRight<unknown>((value, step) => ({ [step]: value }), list)
  const { issues } = checkConfig(JSON.stringify(config), { client })
  return issues.filter(({ severity, code, args }) => severity === 'error' && !ABOUT_OTHERS.has(code) && args['reason'] !== 'provider-missing') // oxfmt-ignore
}

interface PartOptions {
  client?: ClientId
  /** The key where the place is a map. */
  name?: string
  at?: RulesAt | undefined
}

/** Puts a group, provider or rule set where such stand. Gives whether it is there now. */
export function addPart(
  state: ConfigState,
  kind: Exclude<PartKind, 'node' | 'inbound' | 'dns-server'>,
  value: JsonObject,
  notes: ChangeNotes,
  { client, name: key, at }: PartOptions = {},
): boolean {
  const { editor, draft } = state
  const path = editor.places[kind]
  const name = key ?? value[editor.nameKey]
  if (path === undefined) return notes.refuse('change-refused', { reason: 'client', key: kind })
  if (typeof name !== 'string' || name === '') return notes.refuse('key-missing', { key: editor.nameKey })
  const space = kind === 'group' ? 'target' : kind
  if (state.has(space, name)) {
    const part = state.part(space, name)
    const isOther = kind === 'group' && state.kindOf(name) !== 'group'
    if (isOther || part === undefined) return notes.refuse('name-taken', { name })
    // Others may have come into a group since.
    const before = valueOf(part.map)
    if (kind !== 'group' && !isSame(before, value) && client !== undefined) notes.note('change-differs', { name })
    notes.skip()
    return true
  }
  if (state.isBuiltIn(name)) return notes.refuse('name-taken', { name })
  const ofForm = editor.formIssues(kind, value)
  const isAlone = client === undefined || ofForm.length > 0
  const issues = isAlone ? ofForm : partIssues(client, path, value, isKeyed(state, kind) ? name : undefined)
  if (issues.length > 0) {
    for (const { code, args } of issues) notes.refuse(code, args)
    notes.report.refused -= issues.length - 1
    return false
  }
  const result = isKeyed(state, kind)
    ? draft.edit(
        (document) =>
          findNode(document.root, path) === undefined
            ? setValue(document, [...path, name], value)
            : insertPair(document, path, name, value),
        path,
      )
    : draft.insertItems((document) => placeAmong(document, space, path, at ?? 'bottom', state), [value], at === 'top')
  if (!notes.written(result, path.join('.'))) return false
  state.add(kind, name, value)
  return true
}

/** Whether the name is a key of a map. */
function isKeyed({ editor }: ConfigState, kind: 'group' | 'proxy-provider' | 'rule-set'): boolean {
  return editor.nameKey === 'name' && kind !== 'group'
}

function placeAmong(
  document: OpenDocument,
  space: NameSpace,
  path: DocumentPath,
  at: RulesAt,
  state: ConfigState,
): ItemPlace | undefined {
  if (at === 'top') return { path, at: 0 }
  if (at === 'bottom') return { path, at: Infinity }
  const part = state.partIn(document, space, 'before' in at ? at.before : at.after)
  const index = part?.path.at(-1)
  if (part === undefined || typeof index !== 'number' || part.path.length !== path.length + 1) return undefined
  return { path, at: 'before' in at ? index : index + 1 }
}

/** Tells of members of a group that do not exist. */
export function hasMembers(state: ConfigState, group: JsonObject, notes: ChangeNotes): boolean {
  let isWhole = true
  for (const kind of ['node', 'proxy-provider'] as const) {
    const key = state.editor.memberKey(kind)
    const list = key === undefined || key === 'selector' ? undefined : group[key]
    const space = kind === 'node' ? 'target' : kind
    for (const name of Array.isArray(list) ? list : []) {
      const isThere = typeof name !== 'string' || state.has(space, name) || state.editor.builtInMembers.includes(name)
      if (!isThere) isWhole = notes.refuse('name-missing', { name, ...state.nearest(name, space) })
    }
  }
  return isWhole
}

/** Makes parts members of groups; who is one already stays it once. */
export function addMembers(
  state: ConfigState,
  kind: PartKind,
  names: readonly string[],
  into: readonly string[],
  notes: ChangeNotes,
): void {
  if (into.length > 0) state.refresh()
  for (const group of into) {
    const key = state.editor.memberKey(kind)
    const part = state.kindOf(group) === 'group' ? state.part('target', group) : undefined
    if (part === undefined) {
      notes.refuse('name-missing', { name: group, ...state.nearest(group, 'target') })
      continue
    }
    if (key === undefined || names.includes(group)) {
      notes.refuse('change-refused', { reason: 'member', key: group })
      continue
    }
    const node = findNode(part.map, [key])
    const members: unknown = node && valueOf(node)
    const known = new Set<unknown>(Array.isArray(members) ? members : [members])
    const fresh = names.filter((name) => !known.has(name) && !state.isNewMember(group, name))
    notes.skip(names.length - fresh.length)
    const result = state.draft.insertItems((document) => {
      const there = state.partIn(document, 'target', group)
      return there && { path: [...there.path, key], at: Infinity }
    }, fresh)
    if (result !== undefined) notes.refuse('change-refused', { reason: result.refused, key: group })
    else {
      notes.add(fresh.length)
      for (const name of fresh) state.addMember(group, name)
    }
  }
}
