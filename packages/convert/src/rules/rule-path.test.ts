import { expect, test } from 'vitest'
import { rawFileUrl, readRulePath } from './rule-path.ts'

const at = (path: string, ref = 'master') => ({ owner: 'o', repo: 'r', path, ref })

test.each([
  ['o/r/a/b', at('a/b')],
  [' o/r/a/b/ ', at('a/b')],
  ['o/r/a@main', at('a', 'main')],
  ['o/r/a.list@main', at('a.list', 'main')],
  ['o/r/a.list@v1.0', at('a.list', 'v1.0')],
  ['o/r/a@v1.2', at('a', 'v1.2')],
  ['o/r/a@feature/x', at('a', 'feature/x')],
  ['o/r/geo/apple@cn.list', at('geo/apple@cn.list')],
  ['o/r/geo/apple@cn.list@meta', at('geo/apple@cn.list', 'meta')],
  ['o/r/geo/category-ai-!cn.list', at('geo/category-ai-!cn.list')],
  ['o/r/规则/全部 分流.ini', at('规则/全部 分流.ini')],
  ['https://github.com/o/r/blob/main/a/%E8%A7%84.ini', at('a/规.ini', 'main')],
  ['https://github.com/o/r/raw/main/a.list', at('a.list', 'main')],
  ['https://raw.githubusercontent.com/o/r/release/a%40cn.list', at('a@cn.list', 'release')],
])('%s', (text, place) => {
  expect(readRulePath(text)).toEqual(place)
})

// The three errors of the specification.
test.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['o', 'unreadable'],
  ['/o/r/a', 'unreadable'],
  ['./providers/a.yaml', 'unreadable'],
  ['o/r/a//b', 'unreadable'],
  ['o/r/../b', 'unreadable'],
  ['o/../a', 'unreadable'],
  ['o/r/a@', 'unreadable'],
  ['o/r/a@x y', 'unreadable'],
  ['o/r/a@../x', 'unreadable'],
  ['https://raw.githubusercontent.com/o/r/main/..%2Fb', 'unreadable'],
  ['https://elsewhere.example/o/r/a', 'unreadable'],
  ['o/r', 'no-path'],
  ['o/r/', 'no-path'],
  ['o/r@main', 'no-path'],
])('%j: %s', (text, issue) => {
  expect(readRulePath(text)).toEqual({ issue })
})

test('the raw file is told part by part', () => {
  expect(rawFileUrl(at('规 则/apple@cn#?.list', 'main'))).toBe(
    'https://raw.githubusercontent.com/o/r/main/%E8%A7%84%20%E5%88%99/apple%40cn%23%3F.list',
  )
})
