import { describe, expect, test } from 'vitest'
import { adopted, type SourceAnswer, decide, type FetchState, type FetchOutcome, waitAfter } from './fetch-state.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const answer = (nodes: number, more: Partial<SourceAnswer> = {}): FetchOutcome => ({
  answer: { nodes, information: 0, skipped: 0, digest: `of ${nodes}`, ...more },
})
const timeout: FetchOutcome = { failure: 'timeout' }

/** What is served after outcomes at hours, of an item that had `most` nodes: the nodes, or nothing yet. */
function serve(most: number, outcomes: readonly (readonly [hour: number, outcome: FetchOutcome])[]) {
  let state: FetchState = most === 0 ? {} : { good: { at: 0, nodes: most, skipped: 0, digest: 'first' } }
  const texts: string[] = []
  for (const [hour, outcome] of outcomes) {
    const decision = decide(state, outcome, { now: hour * HOUR, most })
    state = decision.state
    texts.push(decision.text)
  }
  return { nodes: state.good?.nodes, last: texts.at(-1), held: state.held?.reason, result: state.lastTry?.result }
}

describe('what is served after', () => {
  test.each<[string, number, [number, FetchOutcome][], ReturnType<typeof serve>]>([
    ['a first answer', 0, [[1, answer(40)]], { nodes: 40, last: 'take', held: undefined, result: 'ok' }],
    ['one with skipped entries', 0, [[1, answer(40, { skipped: 3 })]], { nodes: 40, last: 'take', held: undefined, result: 'partial' }],
    ['a failure', 40, [[1, timeout]], { nodes: 40, last: 'keep', held: undefined, result: 'failed' }],
    ['no nodes', 40, [[1, answer(0)]], { nodes: 40, last: 'hold', held: 'no-nodes', result: 'held' }],
    ['no nodes as the first answer', 0, [[1, answer(0)]], { nodes: undefined, last: 'hold', held: 'no-nodes', result: 'held' }],
    ['information entries alone', 40, [[1, answer(3, { information: 3 })]], { nodes: 40, last: 'hold', held: 'only-information', result: 'held' }],
    ['no nodes for a month', 40, [[1, answer(0)], [30, answer(0)], [720, answer(0)]], { nodes: 40, last: 'hold', held: 'no-nodes', result: 'held' }],
    ['a fifth of them', 40, [[1, answer(8)]], { nodes: 8, last: 'take', held: undefined, result: 'ok' }],
    ['less than a fifth', 40, [[1, answer(7)]], { nodes: 40, last: 'hold', held: 'far-fewer', result: 'held' }],
    ['less than a fifth, counted without information', 40, [[1, answer(10, { information: 3 })]], { nodes: 40, last: 'hold', held: 'far-fewer', result: 'held' }],
    ['the same fall twice within a day', 40, [[1, answer(7)], [13, answer(7)]], { nodes: 40, last: 'hold', held: 'far-fewer', result: 'held' }],
    ['the same fall a day later', 40, [[1, answer(7)], [13, answer(7)], [25, answer(7)]], { nodes: 7, last: 'take', held: undefined, result: 'ok' }],
    ['the same fall once more, a day later', 40, [[1, answer(7)], [25, answer(7)]], { nodes: 7, last: 'take', held: undefined, result: 'ok' }],
    ['another fall a day later', 40, [[1, answer(7)], [25, answer(6)]], { nodes: 40, last: 'hold', held: 'far-fewer', result: 'held' }],
    ['another fall between', 40, [[1, answer(7)], [13, answer(6)], [25, answer(7)]], { nodes: 40, last: 'hold', held: 'far-fewer', result: 'held' }],
    ['a failure between', 40, [[1, answer(7)], [13, timeout], [25, answer(7)]], { nodes: 7, last: 'take', held: undefined, result: 'ok' }],
    ['a good answer after a fall', 40, [[1, answer(7)], [13, answer(39)]], { nodes: 39, last: 'take', held: undefined, result: 'ok' }],
  ])('%s', (_, most, outcomes, served) => {
    expect(serve(most, outcomes)).toEqual(served)
  }) // oxfmt-ignore
})

test('a fall that was believed is what later answers are compared with', () => {
  const state: FetchState = {
    held: { since: 0, reason: 'far-fewer', nodes: 7, skipped: 0, digest: 'of 7', agreedAt: 7 * HOUR },
  }
  expect(decide(state, answer(7), { now: 24 * HOUR, most: 40 })).toMatchObject({ text: 'take', forgetsDays: true })
  expect(decide({}, answer(7), { now: 1, most: 7 })).toMatchObject({ text: 'take', forgetsDays: false })
})

test('what waits, and what fails, began no later than now after the clock was set back', () => {
  const held = { since: 100 * HOUR, reason: 'far-fewer', nodes: 7, skipped: 0, digest: 'of 7' } as const
  const state: FetchState = { held, failing: { since: 100 * HOUR, times: 1 } }
  const set = decide(state, answer(7), { now: 50 * HOUR, most: 40 }).state
  expect(set.held?.since).toBe(50 * HOUR)
  const confirmed = decide(set, answer(7), { now: 74 * HOUR, most: 40 })
  expect(confirmed.text).toBe('take')
  expect(decide(state, timeout, { now: 50 * HOUR, most: 40 }).state.failing).toEqual({ since: 50 * HOUR, times: 2 })
})

test('a person takes at once what waits', () => {
  const { state } = decide({}, answer(0, { skipped: 2 }), { now: HOUR, most: 40 })
  expect(adopted(state, 2 * HOUR)).toMatchObject({ good: { at: 2 * HOUR, nodes: 0, skipped: 2 } })
  expect(adopted(state, 2 * HOUR)).not.toHaveProperty('held')
  expect(adopted({}, HOUR)).toBeUndefined()
})

test('since when it fails is kept until it is answered', () => {
  let state: FetchState = {}
  for (const hour of [1, 2, 3]) state = decide(state, timeout, { now: hour * HOUR, most: 0 }).state
  expect(state.failing).toEqual({ since: HOUR, times: 3 })
  expect(decide(state, answer(0), { now: 4 * HOUR, most: 40 }).state.failing).toBeUndefined()
  expect(decide(state, answer(40), { now: 4 * HOUR, most: 0 }).state.failing).toBeUndefined()
})

test.each([
  [0, 12 * HOUR, 12 * HOUR],
  [1, 12 * HOUR, 10 * MINUTE],
  [2, 12 * HOUR, 30 * MINUTE],
  [3, 12 * HOUR, HOUR],
  [4, 12 * HOUR, 12 * HOUR],
  [6, 12 * HOUR, 12 * HOUR],
  [7, 12 * HOUR, 24 * HOUR],
  [8, 12 * HOUR, 24 * HOUR],
  [6, HOUR, HOUR],
  [7, HOUR, 2 * HOUR],
  [8, HOUR, 4 * HOUR],
  [11, HOUR, 24 * HOUR],
  [1000, HOUR, 24 * HOUR],
  [9, 72 * HOUR, 72 * HOUR],
  // Never later than a source that does not fail.
  [1, 10 * MINUTE, 10 * MINUTE],
  [2, 10 * MINUTE, 10 * MINUTE],
  [3, 20 * MINUTE, 20 * MINUTE],
])('after %i failures in a row a source of every %i ms is asked again in %i', (times, interval, wait) => {
  const state: FetchState = times === 0 ? {} : { failing: { since: 0, times } }
  expect(waitAfter(state, interval)).toBe(wait)
})
