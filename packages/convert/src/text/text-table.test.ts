import { describe, expect, test } from 'vitest'
import { TextTable } from './text-table.ts'

describe('a table of texts', () => {
  test('numbers what is new, and finds it whatever its size was then', () => {
    const table = new TextTable()
    for (let index = 0; index < 5000; index++) expect(table.numberOf(`香港 ${index}`)).toBe(index)
    for (let index = 0; index < 5000; index++) expect(table.numberOf(`香港 ${index}`)).toBe(index)
    expect(table.size).toBe(5000)
    expect(table.numberOf('香港')).toBe(5000)
  })

  test.each([
    ['HK 210', 'HK 204789'],
    ['HK 59970', 'HK 227532'],
    ['HK 194938', 'HK 287810'],
  ])('tells %s and %s apart, which have one hash', (left, right) => {
    const table = new TextTable()
    expect([left, right, left, right].map((text) => table.numberOf(text))).toEqual([0, 1, 0, 1])
  })

  test('tells equal texts apart by the number beside them', () => {
    const table = new TextTable()
    for (const _ of ['added', 'found'])
      for (let beside = 0; beside < 500; beside++) expect(table.numberOf('a', beside * 65_536)).toBe(beside)
    expect(table.numberOf('a', 1)).toBe(500)
  })

  test('finds more keys than may be looked at in a row, all of which begin at one place', () => {
    const table = new TextTable()
    const besideOfNoBits = (index: number) => index * 2 ** 32
    for (const _ of ['added', 'found'])
      for (let index = 0; index < 500; index++) expect(table.numberOf('a', besideOfNoBits(index))).toBe(index)
  })
})
