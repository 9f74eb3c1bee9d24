import { expect, test } from 'vitest'
import { countJson } from './count-json.ts'

test.each<[text: string, count: number]>([
  ['', 0],
  ['{}', 0],
  ['{"a":1}', 1],
  ['{"a":1,"b":[1,2,3]}', 5],
  ['{"a,b:c":"d,e:f"}', 1],
  ['{"a":"\\",\\":","b":2}', 3],
  ['{"a":"\\\\","b":2}', 3],
  ['"no end, : ,', 0],
])('%s', (text, count) => {
  expect(countJson(text)).toBe(count)
})

test('a text of quotes and backslashes takes no longer than another one', () => {
  const began = performance.now()
  for (const text of [`"${'\\'.repeat(5e6)}`, `"${'\\"'.repeat(2.5e6)}`, '"'.repeat(5e6)]) countJson(text)
  expect(performance.now() - began).toBeLessThan(2000)
})
