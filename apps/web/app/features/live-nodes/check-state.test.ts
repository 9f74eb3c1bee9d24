import type { ProbeResult } from '@switchyard/contract'
import { expect, test } from 'vitest'
import { afterCheckEvent, NOTHING_CHECKED, type CheckEvent, type CheckState } from './check-state.ts'

const found = (checkedAt: number): ProbeResult => ({ checkedAt, isCached: false, outcome: 'reachable' })
const after = (...events: CheckEvent[]): CheckState => events.reduce(afterCheckEvent, NOTHING_CHECKED)

const STARTED: CheckEvent = { type: 'started', keys: ['a', 'b'] }
const FOUND: CheckEvent = { type: 'found', key: 'a', result: found(1) }

test('results come one by one while the others are awaited', () => {
  const { run, log } = after(STARTED, FOUND)
  expect([...run!.awaited]).toEqual(['b'])
  expect([run!.wanted, [...run!.before], [...log]]).toEqual([2, [], [['a', [found(1)]]]])
})

test.each<[string, CheckEvent, Partial<CheckState>]>([
  ['stopped', { type: 'stopped' }, {}],
  ['failed', { type: 'failed', error: 'x' }, { failure: 'x' }],
  ['ended', { type: 'ended', left: [] }, {}],
  ['ended at a limit', { type: 'ended', left: ['b'], retryAt: 5 }, { left: { keys: ['b'], retryAt: 5 } }],
])('a run that %s keeps what was found', (_, end, rest) => {
  expect(after(STARTED, FOUND, end)).toEqual({ log: new Map([['a', [found(1)]]]), ...rest })
})

test('the next run forgets why the last one ended', () => {
  expect(after(STARTED, { type: 'failed', error: 'x' }, STARTED)).not.toHaveProperty('failure')
  expect(after(STARTED, { type: 'ended', left: ['b'] }, STARTED)).not.toHaveProperty('left')
})

test('a result that comes after the person stopped is kept and awaits nothing', () => {
  expect(after(STARTED, { type: 'stopped' }, FOUND)).toEqual({ log: new Map([['a', [found(1)]]]) })
})

test('what was found by the clock joins a run that is under way', () => {
  const { log, run } = after(STARTED, FOUND, { type: 'brought', results: [['a', [found(3), found(2)]]] })
  expect(log.get('a')!.map(({ checkedAt }) => checkedAt)).toEqual([1, 2, 3])
  expect([...run!.awaited]).toEqual(['b'])
})
