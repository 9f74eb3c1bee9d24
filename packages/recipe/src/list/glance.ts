import { isInfoEntry } from '@switchyard/convert'
import type { Lang } from '@switchyard/locale'
import type { Entry, List } from './list-entries.ts'
import { unreadIn, type Glance, type GlanceEntry } from '../model/source-info.ts'
import type { NodeRow, OtherRow } from '../model/nodes/rows.ts'
import { nodeRows } from './node-rows.ts'
import { otherRows } from './other-rows.ts'
import type { SourceText } from '../read/read-source.ts'

/** So many times as many nodes are looked at as are shown. */
const LOOKED_AT = 4

/** The first entries, what is wrong before what is fine, and how many there are of what. No secret is in it. */
export function glanceOf(sources: readonly SourceText[], { entries, others }: List, lang: Lang, limit: number): Glance {
  const kept = entries.filter((entry) => !isDuplicate(entry))
  const lineOf = new Map(entries.map(({ key, line }) => [key, line]))
  // An address that is to be fetched is the first thing to do.
  const skipped = [...waiting(others), ...others.filter(({ skipped }) => skipped && skipped.host === undefined)]
  const addresses = sources.flatMap(({ info }) => info.addresses)
  const duplicates = entries.length - kept.length

  // However much is wrong, half of what is shown are nodes.
  const shownNodes = Math.min(kept.length, Math.ceil(limit / 2))
  const wrong: GlanceEntry[] = otherRows(skipped.slice(0, limit - shownNodes), lang).map(skippedEntry)
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

  const servers = kept.filter(({ node }) => !isInfoEntry(node.name))
  const byType = new Map<string, number>()
  for (const { node } of servers) byType.set(node.type, (byType.get(node.type) ?? 0) + 1)
  return {
    entries: [...wrong, ...fine],
    types: [...byType].map(([type, count]) => ({ type, count })).sort((one, other) => other.count - one.count),
    counts: {
      entries: sources.reduce((sum, { info }) => sum + info.entries - info.comments, 0),
      nodes: servers.length,
      notices: kept.length - servers.length,
      duplicates,
      toFetch: addresses.length,
      skipped: sources.reduce((sum, { info }) => sum + unreadIn(info), 0),
    },
    addresses,
    isCut: sources.some(({ info }) => info.isCut),
  }
}

const isDuplicate = ({ duplicate, kept }: Entry) => duplicate !== undefined && kept !== true

const waiting = (others: List['others']) => others.filter(({ skipped }) => skipped?.host !== undefined)

function nodeEntry(row: NodeRow): GlanceEntry {
  return { state: 'node', ...rowFields(row) }
}

function rowFields({ line, name, type, region }: NodeRow) {
  return { line, name, type, ...(region ? { region } : {}) }
}

function skippedEntry({ line, broken, start = '', skipped = [], toFetch }: OtherRow): GlanceEntry {
  if (toFetch !== undefined) return { state: 'to-fetch', line, name: toFetch }
  const region = broken?.region
  return {
    state: 'skipped',
    line,
    name: broken?.name || start,
    ...(region ? { region } : {}),
    message: skipped[0]?.text ?? '',
  }
}
