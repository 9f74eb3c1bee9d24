import type { Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WireMeter } from './wire-meter.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const socket = (bytesRead: number) => ({ bytesRead }) as Socket
const meter = () => new WireMeter(1_000_000, 16_000, () => new Error('too large'))

test('the bytes of all sockets of a request count together', () => {
  const wire = meter()
  wire.watch(socket(700_000))
  wire.look()
  expect(wire.signal.aborted).toBe(false)
  wire.watch(socket(700_000))
  vi.advanceTimersByTime(100)
  expect(wire.signal.reason).toEqual(new Error('too large'))
})

test('a request that has ended leaves no timer behind, however many sockets it opened', () => {
  const wire = meter()
  for (let n = 0; n < 3; n++) wire.watch(socket(0))
  wire.end()
  expect(vi.getTimerCount()).toBe(0)
})
