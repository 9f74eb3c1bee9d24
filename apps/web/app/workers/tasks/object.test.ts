import { describe, expect, test } from 'vitest'
import { diffLines } from '../../components/diff/line-diff.ts'
import { OBJECT_MAX, object, type ObjectChange, type ObjectNode } from './object.ts'

const YAML = `# head
mixed-port: 7890 # the port
name: "quoted"
tags: [a, b] # two

proxies:
  # the first one
  - name: 香港
    port: 443 # TLS
    tls: true
  - {name: B, port: 80}
rules:
  - MATCH,DIRECT
empty:
`

function edited(edit: ObjectChange, text = YAML, format: 'yaml' | 'json' = 'yaml'): string {
  const done = object.objectEdit(text, format, edit)
  return 'text' in done ? done.text : done.refused
}

/** The lines that differ, as `gone → fresh`. */
function changedLines(edit: ObjectChange, text = YAML, format: 'yaml' | 'json' = 'yaml'): string[] {
  const [before, after] = [text.split('\n'), edited(edit, text, format).split('\n')]
  return diffLines(before, after).map(
    ({ fromA, toA, fromB, toB }) => `${before.slice(fromA, toA).join('|')} → ${after.slice(fromB, toB).join('|')}`,
  )
}

function tree(text: string, format: 'yaml' | 'json' = 'yaml'): ObjectNode {
  const read = object.objectTree(text, format, 'en-US')
  if (!('root' in read)) throw new Error(read.unread)
  return read.root
}

describe('one changed value changes one line, and its comment stays', () => {
  test.each<[string, ObjectChange, string]>([
    ['a number', { kind: 'set', path: ['mixed-port'], value: 7891 }, 'mixed-port: 7890 # the port → mixed-port: 7891 # the port'],
    ['a text in quotes', { kind: 'set', path: ['name'], value: 'x' }, 'name: "quoted" → name: "x"'],
    ['a text that reads like a number', { kind: 'set', path: ['proxies', 0, 'name'], value: '1' }, '  - name: 香港 →   - name: "1"'],
    ['of another type', { kind: 'set', path: ['proxies', 0, 'tls'], value: 'yes' }, '    tls: true →     tls: "yes"'],
    ['in a map in brackets', { kind: 'set', path: ['proxies', 1, 'port'], value: 81 }, '  - {name: B, port: 80} →   - {name: B, port: 81}'],
    ['in a list in brackets', { kind: 'set', path: ['tags', 1], value: 'c' }, 'tags: [a, b] # two → tags: [a, c] # two'],
    ['nothing becomes a text', { kind: 'set', path: ['empty'], value: 'x' }, 'empty: → empty: x'],
    ['a key', { kind: 'rename', path: ['proxies', 0, 'port'], to: 'server-port' }, '    port: 443 # TLS →     server-port: 443 # TLS'],
    ['a new key', { kind: 'add', path: ['proxies', 0], key: 'udp', value: true }, ' →     udp: true'],
    ['a new item', { kind: 'add', path: ['rules'], value: 'A,B' }, ' →   - A,B'],
    ['a copy of a key', { kind: 'duplicate', path: ['name'] }, ' → name-2: "quoted"'],
    ['a copy of an item', { kind: 'duplicate', path: ['proxies', 1] }, ' →   - {name: B, port: 80}'],
    ['a key that goes', { kind: 'remove', path: ['name'] }, 'name: "quoted" → '],
  ])('%s', (_, edit, line) => {
    expect(changedLines(edit)).toEqual([line])
  }) // oxfmt-ignore

  test('in JSON with comments', () => {
    const json = '{\n  // port\n  "port": 1, // here\n  "list": ["a", "b"]\n}\n'
    expect(changedLines({ kind: 'set', path: ['port'], value: '2' }, json, 'json')).toEqual([
      '  "port": 1, // here →   "port": "2", // here',
    ])
    expect(changedLines({ kind: 'move', path: ['list', 1], to: 0 }, json, 'json')).toEqual([
      '  "list": ["a", "b"] →   "list": ["b", "a"]',
    ])
  })

  test('with the line ends of Windows', () => {
    expect(edited({ kind: 'set', path: ['a'], value: 2 }, 'a: 1\r\nb: 2\r\n')).toBe('a: 2\r\nb: 2\r\n')
  })
})

