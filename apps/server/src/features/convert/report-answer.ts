import type { ConvertReport } from '@switchyard/contract'
import type { Report } from '@switchyard/convert'
import { wordIssue, type Lang, type MessageContext } from '@switchyard/locale'

/** A report as programs and people read it: each issue in words, without the arguments of the words. */
export function reportAnswer({ issues, ...numbers }: Report, lang: Lang, context: MessageContext): ConvertReport {
  return {
    ...numbers,
    issues: issues.map((issue) => {
      const { source, line, inner, node, field, code, severity, kept, doubtful, of } = issue
      const message = wordIssue(issue, lang, context)
      return { source, line, inner, node, field, code, severity, kept, doubtful, of, message }
    }),
  }
}
