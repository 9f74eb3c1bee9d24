import type { RuleComments } from '../../config/config-request.ts'
import type { ConfigRule } from '../../config/config-rules.ts'

/** The lines of all rules. The comments of a rule that becomes no line stand above the next one. */
export function writeRules(
  rules: readonly ConfigRule[],
  linesOf: (rule: ConfigRule) => readonly string[],
): { lines: string[]; comments: RuleComments } {
  const lines: string[] = []
  const comments = new Map<number, readonly string[]>()
  let waiting: string[] = []
  for (const rule of rules) {
    for (const comment of rule.comments ?? []) waiting.push(comment)
    const written = linesOf(rule)
    if (written.length === 0) continue
    if (waiting.length > 0) comments.set(lines.length, waiting)
    waiting = []
    for (const line of written) lines.push(line)
  }
  return { lines, comments }
}
