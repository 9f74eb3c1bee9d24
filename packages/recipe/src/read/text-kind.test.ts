import { expect, test } from 'vitest'
import { commentLinesOf, kindOf } from './text-kind.ts'

test.each([
  ['share links', 'trojan://x@a.example.com:443', 1, 'links'],
  ['a share link that is broken', 'trojan://x', 0, 'links'],
  ['lines of an app that are no links', 'A = trojan, a.example.com, 443', 1, 'links'],
  ['a text in which nothing is found', 'what is this', 0, 'unknown'],
  ['nothing', ' \n', 0, 'empty'],
])('%s', (_, text, nodes, kind) => {
  expect(kindOf(text, false, nodes)).toBe(kind)
})

test('a line that only tells people something is a comment, however it begins', () => {
  const text = '# a\n; b\n// c\nSTATUS=x left\nREMARKS=y\n```\ntrojan://x@a.example.com:443'
  expect(commentLinesOf(text, 6)).toEqual([1, 2, 3, 4, 5, 6])
})
