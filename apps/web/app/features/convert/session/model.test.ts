import { editNodes, deleteNodes, setDisabled, withSource, withText, type NodeBase } from '@switchyard/recipe/model'
import { expect, test } from 'vitest'
import { amend, change, redo, startHistory, undo } from '../../../components/node-list/edit-history.ts'
import { EMPTY_MODEL, begun, type Model } from './model.ts'

const withUrl = (change: Partial<Model['sources'][number]> = {}): Model => ({
  ...EMPTY_MODEL,
  sources: [
    { id: 'a', kind: 'url', name: 'airport', text: '', url: 'https://sub.example.com/a', enabled: true, ...change },
  ],
})

test('fifty steps back, and no more', () => {
  let history = startHistory(EMPTY_MODEL)
  for (let n = 1; n <= 60; n++) history = change(history, withText(history.now, `${n}`), 'paste', n * 5000)
  for (let n = 0; n < 80; n++) history = undo(history)
  expect(history.now.sources[0]!.text).toBe('10')
  expect(history.future).toHaveLength(50)
})

test('undo takes back, one by one, what was pasted before the draft was read, and the settings of the address stay', () => {
  const settle = (model: Model): Model => ({ ...model, output: 'clash' })
  const one = change(startHistory(EMPTY_MODEL), withText(EMPTY_MODEL, 'a'), 'paste', 0)
  const two = change(one, withText(one.now, 'a\nb'), 'paste', 1)
  const draft = startHistory(withText(EMPTY_MODEL, 'of the draft'))
  const history = begun(two, draft, settle)
  expect(undo(history).now).toEqual({ ...one.now, output: 'clash' })
  expect(undo(undo(history)).now).toEqual({ ...EMPTY_MODEL, output: 'clash' })
  expect(begun(startHistory(EMPTY_MODEL), draft, settle).now).toEqual({ ...draft.now, output: 'clash' })
})

test('what is typed without a pause is undone at once', () => {
  let history = startHistory(EMPTY_MODEL)
  for (const [at, text] of ['a', 'ab', 'abc'].entries())
    history = change(history, withText(history.now, text), 'typing', at * 100)
  history = change(history, withText(history.now, 'abc d'), 'typing', 5000)
  expect(undo(history).now.sources[0]!.text).toBe('abc')
  expect(undo(undo(history)).now).toBe(EMPTY_MODEL)
})

test('undo brings deleted nodes back in the same order, redo takes them out again', () => {
  const order = ['c', 'a', 'b']
  const start = startHistory({ ...EMPTY_MODEL, edits: { ...EMPTY_MODEL.edits, order } })
  const deleted = change(start, deleteNodes(start.now, ['a', 'b']), 'delete', 0)
  expect(undo(deleted).now.edits).toEqual(start.now.edits)
  expect(redo(undo(deleted)).now.edits.deleted).toEqual(['a', 'b'])
})

test('a new change closes the way forward', () => {
  const first = change(startHistory(EMPTY_MODEL), withText(EMPTY_MODEL, 'a'), 'paste', 0)
  const back = undo(first)
  expect(redo(change(back, withText(back.now, 'b'), 'paste', 9)).now.sources[0]!.text).toBe('b')
})

test('fields and name that are saved at once are undone at once, and the name is none of the fields', () => {
  const shown = { type: 'trojan', name: 'A', server: 'a.example.com', port: 443 } as NodeBase
  const start = startHistory(EMPTY_MODEL)
  const node = { ...shown, name: ' B ', port: 8443 }
  const saved = change(start, editNodes(start.now, { a: { shown, node } }), 'edit', 0)
  expect(saved.now.edits.names).toEqual({ a: 'B' })
  expect(JSON.stringify(saved.now.edits.nodes)).not.toContain('name')
  expect(undo(saved).now).toBe(EMPTY_MODEL)
  expect(editNodes(EMPTY_MODEL, { a: { shown, node: { ...shown, name: 'B' } } }).edits.nodes).toEqual({})
})

test('what came from the network is not undone with the step before it', () => {
  const start = startHistory(withUrl())
  const disabled = change(start, setDisabled(start.now, ['x'], true), 'edit', 0)
  const fetched = amend(disabled, (model) => withSource(model, 'a', { text: 'new' }))
  expect(undo(fetched).now).toMatchObject({ edits: { disabled: [] }, sources: [{ text: 'new' }] })
})
