import type { ConvertReport } from '@switchyard/contract'
import { wordIssue, type Lang, type MessageContext } from '@switchyard/locale'
import type { EngineReport } from './engine-output.ts'

/** A report as programs and people read it: each issue in words, without the arguments of the words. */
export function reportAnswer({ issues, ...numbers }: EngineReport, lang: Lang, context: MessageContext): ConvertReport {
  return {
    ...numbers,
    issues: issues.map((issue) => {
      const { source, line, inner, node, field, code, severity, kept, doubtful, of } = issue
      const message = wordIssue(issue, lang, context)
      return { source, line, inner, node, field, code, severity, kept, doubtful, of, message }
    }),
  }
}
