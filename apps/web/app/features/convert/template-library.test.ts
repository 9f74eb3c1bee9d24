import { expect, test } from 'vitest'
import { TemplateLibrary } from './template-library.ts'

const HOME = { name: 'home', text: 'old', url: 'https://t.example/home.ini', at: 1, isKept: false }
const FRESH = { text: 'fresh', at: 2 }

test('a template keeps the name it got while its text was fetched', () => {
  const library = new TemplateLibrary()
  const { id } = library.add(HOME)
  library.change(id, { name: 'renamed' })
  const expected = { ...HOME, ...FRESH, name: 'renamed', id }
  expect(library.change(id, FRESH)).toEqual(expected)
  expect(library.list.get()).toEqual([expected])
})

test('a template that was deleted while its text was fetched stays deleted', () => {
  const library = new TemplateLibrary()
  const { id } = library.add(HOME)
  library.remove(id)
  expect(library.change(id, FRESH)).toBeUndefined()
  expect(library.list.get()).toEqual([])
})
