import { type Issue, issueOf, NodeIssues } from '../model/issue.ts'
import { parseNodes } from '../parse-nodes.ts'
import { UniqueNames } from '../nodes/unique-names.ts'
import { isRecord } from '../text/record.ts'
import type { WantedChange } from './change.ts'
import type { ChangeNotes } from './change-report.ts'
import type { ConfigState } from './config-state.ts'
import { addMembers } from './add-part.ts'

/** Nodes of any text that the engine reads: those that are there already are passed over, others get free names. */
export function addNodes(
  change: WantedChange & { kind: 'add-nodes' },
  texts: ReadonlyMap<string, string>,
  state: ConfigState,
  notes: ChangeNotes,
): void {
  const text = textOf(change, texts)
  if (text === undefined) {
    notes.refuse('fetch-failed', { reason: change.from ?? '' })
    return
  }
  const { nodes, issues } = parseNodes(text, { source: change.from })
  notes.report.issues.push(...issues)
  notes.report.refused += issues.filter(({ severity }) => severity === 'error').length
  const { editor } = state
  const known = state.knownNodes
  const names = new UniqueNames([...editor.builtInNames, ...state.names('target')])
  const lists = new Map<string, { path: readonly (string | number)[]; values: object[] }>()
  const members: string[] = []
  for (const { node, line, issues: found } of nodes) {
    const nodeIssues = new NodeIssues()
    const probe = editor.writeNode(node, node.name, nodeIssues)
    const place: Pick<Issue, 'line' | 'node' | 'source'> = { line, node: node.name, source: change.from }
    const all = [...found, ...nodeIssues.take()]
    notes.report.issues.push(...all.map((issue) => issueOf(issue, place)))
    if (probe === undefined) {
      notes.report.refused++
      continue
    }
    const same = known.nameOf(node.name, probe[0]!.value)
    if (same !== undefined) {
      notes.skip()
      members.push(same)
      continue
    }
    const name = names.claim(node.name)
    if (name !== node.name) notes.note('name-changed', { from: node.name, to: name })
    const written = name === node.name ? probe : editor.writeNode(node, name, new NodeIssues())
    for (const { path, value } of written ?? []) {
      const list = lists.get(path.join()) ?? { path, values: [] }
      list.values.push(value)
      lists.set(path.join(), list)
    }
    known.add(name, probe[0]!.value)
    state.add('node', name)
    members.push(name)
    notes.add()
  }
  for (const { path, values } of lists.values()) {
    const result = state.draft.insertItems(() => ({ path, at: Infinity }), values)
    if (result !== undefined) notes.refuse('change-refused', { reason: result.refused, key: path.join('.') })
  }
  addMembers(state, 'node', [...new Set(members)], change.into, notes)
}

function textOf(
  { text, from, nodes }: WantedChange & { kind: 'add-nodes' },
  texts: ReadonlyMap<string, string>,
): string | undefined {
  if (text !== undefined) return text
  if (from !== undefined) return texts.get(from)
  const links = (nodes ?? []).filter((node) => typeof node === 'string')
  const entries = (nodes ?? []).filter(isRecord)
  // An entry of Clash says its name, one of sing-box and Xray its tag.
  const lists = [
    { proxies: entries.filter((entry) => entry['tag'] === undefined) },
    { outbounds: entries.filter((entry) => entry['tag'] !== undefined) },
  ]
  return [...links, ...lists.filter((list) => Object.values(list)[0]!.length > 0).map((list) => JSON.stringify(list))].join('\n') // oxfmt-ignore
}
