import { expect, test } from 'vitest'
import { sourcesOf } from './sources-of-output.ts'
import type { Item } from './item-repository.ts'

const kept = (id: string, name: string, nodes: number): Item => ({
  id, name, revision: 1, kind: 'address', intervalS: 3600, fromServer: true, archived: false, createdAt: 0, usedBy: [],
  good: { at: 0, nodes, skipped: 0 },
}) // oxfmt-ignore

const recipe = JSON.stringify({
  switchyard: 'recipe',
  version: 1,
  sources: [
    { id: 'a', name: 'old name', url: 'https://example.com/' },
    { id: 'b', name: 'spare', url: 'https://example.com/' },
  ],
})
const items = [kept('1', 'main', 5), kept('2', 'spare', 4), kept('3', 'of another one', 9)]

test('sources have the names that they have now, in the order of the recipe', () => {
  const sources = sourcesOf({ recipe, items: { a: '1', b: '2' } }, items)
  expect(sources.map(({ name }) => name)).toEqual(['main', 'spare'])
})

test('the text of the screen is a source when something stands in it', () => {
  const named = (text: string) =>
    sourcesOf(
      { recipe: JSON.stringify({ sources: [{ id: 'text', kind: 'text', name: '', text }] }), items: {} },
      [],
    ).map(({ id }) => id)
  expect([named(''), named('trojan://p@a.example.com:443#A')]).toEqual([[], ['text']])
})

test('a source without an item has its text with the output', () => {
  expect(sourcesOf({ recipe, items: { a: '1' } }, items).map(({ item }) => item?.id)).toEqual(['1', undefined])
})
