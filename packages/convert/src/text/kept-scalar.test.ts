import { dump, load } from 'js-yaml'
import { expect, test } from 'vitest'
import { KEEPING_DUMP_SCHEMA, KEEPING_SCHEMA } from './kept-scalar.ts'

const again = (text: string) =>
  dump(load(text, { schema: KEEPING_SCHEMA }), { schema: KEEPING_DUMP_SCHEMA, lineWidth: -1 })

test.each([
  'yes',
  'No',
  'on',
  'OFF',
  'y',
  '0123',
  '1.0',
  '1e3',
  '0x1F',
  '0o17',
  '1_000',
  '1:30',
  '.inf',
  '-.5',
  '~',
  'True',
  '+1',
])('the plain scalar %s goes out as it came in', (text) => expect(again(`a: ${text}\n`)).toBe(`a: ${text}\n`))

test.each(['5', '-17', 'true', 'false', 'null', '1.5', 'text', '0'])('%s is read as usual', (text) => {
  expect(again(`a: ${text}\n`)).toBe(`a: ${text}\n`)
  expect(load(`a: ${text}`, { schema: KEEPING_SCHEMA })).toEqual({ a: load(text) })
})

test.each([
  'yes',
  '0123',
  '1.0',
  '2026-01-01',
  '1:30',
  '<<',
  'null',
  '~',
  '',
  'e5',
  'E12',
  'e-5',
  '.e5',
  '2351e1',
  'Infinity',
  'nan',
])('the text %j stays a text', (text) => {
  const printed = dump({ a: text }, { schema: KEEPING_DUMP_SCHEMA })
  expect(printed).toMatch(/^a: ['"]/)
  expect(load(printed, { schema: KEEPING_SCHEMA })).toEqual({ a: text })
})
