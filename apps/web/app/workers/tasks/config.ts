import { checkConfig, type CheckIssue, type CheckOptions, type CheckResult } from '@switchyard/convert/configs'
import { ruleMessage, type Lang } from '@switchyard/locale'

/** What is wrong with a config, in words. */
export interface WordedIssue extends CheckIssue {
  message: string
}

export interface WordedCheck extends Omit<CheckResult, 'issues'> {
  issues: WordedIssue[]
}

/** What is done to a config that somebody brings: one function for each question of the page. */
export const config = {
  /** Without a client in the options it is recognised. */
  check(text: string, options: CheckOptions, lang: Lang): WordedCheck {
    const { issues, ...result } = checkConfig(text, options)
    const message = (issue: CheckIssue) => ruleMessage(issue, lang, { client: result.client })
    return { ...result, issues: issues.map((issue) => ({ ...issue, message: message(issue) })) }
  },
}
