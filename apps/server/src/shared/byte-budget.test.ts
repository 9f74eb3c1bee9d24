import { expect, test } from 'vitest'
import type { EngineError } from './engine-error.ts'
import { ByteBudget } from './byte-budget.ts'

const MEBIBYTE = 1024 * 1024
const ME = { person: 'me' }

const outcome = (entered: Promise<() => void>): Promise<string> =>
  entered.then(
    () => 'entered',
    (error: EngineError) => error.reason,
  )

test('one person holds half at most, and the other half is for others', async () => {
  const bytes = new ByteBudget()
  const leave = await bytes.enter(ME, 30 * MEBIBYTE)
  expect(await outcome(bytes.enter(ME, 3 * MEBIBYTE, 10))).toBe('busy')
  expect(await outcome(bytes.enter({ person: 'other' }, 32 * MEBIBYTE, 10))).toBe('entered')
  leave()
  expect(await outcome(bytes.enter(ME, 32 * MEBIBYTE, 10))).toBe('entered')
})

test('what is more than anybody may hold is told so at once', async () => {
  expect(await outcome(new ByteBudget().enter(ME, 33 * MEBIBYTE))).toBe('memory')
})

test('visitors hold half together, wherever they come from', async () => {
  const bytes = new ByteBudget()
  for (let at = 0; at < 6; at++) await bytes.enter({ person: `visitor ${at}`, isVisitor: true }, 5 * MEBIBYTE)
  expect(await outcome(bytes.enter({ person: 'visitor', isVisitor: true }, 5 * MEBIBYTE, 10))).toBe('busy')
  expect(await outcome(bytes.enter(ME, 32 * MEBIBYTE, 10))).toBe('entered')
})

test('who has gone waits for nothing', async () => {
  const bytes = new ByteBudget()
  await bytes.enter(ME, 32 * MEBIBYTE)
  const stop = new AbortController()
  const waits = outcome(bytes.enter({ ...ME, signal: stop.signal }, 1))
  stop.abort()
  expect(await waits).toBe('cancelled')
})

test('who goes in the moment of being let in begins nothing', async () => {
  const bytes = new ByteBudget()
  const leave = await bytes.enter(ME, 32 * MEBIBYTE)
  const stop = new AbortController()
  const waits = outcome(bytes.enter({ ...ME, signal: stop.signal }, 32 * MEBIBYTE))
  leave()
  queueMicrotask(() => stop.abort())
  expect(await waits).toBe('cancelled')
  expect(await outcome(bytes.enter(ME, 32 * MEBIBYTE, 10))).toBe('entered')
})

test('texts that are opened count with their copies, up to what one person may hold', async () => {
  const bytes = new ByteBudget()
  const leave = await bytes.enterOpened(ME, 7 * MEBIBYTE)
  expect(await outcome(bytes.enterOpened(ME, 2 * MEBIBYTE, 10))).toBe('busy')
  leave()
  expect(await outcome(bytes.enterOpened(ME, 20 * MEBIBYTE, 10))).toBe('entered')
  expect(await outcome(bytes.enterOpened(ME, 33 * MEBIBYTE, 10))).toBe('memory')
})
