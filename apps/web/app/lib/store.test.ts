import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createStore, partOf, useStore } from './store.ts'

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

test('what the server shows of a store may be nothing, whatever stands in it by then', () => {
  const store = createStore<string | undefined>('known')
  const Shown = () => useStore(store, undefined) ?? 'nothing'
  const Held = () => useStore(store) ?? 'nothing'
  expect([renderToString(createElement(Shown)), renderToString(createElement(Held))]).toEqual(['nothing', 'known'])
})
