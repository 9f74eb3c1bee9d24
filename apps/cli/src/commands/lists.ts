import { basename } from 'node:path'
import { convertLists, LIST_BEHAVIORS, LIST_FORMS } from '@switchyard/convert/configs'
import { cliText, type Lang, wordIssue } from '@switchyard/locale'
import { readRaw } from '../read-sources.ts'
import { print, say } from '../terminal.ts'
import { writeResult } from '../write-result.ts'
import { WrongCall } from '../wrong-call.ts'

export interface ListsFlags {
  to?: string
  behavior?: string
  merge?: boolean
  sort?: boolean
  output?: string
  json?: boolean
}

/** `switchyard lists`: 0 when all was carried, 1 when something was left out. */
export async function listsCommand(files: readonly string[], flags: ListsFlags, lang: Lang): Promise<number> {
  const to = choice('--to', flags.to, LIST_FORMS)
  if (to === undefined) throw new WrongCall('option-missing', { name: '--to' })
  const behavior = choice('--behavior', flags.behavior, LIST_BEHAVIORS)
  if (files.filter((name) => name === '-').length > 1) throw new WrongCall('stdin-twice')
  const lists = []
  for (const name of files) lists.push({ name: name === '-' ? name : basename(name), content: await readRaw(name) })
  const { content, issues, ...counts } = await convertLists(lists, {
    to,
    behavior,
    merge: flags.merge,
    sort: flags.sort,
  })
  const { output } = flags
  if (output !== undefined && output !== '-') await writeResult(output, content)
  else if (!flags.json) await print(content)
  if (flags.json) {
    const worded = issues.map((issue) => ({ ...issue, message: wordIssue(issue, lang) }))
    const text = typeof content === 'string' ? { text: content } : { base64: Buffer.from(content).toString('base64') }
    await print(`${JSON.stringify({ to, ...counts, issues: worded, ...text }, undefined, 2)}\n`)
  } else {
    for (const issue of issues) say(wordIssue(issue, lang))
    say(cliText('lists-summary', lang, counts))
  }
  return counts.skipped + counts.dropped > 0 ? 1 : 0
}

function choice<T extends string>(option: string, value: string | undefined, choices: readonly T[]): T | undefined {
  if (value === undefined) return undefined
  const found = choices.find((one) => one === value)
  if (found === undefined) throw new WrongCall('bad-choice', { option, value, choices: choices.join(', ') })
  return found
}
