import { expect, test } from 'vitest'
import { printJson } from './print-json.ts'

test('items of the named lists stand one a line, everything else is indented', () => {
  expect(
    printJson({ log: { level: 'info' }, gone: undefined, out: [{ a: 1 }, { b: [2] }], empty: [] }, ['out', 'empty']),
  ).toBe(`{
  "log": {
    "level": "info"
  },
  "out": [
    {"a":1},
    {"b":[2]}
  ],
  "empty": []
}
`)
})

test('of nothing it is an empty document', () => {
  expect(printJson({}, [])).toBe('{}\n')
})
