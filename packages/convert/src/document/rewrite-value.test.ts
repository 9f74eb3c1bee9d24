import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { valueOf } from './document-node.ts'
import { openDocument } from './open-document.ts'
import { rewriteValue } from './rewrite-value.ts'
import { applyEdits } from './text-edit.ts'

function rewritten(text: string, value: unknown): string {
  return applyEdits(text, rewriteValue(openDocument(text, { format: 'json' }), value))
}

describe('a document that says another value', () => {
  test.each<[what: string, before: string, value: unknown, after: string]>([
    ['nothing is new', '{ "a" : 1, // one\n }', { a: 1 }, '{ "a" : 1, // one\n }'],
    ['a number', '{"a": 1, "b": 2}', { a: 1, b: 3 }, '{"a": 1, "b": 3}'],
    ['a key at the end', '{"a": 1}', { a: 1, b: [1, 2] }, '{"a": 1, "b": [1, 2]}'],
    ['a key in the place of another', '{"a": 1, "b": 2}', { c: 1, b: 2 }, '{"c": 1, "b": 2}'],
    ['the last key goes', '{"a": 1, "b": 2}', { a: 1 }, '{"a": 1}'],
    ['two keys go', '{"a": 1, "b": 2, "c": 3}', { a: 1 }, '{"a": 1}'],
    ['all keys go', '{"a": 1, "b": 2}', {}, '{}'],
    ['a key goes that all objects have', '{"a": 1, "valueOf": 0}', { a: 1 }, '{"a": 1}'],
    ['null is as good as nothing', '{"a": null, "b": 2}', { b: 2 }, '{"a": null, "b": 2}'],
    ['a list shrinks', '[1, 2, 3]', [1, 3], '[1, 3]'],
    ['a list grows in the middle', '[1, 3]', [1, 2, 3], '[1, 2, 3]'],
    [
      'comments stay with what they are about',
      '{\n  // of a\n  "a": 1, // one\n  // of b\n  "b": 2, // two\n  // of c\n  "c": 3 // three\n}\n',
      { a: 1, c: 4 },
      '{\n  // of a\n  "a": 1, // one\n  // of c\n  "c": 4 // three\n}\n',
    ],
    [
      'a comma goes before the comment',
      '{\n  "a": 1 // "one", or so\n  // end\n}\n',
      { a: 1, b: 2 },
      '{\n  "a": 1, // "one", or so\n  "b": 2\n  // end\n}\n',
    ],
    ['a trailing comma goes', '{\n  "a": 1,\n  "b": 2,\n}\n', { a: 1 }, '{\n  "a": 1\n}\n'],
    ['an object over lines', '{\n  "a": 1\n}\n', { a: 1, b: { c: [{ d: 1 }] } }, '{\n  "a": 1,\n  "b": {\n    "c": [\n      {\n        "d": 1\n      }\n    ]\n  }\n}\n'], // oxfmt-ignore
    ['CRLF', '{\r\n\t"a": 1\r\n}\r\n', { a: 1, b: { c: 1 } }, '{\r\n\t"a": 1,\r\n\t"b": {\r\n\t\t"c": 1\r\n\t}\r\n}\r\n'], // oxfmt-ignore
    ['one line each', '[\n  { "a": 1 },\n  { "a": 2 }\n]\n', [{ a: 1 }, { a: 2 }, { a: 3 }], '[\n  { "a": 1 },\n  { "a": 2 },\n  { "a": 3 }\n]\n'], // oxfmt-ignore
  ])('%s', (_, before, value, after) => {
    const text = applyEdits(
      before,
      rewriteValue(openDocument(before, { format: 'json' }), value, (__, item) =>
        Array.isArray(value) && typeof item === 'object' ? value.indexOf(item) : undefined,
      ),
    )
    expect(text).toBe(after)
  })

  test('whatever it was, it says the new value, and twice is once', () => {
    const value = fc
      .jsonValue({ maxDepth: 4 })
      .map(withWholeNumbers)
      .filter((one) => !JSON.stringify(one).includes('null'))
    const layout = fc.constantFrom<[indent: number, comment: string]>([0, ''], [2, ''], [2, ' // note'], [1, ' # "x"'])
    fc.assert(
      fc.property(value, value, layout, (before, after, [indent, comment]) => {
        const text = JSON.stringify(before, undefined, indent).replace(/([,[{])$/gm, `$1${comment}`)
        const result = rewritten(text, after)
        const { root, issue } = openDocument(result, { format: 'json' })
        expect(issue).toBeUndefined()
        expect(JSON.stringify(sorted(valueOf(root!)))).toBe(JSON.stringify(sorted(after)))
        expect(rewritten(result, after)).toBe(result)
      }),
      { numRuns: 500 },
    )
  })
})

/** Numbers that a scalar keeps as numbers. */
function withWholeNumbers(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, item) =>
    typeof item === 'number' ? Math.trunc(item) % 1000 || 0 : item,
  )
}

/** The same value with its keys in order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  )
}
