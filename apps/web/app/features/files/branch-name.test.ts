import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { branchNameIssue } from './branch-name.ts'

const isAllowed = (name: string) => {
  try {
    execFileSync('git', ['check-ref-format', '--branch', name], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

test.each([
  'main', 'people/ana/#1%2F+&draft-中🇭🇰', 'a.b', 'a@b', 'a b', 'a..b', '/a', 'a/', 'a//b', '.a', 'a/.b', 'a.lock', 'a.lock/b',
  'a~1', 'a^', 'a:b', 'a?', 'a*', 'a[b', 'a\\b', '@{', 'a@{b', 'a.', '-a', 'a\u0001', 'a\u007f',
])('%j is a branch where git says so', (name) => {
  expect(branchNameIssue(name, []) === undefined).toBe(isAllowed(name))
}) // oxfmt-ignore

test('a name is asked for, and is not given twice', () => {
  expect(branchNameIssue('  ', [])).toBe('needed')
  expect(branchNameIssue('main', ['main'])).toBe('taken')
})
