import { expect, test } from 'vitest'
import { parentOf } from './places.ts'

test.each([
  ['/', undefined],
  ['/convert', undefined],
  ['/settings/logs', '/settings'],
  ['/settings/subscribe/history', '/settings'],
  ['/subscribe/:id', '/subscribe'],
])('above %s stands %s', (path, above) => {
  expect(parentOf({ path })?.path).toBe(above)
})
