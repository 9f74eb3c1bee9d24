import { expect, test } from 'vitest'
import { jsonLines } from './json-places.ts'

test.each([
  ['final', 2],
  ['rules[0]', 4],
  ['rules[1].port', 6],
  ['rules[7]', undefined],
  ['constructor', undefined],
])('%s stands on line %s', (path, line) => {
  const text = '{ // mine\n"final": "a",\n"rules": [\n{"domain": "a"},\n{\n"port": 80},\n]}'
  expect(jsonLines(text)(path)).toBe(line)
})
