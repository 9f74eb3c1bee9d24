import { userReplacer, type NodeBase, type RegexIssue } from '@switchyard/convert'
import type { NodeChange } from '../model/nodes/edits.ts'
import type { ReplacedField, Replacement } from '../model/nodes/list-work.ts'
import { tidyName } from '../model/nodes/tidy-name.ts'
import { getAt, setAt } from '../model/values/record-values.ts'

/** Where a record may hold what a person calls so. */
const PATHS: Readonly<Record<ReplacedField, readonly (readonly string[])[]>> = {
  name: [['name']],
  server: [['server']],
  sni: [['tls', 'sni'], ['plugin', 'tls', 'sni'], ['plugin', 'host']],
  host: [['transport', 'host'], ['transport', 'headers', 'Host']],
  path: [['transport', 'path'], ['transport', 'serviceName'], ['plugin', 'path']],
} // oxfmt-ignore

export interface ReplacedNodes {
  /** Nodes that would be others, by key. A name is a part of the node here. */
  changes: Record<string, NodeChange>
  /** What some of the values would become. */
  examples: readonly { from: string; to: string }[]
  /** Why the pattern cannot be used. */
  issue?: RegexIssue
}

const EXAMPLES = 100

/** What replacing makes of nodes, without doing it. A name or a server that would be empty stays as it is. */
export function replaceInNodes(
  nodes: ReadonlyMap<string, NodeBase>,
  { find, to, fields, isRegex, matchesCase }: Replacement,
): ReplacedNodes {
  const none: ReplacedNodes = { changes: {}, examples: [] }
  if (find === '') return none
  const { regex, issue } = userReplacer(isRegex ? find : literal(find), { ignoreCase: !matchesCase })
  if (issue) return { ...none, issue }
  const replacement = isRegex ? to : to.replaceAll('$', '$$$$')
  const paths = fields.flatMap((field) => PATHS[field])
  const changes: Record<string, NodeChange> = {}
  const examples: { from: string; to: string }[] = []
  for (const [key, shown] of nodes) {
    let node = shown
    for (const path of paths) {
      const before = getAt(shown, path)
      const after = replaced(before, (text) => regex.replace(text, replacement), path.length === 1)
      if (after === before) continue
      node = setAt(node, path, after)
      if (examples.length < EXAMPLES) examples.push({ from: String(before), to: String(after) })
    }
    if (node !== shown) changes[key] = { shown, node }
  }
  return { changes, examples }
}

/** A text, or a list of texts, with the hits replaced; the very same value where nothing is. */
function replaced(value: unknown, replace: (text: string) => string, isNeeded: boolean): unknown {
  if (Array.isArray(value)) {
    const list = value.map((each: unknown) => replaced(each, replace, isNeeded))
    return list.some((each, at) => each !== value[at]) ? list : value
  }
  if (typeof value !== 'string') return value
  const text = isNeeded ? tidyName(replace(value)) : replace(value)
  return isNeeded && text === '' ? value : text
}

/** A pattern that finds a text as it stands. */
function literal(text: string): string {
  return text.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`)
}
