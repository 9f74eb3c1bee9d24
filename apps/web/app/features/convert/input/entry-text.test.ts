import { expect, test } from 'vitest'
import { entryLine, withEntryLine, withoutEntries } from './entry-text.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

test.each<[string, string, number, number | undefined, string | undefined]>([
  [
    'an item of YAML goes with all its lines',
    'proxies:\n  - name: A\n    port: 1\n\n    type: ss\n  - name: B\nrules: []',
    2,
    undefined,
    'proxies:\n  - name: B\nrules: []',
  ],
  [
    'the last item of YAML leaves what follows the list',
    'proxies:\n- name: A\n- name: B\n  type: ss\nrules: []',
    3,
    undefined,
    'proxies:\n- name: A\nrules: []',
  ],
  ['an item on one line goes alone', 'proxies:\n- {name: A}\n- {name: B}', 2, undefined, 'proxies:\n- {name: B}'],
  [
    'an object of JSON goes with its comma',
    '{"outbounds": [\n  {"tag": "a}",\n   "x": [{}]},\n  {"tag": "b"}\n]}',
    2,
    undefined,
    '{"outbounds": [\n  {"tag": "b"}\n]}',
  ],
  [
    'the last object of JSON takes the comma before it',
    '{"outbounds": [\n  {"tag": "a"},\n  {"tag": "b \\" }"}\n]}',
    3,
    undefined,
    '{"outbounds": [\n  {"tag": "a"}\n]}',
  ],
  ['the only object of JSON leaves an empty list', '[\n {"a": 1}\n]', 2, undefined, '[\n \n]'],
  ['an object without an end is left alone', '[\n {"a": "1}\n]', 2, undefined, undefined],
  [
    'a line inside Base64 goes, and the rest is Base64 again',
    `# mine\n${base64('ss://a\nbroken\nss://名')}`,
    2,
    2,
    `# mine\n${base64('ss://a\nss://名')}`,
  ],
  [
    'a line inside Base64 that is broken over lines goes, and the rest stands on one',
    base64('ss://a-long-name-of-a-server\nbroken\nss://名')
      .replaceAll(/(.{20})/g, '$1\n')
      .trimEnd() + '\nss://b',
    1,
    2,
    base64('ss://a-long-name-of-a-server\nss://名') + '\nss://b',
  ],
  [
    'of Base64 below other Base64 only the one goes',
    `${base64('ss://aaaaaaaaaaaa')}\n${base64('ss://bbbbbbbbbbbb')}`,
    1,
    1,
    `\n${base64('ss://bbbbbbbbbbbb')}`,
  ],
  ['a link with a broken body goes', 'vmess://eyJ2Ijoi\nss://a', 1, undefined, 'ss://a'],
  ['an object that is the whole document is left alone', '{"outbounds": [{"a": 1}]}', 1, undefined, undefined],
  ['what is no Base64 is left alone', 'a line that is none', 1, 1, undefined],
  ['a line that is not there is left alone', 'a', 5, undefined, undefined],
  ['of what is neither list nor object no end is told', 'name: A\nport: 1', 1, undefined, undefined],
])('%s', (_, text, line, inner, rest) => {
  const cut = withoutEntries(text, [{ line, ...(inner === undefined ? {} : { inner }) }])
  expect(cut).toEqual(rest === undefined ? { text, left: 1 } : { text: rest, left: 0 })
})

test.each<[string, string, number[], string]>([
  ['lines', 'a\nss://x\nb\nss://y', [1, 3], 'ss://x\nss://y'],
  ['items of YAML', 'proxies:\n- name: A\n- name: B\n  type: ss\n- name: C', [2, 3], 'proxies:\n- name: C'],
  ['objects before others', '[\n{"a": 1},\n{"b": 1},\n{"c": 1}\n]', [2, 3], '[\n{"c": 1}\n]'],
  ['objects behind others', '[\n{"a": 1},\n{"b": 1},\n{"c": 1}\n]', [3, 4], '[\n{"a": 1}\n]'],
  ['all objects', '[\n{"a": 1},\n{"b": 1}\n]', [2, 3], '[\n]'],
  ['objects below a line', 'word\n[\n{"a": 1},\n{"b": 1}\n]', [1, 4], '[\n{"a": 1}\n]'],
])('several go at once: %s', (_, text, lines, rest) => {
  const { text: now, left } = withoutEntries(
    text,
    lines.map((line) => ({ line })),
  )
  expect({ now: now.replaceAll(/\n\s*(?=[\]\n])/g, '\n'), left }).toEqual({ now: rest, left: 0 })
})

test('the line of an entry is read and replaced, also inside Base64', () => {
  const text = `# mine\n${base64('ss://a\nbroken\nss://名')}`
  expect(entryLine(text, { line: 2, inner: 2 })).toBe('broken')
  expect(entryLine(text, { line: 1 })).toBe('# mine')
  expect(entryLine(text, { line: 3 })).toBeUndefined()
  expect(withEntryLine(text, { line: 2, inner: 2 }, 'ss://b')).toBe(`# mine\n${base64('ss://a\nss://b\nss://名')}`)
  expect(withEntryLine(text, { line: 2, inner: 4 }, 'ss://b')).toBeUndefined()
})
