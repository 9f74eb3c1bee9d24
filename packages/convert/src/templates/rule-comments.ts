import { yamlItemOf } from '../rules/rule-line.ts'

const KEY = /^rules:[ \t]*(?:#.*)?$/
const ITEM = /^[ \t]*-[ \t]/

/**
 * Reads the comments beside the rules of a YAML config. The key is the index of the rule. Its comments are those on the
 * lines above the rule, then the one behind it. The map is empty if the list does not have one rule on each line.
 */
export function ruleCommentsOf(source: string, rules: number): ReadonlyMap<number, readonly string[]> {
  const comments = new Map<number, string[]>()
  if (!source.includes('#')) return comments
  const lines = source.split(/\r\n|\n|\r/)
  const head = lines.findIndex((line) => KEY.test(line))
  let count = 0
  let waiting: string[] = []
  for (const line of head < 0 ? [] : lines.slice(head + 1)) {
    const text = line.trim()
    if (text.startsWith('#')) waiting.push(text)
    else if (ITEM.test(line)) {
      const { comment } = yamlItemOf(text.slice(1).trimStart())
      if (comment !== '') waiting.push(comment)
      if (waiting.length > 0) comments.set(count, waiting)
      waiting = []
      count++
    } else if (text !== '' && !/^[ \t]/.test(line)) break
  }
  return count === rules ? comments : new Map()
}
