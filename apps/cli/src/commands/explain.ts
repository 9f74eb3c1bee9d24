import { dirname } from 'node:path'
import { type RouteAnswer, openExplanation, type RouteQuestion, readQuestion } from '@switchyard/convert/configs'
import { clientFacts } from '@switchyard/convert/facts'
import {
  cliText, type Lang, needWords, passedWords, ruleWords, unknownWords, wayWords, whyWords,
} from '@switchyard/locale' // oxfmt-ignore
import { readConfigLists } from '../config-lists.ts'
import { readClient, requireFolder } from '../options.ts'
import { readOptionFile, readText } from '../read-sources.ts'
import { print, say } from '../terminal.ts'
import { WrongCall } from '../wrong-call.ts'

export interface ExplainFlags {
  for?: string
  host?: string
  ip?: string
  resolved?: string
  port?: string
  network?: string
  process?: string
  processPath?: string
  source?: string
  sourcePort?: string
  inbound?: string
  questions?: string
  lists?: string
  json?: boolean
}

/** `switchyard explain`: 0 when the questions are answered, 1 when the config cannot be read. */
export async function explainCommand(file: string, flags: ExplainFlags, lang: Lang): Promise<number> {
  const client = flags.for === undefined ? undefined : readClient('--for', flags.for)
  const questions = flags.questions === undefined ? [questionOf(flags)] : await readQuestions(flags.questions)
  const folder = flags.lists === undefined ? undefined : await requireFolder(flags.lists)
  const { text } = await readText(file)
  const first = openExplanation(text, { client })
  const lists = await readConfigLists(first.lists, folder, file === '-' ? undefined : dirname(file))
  const explanation = lists.size === 0 ? first : openExplanation(text, { client, lists })
  const answers: string[] = []
  for (const question of questions) {
    const answer = explanation.ask(question)
    if (answer === undefined) {
      say(cliText('explain-no-config', lang, { client: clientFacts(explanation.client).title }))
      return 1
    }
    answers.push(flags.json ? JSON.stringify(jsonOf(answer, lang)) : wordsOf(answer, lang))
  }
  await print(`${answers.join(flags.json ? '\n' : '\n\n')}\n`)
  return 0
}

/** The reason in words beside its parts. */
function jsonOf({ rule, why, ...rest }: RouteAnswer, lang: Lang): object {
  return { rule, why: whyWords(why, lang), reason: why, ...rest }
}

function wordsOf(answer: RouteAnswer, lang: Lang): string {
  const { rule, why, needs, unknown, passed } = answer
  return [
    ...(rule === null ? [] : [ruleWords(rule, lang)]),
    whyWords(why, lang),
    wayWords(answer, lang),
    ...passed.map((one) => passedWords(one, lang)),
    ...needs.flatMap((need) => needWords(need, lang)),
    ...(unknown.length === 0 ? [] : [unknownWords(unknown, lang)]),
  ].join('\n')
}

const FLAG_OF: Readonly<Record<keyof RouteQuestion, string>> = {
  host: '--host', ip: '--ip', resolved: '--resolved', port: '--port', network: '--network', process: '--process',
  processPath: '--process-path', source: '--source', sourcePort: '--source-port', inbound: '--inbound',
} // oxfmt-ignore

function questionOf(flags: ExplainFlags): RouteQuestion {
  const { host, ip, resolved, port, network, process, processPath, source, sourcePort, inbound } = flags
  const addresses = resolved === 'none' ? [] : resolved?.split(',').map((address) => address.trim())
  const numbers = { port: numberOf(port), sourcePort: numberOf(sourcePort) }
  const read = readQuestion({
    host, ip, resolved: addresses, network, process, processPath, source, inbound, ...numbers,
  }) // oxfmt-ignore
  if ('question' in read) return read.question
  const { key } = read.issue
  if (key === undefined) throw new WrongCall('explain-no-question')
  throw new WrongCall('explain-bad-part', { option: FLAG_OF[key] })
}

/** What is no number stays a text, which the question refuses. */
function numberOf(text: string | undefined): number | string | undefined {
  return text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : text
}

async function readQuestions(file: string): Promise<RouteQuestion[]> {
  const lines = (await readOptionFile(file)).split(/\r?\n/)
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return []
    const read = readQuestion(parsed(line))
    if ('question' in read) return [read.question]
    throw new WrongCall('explain-bad-question', { file, line: index + 1 })
  })
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
