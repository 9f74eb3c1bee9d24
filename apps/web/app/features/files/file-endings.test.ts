import { expect, test } from 'vitest'
import { isObject } from './file-endings.ts'

test.each([
  ['home.yaml', true],
  ['home.YML', true],
  ['a.json', true],
  ['a.jsonc', true],
  ['a.list', false],
  ['a.yaml.txt', false],
])('%s is edited as a tree too: %s', (name, expected) => {
  expect(isObject({ kind: 'file', name })).toBe(expected)
})

test('a folder is none, whatever it is called', () => {
  expect(isObject({ kind: 'folder', name: 'a.yaml' })).toBe(false)
})
