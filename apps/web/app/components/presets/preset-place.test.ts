import { readRulePath } from '@switchyard/convert/facts'
import { expect, test } from 'vitest'
import {
  ACL4SSR,
  contentsAddress,
  folderOf,
  pageAddress,
  placeId,
  placeText,
  presetPath,
  readPlaceId,
} from './preset-place.ts'

const at = (path: string, ref = 'master') => ({ owner: 'o', repo: 'r', path, ref })

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
  expect(readRulePath(placeText(place))).toEqual(place)
  expect(new URLSearchParams(presetPath(placeId(place))!.split('?')[1]).get('at')).toBe(placeText(place))
  expect(presetPath('%zz')).toBeUndefined()
  expect(placeId(ACL4SSR)).toBe('ACL4SSR/ACL4SSR/Clash/config@master')
})
