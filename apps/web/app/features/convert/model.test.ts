import { builtinTemplate, OUTPUT_FACTS } from '@switchyard/convert'
import { expect, test } from 'vitest'
import {
  DEFAULT_EXCLUDES, DEFAULT_PROBE_URL,
  amend, change, cloneNode, editNodes, EMPTY_MODEL, redo, removeNodes, renameNodes, setDisabled, settingsOf, startHistory, undo, withSource, withSourceBack, withSourceMoved,
  withEdits, withGroupLang, withoutSource, withTargetOptions, withText, type Model,
} from './model.ts' // oxfmt-ignore
import type { ProxyNode } from '../../workers/conversion-types.ts'

const withUrl = (change: Partial<Model['sources'][number]> = {}): Model => ({
  ...EMPTY_MODEL,
  sources: [
    { id: 'a', kind: 'url', name: 'airport', text: '', url: 'https://sub.example.com/a', enabled: true, ...change },
  ],
})

test('what the page tells of the engine’s defaults is what they are', () => {
  expect(DEFAULT_EXCLUDES).toEqual(
    Object.fromEntries(OUTPUT_FACTS.map(({ id, defaultExcludes }) => [id, defaultExcludes])),
  )
  expect(JSON.stringify(builtinTemplate('standard', 'zh-CN'))).toContain(JSON.stringify(DEFAULT_PROBE_URL))
})

test('the language of group names is taken from the page once', () => {
  const model = withGroupLang(EMPTY_MODEL, 'en-US')
  expect(model.common.groupLang).toBe('en-US')
  expect(withGroupLang(model, 'zh-CN')).toBe(model)
})

test('fifty steps back, and no more', () => {
  let history = startHistory(EMPTY_MODEL)
  for (let n = 1; n <= 60; n++) history = change(history, withText(history.now, `${n}`), 'paste', n * 5000)
  for (let n = 0; n < 80; n++) history = undo(history)
  expect(history.now.sources[0]!.text).toBe('10')
  expect(history.future).toHaveLength(50)
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
  const deleted = change(start, removeNodes(start.now, ['a', 'b']), 'delete', 0)
  expect(undo(deleted).now.edits).toEqual(start.now.edits)
  expect(redo(undo(deleted)).now.edits.removed).toEqual(['a', 'b'])
})

test('a new change closes the way forward', () => {
  const first = change(startHistory(EMPTY_MODEL), withText(EMPTY_MODEL, 'a'), 'paste', 0)
  const back = undo(first)
  expect(redo(change(back, withText(back.now, 'b'), 'paste', 9)).now.sources[0]!.text).toBe('b')
})

test('each target keeps its own options', () => {
  const clash = withTargetOptions({ ...EMPTY_MODEL, target: 'clash' }, { excludes: ['ssr'] })
  expect(settingsOf({ ...clash, target: 'mihomo' }).excludes).toBeUndefined()
  expect(settingsOf(clash).excludes).toEqual(['ssr'])
})

test('an address that is referenced becomes a provider, and none while it is switched off', () => {
  expect(settingsOf(withUrl({ asProvider: true }))).toMatchObject({
    useProvider: true,
    providers: [{ name: 'airport', url: 'https://sub.example.com/a' }],
  })
  expect(settingsOf(withUrl({ asProvider: true, enabled: false })).useProvider).toBe(false)
})

test('an empty name gives the old one back', () => {
  const renamed = renameNodes(EMPTY_MODEL, { a: 'Tokyo' })
  expect(renamed.edits.names).toEqual({ a: 'Tokyo' })
  expect(renameNodes(renamed, { a: ' ' }).edits.names).toEqual({})
})

test('a name is kept without what clients cannot show, whether it was typed in the table or among the fields', () => {
  const typed = `  Tokyo\u202e\u0007 ${'x'.repeat(300)}`
  const kept = `Tokyo ${'x'.repeat(248)}`
  const shown = { type: 'trojan', name: 'A', server: 'a.example.com', port: 443 } as ProxyNode
  expect(renameNodes(EMPTY_MODEL, { a: typed }).edits.names['a']).toBe(kept)
  expect(editNodes(EMPTY_MODEL, { a: { shown, node: { ...shown, name: typed } } }).edits.names['a']).toBe(kept)
})

