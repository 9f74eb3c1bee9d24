import { expect, test } from 'vitest'
import { retryAt } from './retry-at.ts'

const NOW = Date.UTC(2026, 10, 28)

const SAID: [string, Record<string, string>, number | undefined][] = [
  ['seconds', { 'retry-after': '60' }, NOW + 60_000],
  ['a date', { 'retry-after': 'Sat, 28 Nov 2026 00:05:00 GMT' }, NOW + 300_000],
  ['a limit of GitHub that is reached', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1795900000' }, 1_795_900_000_000],
  ['a limit of GitLab that is reached', { 'ratelimit-remaining': '0', 'ratelimit-reset': '1795900000' }, 1_795_900_000_000],
  ['a limit that is not reached', { 'x-ratelimit-remaining': '9', 'x-ratelimit-reset': '1795900000' }, undefined],
  ['a limit without a time', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': 'soon' }, undefined],
  ['words', { 'retry-after': 'later' }, undefined],
  ['nothing', {}, undefined],
] // oxfmt-ignore
test.each(SAID)('%s says when to ask again', (_, headers, expected) => {
  expect(retryAt(new Headers(headers), NOW)).toBe(expected)
})
