import { expect, test } from 'vitest'
import type { RecipeSource } from '@switchyard/recipe/model'
import { sourceNames } from './source-names.ts'

const source = (id: string, name: string, text = 'x'): RecipeSource => ({ id, kind: 'file', name, text, enabled: true })
const namesOf = (...sources: RecipeSource[]) =>
  Object.fromEntries(sourceNames(sources, (key) => (key === 'text' ? 'Text' : 'Added')))

test('several sources have names that tell them apart', () => {
  expect(namesOf(source('text', ''), source('1', 'sub.txt'), source('2', 'sub.txt'), source('3', 'sub.txt'))).toEqual({
    text: 'Text', 1: 'sub.txt', 2: 'sub.txt 2', 3: 'sub.txt 3',
  }) // oxfmt-ignore
  expect(namesOf(source('1', 'Text 2'), source('2', 'Text'), source('text', ''))).toEqual({
    1: 'Text 2', 2: 'Text', text: 'Text 3',
  }) // oxfmt-ignore
  expect(namesOf(source('text', ''), source('added', ''))).toEqual({ text: 'Text', added: 'Added' })
  expect(namesOf(source('text', ''), source('added', 'Mine'))).toEqual({ text: 'Text', added: 'Mine' })
})

test('the only source needs no name', () => {
  expect(namesOf(source('1', 'sub.txt'))).toEqual({})
  expect(namesOf(source('text', '', ''), source('1', 'sub.txt'))).toEqual({})
})
