import type { Issue } from '@switchyard/convert'
import { wordIssue, type Lang } from '@switchyard/locale'
import type { OtherRow } from '../model/nodes/rows.ts'
import type { OtherEntry } from './list-entries.ts'
import { regionsOf } from './name-facts.ts'
import { channelOf } from './node-rows.ts'

/** The entries that no node is written for, as the list shows them. */
export function otherRows(others: readonly OtherEntry[], lang: Lang): OtherRow[] {
  const regions = regionsOf(others.flatMap(({ deleted }) => deleted?.node.name ?? []))
  return others.map(({ sourceId, after, skipped, deleted }) => {
    const { key, line, inner } = skipped ?? deleted
    const place = {
      key,
      sourceId,
      line,
      ...(inner === undefined ? {} : { inner }),
      ...(after === undefined ? {} : { after }),
    }
    if (deleted === undefined) return { ...place, skipped: reasonsOf(skipped.issues, lang) }
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

function reasonsOf(issues: readonly Issue[], lang: Lang): NonNullable<OtherRow['skipped']> {
  return issues.map((issue) => ({
    code: issue.code,
    text: wordIssue(issue, lang),
    ...(issue.field === undefined ? {} : { field: issue.field }),
  }))
}
