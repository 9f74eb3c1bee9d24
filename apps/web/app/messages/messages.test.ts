import { expect, test } from 'vitest'
import articlesEnUS from './articles/en-US.json' with { type: 'json' }
import articlesZhCN from './articles/zh-CN.json' with { type: 'json' }
import convertEnUS from './convert/en-US.json' with { type: 'json' }
import convertZhCN from './convert/zh-CN.json' with { type: 'json' }
import enUS from './en-US.json' with { type: 'json' }
import zhCN from './zh-CN.json' with { type: 'json' }

function flat(value: object, path = ''): [string, string][] {
  return Object.entries(value).flatMap(([key, child]): [string, string][] =>
    typeof child === 'string' ? [[path + key, child]] : flat(child as object, `${path}${key}.`),
  )
}

const zh = new Map(flat({ ...zhCN, ...articlesZhCN, ...convertZhCN }))
const en = new Map(flat({ ...enUS, ...articlesEnUS, ...convertEnUS }))

test('both languages have the same keys, and no empty words', () => {
  expect([...en.keys()].sort()).toEqual([...zh.keys()].sort())
  expect([...zh, ...en].filter(([, words]) => words.trim() === '')).toEqual([])
})

/** The names of values in a message: those in the outermost braces, for what stands deeper are words of a plural. */
function valuesOf(words: string): string[] {
  const names = new Set<string>()
  let depth = 0
  for (const [brace, name] of words.matchAll(/\{\s*(\w*)|\}/g)) {
    if (brace === '}') depth--
    else if (depth++ === 0 && name) names.add(name)
  }
  return [...names].sort()
}

test('both languages take the same values', () => {
  const different = [...zh].filter(([key, words]) => String(valuesOf(words)) !== String(valuesOf(en.get(key) ?? '')))
  expect(different).toEqual([])
})

test('Chinese and Latin words or digits have a space between them', () => {
  const glued = [...zh].filter(([, words]) =>
    /\p{Script=Han}[A-Za-z0-9]|[A-Za-z0-9]\p{Script=Han}/u.test(words.replaceAll(/\{[^}]*\}/g, '')),
  )
  // The words of the specification stand as they are there.
  expect(glued.filter(([, words]) => !words.startsWith('Clash节点为空'))).toEqual([])
})

/** Places of texts, and of numbers that count nothing: lines, ports, the ends of a range, a status. */
const NO_COUNTS = `app cipher column core date encoding group host hosts kind line max message min mode name names node
  path pattern port problem reason region size status target time token type types url used value`.split(/\s+/)

/** The code editor puts the number of these in itself; the traffic of a subscription comes with its unit. */
const PLAIN = [
  'convert.editor.replacedMatch {n}',
  'convert.editor.replacedMatches {n}',
  'convert.editor.unchanged {n}',
  'convert.source.traffic {total}',
]

test.each([
  ['zh-CN', zh],
  ['en-US', en],
])('%s: what counts things is written {…, number}, or # in a plural', (_locale, words) => {
  const plain = [...words].flatMap(([key, said]) =>
    [...said.matchAll(/\{(\w+)\}/g)]
      .filter(([, name]) => !NO_COUNTS.includes(name!))
      .map(([place]) => `${key} ${place}`),
  )
  expect(plain.sort()).toEqual(PLAIN)
})
