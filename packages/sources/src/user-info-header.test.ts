import { expect, test } from 'vitest'
import { userInfoHeader } from './user-info-header.ts'

test.each<[title: string, headers: [string, string][], text: string | undefined]>([
  ['by its name', [['subscription-userinfo', 'total=1']], 'total=1'],
  ['in any case', [['Subscription-Userinfo', 'total=1']], 'total=1'],
  ['behind a prefix', [['x-panel-subscription-userinfo', 'total=1']], 'total=1'],
  ['by its own name before one with a prefix', [['x-subscription-userinfo', 'total=1'], ['subscription-userinfo', 'total=2']], 'total=2'],
  ['nowhere', [['content-type', 'text/plain']], undefined],
])('traffic and expiry are found %s', (_, headers, text) => {
  expect(userInfoHeader(headers)).toBe(text)
  expect(userInfoHeader(new Headers(headers))).toBe(text)
}) // oxfmt-ignore
