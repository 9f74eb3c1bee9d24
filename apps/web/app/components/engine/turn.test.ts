import { expect, test } from 'vitest'
import { NO_ISSUES, type BuildResult } from '@switchyard/recipe/model'
import { FIRST_STATE, type DeskState } from './desk-state.ts'
import { afterEvent, type TurnEvent } from './turn.ts'

const built = (text: string): BuildResult => ({
  text, bytes: text.length, lines: 1, issues: [], moreIssues: 0, kinds: NO_ISSUES, outcomes: [],
}) as unknown as BuildResult // oxfmt-ignore

const BEFORE: DeskState = { ...FIRST_STATE, isReady: true, result: built('old'), madeFor: 'mihomo' }

const STATUSES = ['clean', 'stale', 'running', 'manual', 'cancelled', 'crashed', 'unloaded'] as const

/** What each event makes of each status, in the order of `STATUSES`. */
const TABLE: readonly [TurnEvent, string][] = [
  [{ type: 'outdated' }, 'stale stale running manual stale crashed unloaded'],
  [{ type: 'running' }, 'running running running running running running running'],
  [{ type: 'progress', progress: { sourceId: 'text', entries: 5 } }, STATUSES.join(' ')],
  [{ type: 'listed', text: 'x' }, STATUSES.join(' ')],
  [{ type: 'lists', change: { waiting: 2 } }, STATUSES.join(' ')],
  [{ type: 'built', result: built('new'), target: 'mihomo', text: 'x' }, STATUSES.join(' ')],
  [{ type: 'tooMany' }, 'manual manual manual manual manual manual manual'],
  [{ type: 'ended', isOutdated: false }, 'clean clean clean clean clean clean clean'],
  [{ type: 'cleared' }, STATUSES.join(' ')],
  [{ type: 'halted', status: 'cancelled' }, 'cancelled cancelled cancelled cancelled cancelled cancelled cancelled'],
  [{ type: 'halted', status: 'crashed' }, 'crashed crashed crashed crashed crashed crashed crashed'],
]

test.each(TABLE)('%o leads from every status to the next', (event, expected) => {
  expect(STATUSES.map((status) => afterEvent({ ...BEFORE, status }, event).status).join(' ')).toBe(expected)
})

test('an old result stays, marked, until a new one takes its place', () => {
  const events: TurnEvent[] = [
    { type: 'outdated' },
    { type: 'running' },
    { type: 'progress', progress: { sourceId: 'text', entries: 7 } },
    { type: 'built', result: built('new'), target: 'mihomo', text: 'x' },
    { type: 'ended', isOutdated: false },
  ]
  let state = BEFORE
  const seen = events.map((event) => {
    state = afterEvent(state, event)
    return `${state.result?.text} ${state.isOld ? 'old' : 'current'}`
  })
  expect(seen).toEqual(['old old', 'old old', 'old old', 'new old', 'new current'])
  expect(state.progress).toBeUndefined()
})

test('a turn that is cancelled leaves the result, marked as old, and no progress', () => {
  const running: DeskState = {
    ...BEFORE,
    status: 'running',
    isOld: true,
    progress: { sourceId: 'text', entries: 9 },
  }
  const state = afterEvent(running, { type: 'halted', status: 'cancelled' })
  expect(state).toEqual({ ...BEFORE, status: 'cancelled', isOld: true })
})

test('a text that only the worker had is gone with it', () => {
  const { text: _, ...withoutText } = built('long')
  const state = afterEvent({ ...BEFORE, result: withoutText }, { type: 'halted', status: 'crashed' })
  expect(state.result).toBeUndefined()
})

test('a turn that a change came into leaves its result marked as old', () => {
  expect(afterEvent(BEFORE, { type: 'ended', isOutdated: true })).toMatchObject({ status: 'clean', isOld: true })
})
