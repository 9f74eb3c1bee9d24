import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

function filled(...waiting: [person: string, entry: string][]): FairQueue<string> {
  const queue = new FairQueue<string>()
  for (const [person, entry] of waiting) queue.add(person, entry)
  return queue
}

function taken(queue: FairQueue<string>, fits: (entry: string) => boolean = () => true): string[] {
  const all: string[] = []
  for (let next = queue.take(fits); next !== undefined; next = queue.take(fits)) all.push(next)
  return all
}

test('people take turns, however many of one person wait', () => {
  const queue = filled(['a', 'a1'], ['a', 'a2'], ['a', 'a3'], ['b', 'b1'], ['c', 'c1'], ['b', 'b2'])
  expect(taken(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  expect(queue.size).toBe(0)
})

test('who was served last comes after who came meanwhile', () => {
  const queue = filled(['a', 'a1'], ['a', 'a2'])
  queue.take(() => true)
  queue.add('b', 'b1')
  queue.add('a', 'a3')
  expect(taken(queue)).toEqual(['a2', 'b1', 'a3'])
})

test('what does not fit holds up nobody', () => {
  const queue = filled(['a', 'large'], ['a', 'a2'], ['b', 'b1'])
  expect(taken(queue, (entry) => entry !== 'large')).toEqual(['a2', 'b1'])
  expect(taken(queue)).toEqual(['large'])
})

test('what is too much is what came last of the person with whom most waits', () => {
  const queue = filled(['a', 'a1'], ['a', 'a2'], ['b', 'b1'])
  expect([queue.takeSurplus(), queue.size]).toEqual(['a2', 2])
})

test('what was taken out waits no more', () => {
  const queue = filled(['a', 'a1'], ['b', 'b1'])
  expect([queue.remove('a', 'a1'), queue.remove('a', 'a1'), queue.remove('b', 'a1')]).toEqual([true, false, false])
  expect(queue.takeAll()).toEqual(['b1'])
  expect(queue.size).toBe(0)
})
