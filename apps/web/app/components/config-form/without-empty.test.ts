import { expect, test } from 'vitest'
import { withoutEmpty } from './without-empty.ts'

test('a row has only the fields that something stands in, and those that all have', () => {
  const row = { name: '', url: '', password: '', interval: undefined, healthCheck: false }
  expect(withoutEmpty(row, ['name'])).toEqual({ name: '', healthCheck: false })
  expect(Object.keys(withoutEmpty(row, ['name', 'url']))).toEqual(['name', 'url', 'healthCheck'])
  expect(withoutEmpty(row)).toEqual({ healthCheck: false })
})
