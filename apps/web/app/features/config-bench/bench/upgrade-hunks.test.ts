import { expect, test } from 'vitest'
import { reviewed } from './upgrade-hunks.ts'

const BEFORE = 'a\nold b\nc\nold d\nold e\nf\n'
const AFTER = 'a\nnew b\nc\nnew de\nf\nadded\n'

test('each change has the lines that it is seen in, the first of several that share them', () => {
  const { changes, rest } = reviewed(BEFORE, AFTER, [{ line: 2 }, { line: 4 }, { line: 5 }, { line: 6 }])
  expect(changes.map(({ hunk }) => hunk)).toEqual([
    { line: 2, before: ['old b'], after: ['new b'] },
    { line: 4, before: ['old d', 'old e'], after: ['new de'] },
    undefined,
    undefined,
  ])
  expect(rest).toEqual([{ line: 7, before: [], after: ['added'] }])
})

test('a change that is not made has no lines', () => {
  expect(reviewed(BEFORE, BEFORE, [{ line: 2 }])).toEqual({
    changes: [{ change: { line: 2 }, hunk: undefined }],
    rest: [],
  })
})
