import { checkConfig, type CheckIssue, openExplanation } from '@switchyard/convert/configs'
import { cliText, type Lang, ruleMessage, wordIssue } from '@switchyard/locale'
import { clientFacts } from '@switchyard/convert/facts'
import { readConfigLists } from '../config-lists.ts'
import { readClient, requireFolder } from '../options.ts'
import { readRaw } from '../read-sources.ts'
import { print, say } from '../terminal.ts'
import { WrongCall } from '../wrong-call.ts'

export interface CheckFlags {
  for?: string
  clientVersion?: string
  lists?: string
  json?: boolean
}

/** `switchyard check`: 0 when the client takes the config, 1 when it refuses it or fails at its start. */
export async function checkCommand(file: string, flags: CheckFlags, lang: Lang): Promise<number> {
  const client = flags.for === undefined ? undefined : readClient('--for', flags.for)
  const version = flags.clientVersion
  if (version !== undefined && !VERSION.test(version))
    throw new WrongCall('bad-choice', { option: '--client-version', value: version, choices: '1.13, 1.14, 26.3 …' })
  const config = await readRaw(file)
  const folder = flags.lists === undefined ? undefined : await requireFolder(flags.lists)
  const needed = folder === undefined ? [] : openExplanation(new TextDecoder().decode(config), { client }).lists
  const lists = await readConfigLists(needed, folder, undefined)
  const result = checkConfig(config, { client, version, lists })
  const message = (issue: CheckIssue) => ruleMessage(issue, lang, { client: result.client })
  if (flags.json) {
    // A rule stands in its message: `Line 3: DOMAIN,x → …`.
    const issues = result.issues.map((issue) => ({
      ...issue,
      message: wordIssue(issue, lang, { client: result.client }),
    }))
    const { name } = clientFacts(result.client).file
    await print(`${JSON.stringify({ ...result, client: name, issues }, undefined, 2)}\n`)
  } else {
    for (const issue of result.issues) {
      const { line, column, code, severity } = issue
      const mark = severity === 'error' ? '' : `${cliText(`check-${severity}`, lang)} `
      await print(`${line}:${column} ${code} ${mark}${message(issue)}\n`)
    }
    const { errors, warnings, notes, version: checked } = result
    const { title } = clientFacts(result.client)
    say(cliText('check-summary', lang, { client: title, version: checked, errors, warnings, notes }))
  }
  return result.errors > 0 ? 1 : 0
}

/** `1.13`, `1.14.1`, `26.3.27`. */
const VERSION = /^\d{1,4}(?:\.\d{1,4}){1,2}$/
