import { expect, test } from 'vitest'
import { finalName, type Naming } from './final-names.ts'
import { UniqueNames } from './unique-names.ts'

test.each<[string, Naming, string]>([
  ['Tokyo', { prefix: 'A ' }, 'A Tokyo'],
  ['Tokyo', { flag: true }, '🇯🇵 Tokyo'],
  ['Tokyo', { prefix: 'A ', flag: true }, '🇯🇵 A Tokyo'],
  // It came with the flag: the order is the same one.
  ['🇯🇵 Tokyo', { prefix: 'A ' }, '🇯🇵 A Tokyo'],
  ['🇯🇵 Tokyo', { prefix: 'A ', flag: true }, '🇯🇵 A Tokyo'],
  ['🇯🇵Tokyo', { prefix: 'A-' }, '🇯🇵A-Tokyo'],
  ['Tokyo 🇯🇵', { prefix: 'A ', flag: true }, 'A Tokyo 🇯🇵'],
  ['One', { prefix: '日本 ', flag: true }, '🇯🇵 日本 One'],
  ['HK 1', { prefix: 'US ', flag: true }, '🇭🇰 US HK 1'],
  ['One', { prefix: 'A ', flag: true }, 'A One'],
  // The user's own letters are cleaned as names are.
  ['One', { prefix: 'A\u0000\u202e\n' }, 'AOne'],
  ['One\u2028Two\u001b[31m', {}, 'OneTwo[31m'],
  ['One', { prefix: '\ud83c' }, 'One'],
  ['\u202e', {}, 'node'],
  [`${'é'.repeat(256)}x`, {}, 'é'.repeat(256)],
  ['One', { prefix: 'x'.repeat(300) }, 'x'.repeat(256)],
])('%s with %j is called %s', (name, naming, expected) => {
  const node = { type: 'trojan', name: 'node', server: 'a.example.com', port: 443 }
  expect(finalName(node as never, name, naming, new UniqueNames([])).node.name).toBe(expected)
})
