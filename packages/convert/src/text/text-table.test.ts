import { describe, expect, test } from 'vitest'
import { ABSENT, TextTable, textHash } from './text-table.ts'

describe('a table of texts', () => {
  test('numbers what is added, and finds it whatever its size was then', () => {
    const table = new TextTable()
    for (let index = 0; index < 5000; index++) expect(table.add(`香港 ${index}`, textHash(`香港 ${index}`))).toBe(index)
    for (let index = 0; index < 5000; index++)
      expect(table.find(`香港 ${index}`, textHash(`香港 ${index}`))).toBe(index)
    expect(table.find('香港', textHash('香港'))).toBe(ABSENT)
  })

  test('tells texts of one hash apart, and finds all of them while it grows', () => {
    const table = new TextTable()
    for (let index = 0; index < 500; index++) {
      expect(table.find(`key ${index}`, 7)).toBe(ABSENT)
      table.add(`key ${index}`, 7)
    }
    for (let index = 0; index < 500; index++) expect(table.find(`key ${index}`, 7)).toBe(index)
  })

  test('tells equal texts apart by the number beside them', () => {
    const table = new TextTable()
    for (let beside = 0; beside < 500; beside++) expect(table.add('a', textHash('a'), beside * 65_536)).toBe(beside)
    for (let beside = 0; beside < 500; beside++) expect(table.find('a', textHash('a'), beside * 65_536)).toBe(beside)
    expect(table.find('a', textHash('a'), 1)).toBe(ABSENT)
  })
})
