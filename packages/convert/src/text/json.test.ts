import { expect, test } from 'vitest'
import { readJson, readJsonAt, readJsonObject } from './json.ts'

test.each([
  ['plain', '{"a":[1,true,null,"x"]}', { a: [1, true, null, 'x'] }],
  ['a trailing comma', '{"a":[1,2,],}', { a: [1, 2] }],
  ['comments', '// one\n{"a":1 /* two */, # no\n}', undefined],
  ['comments of both kinds', '// one\n{"a":1 /* two */,\n // three\n}', { a: 1 }],
  ['a bare string', '"x"', 'x'],
  ['a raw tab inside a string', '{"a":"x\ty"}', { a: 'x\ty' }],
  ['escapes', '{"a":"\\u4e2d\\n"}', { a: '中\n' }],
  ['cut off', '{"a":1', undefined],
  ['two values', '1 2', undefined],
  ['a closing brace too many', '{"a":1}}', undefined],
  ['no comma', '[1 2]', undefined],
  ['no colon', '{"a" 1}', undefined],
  ['no value', '{"a":,}', undefined],
  ['only a comma', '[,]', undefined],
  ['no text', '', undefined],
])('%s', (_, text, value) => {
  expect(readJson(text)).toEqual(value)
})

test.each(['{"__proto__":{"x":1},"a":1}', '{"\\u005f_proto__":{"x":1},"a":1}', '{"__proto__":{"x":1},"a":1,}'])(
  'no prototype comes out of %s',
  (text) => {
    const value = readJson(text) as Record<string, unknown>
    expect(Object.keys(value)).toEqual(['a'])
    expect(value['x']).toBeUndefined()
  },
)

const nested = (depth: number, tail = '') => '['.repeat(depth) + tail + ']'.repeat(depth)

test('what nests deeper than 100 is no JSON', () => {
  expect(readJson(nested(100))).toBeDefined()
  expect(readJson(nested(101))).toBeUndefined()
  expect(readJson(nested(100, '1,'))).toBeDefined()
  expect(readJson(nested(101, '1,'))).toBeUndefined()
  expect(readJson(nested(100_000))).toBeUndefined()
  expect(readJson('[' + '{},'.repeat(1000) + '"{[\\"{["]')).toHaveLength(1001)
})

test('a value says where it ends and where its objects stand', () => {
  const text = 'x {"a": [ {"b":1}, {"b":2} ]} tail'
  const { value, places, end } = readJsonAt(text, 2)
  const list = (value as { a: object[] }).a
  expect(text.slice(end)).toBe(' tail')
  expect([value as object, list, ...list].map((item) => places.get(item))).toEqual([2, 8, 10, 19])
  expect(readJsonAt('{"a": [1, }', 0)).toMatchObject({ value: undefined, end: 10, error: 'syntax' })
})

test.each([
  ['an object', ' {"a":1,"b":{"c":[]}}\n', { a: 1, b: { c: [] } }],
  ['an empty one', '{ }', {}],
  ['nothing', '', undefined],
  ['a brace alone', '{', undefined],
  ['a list', '[1]', undefined],
  ['single quotes', "{'a':1}", undefined],
  ['a trailing comma', '{"a":1 , }', undefined],
  ['a comment', '{"a":1 /* x */}', undefined],
  ['cut off', '{"a":1,"b":"', undefined],
  ['a raw line break in a text', '{"a":"\n"}', undefined],
  ['a prototype', '{"__proto__":{"x":1},"a":1}', { a: 1 }],
  ['a prototype in escapes', '{"\\u005f_proto__":{"x":1},"a":1}', { a: 1 }],
  ['too deep', '{"a":' + '['.repeat(200) + ']'.repeat(200) + '}', undefined],
])('the object of a link: %s', (_, text, value) => {
  const read = readJsonObject(text)
  expect(read).toEqual(value)
  if (read !== undefined) expect(Object.keys(read)).not.toContain('__proto__')
})
