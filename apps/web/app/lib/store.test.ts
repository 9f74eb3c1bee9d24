import { expect, test } from 'vitest'
import { createStore, partOf } from './store.ts'

test('who follows one part of a store hears of that part alone, and once', () => {
  const store = createStore({ rows: 1, marks: 1 })
  const heard: number[] = []
  const rows = partOf(store, 'rows')
  const stop = rows.subscribe(() => heard.push(rows.get()))
  store.set((all) => ({ ...all, marks: 2 }))
  store.set((all) => ({ ...all, rows: 2 }))
  store.set((all) => ({ ...all, rows: 2 }))
  stop()
  store.set((all) => ({ ...all, rows: 3 }))
  expect([heard, rows.get()]).toEqual([[2], 3])
})
