import type { NodeIssues } from '../model/issue.ts'
import { findProtocolByScheme } from '../protocols/index.ts'
import type { ProxyNode } from '../protocols/index.ts'
import type { JsonObject } from '../text/record.ts'

/** How one entry of a document is told and read. */
export interface EntryFormat {
  /** Whether a map that stands alone, or in a bare list, is an entry of this format. */
  detect(value: JsonObject): boolean
  /** The node or nodes of an entry; undefined after a refusal. `list`: the list that it stands in. */
  read(value: JsonObject, issues: NodeIssues, list: unknown[] | undefined): ProxyNode | ProxyNode[] | undefined
}

/** One entry of a document. */
export interface ListItem {
  /** A share link, an address to fetch, something that no format knows, or an entry of one. */
  form: EntryFormat | 'link' | 'provider' | 'unknown'
  value: unknown
  /** The list it stands in, and where: what its line is told by. Absent: the document itself. */
  list?: unknown[]
  index?: number
  /** The list that it finds others in by their names, where that is another one. */
  among?: unknown[]
}

/** Nodes of links that were made from an entry. */
export function readLinks(
  links: readonly string[] | undefined,
  issues: NodeIssues,
): ProxyNode | ProxyNode[] | undefined {
  if (links === undefined) return undefined
  if (links.length === 0) return issues.refuse('missing-field', 'server')
  const nodes: ProxyNode[] = []
  for (const link of links) {
    const scheme = link.slice(0, link.indexOf(':'))
    const protocol = findProtocolByScheme(scheme)
    const read = protocol ? protocol.fromLink(link, issues) : issues.refuse('unsupported-scheme', 'type', { scheme })
    if (Array.isArray(read)) nodes.push(...read)
    else if (read) nodes.push(read)
  }
  return nodes.length === 0 ? undefined : nodes
}
