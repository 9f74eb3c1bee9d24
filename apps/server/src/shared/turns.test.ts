import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('whoever comes alone waits for nothing', async () => {
  const turns = new Turns()
  expect(turns.take('a')).toBe(undefined)
  await setImmediate()
  expect(turns.take('a')).toBe(undefined)
})

test('one begins in each turn of the event loop, and people take turns', async () => {
  const turns = new Turns()
  const begun: string[] = []
  const ask = (person: string, name: string) => {
    const turn = turns.take(person)
    if (turn) void turn.then(() => begun.push(name))
    else begun.push(name)
  }
  for (let at = 0; at < 100; at++) ask('flooding', `f${at}`)
  await setImmediate()
  ask('quiet', 'q')
  const counts: number[] = []
  while (begun.length < 101) {
    await setImmediate()
    counts.push(begun.length)
  }
  expect(begun.indexOf('q')).toBeLessThan(4)
  expect(counts.map((count, at) => count - (counts[at - 1] ?? count - 1)).every((many) => many <= 1)).toBe(true)
})
