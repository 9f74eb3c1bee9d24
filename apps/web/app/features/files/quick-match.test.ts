import { expect, test } from 'vitest'
import { quickMatches } from './quick-match.ts'

const PATHS = ['README.md', 'rules/ad.list', 'rules/apple.list', 'sub/clash.yaml', 'sub/规则/节点.yaml', 'a/d/x.list']

test.each([
  ['ad', 'rules/ad.list'],
  ['clash', 'sub/clash.yaml'],
  ['节点', 'sub/规则/节点.yaml'],
  ['sub clash', 'sub/clash.yaml'],
  ['readme', 'README.md'],
])('%s finds %s first', (typed, path) => {
  expect(quickMatches(PATHS, typed)[0]).toBe(path)
})

test('what lacks a letter is not found, and nothing typed shows the first paths', () => {
  expect(quickMatches(PATHS, 'zzz')).toEqual([])
  expect(quickMatches(PATHS, '')).toEqual(PATHS)
})

test('100,000 paths are searched in one go', () => {
  const many = Array.from({ length: 100_000 }, (_, at) => `folder-${at % 100}/rules/${'a'.repeat(40)}-${at}.yaml`)
  expect(quickMatches(many, `${'a'.repeat(30)}99999`)[0]).toContain('99999')
  expect(quickMatches(many, 'b'.repeat(60))).toEqual([])
})
