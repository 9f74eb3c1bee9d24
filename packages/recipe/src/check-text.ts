import { isClientId, outputFacts } from '@switchyard/convert/facts'
import { type IssueArgs, type IssueCode, readJson, readJsonAt, readYaml } from '@switchyard/convert'
import { wordIssue, type Lang } from '@switchyard/locale'
import type { ConvertSettings, TextCheck, TextProblem } from './model/conversion-types.ts'
import { outlineOfEdited } from './outline.ts'

/** Whether an edited result can still be read, and what it is made of. */
export function checkText(text: string, settings: ConvertSettings, lang: Lang): TextCheck {
  const { target } = settings
  if (!isClientId(target)) return {}
  const problem = outputFacts(target).file.language === 'json' ? jsonProblem(text, lang) : yamlProblem(text, lang)
  if (problem) return { problem }
  const outline = outlineOfEdited(text, settings)
  return outline ? { outline } : {}
}

export function yamlProblem(text: string, lang: Lang): TextProblem | undefined {
  const { problem } = readYaml(text)
  if (problem === undefined) return undefined
  const { at, code, first } = problem
  return problemAt(
    text,
    at,
    code,
    lang,
    first === undefined ? {} : { line: lineOf(text, at), first: lineOf(text, first) },
  )
}

export function jsonProblem(text: string, lang: Lang): TextProblem | undefined {
  if (readJson(text) !== undefined) return undefined
  const { end } = readJsonAt(text, 0)
  // What stands behind a whole value begins after blanks.
  return problemAt(text, end + /^\s*/.exec(text.slice(end))![0].length, 'bad-json', lang)
}

function problemAt(text: string, at: number, code: IssueCode, lang: Lang, args: IssueArgs = {}): TextProblem {
  return { line: lineOf(text, at), message: wordIssue({ code, severity: 'error', args }, lang) }
}

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length
}
