import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('whoever comes alone waits for nothing', async () => {
  const turns = new Turns()
  expect(turns.run('a', () => 1)).toBe(1)
  await setImmediate()
  expect(turns.run('a', () => 2)).toBe(2)
})

test('one begins in each turn of the event loop, and people take turns', async () => {
  const turns = new Turns()
  const begun: string[] = []
  const ask = (person: string, name: string) => void turns.run(person, () => begun.push(name))
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

test('of a person with a limit so much is under way, and the rest waits for it and holds up nobody', async () => {
  const turns = new Turns()
  let [underWay, most, done] = [0, 0, 0]
  const work = async () => {
    most = Math.max(most, ++underWay)
    await wait(5)
    underWay--
    done++
  }
  const all = Array.from({ length: 20 }, () => Promise.resolve(turns.run('flooding', work, 3)))
  await wait(2)
  await turns.run('quiet', () => undefined, 3)
  expect(done).toBeLessThan(20)
  await Promise.all(all)
  expect([most, done]).toEqual([3, 20])
})

test('work that fails makes room for the next one', async () => {
  const turns = new Turns()
  const fail = () => Promise.reject(new Error('a bug'))
  const failures = [turns.run('a', fail, 1), turns.run('a', fail, 1)]
  expect(await Promise.allSettled(failures)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }])
  expect(await turns.run('a', () => 1, 1)).toBe(1)
})
