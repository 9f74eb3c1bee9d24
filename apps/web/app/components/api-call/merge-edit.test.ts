import { expect, test } from 'vitest'
import { mergeEdit } from './merge-edit.ts'

const BEFORE = { name: 'Home', hours: 12, prefix: '' }

test.each([
  ['both changed the same field', { name: 'Mine' }, { name: 'Theirs' }, { name: 'Mine' }, ['name']],
  ['each changed another field', { prefix: 'a' }, { hours: 1 }, { prefix: 'a', hours: 1 }, ['prefix']],
  ['both made the same change', { name: 'Same' }, { name: 'Same' }, { name: 'Same' }, []],
  ['nothing was changed here', {}, { name: 'Theirs' }, { name: 'Theirs' }, []],
])('%s', (_, mine, theirs, merged, differing) => {
  expect(mergeEdit(BEFORE, { ...BEFORE, ...mine }, { ...BEFORE, ...theirs })).toEqual({
    merged: { ...BEFORE, ...merged },
    differing,
  })
})
