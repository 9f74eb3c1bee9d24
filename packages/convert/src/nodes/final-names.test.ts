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
])('%s with %j is called %s', (name, naming, expected) => {
  const node = { type: 'trojan', name, server: 'a.example.com', port: 443 }
  expect(finalName(node as never, name, naming, new UniqueNames([])).node.name).toBe(expected)
})
