import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeToast, showToast, toasts } from './toasts.ts'

beforeEach(() => {
  vi.useFakeTimers()
  toasts.set([])
})
afterEach(() => void vi.useRealTimers())

test('of six toasts in a row the last five stay', () => {
  for (const text of '123456') showToast({ kind: 'success', text })
  expect(toasts.get().map(({ text }) => text)).toEqual(['2', '3', '4', '5', '6'])
})

test('what is said five times is one toast, the last', () => {
  const run = () => {}
  for (let n = 0; n < 5; n++) showToast({ kind: 'success', text: 'copied' })
  expect(toasts.get()).toHaveLength(1)
  for (let n = 0; n < 2; n++) showToast({ kind: 'undo', text: 'removed', action: { label: 'undo', run } })
  expect(toasts.get().map(({ text }) => text)).toEqual(['copied', 'removed', 'removed'])
})

test('a closed toast leaves 200 ms later, and only once', () => {
  const close = showToast({ kind: 'error', text: 'a' })
  close()
  expect(toasts.get()[0]!.closing).toBe(true)
  vi.advanceTimersByTime(199)
  expect(toasts.get()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(toasts.get()).toHaveLength(0)
  closeToast(1)
})

test('closing ones do not count among the five', () => {
  const close = showToast({ kind: 'success', text: '0' })
  close()
  for (const text of '12345') showToast({ kind: 'success', text })
  expect(toasts.get().map(({ text }) => text)).toEqual(['0', '1', '2', '3', '4', '5'])
})
