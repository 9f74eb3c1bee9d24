import type { ClientId } from '@switchyard/convert'
import {
  type NeededList,
  openExplanation,
  readQuestion,
  type RouteAnswer,
  type RouteQuestion,
  type Why,
} from '@switchyard/convert/configs'
import { clientFacts } from '@switchyard/convert/facts'
import { type Lang, whyWords } from '@switchyard/locale'
import { bounded, type TooMuch } from '../bounded.ts'
import type { WrongPart } from '../engine-output.ts'

/** Questions about a config, as a thread is sent them: plain data. */
export interface ExplainJob {
  text: string
  client?: ClientId
  lists: Readonly<Record<string, string>>
  questions: readonly unknown[]
  lang: Lang
}

/** Where connections go, each reason in words too. */
export interface Explained {
  client: string
  lists: NeededList[]
  answers: (Omit<RouteAnswer, 'why'> & { why: string; reason: Why })[]
}

/** Answers questions about a config as its client would. */
export function explainJob({ text, client, lists, questions, lang }: ExplainJob): Explained | WrongPart | TooMuch {
  const asked: RouteQuestion[] = []
  for (const [at, each] of questions.entries()) {
    const read = readQuestion(each)
    if ('issue' in read)
      return { field: ['questions', at, read.issue.key].filter((part) => part !== undefined).join('.') }
    asked.push(read.question)
  }
  const explanation = openExplanation(text, { client, lists: new Map(Object.entries(lists)) })
  const answers: Explained['answers'] = []
  for (const question of asked) {
    const answer = explanation.ask(question)
    // It is no config of this client.
    if (answer === undefined) return { field: 'text' }
    answers.push({ ...answer, why: whyWords(answer.why, lang), reason: answer.why })
  }
  const { name } = clientFacts(explanation.client).file
  return bounded({ client: name, lists: [...explanation.lists], answers })
}
