import { expect, test } from 'vitest'
import { isOfTool, parentOf } from './places.ts'

test.each([
  ['/', undefined],
  ['/convert', undefined],
  ['/settings/logs', '/settings'],
  ['/settings/subscribe/history', '/settings'],
  ['/subscribe/:id', '/subscribe'],
])('above %s stands %s', (path, above) => {
  expect(parentOf({ path })?.path).toBe(above)
})

test.each([
  ['/', false],
  ['/convert', true],
  ['/subscribe/:id', true],
  ['/settings/subscribe/history', false],
])('%s is a tool or below one: %s', (path, isOne) => {
  expect(isOfTool({ path })).toBe(isOne)
})
