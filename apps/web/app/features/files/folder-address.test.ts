import { expect, test } from 'vitest'
import { folderAddressIn, folderOfText, queryOfFolder, stepsOf } from './folder-address.ts'

test.each([
  { place: 'device', root: '', ref: '', path: '' },
  { place: 'device', root: '', ref: '', path: '规则/a b' },
  { place: 'git.abc', root: 'ana/configs', ref: 'people/ana/#1&x', path: 'rules/#1%2F' },
  { place: '', root: '', ref: '', path: '' },
])('a reload opens the same folder: %o', (address) => {
  expect(folderAddressIn(queryOfFolder(address))).toEqual(address)
})

test.each([
  ['', ''],
  ['/', ''],
  ['/rules/', 'rules'],
  [' rules/规则 ', 'rules/规则'],
  ['../x', undefined],
  ['a/../b', undefined],
  ['a//b', undefined],
  ['.git', undefined],
  ['a'.repeat(256), undefined],
  ['中'.repeat(85), '中'.repeat(85)],
  ['中'.repeat(86), undefined],
])('the folder %j is %j', (typed, path) => {
  expect(folderOfText(typed)).toBe(path)
})

test('an address that leads out of the root shows the root', () => {
  expect(folderAddressIn('?place=device&path=../../etc').path).toBe('')
})

test('each step of a path leads to its folder', () => {
  expect(stepsOf('a/b')).toEqual([
    { name: 'a', path: 'a' },
    { name: 'b', path: 'a/b' },
  ])
  expect(stepsOf('')).toEqual([])
})
