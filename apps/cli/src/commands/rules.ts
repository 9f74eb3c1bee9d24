import { checkRules, CLIENTS, type Issue, type ClientId, type SingboxVersion } from '@switchyard/convert'
import { cliText, type Lang, ruleMessage, wordIssue } from '@switchyard/locale'
import { readClient, readSingboxVersion } from '../options.ts'
import { readText } from '../read-sources.ts'
import { print, say } from '../terminal.ts'

export interface RulesFlags {
  for: string
  singBoxVersion: string
  json?: boolean
}

/** What is wrong, and where. */
type ShownIssue = Pick<Issue, 'code' | 'severity' | 'args' | 'field'> & { line: number; column: number }

/** `switchyard rules`: 0 when nothing is wrong, 1 when a rule cannot be used. */
export async function rulesCommand(file: string, flags: RulesFlags, lang: Lang): Promise<number> {
  const client = readClient('--for', flags.for)
  const version = readSingboxVersion(flags.singBoxVersion)
  const issues = check((await readText(file)).text, client, version)
  const reported = issues.map((issue) => {
    const { line, column, code, severity } = issue
    // A rule stands in its message where there is no line beside it: `Line 3: DOMAIN,x → …`.
    const word = flags.json ? wordIssue : ruleMessage
    return { line, column, code, severity, message: word(issue, lang, { client }) }
  })
  if (flags.json) await print(`${JSON.stringify(reported, undefined, 2)}\n`)
  else for (const { line, column, code, message } of reported) await print(`${line}:${column} ${code} ${message}\n`)
  const errors = reported.filter((issue) => issue.severity === 'error').length
  if (!flags.json && reported.length > 0) {
    say(cliText('rules-summary', lang, { errors, others: reported.length - errors }))
  }
  return errors > 0 ? 1 : 0
}

function check(text: string, id: ClientId, version: SingboxVersion): ShownIssue[] {
  const client = CLIENTS[id]
  if (client.checkRuleJson && isJson(text)) return [...client.checkRuleJson(text, version)]
  const { lines, issues: ruleIssues } = checkRules(text, { client: id })
  const issues = client.checkRuleLines(lines)
  const found: ShownIssue[] = [...ruleIssues]
  const reported = new Set(ruleIssues.map(({ line, code, args }) => `${line} ${code} ${args.reason}`))
  for (const issue of issues) {
    // Those without a line are about all rules together and belong to a whole config; some were seen on reading already.
    if (issue.line === undefined || reported.has(`${issue.line} ${issue.code} ${issue.args?.['reason']}`)) continue
    found.push({ ...issue, line: issue.line, column: 1 })
  }
  return found.sort((a, b) => a.line - b.line || a.column - b.column)
}

/** A sing-box route, rule list or rule set; comments may stand before it. */
function isJson(text: string): boolean {
  const start = text.trimStart()
  return start.startsWith('{') || start.startsWith('[') || start.startsWith('//') || start.startsWith('/*')
}
