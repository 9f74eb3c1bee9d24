import type { NodeBase } from '@switchyard/convert'
import { expect, test } from 'vitest'
import {
  EMPTY_RECIPE,
  settingsOf,
  withRecipe,
  withGroupLang,
  withOutputSettings,
  withTypeExcluded,
  type Recipe,
} from './recipe.ts'
import { cloneNode, editNodes, renameNodes, setDisabled, withEdits } from './changes/change-nodes.ts'
import {
  withSourceBack,
  withSourceMoved,
  withSourceSettings,
  withText,
  withoutSource,
} from './changes/change-sources.ts'

const withUrl = (change: Partial<Recipe['sources'][number]> = {}): Recipe => ({
  ...EMPTY_RECIPE,
  sources: [
    { id: 'a', kind: 'url', name: 'airport', text: '', url: 'https://sub.example.com/a', enabled: true, ...change },
  ],
})

test('the language of group names is taken from the page once', () => {
  const recipe = withGroupLang(EMPTY_RECIPE, 'en-US')
  expect(recipe.common.groupLang).toBe('en-US')
  expect(withGroupLang(recipe, 'zh-CN')).toBe(recipe)
})

test('a source has a prefix and a user agent of its own, until they are emptied', () => {
  const set = withSourceSettings(withUrl(), 'a', { name: 'Air', prefix: 'A ', userAgent: 'clash.meta' })
  expect(set.sources[0]).toMatchObject({ name: 'Air', prefix: 'A ', userAgent: 'clash.meta' })
  const emptied = withSourceSettings(set, 'a', { name: 'airport', prefix: '', userAgent: '' })
  expect(emptied).toEqual(withUrl())
})

test('each output keeps its own settings', () => {
  const clash = withOutputSettings({ ...EMPTY_RECIPE, output: 'clash' }, { excludes: ['ssr'] })
  expect(settingsOf({ ...clash, output: 'mihomo' }).excludes).toBeUndefined()
  expect(settingsOf(clash).excludes).toEqual(['ssr'])
})

test('a type that is left out everywhere stands beside what each output leaves out anyway, once', () => {
  const twice = withTypeExcluded(withTypeExcluded(EMPTY_RECIPE, 'info'), 'info')
  expect(settingsOf({ ...twice, output: 'mihomo' }).excludes).toEqual(['info'])
  expect(settingsOf({ ...twice, output: 'clash' }).excludes).toEqual(['vless', 'hysteria2', 'info'])
})

test('an address that is referenced becomes a provider, and none while it is switched off', () => {
  expect(settingsOf(withUrl({ asProvider: true }))).toMatchObject({
    useProvider: true,
    providers: [{ name: 'airport', url: 'https://sub.example.com/a' }],
  })
  expect(settingsOf(withUrl({ asProvider: true, enabled: false })).useProvider).toBe(false)
})

test('an empty name gives the old one back', () => {
  const renamed = renameNodes(EMPTY_RECIPE, { a: 'Tokyo' })
  expect(renamed.edits.names).toEqual({ a: 'Tokyo' })
  expect(renameNodes(renamed, { a: ' ' }).edits.names).toEqual({})
})

test('a name is kept without what clients cannot show, whether it was typed in the table or among the fields', () => {
  const typed = `  Tokyo\u202e\u0007 ${'x'.repeat(300)}`
  const kept = `Tokyo ${'x'.repeat(248)}`
  const shown = { type: 'trojan', name: 'A', server: 'a.example.com', port: 443 } as NodeBase
  expect(renameNodes(EMPTY_RECIPE, { a: typed }).edits.names['a']).toBe(kept)
  expect(editNodes(EMPTY_RECIPE, { a: { shown, node: { ...shown, name: typed } } }).edits.names['a']).toBe(kept)
})

test('switching off and on again leaves no trace', () => {
  expect(setDisabled(setDisabled(EMPTY_RECIPE, ['a'], true), ['a'], false).edits).toEqual(EMPTY_RECIPE.edits)
})

test('a copy of a copy is a copy of the first', () => {
  const twice = cloneNode(cloneNode(EMPTY_RECIPE, 'a'), 'a|copy1')
  expect(twice.edits.clones).toEqual([
    { key: 'a|copy1', of: 'a' },
    { key: 'a|copy2', of: 'a' },
  ])
})

test('a copy has what was edited about its node, the copy it is made of included', () => {
  const shown = { type: 'trojan', name: 'A', server: 'a.example.com', port: 443 } as NodeBase
  const edited = editNodes(EMPTY_RECIPE, { 'a|copy1': { shown, node: { ...shown, name: 'CCC', port: 8443 } } })
  const start = withEdits(setDisabled(edited, ['a|copy1'], true), { clones: [{ key: 'a|copy1', of: 'a' }] })
  const { names, nodes, disabled } = cloneNode(start, 'a|copy1').edits
  expect(names).toEqual({ 'a|copy1': 'CCC', 'a|copy2': 'CCC' })
  expect(nodes['a|copy2']).toEqual(nodes['a|copy1'])
  expect(disabled).toEqual(['a|copy1', 'a|copy2'])
  expect(cloneNode(start, 'a').edits).toMatchObject({ names: { 'a|copy1': 'CCC' }, disabled: ['a|copy1'] })
})

test('sources move by one place and stop at the ends', () => {
  const recipe = { ...EMPTY_RECIPE, sources: [...withUrl().sources, ...withUrl({ id: 'b' }).sources] }
  expect(withSourceMoved(recipe, 'a', 1).sources.map(({ id }) => id)).toEqual(['b', 'a'])
  expect(withSourceMoved(recipe, 'a', -1)).toBe(recipe)
})

test('a source that was removed comes back to its place, and once only', () => {
  const recipe = { ...EMPTY_RECIPE, sources: [...withUrl().sources, ...withUrl({ id: 'b' }).sources] }
  const back = withSourceBack(withoutSource(recipe, 'a'), recipe.sources[0]!, 0)
  expect(back.sources.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(withSourceBack(back, recipe.sources[0]!, 0)).toBe(back)
})

test('a text has one kind of line end, whatever it was pasted with', () => {
  expect(withText(EMPTY_RECIPE, 'a\r\nb\rc\n').sources[0]!.text).toBe('a\nb\nc\n')
})

test('an imported recipe takes the place of all, and one without sources leaves them with their edits', () => {
  const mine = renameNodes(withText(withGroupLang(EMPTY_RECIPE, 'en-US'), 'a'), { k: 'Mine' })
  const theirs: Recipe = { ...withText(EMPTY_RECIPE, 'b'), output: 'clash' }
  expect(withRecipe(mine, theirs, true)).toMatchObject({
    output: 'clash',
    sources: theirs.sources,
    edits: { names: {} },
  })
  expect(withRecipe(mine, { ...theirs, sources: [] }, false)).toMatchObject({
    output: 'clash',
    sources: mine.sources,
    edits: { names: { k: 'Mine' } },
    common: { groupLang: 'en-US' },
  })
})
