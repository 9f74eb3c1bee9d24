import { expect, test } from 'vitest'
import { groupFileName, listFile } from './list-file.ts'

test('a file says what it holds and of which day', () => {
  expect(listFile('', 'csv', new Date(2026, 10, 28)).name).toBe('nodes-20261128.csv')
})

test.each([
  ['香港', '香港.txt'],
  ['a/b\\c:d', 'a-b-c-d.txt'],
  ['../..', 'nodes.txt'],
  ['', 'nodes.txt'],
  ['.hidden', 'hidden.txt'],
])('the group %j has the file %s', (group, name) => {
  expect(groupFileName(group, 'text', new Set())).toBe(name)
})

test('groups whose names come out equal have files of their own', () => {
  expect(groupFileName('A/B', 'yaml', new Set(['a-b.yaml']))).toBe('A-B-2.yaml')
})
