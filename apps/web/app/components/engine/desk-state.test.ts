import { expect, test } from 'vitest'
import { areRowsComing } from './desk-state.ts'

test('a table without rows waits while the engine works, and while nodes that were read are not listed yet', () => {
  expect(areRowsComing('stale', false)).toBe(true)
  expect(areRowsComing('running', false)).toBe(true)
  expect(areRowsComing('clean', true)).toBe(true)
  expect(areRowsComing('manual', true)).toBe(true)
})

test('it waits for nothing when there is nothing to list, or the engine has stopped', () => {
  expect(areRowsComing('clean', false)).toBe(false)
  for (const status of ['cancelled', 'crashed', 'unloaded'] as const) expect(areRowsComing(status, true)).toBe(false)
})
