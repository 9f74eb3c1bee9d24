import { expect, test } from 'vitest'
import { typedValue } from './typed-value.ts'

test.each([
  ['number', '443', { value: 443 }],
  ['number', ' -1.5e3 ', { value: -1500 }],
  ['number', '443a', { wrong: 'number' }],
  ['number', '', { wrong: 'number' }],
  ['number', '0x1F', { wrong: 'number' }],
  ['number', '01', { wrong: 'number' }],
  ['number', '1e999', { wrong: 'number' }],
  ['boolean', 'True', { value: true }],
  ['boolean', 'yes', { wrong: 'boolean' }],
  ['text', '443', { value: '443' }],
  ['null', 'anything', { value: null }],
  ['list', '', { value: [] }],
  ['map', '', { value: {} }],
] as const)('as %s, %j is %j', (kind, typed, value) => {
  expect(typedValue(kind, typed)).toEqual(value)
})
