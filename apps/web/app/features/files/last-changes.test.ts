import { expect, test } from 'vitest'
import type { FileSpace } from '../../components/places/place.ts'
import { LastChanges } from './last-changes.ts'

function asking(answer: (path: string) => Promise<string | undefined>) {
  const asked: string[] = []
  const history: FileSpace['history'] = async ({ path = '' } = {}) => {
    asked.push(path)
    const date = await answer(path)
    return { items: date === undefined ? [] : [{ id: 'c', message: 'm\n', author: 'a', date }] }
  }
  // No more of a place is asked.
  return { asked, changes: new LastChanges({ history } as FileSpace) }
}
const later = () => new Promise<void>((resolve) => setTimeout(resolve))

test('each file in sight is asked once', async () => {
  const { asked, changes } = asking(async (path) => (path === 'b' ? undefined : `date of ${path}`))
  changes.want(['a', 'b'])
  await later()
  changes.want(['a', 'b', 'c'])
  await later()
  expect(asked).toEqual(['a', 'b', 'c'])
  expect([...changes.known.get()]).toEqual([['a', { date: 'date of a', message: 'm' }], ['c', { date: 'date of c', message: 'm' }]]) // oxfmt-ignore
  changes.forget(['a'])
  changes.want(['a'])
  await later()
  expect(asked).toEqual(['a', 'b', 'c', 'a'])
})

test('two at a time, and what is scrolled past is not asked for', async () => {
  const answers: (() => void)[] = []
  const { asked, changes } = asking(() => new Promise((resolve) => answers.push(() => resolve('d'))))
  changes.want(['a', 'b', 'c', 'd'])
  expect(asked).toEqual(['a', 'b'])
  changes.want(['y', 'z'])
  answers.shift()!()
  await later()
  expect(asked).toEqual(['a', 'b', 'y'])
})

test('a host that refuses is not asked on', async () => {
  const { asked, changes } = asking(() => Promise.reject(new Error('403')))
  changes.want(['a', 'b', 'c', 'd'])
  await later()
  changes.want(['e'])
  await later()
  expect(asked).toEqual(['a', 'b'])
})
