import { expect, test } from 'vitest'
import { isInterval } from './setting-limits.ts'

test.each(['10m', '1h30m', '90s', '30d'])('%s is a time between two tests', (text) => {
  expect(isInterval(text)).toBe(true)
})

test.each(['', '10', '0s', '31d', '1.5h', '10 m', '9999999999s', undefined, 600])('%s is none', (text) => {
  expect(isInterval(text)).toBe(false)
})
