import { expect, test } from 'vitest'
import { findDuplicates } from './dedupe.ts'
import type { NodeBase } from '../model/node.ts'

const node = (name: string, server: string, port: number, more = {}): { node: NodeBase } => ({
  node: { type: 'ss', name, server, port, ...more },
})

test('server, port and name make a duplicate; another setting makes it one that differs', () => {
  expect([
    ...findDuplicates([
      node('A', 's', 1),
      node('A', 's', 1),
      node('A', 's', 2),
      node('B', 's', 1),
      node('A', 's', 1, { password: 'x' }),
      node('A', 's', 2),
      node('A', 't', 1),
    ]),
  ]).toEqual([
    [1, { of: 0, differs: false }],
    [4, { of: 0, differs: true }],
    [5, { of: 2, differs: false }],
  ])
})

test('two spellings of one name are one name', () => {
  const twice = [node('\u00e9', 's', 1), node('e\u0301', 's', 1), node('e\u0301', 's', 1, { password: 'x' })]
  expect([...findDuplicates(twice)]).toEqual([
    [1, { of: 0, differs: false }],
    [2, { of: 0, differs: true }],
  ])
})
