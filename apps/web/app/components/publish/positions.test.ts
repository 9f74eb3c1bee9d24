import { expect, test } from 'vitest'
import { fileNameBy, knownPositions, nameBy, patternMistake } from './positions.ts'

const PARTS = { name: '家', client: 'mihomo', date: '20261123' }

test.each([
  ['{name}', '家.yaml'],
  ['{name}-{client}-{date}', '家-mihomo-20261123.yaml'],
  ['config', 'config.yaml'],
  ['{other}', '{other}.yaml'],
  ['{constructor}', '{constructor}.yaml'],
])('a file by %s is called %s', (pattern, name) => {
  expect(fileNameBy(pattern, PARTS, 'yaml')).toBe(name)
})

test('a name brings no folder along', () => {
  expect(nameBy('{name}', { ...PARTS, name: '../a\\b\n' })).toBe('..-a-b-')
})

test.each([
  ['{name}', undefined],
  ['config', undefined],
  [' ', 'empty'],
  ['sub/{name}', 'folder'],
  ['sub\\{name}', 'folder'],
  ['{token}', 'unknown'],
  ['{name}.{ext}', 'unknown'],
  ['{}', 'unknown'],
])('%s as a pattern: %s', (pattern, mistake) => {
  expect(patternMistake(pattern)).toBe(mistake)
})

test('of what was kept only positions are taken', () => {
  const kept = [
    { place: 'hosted', pattern: '{name}', isDefault: true, token: 'x' },
    { place: 'github', pattern: '{name}' },
    { place: 'download', pattern: '../x' },
    'x',
  ]
  expect(knownPositions(kept)).toEqual([{ place: 'hosted', pattern: '{name}', isDefault: true }])
  expect(knownPositions('x')).toEqual([])
})

test.each([
  ['{name}-{client}.{ext}', '{name}-{client}'],
  ['{name}{ext}', '{name}'],
  ['{name}.{ext}-{date}', '{name}-{date}'],
])('of a kept pattern the ending goes: %s becomes %s', (pattern, known) => {
  expect(knownPositions([{ place: 'download', pattern }])).toEqual([{ place: 'download', pattern: known }])
})