test('switching off and on again leaves no trace', () => {
  expect(setDisabled(setDisabled(EMPTY_MODEL, ['a'], true), ['a'], false).edits).toEqual(EMPTY_MODEL.edits)
})

test('a copy of a copy is a copy of the first', () => {
  const twice = cloneNode(cloneNode(EMPTY_MODEL, 'a'), 'a|copy1')
  expect(twice.edits.clones).toEqual([
    { key: 'a|copy1', of: 'a' },
    { key: 'a|copy2', of: 'a' },
  ])
})

test('a copy has what was edited about its node, the copy it is made of included', () => {
  const shown = { type: 'trojan', name: 'A', server: 'a.example.com', port: 443 } as ProxyNode
  const edited = editNodes(EMPTY_MODEL, { 'a|copy1': { shown, node: { ...shown, name: 'CCC', port: 8443 } } })
  const start = withEdits(setDisabled(edited, ['a|copy1'], true), { clones: [{ key: 'a|copy1', of: 'a' }] })
  const { names, nodes, disabled } = cloneNode(start, 'a|copy1').edits
  expect(names).toEqual({ 'a|copy1': 'CCC', 'a|copy2': 'CCC' })
  expect(nodes['a|copy2']).toEqual(nodes['a|copy1'])
  expect(disabled).toEqual(['a|copy1', 'a|copy2'])
  expect(cloneNode(start, 'a').edits).toMatchObject({ names: { 'a|copy1': 'CCC' }, disabled: ['a|copy1'] })
})

test('fields and name that are saved at once are undone at once, and the name is none of the fields', () => {
  const shown = { type: 'trojan', name: 'A', server: 'a.example.com', port: 443 } as ProxyNode
  const start = startHistory(EMPTY_MODEL)
  const node = { ...shown, name: ' B ', port: 8443 }
  const saved = change(start, editNodes(start.now, { a: { shown, node } }), 'edit', 0)
  expect(saved.now.edits.names).toEqual({ a: 'B' })
  expect(JSON.stringify(saved.now.edits.nodes)).not.toContain('name')
  expect(undo(saved).now).toBe(EMPTY_MODEL)
  expect(editNodes(EMPTY_MODEL, { a: { shown, node: { ...shown, name: 'B' } } }).edits.nodes).toEqual({})
})

test('sources move by one place and stop at the ends', () => {
  const model = { ...EMPTY_MODEL, sources: [...withUrl().sources, ...withUrl({ id: 'b' }).sources] }
  expect(withSourceMoved(model, 'a', 1).sources.map(({ id }) => id)).toEqual(['b', 'a'])
  expect(withSourceMoved(model, 'a', -1)).toBe(model)
})

test('what came from the network is not undone with the step before it', () => {
  const start = startHistory(withUrl())
  const disabled = change(start, setDisabled(start.now, ['x'], true), 'edit', 0)
  const fetched = amend(disabled, (model) => withSource(model, 'a', { text: 'new' }))
  expect(undo(fetched).now).toMatchObject({ edits: { disabled: [] }, sources: [{ text: 'new' }] })
})

test('a source that was removed comes back to its place, and once only', () => {
  const model = { ...EMPTY_MODEL, sources: [...withUrl().sources, ...withUrl({ id: 'b' }).sources] }
  const back = withSourceBack(withoutSource(model, 'a'), model.sources[0]!, 0)
  expect(back.sources.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(withSourceBack(back, model.sources[0]!, 0)).toBe(back)
})

test('a text has one kind of line end, whatever it was pasted with', () => {
  expect(withText(EMPTY_MODEL, 'a\r\nb\rc\n').sources[0]!.text).toBe('a\nb\nc\n')
})
