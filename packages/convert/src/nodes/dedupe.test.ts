import { expect, test } from 'vitest'
import { findDuplicates } from './dedupe.ts'
import type { NodeBase } from './node.ts'

const node = (name: string, server: string, port: number, more = {}): NodeBase => ({ type: 'ss', name, server, port, ...more })

test('server, port and name make a duplicate; another setting makes it one that differs', () => {
  expect(
    findDuplicates([
      node('A', 's', 1),
      node('A', 's', 1),
      node('A', 's', 2),
      node('B', 's', 1),
      node('A', 's', 1, { password: 'x' }),
      node('A', 's', 2),
      node('A', 't', 1),
    ]),
  ).toEqual([undefined, { of: 0, differs: false }, undefined, undefined, { of: 0, differs: true }, { of: 2, differs: false }, undefined])
})
