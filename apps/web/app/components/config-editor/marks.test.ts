import { EditorState } from '@codemirror/state'
import type { LineMark } from '@switchyard/recipe/model'
import { expect, test } from 'vitest'
import { markerAt, markOf, marksField, setMarks } from './marks.ts'

const TEXT = 'ok\nskipped\n\nduplicate\nwarn'
const MARKS: LineMark[] = [
  { line: 1, status: 'ok', issues: [] },
  { line: 2, status: 'skipped', issues: [] },
  { line: 4, status: 'duplicate', issues: [] },
  { line: 5, status: 'warn', issues: [] },
]

const marked = () =>
  EditorState.create({ doc: TEXT, extensions: marksField }).update({
    effects: setMarks.of({ marks: MARKS, words: {} }),
  }).state

/** The sign of each line, or – for none. */
const signsOf = (state: EditorState) =>
  Array.from({ length: state.doc.lines }, (_, at) => markerAt(state, state.doc.line(at + 1).from)?.status ?? '–').join(
    ' ',
  )

test('every line has the sign that was reported for it', () => {
  expect(signsOf(marked())).toBe('ok skipped – duplicate warn')
  expect(markOf(marked(), 4)).toBe(MARKS[2])
  expect(markOf(marked(), 3)).toBeUndefined()
})

test.each([
  ['what is typed into a line leaves its sign', [{ from: 5, insert: 'xyz' }], 'ok skipped – duplicate warn'],
  ['a line put in between has none', [{ from: 2, insert: '\nnew' }], 'ok – skipped – duplicate warn'],
  [
    'a line put before all takes the sign of the first',
    [{ from: 0, insert: 'new\n' }],
    'ok – skipped – duplicate warn',
  ],
  ['a line that is broken keeps it on its first part', [{ from: 5, insert: '\n' }], 'ok skipped – – duplicate warn'],
  ['a line that is taken out takes its sign along', [{ from: 2, to: 10 }], 'ok – duplicate warn'],
  ['lines that are joined have the sign of the first', [{ from: 2, to: 3 }], 'ok – duplicate warn'],
  [
    'two changes one after the other',
    [
      { from: 0, insert: 'a' },
      { from: 3, insert: '\nnew' },
    ],
    'ok – skipped – duplicate warn',
  ],
  ['a text that is gone has none but the first', [{ from: 0, to: TEXT.length }], 'ok'],
])('%s, until the lines are reported again', (_, changes, signs) => {
  let state = marked()
  for (const change of changes) state = state.update({ changes: change }).state
  expect(signsOf(state)).toBe(signs)
  const again = state.update({
    effects: setMarks.of({ marks: [{ line: 1, status: 'comment', issues: [] }], words: {} }),
  })
  expect(signsOf(again.state).startsWith('comment')).toBe(true)
})

test('marks beyond the end of the text mark nothing', () => {
  const state = marked().update({
    effects: setMarks.of({ marks: [{ line: 99, status: 'ok', issues: [] }], words: {} }),
  }).state
  expect(signsOf(state)).toBe('– – – – –')
})
