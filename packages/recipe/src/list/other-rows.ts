import { findTypeByName } from '@switchyard/convert'
import { wordIssue, type Lang } from '@switchyard/locale'
import type { OtherRow } from '../model/nodes/rows.ts'
import type { SkippedEntry } from '../read/read-source.ts'
import type { OtherEntry } from './list-entries.ts'
import { regionsOf, type NameFacts } from './name-facts.ts'
import { channelOf } from './node-rows.ts'

/** The entries that no node is written for, as the list shows them. */
export function otherRows(others: readonly OtherEntry[], lang: Lang): OtherRow[] {
  const regions = regionsOf(others.flatMap(({ skipped, deleted }) => deleted?.node.name ?? skipped?.link?.name ?? []))
  return others.map(({ sourceId, after, skipped, deleted }) => {
    const { key, line, inner } = skipped ?? deleted
    const place = {
      key,
      sourceId,
      line,
      ...(inner === undefined ? {} : { inner }),
      ...(after === undefined ? {} : { after }),
    }
    if (deleted === undefined)
      return { ...place, skipped: reasonsOf(skipped, lang), ...linkOf(skipped, regions), ...startOf(skipped) }
    const { name, type, server, port } = deleted.node
    const code = regions.get(name)?.code
    const node = {
      name,
      type,
      server,
      port,
      ...channelOf(deleted.node),
      ...(code === undefined ? {} : { region: code }),
    }
    return { ...place, deleted: node }
  })
}

/** What the link of a skipped entry says of its node. An address to fetch is no link of a node. */
function linkOf({ link, issues }: SkippedEntry, regions: ReadonlyMap<string, NameFacts>): Pick<OtherRow, 'broken'> {
  if (link === undefined || issues.some(({ code }) => code === 'needs-fetch')) return {}
  const { scheme, name } = link
  const region = regions.get(name)?.code
  return { broken: { name, type: findTypeByName(scheme) ?? '', ...(region === undefined ? {} : { region }) } }
}

function startOf({ start, host }: SkippedEntry): Pick<OtherRow, 'start' | 'toFetch'> {
  if (host !== undefined) return { toFetch: host }
  return start === undefined ? {} : { start }
}

function reasonsOf({ issues, host }: SkippedEntry, lang: Lang): NonNullable<OtherRow['skipped']> {
  return issues.map((issue) => ({
    code: issue.code,
    text: wordIssue(issue, lang, { isBesideState: host !== undefined }),
    ...(issue.field === undefined ? {} : { field: issue.field }),
  }))
}
