import { expect, test } from 'vitest'
import type { ResultChange, Outline } from '@switchyard/recipe/model'
import { groupChanges, onlyFollows } from './group-changes.ts'

const outline = (groups: Record<string, string>): Outline => ({
  nodes: 0,
  notices: 0,
  rules: 0,
  ruleList: [],
  elsewhere: [],
  ruleSets: 0,
  groups: Object.entries(groups).map(([name, written]) => {
    const [type = '', ...members] = written.split(' ')
    return { name, type, members, notices: [], missing: [], rules: 0 }
  }),
})

const NODES: ResultChange[] = [
  { part: 'nodes', state: 'added', name: 'new', fields: [] },
  { part: 'nodes', state: 'removed', name: 'old', fields: [] },
]

test.each<[string, Record<string, string>, Record<string, string>, string[]]>([
  ['equal groups are no change', { A: 'select x y' }, { A: 'select x y' }, []],
  ['members that came and went are told by name', { A: 'select x y' }, { A: 'select y z' }, ['A changed +z -x']],
  ['another order alone is told as such', { A: 'select x y' }, { A: 'select y x' }, ['A changed ~']],
  ['another type too', { A: 'select x' }, { A: 'url-test x' }, ['A changed select→url-test']],
  ['a new group has all its members new, one that is gone none', { A: 'select x' }, { B: 'select x' }, ['B added +x', 'A removed']],
  ['members that were told of as a group or node are not told of again', { A: 'select x B old', B: 'select y' }, { A: 'select z new' }, ['A changed +z -x', 'B removed']],
  ['a group that has no other change only follows', { A: 'select x B', B: 'select y' }, { A: 'select x new' }, ['A changed follows', 'B removed']],
])('%s', (_, before, after, said) => {
  const words = groupChanges(outline(before), outline(after), NODES).map((change) =>
    [
      change.name,
      change.state,
      ...change.added.map((one) => `+${one}`),
      ...change.removed.map((one) => `-${one}`),
      ...(onlyFollows(change) ? ['follows'] : []),
      ...(change.isReordered ? ['~'] : []),
      ...(change.typeBefore === undefined ? [] : [`${change.typeBefore}→${change.type}`]),
    ].join(' '),
  )
  expect(words).toEqual(said)
}) // oxfmt-ignore
