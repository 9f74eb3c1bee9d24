import type { NodeIssues } from '../../model/issue.ts'
import { isRecord, type JsonObject } from '../../text/record.ts'

/** Keys of a `proxies:` entry that no reader has used. */

const LONGEST_FIELD = 80
const DEEPEST = 4

/** Says for another format what it has no word for. */
export function reportMihomoRest(rest: Readonly<JsonObject>, issues: NodeIssues): void {
  for (const key of Object.keys(rest)) reportField(key, rest[key], issues)
}

/** Says that a key is lost; of a map each of its keys. */
export function reportField(field: string, value: unknown, issues: NodeIssues, depth = 0): void {
  const items = Array.isArray(value) ? value : [value]
  if (depth >= DEEPEST || !items.some(isRecord)) {
    issues.note('field-ignored', field.slice(0, LONGEST_FIELD))
    return
  }
  for (const item of items.filter(isRecord))
    for (const key of Object.keys(item)) reportField(`${field}.${key}`, item[key], issues, depth + 1)
}
