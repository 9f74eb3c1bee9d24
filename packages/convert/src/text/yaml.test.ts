import { describe, expect, test } from 'vitest'
import { readYaml } from './yaml.ts'

const valueOf = (text: string) => readYaml(text).documents[0]?.value

describe('a scalar keeps the spelling that stands in the text', () => {
  test.each([
    ['443', 443],
    ['0', 0],
    ['-1', -1],
    ['1.5', 1.5],
    ['1.50', '1.50'],
    ['0123', '0123'],
    ['1e5', '1e5'],
    ['2351e1', '2351e1'],
    ['0x1f', '0x1f'],
    ['0o17', '0o17'],
    ['1_000', '1_000'],
    ['+1', '+1'],
    ['.5', '.5'],
    ['.inf', '.inf'],
    ['.nan', '.nan'],
    ['1e+21', '1e+21'],
    ['12345678901234567890', '12345678901234567890'],
    ['2020-01-01', '2020-01-01'],
    ['1:30', '1:30'],
    ['yes', 'yes'],
    ['no', 'no'],
    ['on', 'on'],
    ['y', 'y'],
    ['True', 'True'],
    ['true', true],
    ['false', false],
    ['null', null],
    ['~', null],
    ['', null],
    ['"443"', '443'],
    ["'true'", 'true'],
    ['!<str> 123', '123'],
    ['!<str> "5e3"', '5e3'],
    ['!!str 0123', '0123'],
    ['!!str', ''],
    ['! 12', '12'],
    ['!<tag:yaml.org,2002:str> 1', '1'],
    ['!custom 12', 12],
    ['!!binary aGk=', 'aGk='],
  ])('%s', (text, value) => {
    expect(valueOf(`key: ${text}`)).toEqual({ key: value })
  })
})

test.each([
  [
    'anchors and merges',
    'a: &a {x: 1, y: 2}\nb: {<<: *a, y: 3}\nc: {y: 4, <<: *a}',
    { a: { x: 1, y: 2 }, b: { x: 1, y: 3 }, c: { y: 4, x: 1 } },
  ],
  [
    'a merge of a list',
    'a: &a {x: 1}\nb: &b {x: 2, z: 2}\nc: {<<: [*a, *b]}',
    { a: { x: 1 }, b: { x: 2, z: 2 }, c: { x: 1, z: 2 } },
  ],
  [
    'a key beside a merge that has it too',
    'a: &a {x: 1, y: 1}\nb: {x: 2, <<: *a}\nc: {<<: *a, x: 3}',
    { a: { x: 1, y: 1 }, b: { x: 2, y: 1 }, c: { x: 3, y: 1 } },
  ],
  ['__proto__', 'a: {__proto__: {x: 1}, b: 2}', { a: { b: 2 } }],
  ['a map as a key', '{? {a: 1} : 2, b: 3}', { b: 3 }],
  ['keys that look like numbers', '{443: a, true: b}', { 443: 'a', true: 'b' }],
  ['block scalars', 'a: |\n  x\n  y\nb: >-\n  x\n  y', { a: 'x\ny\n', b: 'x y' }],
])('%s', (_, text, value) => {
  const read = valueOf(text)
  expect(read).toEqual(value)
  expect(JSON.stringify(read)).toBe(JSON.stringify(value))
})

test('several documents', () => {
  expect(readYaml('a: 1\n---\nb: 2\n').documents.map((document) => document.value)).toEqual([{ a: 1 }, { b: 2 }])
})

test('items know where they begin', () => {
  const text = 'proxies:\n  - name: a\n  -\n    name: b\n  - {name: c}\n  - &x {name: d}\n  - *x\n  - text\n'
  const { places, value } = readYaml(text).documents[0]!
  const list = (value as { proxies: unknown[] }).proxies
  expect(places.get(list)?.map((place) => text.slice(0, place).split('\n').length)).toEqual([2, 3, 5, 6, 7, 8])
})

function bomb(levels: number): string {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]']
  for (let level = 1; level < levels; level++)
    lines.push(
      `a${level}: &a${level} [${Array(9)
        .fill(`*a${level - 1}`)
        .join(', ')}]`,
    )
  return lines.join('\n')
}

test.each([
  ['nine levels of nine aliases', bomb(9), 'yaml-aliases'],
  ['101 aliases', `a: &a 1\nb: [${Array(101).fill('*a').join(', ')}]`, 'yaml-aliases'],
  ['a circle', 'a: &a [*a]', 'yaml-aliases'],
  ['an unknown alias', 'a: *b', 'bad-yaml'],
  ['depth', '['.repeat(200) + ']'.repeat(200), 'bad-yaml'],
  ['no end', 'a: [1', 'bad-yaml'],
  ['a tab for indentation', 'a:\n\tb: 1', 'bad-yaml'],
  ['a null byte', 'a: \0', 'bad-yaml'],
])('%s is refused: %s', (_, text, code) => {
  expect(readYaml(text).issue?.code).toBe(code)
})

test('100 aliases pass, more values than allowed do not', () => {
  expect(readYaml(`a: &a 1\nb: [${Array(100).fill('*a').join(', ')}]`).issue).toBeUndefined()
  expect(readYaml('[1, 2, 3, 4, 5]', { maxValues: 4 }).issue?.code).toBe('bad-yaml')
})

test('a reason never repeats the text', () => {
  for (const text of [
    'a: !secret!x y',
    'a: *s3cret',
    '!<s3cret>> a',
    'a: "\\q s3cret"',
    '%TAG s3cret',
    'password: s3cret: x',
  ]) {
    expect(readYaml(text).issue?.reason ?? '').not.toMatch(/s3cret|secret/)
  }
})

test('two configs in one text have both lists, where that is asked for', () => {
  const text = 'proxies: [1]\nrules: []\nproxies: [2]'
  const { documents, issue, joined } = readYaml(text, { joinsLists: true })
  expect(documents[0]!.value).toEqual({ proxies: [1, 2], rules: [] })
  expect(issue).toBeUndefined()
  expect(joined).toMatchObject({ code: 'bad-yaml', at: text.lastIndexOf('proxies'), first: 0 })
  expect(readYaml(text).issue).toMatchObject({ code: 'bad-yaml' })
})

test.each([
  ['at the top', 'port: 1\nmode: rule\nport: 2\n', 3, 1],
  ['in quotes', 'port: 1\n"port": 2\n', 2, 1],
  ['in a flow map', 'a: {b: 1,\n b: 1}', 2, 1],
  [
    'deep inside, behind lists and maps',
    'p:\n  ? {x: 1}\n  : [x, {x: 2}]\n  y: {x: 3}\n  x: 4\n  z: *a\n  x: 5\n'.replace('*a', '5'),
    7,
    5,
  ],
  ['a merge', 'a: &a {x: 1}\nb:\n  <<: *a\n  <<: *a\n', 4, 3],
  ['behind a merge', 'a: &a {x: 1}\nb:\n  <<: *a\n  x: 2\n  x: 3\n', 5, 4],
  ['with an empty value', 'a:\na:\n', 2, 1],
  ['two lists below the top', 'a:\n  b: [1]\n  b: [2]\n', 3, 2],
])('a key twice is a problem that names both: %s', (_, text, second, first) => {
  const { issue } = readYaml(text)
  const lineOf = (at: number) => text.slice(0, at).split('\n').length
  expect(issue).toMatchObject({ code: 'bad-yaml' })
  expect([lineOf(issue!.at), lineOf(issue!.first!)]).toEqual([second, first])
})
