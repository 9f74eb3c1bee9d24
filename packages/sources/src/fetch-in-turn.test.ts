import { expect, test } from 'vitest'
import { CLIENT_AGENTS, fetchInTurn } from './fetch-in-turn.ts'

const PAGE = '<!DOCTYPE html><p>Sign in'
const EMPTY = 'proxies: []'
const FULL = 'nodes'
const GONE = Symbol('fails')

/** What each name is answered, in the order in which they are asked; what is given in the end, and who was asked. */
async function ask(...answers: (string | typeof GONE)[]) {
  const asked: string[] = []
  const agents = answers.map((_, at) => String(at)) as [string, ...string[]]
  const given = fetchInTurn(agents, {
    fetch: (agent) => {
      asked.push(agent)
      const answer = answers[Number(agent)]!
      return typeof answer === 'string' ? Promise.resolve(answer) : Promise.reject(new Error('gone'))
    },
    textOf: (text) => text,
    hasNodes: (text) => text === FULL,
  })
  return { given: await given.catch((error: Error) => error.message), asked: asked.length }
}

test.each<[title: string, answers: (string | typeof GONE)[], given: string, asked: number]>([
  ['nodes at once end it', [FULL, EMPTY], FULL, 1],
  ['a web page is asked again', [PAGE, FULL], FULL, 2],
  ['an answer without nodes is asked again', [EMPTY, FULL], FULL, 2],
  ['every name is tried', [PAGE, EMPTY, FULL], FULL, 3],
  ['of two answers without nodes the first is given', [EMPTY, 'other: []'], EMPTY, 2],
  ['an answer without nodes is better than a web page', [PAGE, EMPTY], EMPTY, 2],
  ['a web page is no better than an answer without nodes', [EMPTY, PAGE], EMPTY, 2],
  ['nothing but web pages is given as one', [PAGE, PAGE], PAGE, 2],
  ['a failure of the first request is told at once', [GONE, FULL], 'gone', 1],
  ['a failure of a later one changes nothing', [EMPTY, GONE], EMPTY, 2],
  ['one name is asked once', [PAGE], PAGE, 1],
])('%s', async (_, answers, given, asked) => {
  expect(await ask(...answers)).toEqual({ given, asked })
})

test('mihomo is asked as first: it is told traffic and expiry', () => {
  expect(CLIENT_AGENTS[0]).toMatch(/^clash\.meta\//)
})
