import { expect, test } from 'vitest'
import {
  afterLoopEvent,
  FIRST_LOOP,
  type LoopEffect,
  type LoopEvent,
  type LoopPhase,
  type TurnLoop,
} from './turn-loop.ts'

const PHASES = ['starting', 'idle', 'waiting', 'reading', 'listing', 'building', 'cancelled', 'crashed', 'unloaded'] as const satisfies LoopPhase[] // oxfmt-ignore

const loopIn = (phase: LoopPhase, given: Partial<TurnLoop> = {}): TurnLoop => ({
  ...FIRST_LOOP,
  phase,
  turn: 3,
  ...given,
})

/** An effect in one word: `wait:0`, `read:4`. */
const wordOf = (effect: LoopEffect) =>
  [effect.type, ...Object.entries(effect).flatMap(([key, value]) => (key === 'type' ? [] : [String(value)]))].join(':')

/** `listing list:3`: the next phase and what is to be done; `~` where another turn follows the one under way. */
function said(loop: TurnLoop, event: LoopEvent): string {
  const [next, effects] = afterLoopEvent(loop, event)
  return [next.phase + (next.isDirty ? '~' : ''), ...effects.map(wordOf)].join(' ')
}

const NOTHING = Object.fromEntries(PHASES.map((phase) => [phase, phase]))
const WAITS = 'waiting wait:50'

/** What each event makes of each phase; a phase that is not named stays, and nothing is done. */
const TABLE: readonly [LoopEvent, Partial<Record<LoopPhase, string>>][] = [
  [{ type: 'ready' }, { starting: 'waiting wait:0' }],
  ...(['changed', 'wanted'] as const).map((type): [LoopEvent, Partial<Record<LoopPhase, string>>] => [
    { type, waitMs: 50 },
    {
      idle: WAITS,
      waiting: WAITS,
      reading: 'reading~',
      listing: 'listing~',
      building: 'building~',
      cancelled: WAITS,
      crashed: WAITS,
      unloaded: WAITS,
    },
  ]),
  [{ type: 'due' }, { waiting: 'reading read:4' }],
  [{ type: 'read', turn: 3 }, { reading: 'listing list:3' }],
  [{ type: 'read', turn: 2 }, {}],
  [{ type: 'listed', turn: 3, nodes: 5000 }, { listing: 'building answerWaiting build:3' }],
  [{ type: 'listed', turn: 3, nodes: 5001 }, { listing: 'idle answerWaiting holdBack' }],
  [{ type: 'listed', turn: 2, nodes: 1 }, {}],
  [{ type: 'built', turn: 3, isShown: true }, { building: 'idle end:false' }],
  [{ type: 'built', turn: 3, isShown: false }, { building: 'idle' }],
  [{ type: 'built', turn: 2, isShown: true }, {}],
  [
    { type: 'failed', turn: 3 },
    {
      reading: 'crashed stopWorker:crashed refuseWaiting',
      listing: 'crashed stopWorker:crashed refuseWaiting',
      building: 'crashed stopWorker:crashed refuseWaiting',
    },
  ],
  [{ type: 'failed', turn: 2 }, {}],
  [
    { type: 'cancelled' },
    {
      starting: 'starting stopWorker:stopped',
      idle: 'idle stopWorker:stopped',
      waiting: 'idle forgetWait stopWorker:stopped refuseWaiting',
      reading: 'cancelled stopWorker:stopped refuseWaiting',
      listing: 'cancelled stopWorker:stopped refuseWaiting',
      building: 'cancelled stopWorker:stopped refuseWaiting',
      cancelled: 'cancelled stopWorker:stopped',
      crashed: 'crashed stopWorker:stopped',
      unloaded: 'unloaded stopWorker:stopped',
    },
  ],
  ...(
    [
      ['stopped', 'cancelled'],
      ['crashed', 'crashed'],
      ['unloaded', 'unloaded'],
    ] as const
  ).map(([end, status]): [LoopEvent, Partial<Record<LoopPhase, string>>] => [
    { type: 'workerEnded', end },
    {
      idle: status,
      reading: `${status} refuseWaiting`,
      listing: `${status} refuseWaiting`,
      building: `${status} refuseWaiting`,
      cancelled: status,
      crashed: status,
      unloaded: status,
    },
  ]),
]

test.each(TABLE)('%o leads from every phase to the next', (event, expected) => {
  const next = Object.fromEntries(PHASES.map((phase) => [phase, said(loopIn(phase), event)]))
  expect(next).toEqual({ ...NOTHING, ...expected })
})

test.each<[LoopPhase, LoopEvent, string]>([
  ['reading', { type: 'read', turn: 3 }, 'listing~ list:3'],
  ['listing', { type: 'listed', turn: 3, nodes: 1 }, 'reading answerWaiting read:4'],
  ['listing', { type: 'listed', turn: 3, nodes: 5001 }, 'reading answerWaiting holdBack read:4'],
  ['building', { type: 'built', turn: 3, isShown: true }, 'reading end:true read:4'],
  ['building', { type: 'workerEnded', end: 'crashed' }, 'waiting wait:0'],
  ['listing', { type: 'failed', turn: 3 }, 'waiting stopWorker:crashed wait:0'],
  ['listing', { type: 'cancelled' }, 'cancelled stopWorker:stopped refuseWaiting'],
])('a change that came while %s has a turn of its own after %o, unless all was cancelled', (phase, event, expected) => {
  expect(said(loopIn(phase, { isDirty: true }), event)).toBe(expected)
})

test('a result of many nodes that was asked for is built, until the model changes', () => {
  const [asked] = afterLoopEvent(loopIn('listing'), { type: 'forced' })
  expect(asked).toMatchObject({ phase: 'listing', isForced: true, isDirty: true })
  const listed = { type: 'listed', turn: 3, nodes: 5001 } as const
  expect(said(loopIn('listing', { isForced: true }), listed)).toBe('building answerWaiting build:3')
  expect(afterLoopEvent(loopIn('idle', { isForced: true }), { type: 'changed', waitMs: 0 })[0].isForced).toBe(false)
  expect(afterLoopEvent(loopIn('idle', { isForced: true }), { type: 'wanted', waitMs: 0 })[0].isForced).toBe(true)
})

test.each([
  ['crashed', false],
  ['stopped', false],
  ['unloaded', true],
] as const)('a worker that %s: the result that was asked for is tried again: %s', (end, isForced) => {
  const [loop] = afterLoopEvent(loopIn('building', { isForced: true }), { type: 'workerEnded', end })
  expect(loop.isForced).toBe(isForced)
})

test('what an older turn says after a cancel changes nothing', () => {
  let loop = loopIn('building')
  const events: LoopEvent[] = [
    { type: 'cancelled' },
    { type: 'workerEnded', end: 'stopped' },
    { type: 'changed', waitMs: 0 },
    { type: 'due' },
    { type: 'built', turn: 3, isShown: true },
    { type: 'failed', turn: 3 },
  ]
  for (const event of events) [loop] = afterLoopEvent(loop, event)
  expect(loop).toEqual({ phase: 'reading', turn: 4, isDirty: false, isForced: false })
})