test('items and keys move among their siblings, with their comments', () => {
  const items = edited({ kind: 'move', path: ['proxies', 1], to: 0 })
  expect(items.indexOf('{name: B')).toBeLessThan(items.indexOf('香港'))
  expect(items).toContain('port: 443 # TLS')
  const keys = edited({ kind: 'move', path: ['mixed-port'], to: 1 })
  expect(keys.indexOf('mixed-port: 7890 # the port')).toBeGreaterThan(keys.indexOf('name:'))
})

test.each<[string, ObjectChange, string]>([
  ['a key that is taken', { kind: 'rename', path: ['name'], to: 'tags' }, 'key-taken'],
  ['what is not there', { kind: 'set', path: ['none'], value: 1 }, 'path-missing'],
  ['a new key in a list', { kind: 'add', path: ['rules'], key: 'a', value: 1 }, 'not-a-map'],
])('%s is refused', (_, edit, why) => {
  expect(object.objectEdit(YAML, 'yaml', edit)).toEqual({ refused: why })
})

test('the way to what was changed is given back', () => {
  expect(object.objectEdit(YAML, 'yaml', { kind: 'add', path: ['rules'], value: 1 })).toMatchObject({ path: ['rules', 1] }) // oxfmt-ignore
  expect(object.objectEdit(YAML, 'yaml', { kind: 'duplicate', path: ['name'] })).toMatchObject({ path: ['name-2'] })
})

describe('a document as a tree', () => {
  test('has kinds, values and lines', () => {
    const { children = [] } = tree(YAML)
    expect(children.map(({ key, kind, value, line }) => [key, kind, value, line])).toEqual([
      ['mixed-port', 'number', '7890', 2],
      ['name', 'text', 'quoted', 3],
      ['tags', 'list', undefined, 4],
      ['proxies', 'list', undefined, 6],
      ['rules', 'list', undefined, 12],
      ['empty', 'null', '', 14],
    ])
  })

  test('says what stands elsewhere, and what cannot be reached by its key', () => {
    const { children = [] } = tree('a: &x {k: 1}\nb: *x\nc: 1\nc: 2\nd: {<<: *x}\n')
    expect(children.map(({ isShared, isFixed }) => [isShared, isFixed])).toEqual([
      [undefined, undefined],
      [true, undefined],
      [undefined, true],
      [undefined, undefined],
      [undefined, undefined],
    ])
    expect(edited({ kind: 'own', path: ['b'] }, 'a: &x {k: 1}\nb: *x\n')).toBe('a: &x {k: 1}\nb: {k: 1}\n')
    expect(edited({ kind: 'set', path: ['b', 'k'], value: 2 }, 'a: &x {k: 1}\nb: *x\n')).not.toContain('undefined')
  })

  test('does not write out aliases: a text of nine times nine of them stays small', () => {
    const bomb = ['a: &a [x, x]', ...'bcdefgh'.split('').map((key, at) => `${key}: &${key} [*${'abcdefg'[at]}, *${'abcdefg'[at]}]`)].join('\n') // oxfmt-ignore
    expect(JSON.stringify(tree(bomb)).length).toBeLessThan(5000)
  })
})

test.each([
  ['invalid YAML', 'a: 1\nb: [\n', 'yaml', { unread: 'syntax' }],
  ['invalid JSON', '{\n  "a": 1,\n  b\n}', 'json', { unread: 'syntax', line: 3 }],
  ['a text', 'just words', 'yaml', { unread: 'no-object' }],
  ['nothing', '', 'yaml', { unread: 'no-object' }],
  ['two documents', 'a: 1\n---\nb: 2\n', 'yaml', { unread: 'several' }],
  ['more than 1 MB', 'a'.repeat(OBJECT_MAX + 1), 'yaml', { unread: 'too-large' }],
] as const)('%s is no tree, and says why', (_, text, format, why) => {
  expect(object.objectTree(text, format, 'en-US')).toMatchObject(why)
})

test('a syntax error has its words', async () => {
  const { loadIssueWords } = await import('@switchyard/locale')
  await loadIssueWords('en-US')
  expect(object.objectTree('a: 1\nb: [\n', 'yaml', 'en-US')).toMatchObject({ message: expect.stringMatching(/\w/) })
})
