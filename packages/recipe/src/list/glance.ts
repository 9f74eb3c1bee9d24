import type { Issue } from '@switchyard/convert'
import { wordIssue, type Lang } from '@switchyard/locale'
import type { Entry, List } from './list-entries.ts'
import type { Glance, GlanceEntry } from '../model/source-info.ts'
import type { NodeRow } from '../model/nodes/rows.ts'
import { nodeRows } from './node-rows.ts'
import type { SourceText } from '../read/read-source.ts'

/** So many times as many nodes are looked at as are shown. */
const LOOKED_AT = 4

/** The first entries, what is wrong before what is fine, and how many there are of what. No secret is in it. */
export function glanceOf(sources: readonly SourceText[], { entries }: List, lang: Lang, limit: number): Glance {
  const kept = entries.filter((entry) => !isDuplicate(entry))
  const lineOf = new Map(entries.map(({ key, line }) => [key, line]))
  const skipped = sources.flatMap(({ issues }) => issues)
  const duplicates = entries.length - kept.length

  // However much is wrong, half of what is shown are nodes.
  const shownNodes = Math.min(kept.length, Math.ceil(limit / 2))
  const wrong: GlanceEntry[] = skipped.slice(0, limit - shownNodes).map((issue) => skippedEntry(issue, lang))
  if (wrong.length < limit - shownNodes)
    for (const entry of entries) {
      if (wrong.length === limit - shownNodes) break
      if (!isDuplicate(entry)) continue
      const of = lineOf.get(entry.duplicate!.of) ?? entry.line
      wrong.push({ state: 'duplicate', of, ...rowFields(nodeRows([entry])[0]!) })
    }
  // What a provider says of traffic and expiry stands before the nodes: it is not what one looks for.
  const rows = nodeRows(kept.slice(0, limit * LOOKED_AT))
  const fine = [...rows.filter(({ isInfo }) => !isInfo), ...rows.filter(({ isInfo }) => isInfo)]
    .slice(0, limit - wrong.length)
    .map(nodeEntry)

  const byType = new Map<string, number>()
  for (const { node } of kept) byType.set(node.type, (byType.get(node.type) ?? 0) + 1)
  return {
    entries: [...wrong, ...fine],
    types: [...byType].map(([type, count]) => ({ type, count })).sort((one, other) => other.count - one.count),
    counts: {
      entries: sources.reduce((sum, { info }) => sum + info.entries - info.comments, 0),
      nodes: kept.length,
      duplicates,
      skipped: sources.reduce((sum, { info }) => sum + info.skipped, 0),
    },
    addresses: sources.reduce((sum, { info }) => sum + info.addresses.length, 0),
    isCut: sources.some(({ info }) => info.isCut),
  }
}

const isDuplicate = ({ duplicate, kept }: Entry) => duplicate !== undefined && kept !== true

function nodeEntry(row: NodeRow): GlanceEntry {
  return { state: 'node', ...rowFields(row) }
}

function rowFields({ line, name, type, region }: NodeRow) {
  return { line, name, type, ...(region ? { region } : {}) }
}

function skippedEntry(issue: Issue, lang: Lang): GlanceEntry {
  return { state: 'skipped', line: issue.line ?? 1, message: wordIssue(issue, lang) }
}
