import { expect, test } from 'vitest'
import { fileAddressIn, pathOfFile, queryOfFile } from './file-address.ts'

test.each([
  { place: 'git.a', root: 'ana/configs', ref: 'feat/a#b', path: '规则/a b%?.yaml' },
  { place: 'device', root: '', ref: '', path: 'a.yaml' },
])('an address comes back from its query: $path', (address) => {
  expect(fileAddressIn(`?${queryOfFile(address)}`)).toEqual(address)
})

test.each(['', '?place=device', '?path=a', '?place=device&path=../a', '?place=device&path=a/'])(
  '%j names no file',
  (search) => {
    expect(fileAddressIn(search)).toBeUndefined()
  },
)

test.each([
  ['a/b.yaml', 'a/b.yaml'],
  [' a.yaml ', 'a.yaml'],
  ['/a', undefined],
  ['a//b', undefined],
  ['a/../b', undefined],
  ['.git/config', undefined],
  ['a/.GIT/b', undefined],
  ['a\\b', undefined],
  ['a\0', undefined],
  ['字'.repeat(86), undefined],
])('the path %j is %j', (typed, path) => {
  expect(pathOfFile(typed)).toBe(path)
})
