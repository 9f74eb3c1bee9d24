import { upgradeConfig, upgradeVersions } from '@switchyard/convert/configs'
import { clientFacts } from '@switchyard/convert/facts'
import { cliText, type Lang, ruleMessage, wordIssue } from '@switchyard/locale'
import { changedLines } from '../changed-lines.ts'
import { readClient } from '../options.ts'
import { readText } from '../read-sources.ts'
import { paint, print, say } from '../terminal.ts'
import { writeResult } from '../write-result.ts'
import { WrongCall } from '../wrong-call.ts'

export interface UpgradeFlags {
  for?: string
  to?: string
  output?: string
  inPlace?: boolean
  diff?: boolean
  json?: boolean
}

/** `switchyard upgrade`: 0 when the version takes the result, 1 when something has no new form or it would be refused. */
export async function upgradeCommand(file: string, flags: UpgradeFlags, lang: Lang): Promise<number> {
  const { to } = flags
  if (flags.inPlace && (file === '-' || flags.output !== undefined)) throw new WrongCall('in-place')
  const given = flags.for === undefined ? undefined : readClient('--for', flags.for)
  const before = (await readText(file)).text
  const { client, issue, text, edits, changes, check, ...result } = upgradeConfig(before, { client: given, to })
  const { title, file: facts } = clientFacts(client)
  const versions = upgradeVersions(client)
  if (versions.length === 0) throw new WrongCall('upgrade-no-client', { client: title })
  if (!versions.includes(result.to))
    throw new WrongCall('bad-choice', { option: '--to', value: to, choices: versions.join(', ') })
  if (issue !== undefined) throw new WrongCall('no-config', { file, client: title })
  const context = { client }
  const errors = check.issues.filter(({ severity }) => severity === 'error')
  const lost = changes.filter(({ code }) => code === 'setting-removed').length
  const target = flags.inPlace ? file : flags.output
  if (target !== undefined && target !== '-' && (edits.length > 0 || target !== file)) await writeResult(target, text)
  if (flags.diff) await print(changedLines(before, edits, file))
  else if ((target === undefined || target === '-') && !flags.json) await print(text)
  if (flags.json) {
    const worded = changes.map((change) => ({ ...change, message: wordIssue(change, lang, context) }))
    const issues = errors.map((one) => ({ ...one, message: wordIssue(one, lang, context) }))
    await print(`${JSON.stringify({ client: facts.name, to: result.to, changes: worded, issues, edits, text }, undefined, 2)}\n`) // oxfmt-ignore
  } else {
    for (const change of changes) say(`${change.line}:${change.column} ${change.name} ${ruleMessage(change, lang, context)}`) // oxfmt-ignore
    for (const one of errors) say(paint('red', `${one.line}:${one.column} ${one.code} ${ruleMessage(one, lang, context)}`)) // oxfmt-ignore
    const args = { client: title, version: result.to, changes: changes.length, lost, errors: errors.length }
    say(paint('bold', cliText('upgrade-summary', lang, args)))
  }
  return lost > 0 || errors.length > 0 ? 1 : 0
}
