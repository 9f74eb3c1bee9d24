import { getNodeValue, type Node } from 'jsonc-parser'
import { type DocumentNode, resolved } from '../../../document/document-node.ts'
import { recordOf, type JsonObject } from '../../../text/record.ts'
import { cut } from '../../../rules/rule-issue.ts'

/** A field of an object: where its name and its value stand in the text. */
export interface Property {
  key: Node
  value: Node
}

/** The fields of an object by name in lower case, as sing-box matches them. Of two equal ones the last counts. */
export function propertiesOf(node: Node): Map<string, Property> {
  const fields = new Map<string, Property>()
  for (const { children } of node.children ?? []) {
    const [key, value] = children ?? []
    if (key !== undefined && value !== undefined) fields.set(String(key.value).toLowerCase(), { key, value })
  }
  return fields
}

/** The items of a list; what stands alone is a list of one. */
export function listOf(node: Node | undefined): Node[] {
  if (node === undefined || node.type === 'null') return []
  return node.type === 'array' ? (node.children ?? []) : [node]
}

/** Whether a list holds at least one object. */
export function isListOfObjects(node: Node): boolean {
  return listOf(node).some((item) => item.type === 'object')
}

/** The tags of the objects in a list. */
export function tagsOf(list: Node | undefined): string[] {
  return listOf(list).flatMap((item) => {
    const tag = item.type === 'object' ? propertiesOf(item).get('tag')?.value : undefined
    return listOf(tag).flatMap((one) => textOf(one) ?? [])
  })
}

/** What stands under `type`, when it is text. */
export function typeOf(fields: ReadonlyMap<string, Property>): string | undefined {
  const type = fields.get('type')
  return type && textOf(type.value)
}

/** The value, when it is text. */
export function textOf(node: Node): string | undefined {
  const value: unknown = node.value
  return typeof value === 'string' ? value : undefined
}

/** null, an empty text and an empty list are the same as nothing. */
export function isAbsent(node: Node): boolean {
  return node.type === 'null' || node.value === '' || (node.type === 'array' && (node.children ?? []).length === 0)
}

/** false, 0, `0` and `0s` are the same as nothing too where an action needs an option. */
export function isZero({ value }: Node): boolean {
  return value === false || value === 0 || (typeof value === 'string' && /^[-+]?0[0.a-zµμ]*$/.test(value))
}

/** The value as a message shows it. */
export function shown(node: Node): string {
  const value: unknown = node.type === 'object' || node.type === 'array' ? node.type : node.value
  return cut(typeof value === 'string' ? value : String(value), 100)
}

/** The value as an object of JSON. */
export function valueOf(node: Node): JsonObject {
  return recordOf(getNodeValue(node))
}

/** A node of an open document as the parser would give it. */
export function jsonNode(given: DocumentNode): Node {
  const node = resolved(given)
  const { start, end } = node
  if (node.kind === 'scalar') {
    const { text, style } = node
    if (style === 'double') return { type: 'string', offset: start, length: end - start, value: text }
    const value: unknown = JSON.parse(text)
    const type = value === null ? 'null' : typeof value === 'boolean' ? 'boolean' : 'number'
    return { type, offset: start, length: end - start, value }
  }
  if (node.kind === 'list') return { type: 'array', offset: start, length: end - start, children: node.items.map(({ value }) => jsonNode(value)) } // oxfmt-ignore
  const children = node.pairs.map(({ from, key, value }): Node => {
    return { type: 'property', offset: from, length: value.end - from, children: [jsonNode(key), jsonNode(value)] }
  })
  return { type: 'object', offset: start, length: end - start, children }
}
