import { expect, test } from 'vitest'
import { phoneSystemOf, platformOf } from './platform.ts'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 0, 'Windows', undefined],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, 'macOS', undefined],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, 'iOS', 'iOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 5, 'iOS', 'iOS'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', 5, 'Android', 'Android'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 0, 'Linux', undefined],
  ['Mozilla/5.0 (X11; Linux x86_64)', 10, 'Linux', undefined],
  ['curl/8', 0, undefined, undefined],
] as const)('%s with %i points of touch is %s', (userAgent, maxTouchPoints, platform, phone) => {
  expect(platformOf({ userAgent, maxTouchPoints })).toBe(platform)
  expect(phoneSystemOf({ userAgent, maxTouchPoints })).toBe(phone)
})
