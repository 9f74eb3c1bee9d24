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
  ['an alias as a key', 'a: &a x\nb: {*a : 1, y: 2}', { a: 'x', b: { x: 1, y: 2 } }],
  ['block scalars', 'a: |\n  x\n  y\nb: >-\n  x\n  y', { a: 'x\ny\n', b: 'x y' }],
])('%s', (_, text, value) => {
  const read = valueOf(text)
  expect(read).toEqual(value)
  expect(JSON.stringify(read)).toBe(JSON.stringify(value))
})

describe('a flow may go on at any column, as mihomo and PyYAML take it', () => {
  test.each([
    ['closed in column 0', 'a: &a [\n  x, y,\n]\nb: *a', { a: ['x', 'y'], b: ['x', 'y'] }],
    ['all in column 0', 'a: [\nx,\n[y,\nz],\n]\nb: 1', { a: ['x', ['y', 'z']], b: 1 }],
    ['a map', 'a: {\n  b: 1,\nc: [2\n]\n}\nd: 3', { a: { b: 1, c: [2] }, d: 3 }],
    ['of an item', 'a:\n  - b: [\n    x\n  ]\n  - {c:\n1\n}\n', { a: [{ b: ['x'] }, { c: 1 }] }],
    ['with comments', 'a: [ # [ "\n  x, # y ]\n# z\n]\nb: 1', { a: ['x'], b: 1 }],
    ['with tabs', 'a: [\n\tx,\n\ty\n]', { a: ['x', 'y'] }],
    ['with other line ends', 'a: [\r\n  x,\r\n]\r\nb: 1\r\n', { a: ['x'], b: 1 }],
    ['with brackets in quotes', `a: [\n"]", ']', '''[',\n"\\"]"\n]\nb: 1`, { a: [']', ']', "'[", '"]'], b: 1 }],
    ['with a key in quotes', 'a: {\n"b":"]",\n"c": 1\n}', { a: { b: ']', c: 1 } }],
    ['behind an apostrophe', "a: it's [\nb: [\n1\n]", { a: "it's [", b: [1] }],
    ['behind a text of several lines', 'a: |\n  x: [\n\n  - "\nb: [\n1\n]', { a: 'x: [\n\n- "\n', b: [1] }],
    ['behind an anchor and a tag', 'a: !!seq &x" [\n1\n]\nb: 2', { a: [1], b: 2 }],
    ['several', 'a: [\n]\nb: {\n}\nc: [\n]', { a: [], b: {}, c: [] }],
  ])('%s', (_, text, value) => {
    expect(readYaml(text).issue).toBeUndefined()
    expect(valueOf(text)).toEqual(value)
  })

  test('items and keys stand where they stood', () => {
    const text = 'a: [\n{b: 1},\n{b: 2},\n]\n'
    const { places, value } = readYaml(text).documents[0]!
    expect(places.get((value as { a: unknown[] }).a)?.map((place) => text.slice(0, place).split('\n').length)).toEqual([
      2, 3,
    ])
    const { issue } = readYaml(`${text}c: 1\na: 2\n`)
    expect(issue).toMatchObject({ code: 'bad-yaml', at: text.length + 5, first: 0 })
  })

  test.each([
    ['a text that goes on in column 0', 'a: [\nx\ny\n]', 5],
    ['a quoted one', 'a: ["x\ny"]', 7],
    ['a document mark inside', 'a: [\n---\n]', 5],
    ['no flow', 'a: "x\ny"', 6],
    ['a quote that hides its end', 'a: [:"b]\nc: ",\ne: f]"', 15],
  ])('not taken: %s', (_, text, at) => {
    expect(readYaml(text).issue).toMatchObject({ code: 'bad-yaml', at })
  })
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

const aliases = (count: number) => `[${Array(count).fill('*a').join(', ')}]`

test.each([
  ['nine levels of nine aliases', bomb(9), 'yaml-aliases'],
  ['ninety levels', bomb(90), 'yaml-aliases'],
  ['a long text, many times', `a: &a ${'x'.repeat(100_000)}\nb: ${aliases(10)}`, 'yaml-aliases'],
  ['a long key, many times', `a: &a {${'x'.repeat(1000)}: 1}\nb: ${aliases(1000)}`, 'yaml-aliases'],
  [
    'a large map, merged many times',
    `a: &a {${'x'.repeat(9)}: ${'y'.repeat(9000)}}\nb:\n${'- <<: *a\n'.repeat(120)}`,
    'yaml-aliases',
  ],
  [
    'what was merged, merged again',
    `a: &a {k: ${'y'.repeat(200_000)}}\nb: &b {<<: *a}\nc: {d: {<<: *b}, e: {<<: *b}, f: {<<: *b}, g: {<<: *b}}`,
    'yaml-aliases',
  ],
  ['a circle', 'a: &a [*a]', 'yaml-aliases'],
  ['an unknown alias', 'a: *b', 'bad-yaml'],
  ['depth', '['.repeat(200) + ']'.repeat(200), 'bad-yaml'],
  ['no end', 'a: [1', 'bad-yaml'],
  ['a tab for indentation', 'a:\n\tb: 1', 'bad-yaml'],
  ['a null byte', 'a: \0', 'bad-yaml'],
])('%s is refused', (_, text, code) => {
  expect(readYaml(text).issue?.code).toBe(code)
})

test('a bomb of aliases is refused before anybody counts what it holds', () => {
  const start = process.cpuUsage()
  readYaml(bomb(90))
  // Counting to 9 ** 90 never ends.
  expect(process.cpuUsage(start).user).toBeLessThan(2_000_000)
})

test('any number of aliases passes where they stand for little, and no more than are allowed where that is said', () => {
  const read = (count: number, maxAliases?: number) => readYaml(`a: &a 1\nb: ${aliases(count)}`, { maxAliases })
  expect(read(50_000).issue).toBeUndefined()
  expect(read(100, 100).issue).toBeUndefined()
  expect(read(101, 100).issue).toMatchObject({ code: 'yaml-aliases', reason: 'more than 100 aliases' })
})

test('more values than allowed do not pass', () => {
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
