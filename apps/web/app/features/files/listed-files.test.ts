import type { FileEntry } from '@switchyard/git-hosts'
import { expect, test } from 'vitest'
import { listedFiles, type Order } from './listed-files.ts'

const file = (name: string, size: number): FileEntry => ({ name, path: `in/${name}`, kind: 'file', version: 'v', size })
const folder = (name: string): FileEntry => ({ name, path: `in/${name}`, kind: 'folder', version: '' })
const ENTRIES = [
  file('b10.yaml', 1),
  folder('z'),
  file('.hidden', 0),
  file('b9.yaml', 3),
  file('a.yaml', 2),
  folder('y'),
]
const CHANGED = new Map([
  ['in/b9.yaml', { date: '2026-01-01T00:00:00Z' }],
  ['in/a.yaml', { date: '2026-02-01T00:00:00Z' }],
])
const names = (order: Order, text = '') =>
  listedFiles(ENTRIES, { text, order, locale: 'zh-CN', changed: CHANGED }).map(({ name }) => name)

test('folders come first, numbers count as numbers, and `.hidden` is not shown', () => {
  expect(names({ by: 'name', isDown: false })).toEqual(['y', 'z', 'a.yaml', 'b9.yaml', 'b10.yaml'])
  expect(names({ by: 'name', isDown: true })).toEqual(['z', 'y', 'b10.yaml', 'b9.yaml', 'a.yaml'])
})

test('by size, and by the last change as far as it is known', () => {
  expect(names({ by: 'size', isDown: false })).toEqual(['y', 'z', 'b10.yaml', 'a.yaml', 'b9.yaml'])
  expect(names({ by: 'changed', isDown: true })).toEqual(['z', 'y', 'a.yaml', 'b9.yaml', 'b10.yaml'])
})

test('the filter takes any part of a name', () => {
  expect(names({ by: 'name', isDown: false }, ' B1 ')).toEqual(['b10.yaml'])
})
