import { expect, test } from 'vitest'
import { canonicalQuery } from './head.tsx'

test.each([
  ['', ''],
  ['?target=clash', '?target=clash'],
  ['?view=diff&target=clash&tab=1&dialog=x&redirect=%2F', '?target=clash'],
  ['?view=diff', ''],
])('the canonical query of %s is %s', (search, canonical) => {
  expect(canonicalQuery(search)).toBe(canonical)
})
