import type { NodeIssues } from '../../model/issue.ts'
import type { ParamName, Query } from '../../link/query.ts'
import { Fields, plainKey } from '../../model/fields.ts'
import type { Rest } from '../../model/node.ts'

/**
 * The parameters of a link that its protocol does not know: reported, and kept for the way back. Of `told` the writers
 * say what becomes of it.
 */
export function restOf(
  query: Query,
  params: ReadonlySet<ParamName>,
  issues: NodeIssues,
  reported?: string,
): Rest | undefined {
  const link = query.rest(params)
  if (link === undefined) return undefined
  for (const [key] of link) if (key.toLowerCase() !== reported) issues.note('parameter-unknown', key.slice(0, 40))
  return { link }
}

/** Rare settings of a link, and what nobody knows of it. */
interface RareParts {
  rare: Fields | undefined
  rest: Rest | undefined
}

const NO_PARTS: RareParts = { rare: undefined, rest: undefined }

/** The same where some parameters have the names of mihomo's settings and are rare: these are given to be read on. */
export function rareOf(
  query: Query,
  params: ReadonlySet<ParamName>,
  names: ReadonlySet<string>,
  issues: NodeIssues,
): RareParts {
  const link = query.rest(params)
  if (link === undefined) return NO_PARTS
  const rare: Record<string, string> = {}
  const unknown: [string, string][] = []
  for (const pair of link) {
    const name = plainKey(pair[0])
    if (names.has(name)) rare[name] = pair[1]
    else {
      issues.note('parameter-unknown', pair[0].slice(0, 40))
      unknown.push(pair)
    }
  }
  return { rare: new Fields(rare, issues), rest: unknown.length > 0 ? { link: unknown } : undefined }
}
