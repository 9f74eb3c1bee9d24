import type { ClientId } from '@switchyard/convert'
import { checkConfig, type CheckIssue } from '@switchyard/convert/configs'
import { clientFacts } from '@switchyard/convert/facts'
import { type Lang, wordIssue } from '@switchyard/locale'
import { bounded, type TooMuch } from '../bounded.ts'

/** A config to check, as a thread is sent it: plain data. */
export interface CheckJob {
  text: string
  client?: ClientId
  version?: string
  lists: Readonly<Record<string, string>>
  lang: Lang
}

/** What is wrong with a config, each issue in words. */
export interface CheckAnswer {
  client: string
  version: string
  errors: number
  warnings: number
  notes: number
  issues: (Omit<CheckIssue, 'args'> & { message: string })[]
}

/** Checks a config as its client would read it. */
export function checkJob({ text, client, version, lists, lang }: CheckJob): CheckAnswer | TooMuch {
  const result = checkConfig(text, { client, version, lists: new Map(Object.entries(lists)) })
  const issues = result.issues.map(({ args, ...issue }) => ({
    ...issue,
    message: wordIssue({ ...issue, args }, lang, { client: result.client }),
  }))
  return bounded({ ...result, client: clientFacts(result.client).file.name, issues })
}
