import type { StarredKind } from '@switchyard/contract/kept-kinds'
import { expect, test } from 'vitest'
import type { Locale } from '../../lib/locale.ts'
import { PAGES } from '../../pages.ts'
import { titleOf } from '../../page-words.ts'
import { FAVOURITE_KINDS, namedIn } from './kinds.ts'

const client = PAGES.find(({ name }) => name === 'client')!
const privacy = PAGES.find(({ name }) => name === 'privacy')!
const zh = (page: typeof client) => titleOf('zh-CN', page)
const en = (page: typeof client) => titleOf('en-US', page)

test.each<[StarredKind, string, string, Locale, string]>([
  ['tool', 'client', zh(client), 'en-US', en(client)],
  ['tool', 'client', en(client), 'zh-CN', zh(client)],
  ['tool', 'client', en(client), 'en-US', en(client)],
  ['tool', 'privacy', zh(privacy), 'en-US', en(privacy)],
  ['tool', 'client', '我的客户端', 'en-US', '我的客户端'],
  ['tool', 'gone', zh(client), 'en-US', zh(client)],
  ['node', 'client', zh(client), 'en-US', zh(client)],
])('a %s %s kept as %s is in %s named %s', (kind, id, name, locale, expected) => {
  expect(namedIn(locale, { kind, id, name, place: 1, changed: 1 }).name).toBe(expected)
})

test.each([
  ['/convert?set=abc', '/convert?set=abc'],
  ['/convert', '/convert'],
  ['/gone?set=abc', undefined],
  ['//elsewhere.example/convert', undefined],
  ['https://elsewhere.example', undefined],
  ['', undefined],
])('a set that says %j is used at %j', (data, path) => {
  expect(FAVOURITE_KINDS.set.pathOf?.({ kind: 'set', id: 'injection/a', name: 'a', data, place: 1, changed: 1 })).toBe(
    path,
  )
})

test('settings open the converter, also those of an older version that says nothing of the usual ones', () => {
  const pathOf = (data?: string) =>
    FAVOURITE_KINDS.recipe.pathOf?.({ kind: 'recipe', id: 'a', name: 'a', ...(data !== undefined && { data }), place: 1, changed: 1 }) // oxfmt-ignore
  expect(pathOf('?target=clash')).toBe('/convert?target=clash')
  expect(pathOf('')).toBe('/convert')
  expect(pathOf()).toBeUndefined()
})
