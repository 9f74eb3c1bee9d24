import { LANGS } from '@switchyard/convert/languages'
import { expect, test } from 'vitest'
import type { Lang } from './index.ts'
import { format } from './format.ts'

test.each([
  ['en-US', '{n, number} {n|node|nodes}', ['0 nodes', '1 node', '2 nodes', '1,234 nodes']],
  // One form for every number.
  ['zh-CN', '{n, number} {n|个节点}', ['0 个节点', '1 个节点', '2 个节点', '1,234 个节点']],
])('%s: the word that goes with a number is chosen by the rules of the language', (lang, words, said) => {
  expect([0, 1, 2, 1234].map((n) => format(words, { n }, lang as Lang))).toEqual(said)
})

// Small numbers are written without Intl: a language with digits of its own would fail here.
test.each(LANGS)('%s: a number is written as the language writes it', (lang) => {
  const numbers = [0, 7, 999, 1000, 1_234_567, -5, 1.5]
  const expected = numbers.map((n) => new Intl.NumberFormat(lang).format(n))
  expect(numbers.map((n) => format('{n, number}', { n }, lang))).toEqual(expected)
})

test('a language with more forms has one for each of them', () => {
  // Polish, as a language that we do not have: one, few, many, other.
  const polish = 'pl-PL' as Lang
  const said = [1, 2, 5, 22, 1.5].map((n) => format('{n} {n|węzeł|węzły|węzłów|węzła}', { n }, polish))
  expect(said).toEqual(['1 węzeł', '2 węzły', '5 węzłów', '22 węzły', '1.5 węzła'])
})
