import { type NodeIssue, type Issue, issueOf } from '../model/issue.ts'
import { markChecked } from '../model/checked-node.ts'
import { ObjectReading } from '../model/kinds.ts'
import { isRecord } from '../text/record.ts'
import { findProtocolByType, type ProxyNode } from '../protocols/index.ts'

/** What a foreign object comes to: a node, or what is wrong with it. */
export type NodeFrom = { node: ProxyNode; issues: Issue[] } | { node: undefined; issues: Issue[] }

const PORT_MAX = 65_535
const SHOWN_MAX = 40

/**
 * A node from an object that no reader of ours made: fields and their kinds are those that its protocol declares. The
 * node is a plain copy; a key that no protocol knows is reported and left out.
 */
export function nodeFrom(value: unknown): NodeFrom {
  const { node, issues, name } = readNode(value)
  return { node, issues: issues.map((issue) => issueOf(issue, { node: name })) }
}

/** The same with issues, for a conversion that reports them under the node's final name. */
export function readNode(value: unknown): { node: ProxyNode | undefined; issues: NodeIssue[]; name?: string } {
  if (!isRecord(value)) return refused({ code: 'bad-value', field: 'node' })
  const { type } = value
  const name = typeof value['name'] === 'string' ? value['name'] : undefined
  if (typeof type !== 'string') return refused({ code: 'missing-field', field: 'type' }, name)
  const protocol = findProtocolByType(type)
  if (protocol === undefined)
    return refused({ code: 'type-unsupported', field: 'type', args: { type: type.slice(0, SHOWN_MAX) } }, name)
  const reading = new ObjectReading()
  const fields = reading.fields(value, protocol.fields, '')
  if (reading.wrong.length > 0) return refused(reading.wrong, name)
  const { server, port } = fields
  if (!protocol.addressless) {
    if (server === '') return refused({ code: 'missing-field', field: 'server' }, name)
    if (!isPort(port)) return refused({ code: 'bad-port', field: 'port' }, name)
  }
  const noted = reading.noted.map(({ code, field }) => ({ code, field, kept: true }))
  const unknown = reading.unknown.map((field) => ({ code: 'field-ignored', field, kept: true }) as const)
  // Every field has just been read by its kind, and the compiler holds the kinds against the node types.
  const node = fields as unknown as ProxyNode
  return { node: markChecked(node), issues: [...noted, ...unknown], name }
}

function isPort(port: unknown): boolean {
  return typeof port === 'number' && port >= 1 && port <= PORT_MAX
}

type Refusal = Pick<NodeIssue, 'code' | 'field' | 'args'>

function refused(what: Refusal | readonly Refusal[], name?: string) {
  const issues = [what].flat().map(({ code, field, args }): NodeIssue => ({ code, field, kept: false, args }))
  return { node: undefined, issues, name }
}
