import { expect, test } from 'vitest'
import { hostAndPath } from './host-and-path.ts'

test.each([
  ['/api/_auth/session', { path: '/api/_auth/session' }],
  ['https://raw.example/a/b.yaml', { host: 'raw.example', path: '/a/b.yaml' }],
  ['https://sub.example:8443/…', { host: 'sub.example:8443', path: '/…' }],
  ['http://sub.example?token=…', { host: 'sub.example', path: '?token=…' }],
  ['https://sub.example', { host: 'sub.example', path: '' }],
  ['', { path: '' }],
])('the log splits the address %s', (address, parts) => {
  expect(hostAndPath(address)).toEqual(parts)
})
