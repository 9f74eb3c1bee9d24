import { ConvertError, findIssuePlace, readJson, readYaml } from '@switchyard/convert'

/** The value of a YAML or JSON text, comments and trailing commas allowed in both. */
export function readData(text: string): unknown {
  const start = text.trimStart()[0]
  const json = start === '{' || start === '[' || start === '/' ? readJson(text) : undefined
  const { documents, issue } = readYaml(text)
  // Clients read JSON as YAML, and refuse a key that stands twice; a parser of JSON takes the last one.
  if (issue !== undefined && (json === undefined || issue.first !== undefined))
    throw new ConvertError('bad-option', { reason: 'yaml', ...placeOf(text, issue) })
  return json ?? documents[0]?.value
}

function placeOf(
  text: string,
  issue: NonNullable<ReturnType<typeof readYaml>['issue']>,
): Record<string, string | number> {
  const lineOf = (at: number) => text.slice(0, at).split('\n').length
  if (issue.first !== undefined) return { line: lineOf(issue.at), first: lineOf(issue.first) }
  const { at, reason } = issue.code === 'bad-yaml' ? findIssuePlace(text, issue) : issue
  return { line: lineOf(at), msg: reason }
}
