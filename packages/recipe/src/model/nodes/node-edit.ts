import type { NodeBase } from '@switchyard/convert'
import type { NodeEdit } from './edits.ts'
import { isRecord } from '@switchyard/convert/record'
import { ownValue } from '../values/own-value.ts'

/**
 * The node as it is read now with what a person changed about it; the same node where that changes nothing. A file may
 * say any fields: only `nodeFrom` knows whether they make a node.
 */
export function withEdit(
  node: NodeBase,
  edit: NodeEdit | undefined,
  readLink: (link: string) => NodeBase | undefined = () => undefined,
): unknown {
  if (!edit) return node
  if ('node' in edit) return edit.node
  if ('link' in edit) return readLink(edit.link) ?? node
  const edited = withChanges<unknown>(node, edit.from, edit.to)
  return edited === node || !isRecord(edited) ? edited : { ...edited, name: node.name }
}

/** Whether an object has what a row of the table shows of every node. */
export function isNodeBase(value: unknown): value is NodeBase {
  if (!isRecord(value)) return false
  const { type, name, server, port } = value
  return [type, name, server].every((one) => typeof one === 'string') && (port === undefined || Number.isInteger(port))
}

/** What was changed about a node as it was shown, added to what was changed before. Its name is no part of it. */
export function editOf(shown: NodeBase, saved: NodeBase, last: NodeEdit | undefined): NodeEdit | undefined {
  const from = fieldsOf(shown)
  const to = fieldsOf(saved)
  if (isSame(from, to)) return last
  if (!last) return { from, to }
  if ('node' in last) return { node: { ...withChanges(fieldsOf(last.node), from, to), name: last.node.name } }
  if ('link' in last) return { node: saved }
  // What is put back to what it once was is a change of what it is by now.
  return { from: withChanges(last.from, to, from), to: withChanges(last.to, from, to) }
}

function fieldsOf(node: NodeBase): Omit<NodeBase, 'name'> {
  const { name: _, ...fields } = node
  return fields
}

/** `now` with whatever differs between `from` and `to`, field by field; a part of another type is changed as a whole. */
function withChanges<T>(now: T, from: T, to: T): T {
  if (!isRecord(now) || !isRecord(from) || !isRecord(to) || now['type'] !== to['type'] || from['type'] !== to['type'])
    return isSame(from, to) ? now : to
  const changed = { ...now }
  let isChanged = false
  for (const key of Object.keys({ ...from, ...to })) {
    const before: unknown = ownValue(now, key)
    const value = withChanges<unknown>(before, ownValue(from, key), ownValue(to, key))
    if (value === before) continue
    isChanged = true
    if (value === undefined) Reflect.deleteProperty(changed, key)
    else Object.assign(changed, { [key]: value })
  }
  return isChanged ? changed : now
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
