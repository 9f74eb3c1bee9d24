import { describe, expect, test } from 'vitest'
import { TextMap, textHash } from './text-map.ts'

describe('a map of texts', () => {
  test('finds what was added, whatever its size was then', () => {
    const map = new TextMap<number>()
    for (let index = 0; index < 5000; index++) map.add(`香港 ${index}`, textHash(`香港 ${index}`), index)
    for (let index = 0; index < 5000; index++) expect(map.find(`香港 ${index}`, textHash(`香港 ${index}`))).toBe(index)
    expect(map.find('香港', textHash('香港'))).toBeUndefined()
  })

  test('tells keys of one hash apart, and finds all of them while it grows', () => {
    const map = new TextMap<number>()
    for (let index = 0; index < 500; index++) {
      expect(map.find(`key ${index}`, 7)).toBeUndefined()
      map.add(`key ${index}`, 7, index)
    }
    for (let index = 0; index < 500; index++) expect(map.find(`key ${index}`, 7)).toBe(index)
  })
})
