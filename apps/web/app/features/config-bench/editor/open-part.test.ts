import type { FormItem, FormSectionView } from '@switchyard/convert/configs'
import { expect, test } from 'vitest'
import { openAgain, type OpenPart } from './open-part.ts'

const item = (index: number, name: string): FormItem => ({ path: ['proxies', index], name, type: 'ss', place: '', members: undefined, line: 1, endLine: 1 }) // oxfmt-ignore
const section = (...names: string[]): FormSectionView => ({
  id: 'nodes',
  maps: [],
  lists: [{ path: ['proxies'], kind: 'node', items: names.map((name, index) => item(index, name)), newTypes: [] }],
})
const OPEN: OpenPart = { path: ['proxies', 1], kind: 'node', name: 'B' }

test.each<[string, FormSectionView, OpenPart | undefined]>([
  ['where it was', section('A', 'B'), OPEN],
  ['where it went', section('X', 'A', 'B'), { ...OPEN, path: ['proxies', 2] }],
  ['under another name at its place', section('A', 'C'), { ...OPEN, name: 'C' }],
  ['not at all', section('A'), undefined],
])('what is open stays open %s', (_, view, open) => {
  expect(openAgain(OPEN, view)).toEqual(open)
})

test('a new part takes its name from its place, a rule its text', () => {
  expect(openAgain({ ...OPEN, name: undefined }, section('A', 'B'))).toEqual(OPEN)
  const rules: FormSectionView = { id: 'rules', maps: [], lists: [{ path: ['rules'], kind: 'rule', items: [], texts: ['MATCH,A'], newTypes: [] }] } // oxfmt-ignore
  expect(openAgain({ path: ['rules', 4], kind: 'rule', name: 'MATCH,A' }, rules)).toEqual({ path: ['rules', 0], kind: 'rule', name: 'MATCH,A' }) // oxfmt-ignore
})
