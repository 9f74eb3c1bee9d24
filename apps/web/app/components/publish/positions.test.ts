import { expect, test } from 'vitest'
import { fileNameBy, knownPositions, nameBy, pathBy, patternMistake } from './positions.ts'

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

test.each([
  ['sub/{name}.{ext}', 'sub/家.yaml'],
  ['{client}/{date}/{name}.{ext}', 'mihomo/20261123/家.yaml'],
  ['{name}', '家'],
])('a file in a repository by %s has the path %s', (pattern, path) => {
  expect(pathBy(pattern, PARTS, 'yaml')).toBe(path)
})

test('a part brings no folder into a repository', () => {
  expect(pathBy('sub/{name}.{ext}', { ...PARTS, name: '../../a' }, 'yaml')).toBe('sub/..-..-a.yaml')
  expect(pathBy('sub/{name}/x', { ...PARTS, name: '..' }, 'yaml')).toBe('sub/x')
})

test.each([
  ['sub/{name}.{ext}', undefined],
  ['a.yaml', undefined],
  ['', 'empty'],
  ['/a', 'path'],
  ['a//b', 'path'],
  ['a/', 'path'],
  ['../a', 'path'],
  ['a/./b', 'path'],
  ['a\\b', 'path'],
  ['sub/{token}', 'unknown'],
])('%s as the path of a repository: %s', (pattern, mistake) => {
  expect(patternMistake(pattern, 'git')).toBe(mistake)
})

test('of a kept repository only its names are taken', () => {
  const pattern = 'sub/{name}.{ext}'
  const git = { account: 'one', repository: 'ana/files', branch: '', token: 'secret', more: 1 }
  expect(knownPositions([{ place: 'git', pattern, git }])).toEqual([
    { place: 'git', pattern, git: { account: 'one', repository: 'ana/files' } },
  ])
  expect(knownPositions([{ place: 'git', pattern: '../x' }])).toEqual([])
})

test('a bucket is kept with its place, and its pattern is a path', () => {
  const position = {
    place: 'storage',
    pattern: 'sub/{name}.{ext}',
    storage: { place: 'storage.a1', bucket: 'default' },
  }
  expect(knownPositions([{ ...position, storage: { ...position.storage, token: 'secret' } }])).toEqual([position])
  expect(knownPositions([{ ...position, storage: { bucket: 7 } }])).toEqual([{ ...position, storage: {} }])
  expect(patternMistake('/a', 'storage')).toBe('path')
})
