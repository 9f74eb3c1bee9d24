import { expect, test } from 'vitest'
import {
  ACL4SSR,
  contentsAddress,
  folderOf,
  pageAddress,
  placeId,
  placeText,
  presetPath,
  readPlace,
  readPlaceId,
} from './preset-place.ts'

const at = (path: string, ref = 'master') => ({ owner: 'o', repo: 'r', path, ref })

test.each([
  ['o/r/a/b', at('a/b')],
  ['o/r/a.ini', at('a.ini')],
  [' o/r/a/b/ ', at('a/b')],
  ['o/r/a@main', at('a', 'main')],
  ['o/r/a@feature/x', at('a', 'feature/x')],
  ['o/r/apple@cn.list@meta', at('apple@cn.list', 'meta')],
  ['o/r/规则/全部 分流.ini', at('规则/全部 分流.ini')],
  ['https://github.com/o/r/tree/main/a/b', at('a/b', 'main')],
  ['https://github.com/o/r/blob/main/a/%E8%A7%84.ini', at('a/规.ini', 'main')],
])('%s is a place', (text, place) => {
  expect(readPlace(text)).toEqual(place)
})

test.each([
  ['', 'empty'],
  ['  ', 'empty'],
  ['o', 'unreadable'],
  ['/o/r/a', 'unreadable'],
  ['o o/r/a', 'unreadable'],
  ['o/r/a//b', 'unreadable'],
  ['o/r/../b', 'unreadable'],
  ['o/../a', 'unreadable'],
  ['o/r/a@', 'unreadable'],
  ['o/r/a@x y', 'unreadable'],
  ['o/r/a@../x', 'unreadable'],
  ['https://elsewhere.example/o/r', 'unreadable'],
  ['o/r', 'noPath'],
  ['o/r/', 'noPath'],
  ['o/r@main', 'noPath'],
])('%j has the issue %s', (text, issue) => {
  expect(readPlace(text)).toEqual({ issue })
})

test('what is asked of the host names the parts one by one', () => {
  expect(contentsAddress('', ACL4SSR)).toBe(
    'https://api.github.com/repos/ACL4SSR/ACL4SSR/contents/Clash/config?ref=master',
  )
  expect(contentsAddress('https://git.example/api/v3', at('规 则/a#b?.ini', 'x/y'))).toBe(
    'https://git.example/api/v3/repos/o/r/contents/%E8%A7%84%20%E5%88%99/a%23b%3F.ini?ref=x%2Fy',
  )
})

test('a file is shown at the public host alone', () => {
  expect(pageAddress('', at('a b/c.ini', 'x/y'))).toBe('https://github.com/o/r/blob/x/y/a%20b/c.ini')
  expect(pageAddress('https://git.example/api/v3', at('a'))).toBeUndefined()
})

test.each([
  ['a/b.ini', 'a'],
  ['a/b', 'a/b'],
  ['b.yaml', 'b.yaml'],
])('the folder of %s is %s', (path, folder) => {
  expect(folderOf(at(path)).path).toBe(folder)
})

test('a place is kept under an id that an account takes, and read from it again', () => {
  const place = at('规 则/a+b.ini', 'x/y')
  expect(placeId(place)).toMatch(/^[\w.:/@%+-]{1,200}$/)
  expect(readPlaceId(placeId(place))).toEqual(place)
  expect(readPlace(placeText(place))).toEqual(place)
  expect(new URLSearchParams(presetPath(placeId(place))!.split('?')[1]).get('at')).toBe(placeText(place))
  expect(presetPath('%zz')).toBeUndefined()
  expect(placeId(ACL4SSR)).toBe('ACL4SSR/ACL4SSR/Clash/config@master')
})
