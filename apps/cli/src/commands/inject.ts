import {
  checkConfig, type ChangeReport, type WantedChange, injectChanges, type InjectResult, readChanges, type RulesAt,
} from '@switchyard/convert/configs' // oxfmt-ignore
import { clientFacts } from '@switchyard/convert/facts'
import { cliText, type Lang, ruleLineMessage, ruleMessage, wordIssue } from '@switchyard/locale'
import { changedLines } from '../changed-lines.ts'
import { readClient } from '../options.ts'
import { readOptionFile, readRaw } from '../read-sources.ts'
import { paint, print, say } from '../terminal.ts'
import { writeResult } from '../write-result.ts'
import { WrongCall } from '../wrong-call.ts'

export interface InjectFlags {
  for?: string
  rules?: string
  at?: string
  changes?: string
  output?: string
  inPlace?: boolean
  diff?: boolean
  json?: boolean
}

type ChangeIssue = ChangeReport['issues'][number]

/** `switchyard inject`: 0 when all was done or there already, 1 when something was refused or the result would not do. */
export async function injectCommand(file: string, flags: InjectFlags, lang: Lang): Promise<number> {
  const client = flags.for === undefined ? undefined : readClient('--for', flags.for)
  if (flags.inPlace && (file === '-' || flags.output !== undefined)) throw new WrongCall('in-place')
  const { changes, issues } = await readGiven(flags)
  const config = decode(await readRaw(file))
  if (config === undefined) return refuseConfig({ code: 'text-encoding', severity: 'error', args: {} }, lang)
  const texts = await readNodeFiles(changes)
  const result = await injectChanges(config, changes, { client, texts })
  if (result.issue !== undefined) return refuseConfig(result.issue, lang)
  const found = checkConfig(result.text, { client: result.client })
  const broken = found.errors > 0 ? found.issues.filter(({ severity }) => severity === 'error') : []
  // A config that the client takes is not made one that it refuses.
  const isHeld = broken.length > 0 && result.edits.length > 0 && checkConfig(config, { client: result.client }).errors === 0 // oxfmt-ignore
  if (!isHeld) await give(file, config, result, flags)
  const context = { client: result.client }
  const { added, skipped } = result
  const refused = result.refused + issues.length
  if (flags.json) {
    const changed = result.changes.map((change) => ({ ...change, issues: change.issues.map((issue) => ({ ...issue, message: wordIssue(issue, lang, context) })) })) // oxfmt-ignore
    const unread = issues.map((issue) => ({ ...issue, message: wordIssue(issue, lang, context) }))
    const { name } = clientFacts(result.client).file
    const check = broken.map((issue) => ({ ...issue, message: wordIssue(issue, lang, context) }))
    await print(`${JSON.stringify({ client: name, added, skipped, refused, changes: changed, issues: unread, check, edits: result.edits, text: result.text }, undefined, 2)}\n`) // oxfmt-ignore
  } else {
    for (const { from, to } of result.changes.flatMap(({ translated }) => translated)) say(`${from} → ${to}`)
    for (const line of wordedAll([...issues, ...result.changes.flatMap((change) => change.issues)], lang, context)) say(line) // oxfmt-ignore
    if (broken.length > 0) say(paint('red', cliText(isHeld ? 'inject-held' : 'inject-broken', lang)))
    for (const issue of broken) say(`${issue.line}:${issue.column} ${issue.code} ${ruleMessage(issue, lang, context)}`)
    const { title } = clientFacts(result.client)
    say(paint('bold', cliText('inject-done', lang, { client: title, added, skipped, refused })))
  }
  return refused > 0 || broken.length > 0 ? 1 : 0
}

/**
 * The issues in words. All issues of one rule line are one text: `Line 3: DOMAIN,x → …; …`. Any other issue is a text of its
 * own, which begins with its line.
 */
function wordedAll(issues: readonly ChangeIssue[], lang: Lang, context: { client: string }): string[] {
  const words: string[] = []
  for (let at = 0; at < issues.length; at++) {
    const { line, args } = issues[at]!
    const raw = rawOf(issues[at]!)
    if (line === undefined || raw === undefined) {
      words.push(worded(issues[at]!, lang, context))
      continue
    }
    const same = [issues[at]!]
    for (let next = issues[at + 1]; next?.line === line && rawOf(next) === raw; next = issues[at + 1]) {
      same.push(next)
      at++
    }
    words.push(ruleLineMessage(line, String(args?.['raw']), same.map((issue) => ruleMessage(issue, lang, context)), lang)) // oxfmt-ignore
  }
  return words
}

/** The rule that an issue is about. */
function rawOf({ code, args }: ChangeIssue): string | undefined {
  const raw = args?.['raw']
  return code.startsWith('rule-') && raw !== undefined && raw !== '' ? String(raw) : undefined
}

function worded(issue: ChangeIssue, lang: Lang, context: { client: string }): string {
  const message = wordIssue(issue, lang, context)
  return issue.line === undefined ? message : cliText('at-line', lang, { line: issue.line, message })
}

function refuseConfig(issue: ChangeIssue, lang: Lang): number {
  say(paint('red', worded(issue, lang, { client: 'any' })))
  return 1
}

async function give(file: string, before: string, { text, edits }: InjectResult, flags: InjectFlags): Promise<void> {
  const target = flags.inPlace ? file : flags.output
  if (target !== undefined && target !== '-' && (edits.length > 0 || target !== file)) await writeResult(target, text)
  if (flags.diff) await print(changedLines(before, edits, file))
  else if ((target === undefined || target === '-') && !flags.json) await print(text)
}

/** UTF-8 to the letter, its mark included. */
function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The changes of `--changes`, and the rules of `--rules` as one more. */
async function readGiven({ rules, changes, at = 'top' }: InjectFlags): Promise<ReturnType<typeof readChanges>> {
  if (rules === undefined && changes === undefined) throw new WrongCall('inject-nothing')
  const read = changes === undefined ? { changes: [], issues: [] } : readChanges(await readOptionFile(changes))
  if (rules === undefined) return read
  const lines = (await readOptionFile(rules)).split(/\r\n|\n|\r/)
  const given = lines.map((rule, index) => ({ rule, line: index + 1 }))
  return { ...read, changes: [{ kind: 'add-rules', rules: given, at: readPlace(at) }, ...read.changes] }
}

/** `--at`. */
function readPlace(value: string): RulesAt {
  if (value === 'top' || value === 'bottom') return value
  const [, where, text] = /^(before|after):(.+)$/s.exec(value) ?? []
  if (text === undefined) throw new WrongCall('bad-choice', { option: '--at', value, choices: 'top, bottom, before:TEXT, after:TEXT' }) // oxfmt-ignore
  return where === 'before' ? { before: text } : { after: text }
}

async function readNodeFiles(changes: readonly WantedChange[]): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const change of changes)
    if (change.kind === 'add-nodes' && change.from !== undefined) texts.set(change.from, await readOptionFile(change.from)) // oxfmt-ignore
  return texts
}
