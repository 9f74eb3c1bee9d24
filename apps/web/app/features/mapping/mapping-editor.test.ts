import { readMappingSet } from '@switchyard/recipe/model'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MappingSet } from '@switchyard/recipe/model'

const kept: { id: string; set: MappingSet }[] = []
vi.mock('../../components/mapping-sets/mapping-sets.ts', () => ({
  mappingSets: {
    save: async ({ id, value }: { id: string; value: MappingSet }) => void kept.push({ id, set: value }),
  },
}))
const { mappingEditor } = await import('./mapping-editor.ts')

const BLANK = { from: '', to: '' }
const ONE = { id: 'a', name: 'One', set: { nodes: [{ name: 'HK', group: 'A' }], groups: [] } }

beforeEach(() => {
  vi.useFakeTimers()
  kept.length = 0
  mappingEditor.drop()
  mappingEditor.open(ONE)
})
afterEach(() => vi.useRealTimers())

const typed = (group: string) => mappingEditor.change((set) => ({ ...set, nodes: [{ name: 'HK', group }] }), 'row')

test('what is typed is kept a moment later, once', () => {
  typed('B')
  typed('BC')
  expect(kept).toEqual([])
  vi.advanceTimersByTime(500)
  expect(kept.map(({ set }) => set.nodes[0]!.group)).toEqual(['BC'])
})

test('typing is undone in one go, and undoing is kept, too', () => {
  typed('B')
  typed('BC')
  mappingEditor.undo()
  expect(mappingEditor.now.set.nodes[0]!.group).toBe('A')
  mappingEditor.redo()
  expect(mappingEditor.now.set.nodes[0]!.group).toBe('BC')
  mappingEditor.undo()
  vi.advanceTimersByTime(500)
  expect(kept.map(({ set }) => set)).toEqual([ONE.set])
})

test('what was taken away is put back where it was, whichever one is open', () => {
  mappingEditor.change((set) => ({ ...set, nodes: [] }))
  typed('B')
  mappingEditor.putBack(ONE)
  expect(mappingEditor.now.set).toEqual(ONE.set)
  mappingEditor.open({ ...ONE, id: 'b' })
  typed('B')
  kept.length = 0
  mappingEditor.putBack(ONE)
  expect(kept).toEqual([{ id: 'a', set: ONE.set }])
  expect(mappingEditor.now.set.nodes[0]!.group).toBe('B')
})

test('a whole one that was taken away comes back by undo, after the steps of the one that is open, and once', () => {
  const came: string[] = []
  const byToast = mappingEditor.takeAway(() => came.push('a'))
  mappingEditor.open({ ...ONE, id: 'b' })
  typed('B')
  mappingEditor.undo()
  expect([came, mappingEditor.now.set.nodes[0]!.group]).toEqual([[], 'A'])
  mappingEditor.undo()
  expect(came).toEqual(['a'])
  mappingEditor.undo()
  byToast()
  expect(came).toEqual(['a'])
  const second = mappingEditor.takeAway(() => came.push('b'))
  mappingEditor.takeAway(() => came.push('c'))
  second()
  mappingEditor.undo()
  expect(came).toEqual(['a', 'b', 'c'])
})

test('another one is opened after this one is kept', () => {
  typed('B')
  mappingEditor.open({ ...ONE, id: 'b' })
  expect(kept.map(({ id, set }) => [id, set.nodes[0]!.group])).toEqual([['a', 'B']])
  expect(mappingEditor.history.get().past).toEqual([])
})

test('a change of another tab is taken, one that is under way here is not lost', () => {
  mappingEditor.open({ ...ONE, name: 'Renamed elsewhere' })
  expect(mappingEditor.now.name).toBe('Renamed elsewhere')
  mappingEditor.change((set) => ({ ...set, groups: [BLANK, BLANK] }))
  mappingEditor.open(ONE)
  vi.advanceTimersByTime(500)
  // Rows that are still to be filled in stay on the screen, though what was kept comes back with one of them.
  mappingEditor.open({ ...mappingEditor.now, set: readMappingSet(JSON.stringify(mappingEditor.now.set))! })
  expect(mappingEditor.now.set.groups).toHaveLength(2)
})

test('a blank that was just typed at the end of a name stays', () => {
  mappingEditor.rename('My ')
  vi.advanceTimersByTime(500)
  mappingEditor.open({ ...mappingEditor.now, name: 'My' })
  expect(mappingEditor.now.name).toBe('My ')
})

test('without a name nothing is kept', () => {
  mappingEditor.rename(' ')
  vi.advanceTimersByTime(500)
  expect(kept).toEqual([])
})
