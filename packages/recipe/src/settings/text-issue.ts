import { findIssuePlace, type IssueArgs, type IssueCode, readJson, readJsonAt, readYaml } from '@switchyard/convert'
import { wordIssue, type Lang } from '@switchyard/locale'
import type { TextIssue } from '../model/build-result.ts'

/** Why a text is no YAML that clients take, and where. */
export function yamlIssue(text: string, lang: Lang): TextIssue | undefined {
  const { issue } = readYaml(text)
  if (issue === undefined) return undefined
  const { at: noticed, code, first } = issue
  if (first !== undefined)
    return issueAt(text, noticed, code, lang, { line: lineOf(text, noticed), first: lineOf(text, first) })
  if (code !== 'bad-yaml') return issueAt(text, noticed, code, lang)
  const { at, reason } = findIssuePlace(text, issue)
  return issueAt(text, at, code, lang, { msg: reason })
}

/** Why a text is no JSON, comments allowed, and where. */
export function jsonIssue(text: string, lang: Lang): TextIssue | undefined {
  if (readJson(text) !== undefined) return undefined
  const { end } = readJsonAt(text, 0)
  // What stands behind a whole value begins after blanks.
  return issueAt(text, end + /^\s*/.exec(text.slice(end))![0].length, 'bad-json', lang)
}

function issueAt(text: string, at: number, code: IssueCode, lang: Lang, args: IssueArgs = {}): TextIssue {
  return { line: lineOf(text, at), message: wordIssue({ code, severity: 'error', args }, lang) }
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length
}
