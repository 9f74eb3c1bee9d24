import { expect, test } from 'vitest'
import { redactUrl } from './redact.ts'

test.each([
  ['/sub/canary', '/sub/…'],
  ['/sub/free/all', '/sub/free/all'],
  ['/s/canary?x=canary', '/s/…?x=…'],
  ['/api/x?icons=canary&b=canary#canary', '/api/x?icons=…&b=…'],
  ['https://canary:x@example.com/p', 'https://…@example.com/p'],
  ['/_i18n/abc/zh-CN/messages.json', '/_i18n/abc/zh-CN/messages.json'],
])('%s is logged as %s', (address, logged) => {
  expect(redactUrl(address)).toBe(logged)
})
