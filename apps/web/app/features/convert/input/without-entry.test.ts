import { expect, test } from 'vitest'
import { withoutEntry } from './without-entry.ts'

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
  ['what is no Base64 is left alone', 'a line that is none', 1, 1, undefined],
  ['a line that is not there is left alone', 'a', 5, undefined, undefined],
  ['of what is neither list nor object no end is told', 'name: A\nport: 1', 1, undefined, undefined],
])('%s', (_, text, line, inner, rest) => {
  expect(withoutEntry(text, line, inner)).toBe(rest)
})
