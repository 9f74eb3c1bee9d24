import { expect, test } from 'vitest'
import { kindOf } from './item-kind.ts'

test.each([
  ['https://example.com/sub?token=1', 'address'],
  ['http://example.com', 'address'],
  ['https://user:password@example.com:8080', 'links'],
  ['trojan://password@a.example.com:443#One', 'links'],
  ['https://example.com/a\nhttps://example.com/b', 'links'],
  ['https://', 'links'],
])('%s is of the kind %s', (body, kind) => {
  expect(kindOf(body)).toBe(kind)
})
