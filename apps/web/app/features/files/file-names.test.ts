import { expect, test } from 'vitest'
import { freeName } from '../../components/places/free-name.ts'
import { fileNameIssue, shownPathOf } from './file-names.ts'

test.each([
  ['', 'needed'],
  ['  ', 'needed'],
  ['a.yaml', undefined],
  ['规则 1.list', undefined],
  ['a/b', 'slash'],
  ['..', 'bad'],
  ['.', 'bad'],
  ['.git', 'bad'],
  ['.hidden', 'bad'],
  ['a\\b', 'bad'],
  ['a\u0000', 'bad'],
  ['中'.repeat(86), 'bad'],
  ['there.yaml', 'taken'],
])('the name %j: %s', (name, issue) => {
  expect(fileNameIssue(name, new Set(['there.yaml']))).toBe(issue)
})

test.each([
  ['a.yaml', [], 'a.yaml'],
  ['a.yaml', ['a.yaml'], 'a (2).yaml'],
  ['a.yaml', ['a.yaml', 'a (2).yaml'], 'a (3).yaml'],
  ['.gitignore', ['.gitignore'], '.gitignore (2)'],
  ['rules', ['rules'], 'rules (2)'],
])('%s beside %j is %s', (name, taken, free) => {
  expect(freeName(name, new Set(taken))).toBe(free)
})

test('a history names the folder in place of what keeps it there', () => {
  expect(shownPathOf('rules/new/.hidden')).toBe('rules/new/')
  expect(shownPathOf('.hidden')).toBe('.hidden')
  expect(shownPathOf('a/b.hidden')).toBe('a/b.hidden')
})
