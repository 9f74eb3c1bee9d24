import { recogniseClient } from '../check/recognise-client.ts'
import { CONFIG_CHECKERS } from '../clients/checkers.ts'
import type { ClientId } from '../clients/facts.ts'
import { CONFIG_OUTLINES } from '../clients/outlines.ts'
import type { OutlineKind } from '../compare/shared/config-outline.ts'
import { type DocumentNode, resolved, valueOf } from '../document/document-node.ts'
import { openDocument, type OpenDocument } from '../document/open-document.ts'
import { isRecord, recordOf } from '../text/record.ts'

export interface OutlineOptions {
  /** Absent: the client is recognised. */
  client?: ClientId | undefined
}

/** Where something stands in the text: offsets in UTF-16 units, and lines from 1. */
export interface OutlinePlace {
  from: number
  to: number
  line: number
  endLine: number
}

/** A node, group, provider, rule set, inbound or DNS server. */
export interface PartOutline extends OutlinePlace {
  kind: OutlineKind
  name: string
  /** `select`, `vless`; empty where it says none. */
  type: string
  /** Names in a group. */
  members?: string[]
}

/** A rule: its line, or the rule as one line of JSON. */
export interface RuleOutline extends OutlinePlace {
  text: string
}

export interface OutlinedConfig {
  client: ClientId
  /** What stopped the reader; what stands before it may be missing. */
  issue: OpenDocument['issue']
  /** Keys at the top, in the order of the text. */
  sections: ({ key: string } & OutlinePlace)[]
  /** In the order of the text, kind by kind. */
  parts: PartOutline[]
  /** Sets of rules; the name of those of the config itself is empty. */
  rules: { name: string; rules: RuleOutline[] }[]
}

/** Says what stands in a config, and where: its sections, the parts with a name, and its rules. Never throws. */
export function outlineConfig(text: string, options: OutlineOptions = {}): OutlinedConfig {
  const { client = recogniseClient(text) } = options
  const document = openDocument(text, { format: CONFIG_CHECKERS[client].format })
  const { root, issue } = document
  const map = root && resolved(root)
  if (map?.kind !== 'map') return { client, issue, sections: [], parts: [], rules: [] }
  const outline = CONFIG_OUTLINES[client](map)
  const placeOf = ({ from, end }: { from: number; end: number }): OutlinePlace => {
    const place = { from, to: end, line: document.positionOf(from).line }
    return { ...place, endLine: document.positionOf(Math.max(from, end - 1)).line }
  }
  return {
    client,
    issue,
    sections: map.pairs.flatMap(({ from, key, value }) => {
      const name = resolved(key)
      return name.kind === 'scalar' ? [{ key: name.text, ...placeOf({ from, end: Math.max(value.end, key.end) }) }] : []
    }),
    parts: (outline?.parts ?? []).map(({ kind, name, node, membersKey }) => {
      const value = recordOf(valueOf(node))
      const type = value['type'] ?? value['protocol']
      const members = membersKey === undefined ? undefined : value[membersKey]
      const part = { kind, name, type: typeof type === 'string' ? type : '' }
      const named = Array.isArray(members) ? { members: members.filter((one) => typeof one === 'string') } : {}
      return Object.assign(part, named, placeOf(node))
    }),
    rules: (outline?.rules ?? []).map(({ name, rules }) => ({
      name,
      rules: rules.map(({ node }) => ({ text: writtenRule(node), ...placeOf(node) })),
    })),
  }
}

/** The text by which changes name a rule. */
function writtenRule(node: DocumentNode): string {
  const inner = resolved(node)
  if (inner.kind === 'scalar') return inner.text
  const value = valueOf(node)
  return isRecord(value) ? JSON.stringify(value) : ''
}
