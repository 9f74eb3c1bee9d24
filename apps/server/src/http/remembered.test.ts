import { expect, it } from 'vitest'
import { remembered } from './remembered.ts'

it('works an answer out once, also one that is nothing, and keeps at most a thousand', () => {
  const worked: string[] = []
  const lengthOf = remembered((text) => {
    worked.push(text)
    return text.length || undefined
  })
  expect([lengthOf('abc'), lengthOf('abc'), lengthOf(''), lengthOf('')]).toEqual([3, 3, undefined, undefined])
  expect(worked).toEqual(['abc', ''])
  for (let i = 0; i < 1000; i++) lengthOf(`n${i}`)
  worked.length = 0
  lengthOf('n999')
  lengthOf('abc')
  expect(worked).toEqual(['abc'])
})
