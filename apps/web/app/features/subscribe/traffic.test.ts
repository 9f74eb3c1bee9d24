import { expect, test } from 'vitest'
import { lowSources, trafficOf } from './traffic.ts'

const GIB = 1024 ** 3

test.each([
  [
    { download: 92 * GIB, total: 100 * GIB },
    { left: 8 * GIB, isLow: true },
  ],
  [
    { upload: 20 * GIB, download: 18 * GIB, total: 100 * GIB },
    { left: 62 * GIB, isLow: false },
  ],
  [
    { download: 101 * GIB, total: 100 * GIB },
    { left: 0, isLow: true },
  ],
])('of %j is left %j', (subscription, said) => {
  expect(trafficOf(subscription)).toMatchObject(said)
})

test('without a limit nothing is said of what is left', () => {
  expect(trafficOf({ download: 5, total: 0 })).toBeUndefined()
  expect(trafficOf({ download: 5 })).toBeUndefined()
})

test('a source that runs out is named, whatever the others have left', () => {
  const items = [
    { id: '1', name: 'main', subscription: { download: 38 * GIB, total: 100 * GIB } },
    { id: '2', name: 'spare', subscription: { download: 92 * GIB, total: 100 * GIB } },
    { id: '3', name: 'own' },
  ]
  expect(lowSources(items)).toEqual([{ id: '2', name: 'spare', left: 8 * GIB }])
})
