import { EMPTY_RECIPE, textOf, withText } from '@switchyard/recipe/model'
import { expect, test } from 'vitest'
import { withHanded } from './with-handed.ts'

const file = { id: 'f1', name: 'nodes.yaml', text: 'proxies: []' }

test('the text that comes from another page takes the place of the one that is there', () => {
  expect(textOf(withHanded(withText(EMPTY_RECIPE, 'before'), { text: 'after', files: [] }))).toBe('after')
})

test('a template that comes from another page is the one in use, and the text stays', () => {
  const template = { id: 'preset/o/r/a.ini@master', name: 'a.ini', text: '[custom]' }
  const after = withHanded(withText(EMPTY_RECIPE, 'before'), { text: '', files: [], template })
  expect(after.common.template).toEqual(template)
  expect(textOf(after)).toBe('before')
})

test('files alone leave the text as it is', () => {
  const after = withHanded(withText(EMPTY_RECIPE, 'before'), { text: '', files: [file] })
  expect(textOf(after)).toBe('before')
  expect(after.sources.at(-1)).toMatchObject({ ...file, kind: 'file', enabled: true })
})

test('a file that was brought before comes once', () => {
  const once = withHanded(EMPTY_RECIPE, { text: '', files: [file] })
  expect(withHanded(once, { text: '', files: [file] })).toBe(once)
})

test('an address that was fetched before is a source that can be fetched again', () => {
  const fetched = { ...file, url: 'https://a.example/x', at: 5, subscription: { total: 7 } }
  expect(withHanded(EMPTY_RECIPE, { text: '', files: [fetched] }).sources).toEqual([
    { ...file, kind: 'url', enabled: true, url: 'https://a.example/x', loadedAt: 5, subscription: { total: 7 } },
  ])
})
