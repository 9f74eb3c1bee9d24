import { compareConfigs } from '@switchyard/convert/configs'
import { clientFacts } from '@switchyard/convert/facts'
import { cliText, comparisonWords, type Lang } from '@switchyard/locale'
import { readClient } from '../options.ts'
import { readText } from '../read-sources.ts'
import { print, say } from '../terminal.ts'
import { WrongCall } from '../wrong-call.ts'

export interface CompareFlags {
  for?: string
  json?: boolean
}

/** `switchyard compare`: 0 when two configs mean the same, 1 when they differ. */
export async function compareCommand(old: string, now: string, flags: CompareFlags, lang: Lang): Promise<number> {
  const client = flags.for === undefined ? undefined : readClient('--for', flags.for)
  if (old === '-' && now === '-') throw new WrongCall('stdin-twice')
  const before = (await readText(old)).text
  const after = (await readText(now)).text
  const { issues, ...comparison } = compareConfigs(before, after, { client })
  for (const [file, issue] of [[old, issues.before], [now, issues.after]] as const)
    if (issue !== undefined) throw new WrongCall('no-config', { file, client: clientFacts(comparison.client).title }) // oxfmt-ignore
  const { parts, rules, settings, isEqual } = comparison
  if (flags.json) {
    const { name } = clientFacts(comparison.client).file
    await print(`${JSON.stringify({ ...comparison, client: name }, undefined, 2)}\n`)
  } else {
    for (const line of comparisonWords({ ...comparison, issues }, lang)) await print(`${line}\n`)
    const count = parts.length + rules.length + settings.length
    say(isEqual ? cliText('compare-equal', lang) : cliText('compare-summary', lang, { count }))
  }
  return isEqual ? 0 : 1
}
