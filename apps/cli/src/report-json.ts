import type { Issue, Report, JsonObject } from '@switchyard/convert'
import { wordIssue, type Lang, type MessageContext } from '@switchyard/locale'

/** An issue as scripts read it: words in the place of their arguments, absent what has no value. */
export function issueJson(issue: Issue, lang: Lang, context: MessageContext): JsonObject {
  const { source, line, inner, node, field, code, severity, kept, doubtful, of } = issue
  const message = wordIssue(issue, lang, context)
  return { source, line, inner, node, field, code, severity, kept, doubtful, of, message }
}

/** What `--report` writes. */
export function reportJson(report: Report, lang: Lang, context: MessageContext): string {
  const { issues, subscription, ...numbers } = report
  const reported = issues.map((issue) => issueJson(issue, lang, context))
  return `${JSON.stringify({ ...numbers, issues: reported, subscription }, undefined, 2)}\n`
}
