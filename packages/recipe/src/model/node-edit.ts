import type { NodeEdit, ProxyNode } from './conversion-types.ts'
import { ownValue } from './own-value.ts'
import { isRecord } from './is-record.ts'

type Fields = Readonly<Record<string, unknown>>

/** The node as it is read now with what a person changed about it; the same node where that changes nothing. */
export function withEdit(
  node: ProxyNode,
  edit: NodeEdit | undefined,
  readLink: (link: string) => ProxyNode | undefined = () => undefined,
): ProxyNode {
  if (!edit) return node
  if ('node' in edit) return edit.node
  if ('link' in edit) return readLink(edit.link) ?? node
  const edited = withChanges(node, edit.from, edit.to) as ProxyNode
  return edited === node ? node : { ...edited, name: node.name }
}

/** What was changed about a node as it was shown, added to what was changed before. Its name is no part of it. */
export function editOf(shown: ProxyNode, saved: ProxyNode, last: NodeEdit | undefined): NodeEdit | undefined {
  const from = fieldsOf(shown)
  const to = fieldsOf(saved)
  if (isSame(from, to)) return last
  if (!last) return { from, to }
  if ('node' in last) return { node: { ...(withChanges(last.node, from, to) as ProxyNode), name: last.node.name } }
  if ('link' in last) return { node: saved }
  // What is put back to what it once was is a change of what it is by now.
  return { from: withChanges(last.from, to, from) as Fields, to: withChanges(last.to, from, to) as Fields }
}

function fieldsOf(node: ProxyNode): Fields {
  const { name: _, ...fields } = node
  return fields
}

/** `now` with whatever differs between `from` and `to`, field by field; a part of another type is changed as a whole. */
function withChanges(now: unknown, from: unknown, to: unknown): unknown {
  if (!isRecord(now) || !isRecord(from) || !isRecord(to) || now['type'] !== to['type'] || from['type'] !== to['type'])
    return isSame(from, to) ? now : to
  const changed = Object.keys({ ...from, ...to })
    .map((key) => [key, withChanges(ownValue(now, key), ownValue(from, key), ownValue(to, key))] as const)
    .filter(([key, value]) => value !== ownValue(now, key))
  if (changed.length === 0) return now
  const all = Object.entries({ ...now, ...Object.fromEntries(changed) })
  return Object.fromEntries(all.filter(([, value]) => value !== undefined))
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
