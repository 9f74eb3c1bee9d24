import { expect, test } from 'vitest'
import { readArticle, testsNamedIn } from './read-article.ts'

const read = (...lines: string[]) => readArticle(['updated: 2026-11-28', '', ...lines].join('\n')).blocks

test('headings, paragraphs, lists, tables and code become blocks', () => {
  expect(
    read(
      '## What it is {#what}',
      '',
      'Two lines of',
      'one paragraph with `code`, **bold** and a [link](/convert).',
      '<!-- test e2e/x.e2e.ts: it works -->',
      '',
      '- one',
      '  and more',
      '- two',
      '',
      '1. first',
      '',
      '| A | B |',
      '|---|---|',
      '| `1` | 2 |',
      '',
      '```',
      'npm start',
      '',
      '- no list',
      '```',
    ),
  ).toEqual([
    { kind: 'heading', id: 'what', text: 'What it is' },
    {
      kind: 'paragraph',
      words: [
        'Two lines of one paragraph with ',
        { kind: 'code', text: 'code' },
        ', ',
        { kind: 'strong', text: 'bold' },
        ' and a ',
        { kind: 'link', text: 'link', to: '/convert' },
        '.',
      ],
    },
    { kind: 'list', isOrdered: false, items: [['one and more'], ['two']] },
    { kind: 'list', isOrdered: true, items: [['first']] },
    { kind: 'table', head: [['A'], ['B']], rows: [[[{ kind: 'code', text: '1' }], ['2']]] },
    { kind: 'code', text: 'npm start\n\n- no list' },
  ])
})

test('lines of Chinese are joined without a space', () => {
  expect(read('第一行，', '第二行')).toEqual([{ kind: 'paragraph', words: ['第一行，第二行'] }])
})

test.each([['## No id'], ['### Too deep {#deep}'], ['## An id {#id}', 'with a line behind it']])(
  '%s is an error, for it would be drawn otherwise than meant',
  (...lines) => {
    expect(() => read(...lines)).toThrow('No heading with an id')
  },
)

test('an article without its day is an error', () => {
  expect(() => readArticle('## Title {#title}')).toThrow('updated')
})

test('the tests that a section names are found', () => {
  expect(testsNamedIn('## A {#a}\n\nText\n<!-- test e2e/x.e2e.ts: a title: with a colon -->')).toEqual([
    { section: 'a', file: 'e2e/x.e2e.ts', title: 'a title: with a colon' },
  ])
})
