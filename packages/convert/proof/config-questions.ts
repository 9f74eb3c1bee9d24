import { existsSync, readFileSync } from 'node:fs'
import { type RouteAnswer, openExplanation, readQuestion } from '../src/configs.ts'
import type { ClientId } from '../src/clients/facts.ts'

/** Questions of configs, and what the running programs did. */
const QUESTIONS = new URL('../../../../shared/data/config-questions/', import.meta.url)
export const hasQuestions = existsSync(QUESTIONS)

interface GivenAnswer {
  index: number
  line?: number
  text?: string
  groups: string[]
  node?: string
  nodes?: string[]
}

interface Row {
  id: string
  client: 'mihomo' | 'sing-box' | 'xray'
  config: string
  ask: unknown
  answer: GivenAnswer
}

export interface AskedRow {
  row: Row
  answer: RouteAnswer | undefined
  /** What differs; empty where nothing does. */
  differs: string[]
}

const CLIENTS: Record<Row['client'], ClientId> = { mihomo: 'mihomo', 'sing-box': 'singbox', xray: 'xray' }

/** Every question, with our answer beside that of the program. */
export function askQuestions(): AskedRow[] {
  const lines = readFileSync(new URL('questions.jsonl', QUESTIONS), 'utf8').trim().split('\n')
  const rows: Row[] = lines.map((line) => JSON.parse(line))
  const open = new Map<string, ReturnType<typeof openExplanation>>()
  return rows.map((row) => {
    const known = open.get(row.config)
    const text = known === undefined ? readFileSync(new URL(`configs/${row.config}`, QUESTIONS), 'utf8') : ''
    const explanation = known ?? openExplanation(text, { client: CLIENTS[row.client] })
    open.set(row.config, explanation)
    const read = readQuestion(row.ask)
    const answer = 'question' in read ? explanation.ask(read.question) : undefined
    return { row, answer, differs: differences(row.answer, answer) }
  })
}

function differences(given: GivenAnswer, answer: RouteAnswer | undefined): string[] {
  const { rule, groups, node, nodes } = answer ?? { rule: null, groups: [] }
  const all: [string, unknown, unknown][] = [
    ['index', given.index, rule?.index ?? -1],
    ['line', given.line, rule?.line],
    ['text', given.text, rule?.text],
    ['groups', given.groups, groups],
    ['node', given.node, node],
    ['nodes', given.nodes?.toSorted(), nodes?.toSorted()],
  ]
  return all
    .filter(([, wanted, got]) => JSON.stringify(wanted) !== JSON.stringify(got))
    .map(([what, wanted, got]) => `${what}: ${JSON.stringify(wanted)}, not ${JSON.stringify(got)}`)
}
