import { expect, test } from 'vitest'
import { keptSettings } from './kept-settings.ts'

test.each([
  ['target=singbox&ver=1.14&ex=ssr', 'target=singbox&ver=1.14&ex=ssr'],
  ['target=clash&url=https%3A%2F%2Fsub.example.com%2Ftoken&secret=s3cret', 'target=clash'],
  ['inc=%', 'inc=%25'],
  [`inc=${'x'.repeat(9000)}`, ''],
  ['', ''],
])('of %s is kept: %s', (query, kept) => {
  expect(keptSettings(query)).toBe(kept)
})
