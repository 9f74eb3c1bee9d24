import { expect, test } from 'vitest'
import { fileNameBy, hostedNameBy, knownPositions, patternMistake } from './positions.ts'

const PARTS = { name: '家', client: 'mihomo', date: '20261123', ext: 'yaml' }

test.each([
  ['{name}.{ext}', '家.yaml'],
  ['{name}-{client}-{date}.{ext}', '家-mihomo-20261123.yaml'],
  ['config.{ext}', 'config.yaml'],
  ['{other}', '{other}'],
  ['{constructor}', '{constructor}'],
])('a file by %s is called %s', (pattern, name) => {
  expect(fileNameBy(pattern, PARTS)).toBe(name)
})

test('a name brings no folder along', () => {
  expect(fileNameBy('{name}.{ext}', { ...PARTS, name: '../a\\b\n' })).toBe('..-a-b-.yaml')
})

test('on a server a name has no ending', () => {
  expect(hostedNameBy('{name}.{ext}', PARTS)).toBe('家')
})

test.each([
  ['{name}.{ext}', undefined],
  ['config.yaml', undefined],
  [' ', 'empty'],
  ['sub/{name}', 'folder'],
  ['sub\\{name}', 'folder'],
  ['{token}', 'unknown'],
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
