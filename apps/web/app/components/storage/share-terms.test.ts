import { expect, test } from 'vitest'
import { drawPassword, endOfShare, SHARE_HOURS } from './share-terms.ts'

test('a share ends after its hours, and one without hours never', () => {
  const now = Date.UTC(2026, 6, 1)
  expect(SHARE_HOURS.map((hours) => endOfShare(hours, now))).toEqual([
    Date.UTC(2026, 6, 1, 1),
    Date.UTC(2026, 6, 2),
    Date.UTC(2026, 6, 8),
    Date.UTC(2026, 6, 31),
    undefined,
  ])
})

test('a password has twelve letters that nobody mixes up, and bytes that would favour some are not used', () => {
  expect(drawPassword()).toMatch(/^[a-hjkmnp-z2-9]{12}$/)
  const drawn = [new Uint8Array(12).fill(255), Uint8Array.from({ length: 12 }, (_, at) => at)]
  expect(drawPassword(() => drawn.shift()!)).toBe('abcdefghjkmn')
})
